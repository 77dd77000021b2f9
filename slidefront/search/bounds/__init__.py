"""How many moves a board still needs at least: what depth-first search goes by, and greedy players too.

- `bound`: what is asked of a bound
- `transfer`: that of transfer puzzles, the sum of two `axes`; each by `walking` distance, or by distances `alone`
- `blocks`: that of block puzzles, the sum over classes of equal pieces
"""
