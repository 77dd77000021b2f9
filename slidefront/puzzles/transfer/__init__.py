"""Transfer puzzles: tile boards with a rigid hole, and graphs with one mover."""
