"""What a puzzle is: its file, its boards as text, its keys, its moves and its size. Knows no layer and no run.

- `puzzle`: what every puzzle can do; `file`: a puzzle by name, size or file
- `board_text`: boards as people type them
- `transfer`: tiles carried into a hole; `tiles` and `graph` are two ways to write one
- `transfer_kernels`: its inner loops; `group`: how many boards there are, before any exploring, and which;
  `sifting`: which permutations a group has, many at once
- `blocks`: pieces of any shape; `block_file`, `block_grid`, `block_layout`: as files have them; `block_classes`: their
  keys; `block_kernels`: the inner loops; `block_board`: a board with each piece by its name
- `lettering`: boards as text in bulk
- `position`: a board in the course of a route, whose pieces keep their names
"""
