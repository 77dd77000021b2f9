"""What a puzzle is: its file, its keys, its moves and its size. It knows of no layer and no run.

- `core`: the base class of all puzzles, and a board on a route; `values`: goals, moves, sizes
- `capabilities`: what a puzzle can do in addition; `drawing`: how a board looks
- `ranking`: its boards as numbers; `listed_ranks`: the ranks of any puzzle; `groups`: groups of permutations
- `puzzle_file`: puzzle files, and `fields`, their checked fields; `labels`: the names of tiles
- `transfer`: tiles that move into a hole, and graphs with one mover
- `blocks`: pieces of any shape
- `library`: the built-in puzzles
"""
