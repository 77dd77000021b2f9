"""The graph of a run or a table: its boards as nodes, and every move between two of them as an edge.

    edges          the edges in batches, each once, with the depths of both ends
    to_networkx    a `networkx.Graph`; nodes are boards as text, with their depth and key     (extra `graph`)
    to_csr         a sparse matrix of scipy, with the key and the depth of each row           (extra `graph`)
    write_graphml  the graph as a file for Gephi, yEd, igraph and others

Every move leads back, so that the graph has no directions. The neighbours of a board at depth d are at depth d - 1, d
or d + 1: each edge is made at the end that is nearer to the start, and found by looking into layer d + 1.
"""

from collections.abc import Callable, Iterator
from itertools import repeat
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO
from xml.sax.saxutils import escape

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from slidefront.analysis.columns import Depths, choose_depths, moves_of
from slidefront.analysis.dataframes import library
from slidefront.analysis.export import FORMATS
from slidefront.arrays import Keys
from slidefront.store.explored import Explored
from slidefront.store.run import as_run

if TYPE_CHECKING:
    import networkx
    import scipy.sparse

SCHEMA = pa.schema(
    [pa.field(name, pa.uint64(), nullable=False) for name in ("source", "target")]
    + [pa.field(name, pa.int16(), nullable=False) for name in ("source_depth", "target_depth")]
)


def edges(run: Explored, depths: Depths = None) -> Iterator[Any]:
    """List the edges of a run or a table as Arrow batches; with `depths`, those between boards of these depths."""
    chosen = set(choose_depths(run, depths))
    for depth, blocks in run.layer_blocks(sorted(chosen)):
        for keys in blocks:
            row, target = moves_of(run.puzzle, keys)
            for at in (depth, depth + 1):
                beside = at == depth
                if at not in chosen or (beside and run.puzzle.sides is not None):
                    continue
                there = run.find(at, target)
                if beside:
                    there &= target > keys[row]
                ends = [np.full(np.count_nonzero(there), one, np.int16) for one in (depth, at)]
                yield pa.record_batch([keys[row[there]], target[there], *ends], schema=SCHEMA)


def to_networkx(run: Explored | str | Path, depths: Depths = None) -> "networkx.Graph[str]":
    """Make a graph of networkx: nodes are boards as text, with the attributes `depth` and `state`."""
    run = as_run(run)
    graph = library("networkx", "graph").Graph()
    text: dict[int, str] = {}
    for depth, key, name in _nodes(run, depths):
        text[key] = name
        graph.add_node(name, depth=depth, state=key)
    graph.add_edges_from((text[one], text[other]) for one, other in _ends(run, depths))
    return graph


def _nodes(run: Explored, depths: Depths) -> Iterator[tuple[int, int, str]]:
    """List the boards of some depths: the depth, the key and the text of each."""
    for depth, blocks in run.layer_blocks(choose_depths(run, depths)):
        for keys in blocks:
            yield from zip(repeat(depth), keys.tolist(), run.puzzle.strings(keys).tolist(), strict=False)


def _ends(run: Explored, depths: Depths) -> Iterator[tuple[int, int]]:
    """List the keys of the ends of each edge."""
    for batch in edges(run, depths):
        yield from zip(*(column.to_pylist() for column in batch.columns[:2]), strict=True)


def to_csr(
    run: Explored | str | Path, depths: Depths = None
) -> "tuple[scipy.sparse.csr_array, Keys, npt.NDArray[np.int16]]":
    """Make the symmetric matrix of a graph, 1 where two boards are a move apart, and the key and the depth of each row.

    Keys are ascending.
    """
    run = as_run(run)
    sparse = library("scipy.sparse", "graph")
    chosen = choose_depths(run, depths)
    layers = [run.keys(depth) for depth in chosen]
    keys = np.concatenate([np.empty(0, np.uint64), *layers])
    found = np.repeat(np.array(chosen, np.int16), [layer.size for layer in layers])
    order = np.argsort(keys)
    keys, found = keys[order], found[order]
    found_edges = [np.stack([batch.column(at).to_numpy() for at in (0, 1)]) for batch in edges(run, chosen)]
    ends = np.searchsorted(keys, np.concatenate([np.empty((2, 0), np.uint64), *found_edges], axis=1))
    if max(keys.size, ends.size) < 1 << 31:
        ends = ends.astype(np.int32)  # the searches of scipy up to 1.13 read no others
    one, other = ends
    rows, columns = np.concatenate([one, other]), np.concatenate([other, one])
    matrix = sparse.csr_array((np.ones(rows.size, np.int8), (rows, columns)), shape=(keys.size, keys.size))
    return matrix, keys, found


def write_graphml(run: Explored, out: BinaryIO, depths: Depths = None) -> int:
    """Write the graph as GraphML, with depth and board of each node; return the number of edges."""
    out.write(_HEAD)
    for depth, key, name in _nodes(run, depths):
        board = f'<data key="depth">{depth}</data><data key="board">{escape(name)}</data>'
        out.write(f'<node id="n{key}">{board}</node>\n'.encode())
    count = 0
    for count, (one, other) in enumerate(_ends(run, depths), 1):  # noqa: B007
        out.write(f'<edge source="n{one}" target="n{other}"/>\n'.encode())
    out.write(b"</graph>\n</graphml>\n")
    return count


_HEAD = b"""<?xml version="1.0" encoding="UTF-8"?>
<!-- made with slidefront -->
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="depth" for="node" attr.name="depth" attr.type="int"/>
<key id="board" for="node" attr.name="board" attr.type="string"/>
<graph edgedefault="undirected">
"""


def _writer(form: str) -> Callable[[Explored, BinaryIO, Depths], int]:
    return lambda run, out, depths: FORMATS[form](edges(run, depths), SCHEMA, out)


EDGES = {form: _writer(form) for form in FORMATS} | {"graphml": write_graphml}
"""For each format: writes the edges of some depths to an open file, and returns their number."""
