"""IDA*: depth-first search with a bound and a growing threshold, in little memory.

- `ida`: the loop of thresholds, and the choice between the two engines
- `dive`: the engine of transfer puzzles, one long path; `trails` keeps it from coming to a board by two ways
- `sweep`: the engine of blocks, in batches; `seen`: the table of boards that it has reached
"""
