"""IDA*: depth-first search with a lower bound and a growing threshold, in little memory.

- `ida`: the loop of rounds, which finds shortest routes, or routes that are longer by a limited factor; and `Engine`,
  the base class of the engines that search a round
- `transfer_engine`: puzzles with a frame, one route at a time; trails avoid reaching a board by two routes
- `batch_engine`: any puzzle with a lower bound, in batches, with a table of the boards that it has reached
- `pattern_engine`: tile boards with pattern databases, on all cores, with checkpoints; `patterns.kernels` has its inner
  loop
"""
