"""Block puzzles: pieces of any shape that slide among walls, gates and blanks."""
