"""Find the hardest puzzles of a kind, with proof that there is none harder.

A kind is data: a board, the shapes of pieces, how they move, and the question.

    kinds         the kinds: two that ship, and what a file of rules says
    counting      count all placements beforehand
    kit           a kind as arrays, for the kernels
    placements    list the placements of each multiset of shapes, and the moves between them
    distances     search from all goals at once: for each choice of the goal's piece, or each cluster
    multisets     the tree of all multisets, divided into tasks
    found         what is found, by the number of pieces
    search        run the tasks on an executor, with a journal
    output        the table, the pack of the hardest, files

A multiset is searched once for all its images under the symmetries of the board: they have the same placements and
moves, and only ask another question. For each placement, a word of 64 bits tells for each piece and each image whether
the board where this piece is the goal's has been reached. So one search from the goals answers all questions about a
multiset. Equal shapes need no names: the bit of a piece changes its place when the piece passes an equal one.
"""
