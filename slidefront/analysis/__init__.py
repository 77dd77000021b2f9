"""What the layers say: statistics, the hardest boards, problem packs, and doors to pandas, polars, DuckDB and files.

- `stats`: the layers as numbers, from the manifest alone
- `hardest`: the deepest boards; the places of a piece by the depth at which they are first taken
- `columns`: what can be asked of a board, decoded in bulk as Arrow arrays
- `doors`: a run in pandas, polars and DuckDB
- `export`: a run as CSV, JSON lines or Parquet, in small memory
- `problems`, `sampling`, `difficulty`: problem packs out of a run from the goal
- `unexplored`: problems of a puzzle that has no run
- `problem_files`: packs as lines, JSON lines or Parquet
"""
