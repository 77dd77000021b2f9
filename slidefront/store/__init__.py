"""Files: runs, and the formats that tables and searches share. No module here explores.

- `manifest`, `parts`, `run`, `writer`: the manifest of a run, its Parquet files, and reading and writing the run
- `space`: the methods that runs, tables and spaces in memory share
- `array_files`: the format of tables and pattern databases; `log`: the format of logs

A run is a folder:

data/14-puzzle/
  _run.json                       the manifest: puzzle, starts, and every finished layer with its parts
  layers/0035/part-00000.parquet  columns `state` (uint64, ascending) and `depth` (int16)
  _lock                           locked while a process writes
  _scratch/                       only while a process writes

`layers` contains only Parquet files, so that pandas, polars, DuckDB and pyarrow read the folder directly.
"""
