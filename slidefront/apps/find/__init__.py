"""Find the hardest puzzles of a kind, and prove that no puzzle of the kind is harder.

A kind is data: a board, the shapes of the pieces, their moves, and the question.

    kinds         the kinds: three built-in kinds, and files of rules
    counting      count all boards of a kind in advance
    kit           a kind as arrays, for the kernels
    distances     search from all goals at once: for each choice of the goal's piece, or each cluster
    multisets     the tree of all multisets: their placements, and the moves between them
    tasks         the tree divided into tasks, and the results of tasks by the number of pieces
    search        run the tasks on an executor, with a journal
    output        write the tables, and the hardest boards as a pack of problems

A multiset is searched once for all its images under the symmetries of the board: the images have the same placements
and moves, and differ only in the question. Each placement has a word of 64 bits. A bit stands for a piece and an image,
and is set as soon as the search has reached the board on which this piece is the goal's. So one search from the goals
answers all questions about a multiset. Equal shapes need no names: when a piece passes an equal piece, its bit moves.
"""
