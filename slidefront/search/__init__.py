"""Search for a shortest route from one board to another, with the proof that none is shorter.

- `solve`: the public function; which search answers, or which table, and why
- `question`: what a search is asked, and what it answers
- `two_way`: frontiers from start and goal that grow until they meet, or one until it contains a goal; as sets, or
  with `layer_search` as layers in memory
- `depth_first`: with a bound and a growing threshold, in little memory; `bounds`: how far a board is at least
- `patterns`: pattern databases, whose bounds are closer
- `boards_to_solve`: many boards
"""
