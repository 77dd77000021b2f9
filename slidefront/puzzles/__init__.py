"""What a puzzle is: its file, its boards as text, its keys, its moves and its size. Knows no layer and no run.

- `puzzle`: what every puzzle can do; `file`: a puzzle by name, size or file
- `board_text`: boards as people type them
- `transfer`: tiles carried into a hole; `tiles` and `graph` are two ways to write one
- `transfer_kernels`: its inner loops; `group`: how many boards there are, before any exploring
"""
