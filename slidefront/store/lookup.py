"""Find boards in layers without reading the layers.

Each part's footer has the least and the greatest key of its row groups. A key can only be in the one row group of the
one part whose range it falls into, so one key costs one row group at most; many keys, sorted, are found in one pass.

    part-00000   0x12.. ~ 0x31..   0x31.. ~ 0x5a..
    part-00001   0x5b.. ~ 0x77..   0x77.. ~ 0x9f..        0x60 -> part 1, row group 0

Row groups stay in memory up to a budget, because the boards of a route, and those of many routes, are close together.
"""

from collections import OrderedDict
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
import numpy.typing as npt

from slidefront.arrays import Keys
from slidefront.store.parts import Footer, StoredPart, read_footer, read_groups

Mask = npt.NDArray[np.bool_]
KEPT = 1 << 26
"""The most bytes of row groups that stay in memory."""


class Lookup:
    """Looks up keys in parts. It keeps the footers, which are read once, and the row groups that were used last."""

    def __init__(self) -> None:
        self._footers: dict[Path, Footer] = {}
        self._groups: OrderedDict[tuple[Path, int], Keys] = OrderedDict()
        self._bytes = 0

    def find(self, parts: Iterable[StoredPart], keys: Keys) -> Mask:
        """Test whether each key is in one of the parts."""
        order = np.argsort(keys, kind="stable")
        ascending = keys[order]
        found = np.zeros(keys.size, np.bool_)
        if keys.size:
            for part in parts:
                found[order] |= self._find_in(part, ascending)
        return found

    def _find_in(self, part: StoredPart, ascending: Keys) -> Mask:
        if part.path not in self._footers:
            self._footers[part.path] = read_footer(part)
        footer = self._footers[part.path]
        first = np.searchsorted(ascending, footer.least)
        end = np.searchsorted(ascending, footer.greatest, side="right")
        (groups,) = np.nonzero(first < end)
        found = np.zeros(ascending.size, np.bool_)
        kept = self._groups.keys()
        for group in sorted(groups.tolist(), key=lambda group: (part.path, group) not in kept):  # before others go
            stored = self._group(part.path, footer, group)
            wanted = ascending[first[group] : end[group]]
            at = np.minimum(np.searchsorted(stored, wanted), stored.size - 1)
            found[first[group] : end[group]] = stored[at] == wanted
        return found

    def _group(self, path: Path, footer: Footer, group: int) -> Keys:
        """Give the keys of a row group, from memory or from the file."""
        if (path, group) in self._groups:
            self._groups.move_to_end((path, group))
            return self._groups[path, group]
        (keys,) = read_groups(path, footer, [group])
        self._groups[path, group] = keys
        self._bytes += keys.nbytes
        while self._bytes > KEPT:
            self._bytes -= self._groups.popitem(last=False)[1].nbytes
        return keys


def take_rows(part: StoredPart, rows: npt.NDArray[np.int64]) -> Keys:
    """Read the keys in some ascending rows of a part; only row groups that contain them are read."""
    footer = read_footer(part)
    sizes = [footer.metadata.row_group(number).num_rows for number in range(footer.least.size)]
    first = np.cumsum([0, *sizes])
    group_of = np.searchsorted(first, rows, side="right") - 1
    groups = np.flatnonzero(np.bincount(group_of[rows < first[-1]]))
    found = zip(groups.tolist(), read_groups(part.path, footer, groups.tolist()), strict=True)
    return np.concatenate([np.empty(0, np.uint64), *(stored[rows[group_of == at] - first[at]] for at, stored in found)])


def place(parts: Sequence[StoredPart], key: int) -> tuple[Path, int]:
    """Find the part and the row of a key in ascending parts, or where it would be inserted."""
    for part in parts:
        footer = read_footer(part)
        group = int(np.searchsorted(footer.greatest, np.uint64(key)))
        if group < footer.greatest.size:
            (stored,) = read_groups(part.path, footer, [group])
            before = sum(footer.metadata.row_group(number).num_rows for number in range(group))
            return part.path, before + int(np.searchsorted(stored, np.uint64(key)))
    return parts[-1].path, parts[-1].part.boards
