"""The atlas: all shipped puzzles explored, their figures in docs/atlas.md, their pages in site/ (`make atlas`)."""
