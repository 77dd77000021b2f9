"""Read puzzles and boards: names, sizes, puzzle files, grids, and boards as people type and paste them.

`load` reads a name, a size or a puzzle file, and gives everything else to `typed`. `boards` and `board_lines` read the
boards of a puzzle that is known, one or a file of them. A text that is pasted goes through these steps, in this order:

    wrapping           what surrounds a board is removed:
      characters         line ends, blanks, digits and squares of all kinds
      markup             fences, HTML, LaTeX, BBCode, quotes
      code               assignments, calls, JSON objects
      prose              headings and sentences
      rows               bullets, frames and rules, separators at the ends of lines
    contradictions     words that contradict how the cells would be read are refused
    sections           the text becomes a heading and one board, or two as start and goal; `labels` tell which
    cut                a board becomes cells; `columns` finds an empty cell, `drawings` reads boxes
    what cells mean    the first that fits, in the order of `pasted`:
      pddl               a PDDL problem
      klotski_json       a list of blocks
      rush_hour          6 x 6 cells of cars
      pasted_tiles       tiles: `pasted_boards` names them, `holes` finds the hole; else `numbers` finds 0, 1, 2, ...
      pasted_blocks      blocks; `likeness` tells them from tiles with a slip
    puzzle_text        the puzzle file that comes out, with the options beside a grid
    left_out           words left out are said, numbers left out are refused

Each step takes and returns text or cells, and knows nothing of the steps before it. `tests/puzzles/pasted` lists what
each text is read as.
"""
