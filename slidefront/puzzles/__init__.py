"""What a puzzle is: its file, its boards as text, its keys, its moves and its size. It knows of no layer and no run.

- `core`: the base class of all puzzles, and a board on a route; `values`: goals, moves, sizes
- `capabilities`: what a puzzle can do in addition; `ranking`: its boards as numbers
- `load`: puzzles by name, size or file; `puzzle_text`: a board in place of a puzzle; `starts`, `board_files`, `packs`
- `transfer`: tiles that move into a hole, and graphs with one mover
- `blocks`: pieces of any shape
- `library`: the built-in puzzles
"""
