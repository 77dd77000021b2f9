"""Measure slidefront and write the figures of the docs: `make bench`.

    measure     one process or one call: seconds, processor time, peak memory
    rows        what is measured, and the baseline of each row
    record      measure all rows, and keep them in docs/benchmarks.json
    pages       write the tables of README.md and docs/benchmarks.md from the record

A row is measured alternately with its baseline, in the same run, so that a ratio means the same on a busy machine as on
a quiet one. Nothing here asserts a time.
"""
