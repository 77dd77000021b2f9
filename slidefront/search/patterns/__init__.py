"""Pattern databases for puzzles with one hole of one cell: additive databases, and databases of the line metric.

- `pattern`: a pattern of tiles, and a number for each of its placements
- `build`: builds a database, level by level, on all cores
- `databases`: how the tiles are divided among databases, the files in the user's cache folder, the choice for a search
- `bound`: looks up boards in the databases; `kernels` do so during a search
"""
