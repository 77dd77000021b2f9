"""Reading puzzles and boards: names, sizes, puzzle files, grids, boards as people type them."""
