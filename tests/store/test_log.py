"""The log: whole records come back, a torn end does not, and damage before it is an error or costs only its record."""

from pathlib import Path

import pytest

from slidefront.store.log import DamagedLogError, append_record, read_log, sealed
from tests.damage import flipped

RECORDS = [({"region": 7}, b"\n0 {}\n"), ({"header": "d"}, b""), ({"region": 8}, bytes(range(256)))]
LOG = b"".join(sealed(*record) for record in RECORDS)
ENDS = [sum(len(sealed(*record)) for record in RECORDS[:count]) for count in range(4)]


def values(path: Path, content: bytes, *, independent: bool = False) -> list[int]:
    """Return the numbers of the records that come back."""
    path.write_bytes(content)
    log = [*read_log(path, independent=independent)]
    for record in log:
        value, payload = RECORDS[ENDS.index(record.end) - 1]
        assert (record.value | value, record.payload) == (record.value, payload)
    return [ENDS.index(record.end) for record in log]


def test_appended_records_follow_a_log_that_was_cut(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_bytes(LOG[: ENDS[2] + 9])
    *_, last = read_log(path)
    with path.open("ab") as file:
        file.truncate(last.end)
        append_record(file, *RECORDS[2])
    assert path.read_bytes() == LOG


def test_missing_log_has_no_records(tmp_path: Path) -> None:
    assert [*read_log(tmp_path / "log")] == []


def test_torn_end_is_left_out_at_any_length(tmp_path: Path) -> None:
    for length in range(len(LOG) + 1):
        assert values(tmp_path / "log", LOG[:length]) == [n for n in (1, 2, 3) if ENDS[n] <= length]


def test_flipped_bit_is_never_believed(tmp_path: Path) -> None:
    """In the last record it is like a torn end; before, it is an error, or costs the record if all are independent."""
    for place in range(len(LOG)):
        damaged = flipped(LOG, place, 1 << place % 8)
        number = next(n for n in (1, 2, 3) if place < ENDS[n])
        assert values(tmp_path / "log", damaged, independent=True) == [n for n in (1, 2, 3) if n != number]
        if number == 3:
            assert values(tmp_path / "log", damaged) == [1, 2]
        else:
            with pytest.raises(DamagedLogError, match=f"is damaged after {ENDS[number - 1]} bytes: remove it"):
                values(tmp_path / "log", damaged)


@pytest.mark.parametrize("text", [b"", b"\n", b"null\n", b"[]\n", b"\xff\xfe\n", b"0123456789abcdef {}\n", LOG[1:9]])
def test_other_lines_are_no_records(tmp_path: Path, text: bytes) -> None:
    assert values(tmp_path / "log", text) == []
