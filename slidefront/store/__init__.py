"""Runs on disk: manifest, layer files, lock; and array files. No module here searches.

data/14-puzzle/
  _run.json                       the manifest: puzzle, starts, and every finished layer with its parts
  layers/0035/part-00000.parquet  columns `state` (uint64, ascending) and `depth` (int16)
  _lock                           locked while a process writes
  _scratch/                       only while a process writes

`layers` contains only Parquet files, so that pandas, polars, DuckDB and pyarrow read the folder directly.
"""
