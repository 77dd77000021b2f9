"""Pattern databases for puzzles with one hole of one cell: additive ones for tile boards and graphs, and those of the
line metric.

- `pattern`: what a database is for, in either metric, and a number for each placement of a pattern's tiles
- `build`: makes a database, level by level, with all cores
- `databases`: how the tiles are divided among databases; those in the user's cache folder, and which a search takes
- `bound`: looks boards up in the databases
"""
