"""Write the layers of a table as a run: the same files and digests as `expand` makes, without its work."""

import time
from functools import partial
from pathlib import Path

from slidefront.explore.expand import known_total
from slidefront.explore.tasks import layer_of, part_sink
from slidefront.notation.boards import Starts
from slidefront.store.manifest import new_manifest
from slidefront.store.run import Run
from slidefront.store.writer import RunWriter
from slidefront.tables.table import Table
from slidefront.watch import Watcher


def write_run(
    table: Table,
    folder: str | Path,
    *,
    depth: int | None = None,
    threads: int | None = None,
    memory: int | str | None = None,
    watcher: Watcher | None = None,
) -> Run:
    """Write the layers to a depth, or all of them, into a run folder; the same call again continues after an end."""
    watcher = watcher or Watcher()
    starts = Starts(table.manifest.start_kind, table.manifest.start, table.ranking.keys(table.start_ranks))
    manifest = new_manifest(table.puzzle, starts, known_total(table.puzzle, starts, whole=depth is None))
    last = table.greatest_depth if depth is None else table.layer(depth).depth
    with RunWriter(Path(folder), manifest) as writer:
        watcher.on_open(writer.manifest)
        wanted = range(writer.manifest.depth + 1, last + 1)
        keys = writer.scratch.folder / "keys"
        keys.mkdir(exist_ok=True)
        try:
            for found in table.ordered(wanted, keys, threads, memory, watcher):
                began, at = time.perf_counter(), found.layer.depth
                kept = [record.kept for record in found.write(partial(part_sink, writer, at))]
                layer = layer_of(at, kept, writer.scratch, began)
                writer.add(layer)
                watcher.on_layer(layer)
        finally:
            writer.finish(whole=writer.manifest.whole)
        writer.finish(whole=last == table.greatest_depth)
    return Run(folder, table.puzzle)
