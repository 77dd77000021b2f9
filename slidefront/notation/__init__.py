"""Readers and writers of puzzles, boards and routes as text.

- `load`, `grids`: puzzles, from names, puzzle files or plain boards
- `boards`, `route`: boards and start sets; routes and the notations of their moves
- `board_files`: files of many boards, and arguments that are boards
"""
