"""What a puzzle is: its file, its boards as text, its keys, its moves and its size. It knows of no layer and no run.

- `core`: the base class of all puzzles, goals and moves; `position`: a board on a route, whose pieces keep their names
- `read`: puzzles by name, size or file, and boards as people type them
- `transfer`: tiles that move into a hole, and graphs with one mover
- `blocks`: pieces of any shape
- `board_strings`: boards as text in bulk
- `library`: the built-in puzzles
"""
