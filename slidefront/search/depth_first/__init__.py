"""IDA*: depth-first search with a bound and a growing threshold, in little memory.

- `ida`: the loop of thresholds, and the choice between the engines
- `rounds`: what the loop knows of an engine and its rounds
- `transfer_rounds`: transfer puzzles, one route at a time; `trails` keeps it from coming to a board by two ways
- `batch_rounds`: any puzzle, in batches; `seen`: the table of boards that it has reached
- `pattern_rounds`, `pattern_kernel`: tile boards with pattern databases, on all cores; `checkpoint`: what is finished
"""
