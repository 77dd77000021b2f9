"""Search for a shortest route from one board to another, with the proof that none is shorter.

- `solve`: chooses among the searches, and says why where there is no route
- `question`: what a search is asked, and what it answers
- `two_way`: layers in memory from start and goal until they meet, or from one until they contain a goal; `by_layers`
- `shortest_routes`: all boards on the shortest routes between two sets of boards, and so one route, or their number
- `depth_first`: with a bound and a growing threshold, in little memory; `bounds`: how far a board is at least
- `patterns`: pattern databases, whose bounds are closer; `with_patterns`: searches that use them
- `by_table`: the answer from a distance table
- `search_log`: what a search did, in a file; and the same search by another algorithm
"""
