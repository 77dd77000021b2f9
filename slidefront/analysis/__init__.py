"""Analyse runs: statistics, the hardest boards, problem packs, data frames and export.

- `stats`: statistics of the layers, and of the moves of their boards
- `hardest`: the deepest boards, and the depth at which a piece first reaches each place
- `columns`: columns of boards, decoded in bulk as Arrow arrays
- `dataframes`: a run in pandas, polars and DuckDB
- `moves`, `graph`: the moves between boards, as edges, for networkx and scipy, and as GraphML
- `export`: a run as CSV, JSON lines or Parquet, in little memory
- `problems`, `sampling`, `difficulty`: problem packs from a run from the goal
- `packs`: problem packs, also of a puzzle without a run
- `pack_files`: packs as lines, CSV, JSON lines or Parquet
"""
