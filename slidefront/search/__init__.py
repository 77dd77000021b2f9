"""Search for a shortest route from one board to another, with the proof that none is shorter.

- `solve`: chooses among the searches, and says why where there is no route
- `two_way`: two frontiers in memory, from start and goal, until they meet; or one, until it finds a goal
- `between`: all boards on the shortest routes between two sets of boards, and so one route, or their number
- `depth_first`: with a bound and a growing threshold, in little memory; `bounds`: how far a board is at least
- `trace`: a shortest route out of a run's layers
- `route`: a start board and the boards after it, each a move from the one before
- `route_text`: routes written for people and programs; `typed`: routes read as people write them
- `replay`: the moves of such a route made one by one
"""
