"""Publish a run to S3 (moto's server), and read it from there as from its folder."""

import shutil
from collections.abc import Callable, Iterator
from itertools import islice
from logging import ERROR, getLogger
from pathlib import Path
from typing import Any

import boto3
import duckdb
import numpy as np
import pytest
from moto.server import ThreadedMotoServer

import slidefront as api
from slidefront import RunError, SlidefrontError, expand, open_run, to_duckdb, to_pandas, to_polars
from slidefront.check import publish as module
from slidefront.check.publish import publish
from slidefront.store import location as locations
from slidefront.store import parts
from slidefront.store.location import RemotePath, is_uri, location
from slidefront.store.manifest import Manifest
from slidefront.store.run import Run
from slidefront.watch import Interrupted, Watcher
from tests.cli.conftest import Command
from tests.cli.conftest import slidefront as slidefront

KEYS = {"AWS_ACCESS_KEY_ID": "test", "AWS_SECRET_ACCESS_KEY": "test", "AWS_DEFAULT_REGION": "us-east-1"}


@pytest.fixture(scope="module")
def server() -> Iterator[str]:
    getLogger("werkzeug").setLevel(ERROR)  # a line for each of a thousand requests
    started = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    started.start()
    address = "http://{}:{}".format(*started.get_host_and_port())
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**KEYS, "AWS_ENDPOINT_URL": address}.items():
            patch.setenv(name, value)
        yield address
    started.stop()


@pytest.fixture
def bucket(server: str) -> Iterator[Any]:
    """An empty bucket."""
    locations._filesystem.cache_clear()
    found = boto3.resource("s3", endpoint_url=server).create_bucket(Bucket="bucket")
    yield found
    found.objects.all().delete()
    found.delete()


@pytest.fixture(scope="module")
def eight(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """More layers than `run` has, and larger ones."""
    return expand("8-puzzle", depth=12, out=tmp_path_factory.mktemp("runs") / "8-puzzle")


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """A few layers: a request takes the server 6 ms."""
    return expand("8-puzzle", depth=6, out=tmp_path_factory.mktemp("runs") / "8-puzzle")


@pytest.fixture
def other(tmp_path: Path) -> Run:
    return expand("pillars-6", depth=5, out=tmp_path / "other")


def names(bucket: Any) -> list[str]:
    return [one.key for one in bucket.objects.all() if not one.key.endswith("/")]


def test_a_published_run_reads_as_the_folder_does(eight: Run, bucket: Any) -> None:
    there = publish(eight, "s3://bucket/some/8-puzzle/")
    assert str(there.path) == "s3://bucket/some/8-puzzle"
    assert there.manifest == eight.manifest
    here = [str(path.relative_to(eight.path)) for path in eight.path.rglob("*") if path.is_file()]
    assert sorted(names(bucket)) == sorted(f"some/8-puzzle/{name}" for name in here if name != "_lock")
    found = open_run("s3://bucket/some/8-puzzle")
    what = f"{eight.boards:,} boards to depth {eight.greatest_depth}"
    assert repr(found) == f"<Run 8-puzzle in s3://bucket/some/8-puzzle: {what}>"
    assert all(np.array_equal(one, other) for one, other in zip(found, eight, strict=True))
    keys = np.array([1, *eight.keys(11)[::100]], np.uint64)
    assert found.depths(keys).tolist() == [-1, *[11] * (keys.size - 1)]
    rows = np.array([0, 5, 700])
    assert np.array_equal(found.take(12, rows), eight.take(12, rows))
    assert found.table(7).equals(eight.table(7))
    farthest = eight.puzzle.format(int(eight.keys(eight.greatest_depth)[0]))
    for read in (api.stats, api.hardest, lambda one: str(one.route(farthest))):
        assert read(found) == read(eight)
    assert str(api.problems(found, [11], 5)) == str(api.problems(eight, [11], 5))
    assert api.verify(eight, deep=True).good


@pytest.mark.usefixtures("bucket")
def test_data_frames_of_a_published_run(run: Run) -> None:
    found = publish(run, "s3://bucket/run")
    columns = "state,depth,board,hole"
    expected = to_pandas(run, [4, 6], columns)
    assert to_pandas(found, [4, 6], columns).equals(expected)
    assert to_polars(found, [4, 6], columns).collect().equals(to_polars(run, [4, 6], columns).collect())
    connection = duckdb.connect()
    relation = to_duckdb(found, [4, 6], columns, connection).order("depth, state")
    assert [tuple(row) for row in expected.itertuples(index=False)] == relation.fetchall()


@pytest.mark.usefixtures("bucket")
def test_only_row_groups_that_can_have_a_board_are_read(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(parts, "ROW_GROUP", 1000)
    small = expand("8-puzzle", depth=20, out=tmp_path / "run")
    found = publish(small, "s3://bucket/small")
    groups: list[int] = []
    read = parts._read_group
    monkeypatch.setattr(parts, "_read_group", lambda file, group: (groups.append(group), read(file, group))[1])
    keys = small.keys(20)
    groups.clear()
    assert found.find(20, keys[[2500]]).tolist() == [True]
    assert groups == [2]
    assert found.take(20, np.array([1000, 1001, 4321])).tolist() == keys[[1000, 1001, 4321]].tolist()
    assert groups == [2, 1, 4]


def test_publishing_goes_on_where_it_stopped(eight: Run, bucket: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stop(Watcher):
        def on_message(self, text: str) -> None:
            if int(text.split()[1].rstrip("%")) >= 20:
                raise Interrupted

    with pytest.raises(Interrupted):
        publish(eight, "s3://bucket/run", watcher=Stop())
    there = names(bucket)
    assert 3 < len(there) < len(eight) + 1
    assert "run/_run.json" not in there
    with pytest.raises(RunError, match=r"s3://bucket/run is not a run folder: it has no _run\.json"):
        open_run("s3://bucket/run")
    damaged = bucket.Object("run/layers/0005/part-00000.parquet")
    damaged.put(Body=damaged.get()["Body"].read()[::-1])
    written: list[str] = []
    opened = RemotePath.open
    monkeypatch.setattr(
        RemotePath,
        "open",
        lambda path, mode="rb": (written.append(str(path)) if mode == "wb" else None, opened(path, mode))[1],
    )
    publish(eight, "s3://bucket/run")
    assert len(written) == len(eight) + 1 - (len(there) - 1) + 2  # the damaged part too, the claim and the manifest
    assert "s3://bucket/run/layers/0005/part-00000.parquet" in written
    assert written[-1] == "s3://bucket/run/_run.json"
    assert [np.array_equal(one, other) for one, other in zip(open_run("s3://bucket/run"), eight, strict=True)]


@pytest.mark.usefixtures("bucket")
def test_layers_are_added_to_a_published_run(tmp_path: Path) -> None:
    expand("8-puzzle", depth=3, out=tmp_path / "run")
    assert publish(tmp_path / "run", "s3://bucket/run").greatest_depth == 3
    expand("8-puzzle", depth=5, out=tmp_path / "run")
    assert publish(tmp_path / "run", "s3://bucket/run").greatest_depth == 5


@pytest.mark.usefixtures("bucket")
def test_what_cannot_be_published_gets_one_line(
    run: Run, other: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    publish(run, "s3://bucket/run")
    with pytest.raises(RunError, match="s3://bucket/run has a run of 8-puzzle, not of this pillars-6"):
        publish(other, "s3://bucket/run")
    with pytest.raises(RunError, match="is not a place that a run can be copied to: write s3://bucket/run"):
        publish(run, str(tmp_path / "there"))
    with pytest.raises(RunError, match=r"cannot publish to s3://no-such-bucket/run: .*; the same command continues"):
        publish(run, "s3://no-such-bucket/run")
    with pytest.raises(RunError, match="cannot open nonsense://bucket"):
        open_run("nonsense://bucket/run")
    path = other.files(3)[0]
    path.write_bytes(path.read_bytes()[::-1])
    with pytest.raises(RunError, match=r"part-00000\.parquet is damaged: its bytes are not those that were written"):
        publish(other, "s3://bucket/other")
    said = "its bytes are not those that were written"
    monkeypatch.setattr(module, "differs", lambda path, _: "" if isinstance(path, Path) else said)
    with pytest.raises(RunError, match=r"was not copied as it is: its bytes .*; the same command tries again"):
        publish(run, "s3://bucket/again")


def test_runs_are_not_written_there(bucket: Any) -> None:
    with pytest.raises(SlidefrontError, match=r"s3://bucket/run is not a .* `slidefront publish RUN s3://bucket/run`"):
        expand("2x2", out="s3://bucket/run")
    assert names(bucket) == []


@pytest.mark.usefixtures("bucket")
def test_commands(run: Run, slidefront: Command) -> None:
    said = slidefront("publish", str(run.path), "s3://bucket/run", "--quiet").out
    assert said == f"s3://bucket/run has layers 0 to {run.greatest_depth}, {run.boards} boards\n"
    board = run.puzzle.format(int(run.keys(5)[0]))
    for command in (["stats"], ["depth", board], ["depth", board, "--routes"], ["hardest"], ["export", "--depth", "5"]):
        here, there = ([command[0], where, *command[1:]] for where in (str(run.path), "s3://bucket/run"))
        expected = slidefront(*here).out.replace(str(run.path), "s3://bucket/run")
        assert slidefront(*there).out.split() == expected.split()


def test_a_published_run_is_verified(run: Run, bucket: Any, slidefront: Command) -> None:
    there = publish(run, "s3://bucket/run")
    assert slidefront("verify", "s3://bucket/run", "--deep").out == slidefront("verify", str(run.path), "--deep").out
    parts = {depth: bucket.Object(f"run/layers/{depth:04d}/part-00000.parquet") for depth in (2, 3, 4, 5, 6)}
    content = {depth: part.get()["Body"].read() for depth, part in parts.items()}
    flipped = bytearray(content[2])
    flipped[60] ^= 1
    parts[2].put(Body=bytes(flipped))
    parts[3].put(Body=content[3][:-9])
    parts[4].put(Body=content[5])
    parts[5].put(Body=content[4])
    parts[6].delete()
    bucket.Object("run/layers/0001/other.parquet").put(Body=b"")
    found = slidefront("verify", "s3://bucket/run", "--quiet", code=1).out.splitlines()
    assert [line.split("/")[1] for line in found[:-2]] == ["0002", "0003", "0004", "0005", "0006"]
    assert found[-2:] == [
        "layers/0001/other.parquet: this does not belong to the run",
        "layers 0 to 1 are good: `slidefront publish RUN s3://bucket/run` copies the damaged files again",
    ]
    assert api.verify(there, deep=True).safe == 1
    publish(run, "s3://bucket/run")
    found = slidefront("verify", "s3://bucket/run", "--quiet", code=1).out.splitlines()
    assert found[-1] == f"layers 0 to {run.greatest_depth} are good: remove what does not belong to the run"
    error = slidefront("verify", "s3://bucket/run", "--repair", code=2).err
    assert error.startswith("slidefront: only folders are repaired: `slidefront publish RUN s3://bucket/run` copies")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("s3://bucket/run", True), ("gs://b/r", True), ("data/run", False), ("s3:/x", False), ("C://", False)],
)
def test_names_of_other_file_systems(name: str, expected: bool) -> None:
    assert is_uri(name) is expected
    assert isinstance(location(name), RemotePath) is expected
    assert str(location(name)) == str(name).rstrip("/").replace("//", "/" if not expected else "//")


def test_other_file_systems_through_fsspec(run: Run) -> None:
    """fsspec's own, in memory, stands for those that pyarrow does not know."""
    publish(run, "memory://there/run")
    assert [layer.digest for layer in open_run("memory://there/run").layers] == [layer.digest for layer in run.layers]
    assert np.array_equal(open_run("memory://there/run").keys(6), run.keys(6))


# Folders of this machine


def uri(folder: Path) -> str:
    return f"file://{folder}"


def test_a_run_published_to_a_folder_reads_as_it_does(run: Run, tmp_path: Path, slidefront: Command) -> None:
    place = tmp_path / "on another disk" / "run"
    there = publish(run, f"file://{tmp_path}/on%20another%20disk/run")
    assert there.path == place
    assert sorted(path.name for path in place.iterdir()) == ["_lock", "_run.json", "layers"]
    assert api.verify(there, deep=True).good
    assert there.manifest == open_run(uri(place).replace(" ", "%20")).manifest == run.manifest
    board = run.puzzle.format(int(run.keys(5)[0]))
    for words in (["depth", board], ["depth", board, "--routes"], ["stats"], ["verify"]):
        asked = [words[0], uri(place).replace(" ", "%20"), *words[1:]]
        expected = slidefront(words[0], str(run.path), *words[1:]).out.replace(str(run.path), str(place))
        assert slidefront(*asked).out.split() == expected.split()


def test_publishing_to_a_folder_goes_on_and_mends(run: Run, tmp_path: Path, slidefront: Command) -> None:
    class Stop(Watcher):
        def on_message(self, text: str) -> None:
            if int(text.split()[1].rstrip("%")) >= 40:
                raise Interrupted

    with pytest.raises(Interrupted):
        publish(run, uri(tmp_path / "run"), watcher=Stop())
    assert not (tmp_path / "run" / "_run.json").exists()
    assert "--out" in slidefront("expand", "8-puzzle", "--out", str(tmp_path / "run"), code=2).err
    damaged = tmp_path / "run" / "layers" / "0003" / "part-00000.parquet"
    damaged.write_bytes(damaged.read_bytes()[::-1])
    publish(run, uri(tmp_path / "run"))
    assert api.verify(tmp_path / "run").good


def test_folders_that_are_not_published_to(run: Run, tmp_path: Path) -> None:
    (tmp_path / "home").mkdir()
    (tmp_path / "home" / "thesis.txt").write_text("mine")
    with pytest.raises(RunError, match=r"home is not a run folder: it contains thesis\.txt"):
        publish(run, uri(tmp_path / "home"))
    expand("pillars-6", out=tmp_path / "other")
    with pytest.raises(RunError, match="has a run of pillars-6, not of this 8-puzzle"):
        publish(run, uri(tmp_path / "other"))
    for wrong in ("file://host/run", "file://", "file:run"):
        with pytest.raises(RunError, match=r"(folder of this machine|can be copied to): write"):
            publish(run, wrong)
    publish(run, uri(tmp_path / "run"))
    shutil.rmtree(tmp_path / "run" / "layers" / "0005")
    (tmp_path / "run" / "layers" / "0005").symlink_to(tmp_path / "home")
    with pytest.raises(RunError, match="0005 is a link"):
        publish(run, uri(tmp_path / "run"))
    assert [path.name for path in (tmp_path / "home").iterdir()] == ["thesis.txt"]


@pytest.mark.parametrize("place", ["s3://bucket/x", "gs://bucket/x", "file:///tmp/x"])
@pytest.mark.parametrize(
    "words",
    [
        ["expand", "2x2", "--out"],
        ["expand", "2x2", "--out", "run", "--scratch"],
        ["table", "2x2", "-o"],
        ["solve", "2x2", "--from", "3_21", "--out"],
        ["page", "2x2", "-o"],
    ],
    ids=lambda words: " ".join(words),
)
def test_work_is_written_to_this_machine(tmp_path: Path, slidefront: Command, words: list[str], place: str) -> None:
    """No folder is made that is called `s3:`."""
    error = slidefront(*words, place, code=2).err
    assert f"`slidefront publish RUN {place}`" in error
    assert not [path for path in tmp_path.iterdir() if ":" in path.name]


# Two processes, one place


class Meanwhile(Watcher):
    """Does something else when the first file is copied."""

    def __init__(self, work: Callable[[], object]) -> None:
        self._work: Callable[[], object] | None = work

    def on_message(self, text: str) -> None:
        work, self._work = self._work if text.startswith("publishing") else None, None
        if work is not None:
            work()


@pytest.mark.usefixtures("bucket")
def test_a_claim_that_comes_back_garbled(run: Run) -> None:
    def garble() -> None:
        with (RemotePath("s3://bucket/run") / module.CLAIM).open("wb") as file:
            file.write(b"\xcb")

    with pytest.raises(RunError, match="another process publishes to s3://bucket/run too"):
        publish(run, "s3://bucket/run", watcher=Meanwhile(garble))


def test_what_a_killed_publisher_left_is_in_nobodys_way(run: Run, tmp_path: Path) -> None:
    """It can be killed before the claim has its name."""
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / f".{module.CLAIM}.0123456789ab.tmp").write_text("half")
    assert publish(run, uri(tmp_path / "there")).manifest == run.manifest
    assert sorted(path.name for path in (tmp_path / "there").iterdir()) == ["_lock", "_run.json", "layers"]


@pytest.mark.usefixtures("bucket")
def test_a_connection_that_fails_gets_one_line(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    there = publish(run, "s3://bucket/run")
    damaged = RemotePath("s3://bucket/run/layers/0004/part-00000.parquet")
    with damaged.open("wb") as file:
        file.write(b"short")
    with pytest.raises(RunError, match="try again, and if it stays so, `slidefront publish` copies what is damaged"):
        there.keys(4)

    def fail(_: RemotePath) -> Iterator[RemotePath]:
        raise OSError("AWS Error SLOW_DOWN during ListObjectsV2 operation")

    monkeypatch.setattr(RemotePath, "iterdir", fail)
    with pytest.raises(RunError, match="cannot list the files of s3://bucket/run: AWS Error SLOW_DOWN"):
        api.verify("s3://bucket/run")


@pytest.mark.usefixtures("bucket")
def test_two_runs_at_once_to_one_place(run: Run, other: Run) -> None:
    """The second is refused; and where both found the place empty, the one whose claim is not there stops."""
    refused: list[str] = []

    def intrude() -> None:
        with pytest.raises(RunError) as caught:
            publish(other, "s3://bucket/run")
        refused.append(str(caught.value))

    assert publish(run, "s3://bucket/run", watcher=Meanwhile(intrude)).manifest == run.manifest
    assert refused[0].startswith("another run, of 8-puzzle, is being copied to s3://bucket/run: choose another place")
    assert api.verify("s3://bucket/run").good

    def claim() -> None:
        (RemotePath("s3://bucket/two") / module.CLAIM).unlink()
        publish(other, "s3://bucket/two")

    with pytest.raises(RunError, match="another process publishes to s3://bucket/two too"):
        publish(run, "s3://bucket/two", watcher=Meanwhile(claim))
    assert open_run("s3://bucket/two").manifest == other.manifest
    for damage in api.verify("s3://bucket/two").damages:  # parts of the first run may have come last
        assert damage.layer is not None
        with pytest.raises(RunError):
            open_run("s3://bucket/two").keys(damage.layer)


@pytest.mark.usefixtures("bucket")
@pytest.mark.parametrize("whole", [True, False])
def test_another_publisher_after_the_last_look(
    run: Run, other: Run, monkeypatch: pytest.MonkeyPatch, whole: bool
) -> None:
    """It writes its files while the manifest is being written: readers notice, and publishing again mends it."""
    place = "s3://bucket/run"
    write, copies = Manifest.text_of_file, module._copies

    def meanwhile(manifest: Manifest) -> str:
        monkeypatch.setattr(Manifest, "text_of_file", write)
        (RemotePath(place) / module.CLAIM).unlink()  # the other one looked before it was there
        if whole:
            publish(other, place)
        else:
            monkeypatch.setattr(module, "_copies", lambda *given: islice(copies(*given), 3))
            monkeypatch.setattr(module, "_check_both", lambda *_: None)
            with pytest.raises(Interrupted):
                publish(other, place, watcher=Stopped())
            monkeypatch.setattr(module, "_copies", copies)
        return write(manifest)

    class Stopped(Watcher):
        def on_message(self, _: str) -> None:
            raise Interrupted

    monkeypatch.setattr(Manifest, "text_of_file", meanwhile)
    with pytest.raises(RunError, match=f"another process publishes to {place} too: wait for it"):
        publish(run, place)
    there, damages = open_run(place), api.verify(place).damages
    assert there.manifest == run.manifest
    assert damages
    for depth in {damage.layer for damage in damages}:
        assert depth is not None
        with pytest.raises(RunError):
            there.keys(depth)
        with pytest.raises(RunError):
            there.find(depth, run.keys(depth)[:1])
    monkeypatch.undo()
    (RemotePath(place) / module.CLAIM).unlink(missing_ok=True)
    assert publish(run, place).manifest == run.manifest
    assert api.verify(place).good


def test_a_run_that_was_finished_meanwhile_is_not_replaced(
    run: Run, other: Run, bucket: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other one finishes between the look for a manifest and the claim; the next publisher is not refused."""
    place = "s3://bucket/run"
    claim = module._claim_place

    def late(*given: Any) -> None:
        monkeypatch.setattr(module, "_claim_place", claim)
        publish(run, place)
        claim(*given)

    monkeypatch.setattr(module, "_claim_place", late)
    with pytest.raises(RunError, match=f"{place} has a run of 8-puzzle, not of this pillars-6"):
        publish(other, place)
    assert f"run/{module.CLAIM}" not in names(bucket)
    assert publish(run, place).manifest == run.manifest
    assert api.verify(place).good
