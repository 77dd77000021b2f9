"""Search for a shortest route from a board to a goal, with the proof that none is shorter.

- `solve`: the public function, and the choice of the search
- `question`, `result`: what a search is asked, and what `solve` returns
- `two_way`: frontiers from start and goal that grow until they meet, as sets of boards; `layer_search`: as layers
- `depth_first`: IDA*, with a lower bound and a growing threshold, in little memory
- `patterns`: pattern databases, which give closer lower bounds
- `bounds`: lower bounds as functions of keys
- `boards_to_solve`: many boards
"""
