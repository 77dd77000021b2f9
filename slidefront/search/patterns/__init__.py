"""Pattern databases for puzzles with one hole of one cell: additive ones for tile boards and graphs, and those of the
line metric.

- `shape`: the cells of such a puzzle and which of them are neighbours, without any tiles
- `pattern`: what a database is for, in either metric
- `ranking`: a number for each placement of a pattern's tiles, and what moves make of it
- `build`: makes a database, level by level, with all cores
- `files`: databases in the user's cache folder, and what is done of an interrupted build
- `partitions`: how the tiles are divided among databases
- `bound`: looks boards up in the databases of a partition
- `line_bound`: the same in the line metric, where entries are not added
- `choose`: the databases that a search uses, and those that it builds by itself
"""
