"""Lower bounds of the moves from a board to a goal, for depth-first search and greedy players.

- `bound`: the interface of a bound
- `transfer`: that of transfer puzzles, the sum of two `axes`; each by `walking` distance or by tile distance
- `blocks`: that of block puzzles, the sum over groups of classes of equal pieces
"""
