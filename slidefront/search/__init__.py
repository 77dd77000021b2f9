"""Search for a shortest route from a board to a goal, with the proof that none is shorter.

- `solve`: the public functions, for one board and for many
- `solver`: how `solve` chooses the search, and keeps its limits
- `result`: the question and the answer of a search, and the result of `solve`
- `two_way`: frontiers from start and goal that grow until they meet, as sets of boards; `layer_search`: as layers
- `depth_first`: IDA*, with a lower bound and a growing threshold, in little memory
- `patterns`: pattern databases, which give closer lower bounds
- `bounds`: lower bounds as functions of keys
"""

from typing import Literal, get_args

Algorithm = Literal["auto", "bfs", "bidirectional", "ida"]
ALGORITHMS: tuple[Algorithm, ...] = get_args(Algorithm)
