"""What people look at: terminal text, SVG and PNG, charts and notebooks.

- `board`, `graph_text`, `route`, `table` and others: text; `bars`: boards by depth, as characters or as SVG
- `svg`, `outline`, `palette`, `strip`, `animation`: pictures as SVG; `raster`: PNG; `picture`: what users get
- `chart`: boards by depth, drawn by matplotlib
- `notebook`: what notebooks show of puzzles, routes, runs and others
- `html_files`: files with pictures in them

All boards are drawn from a `Drawing`, which a puzzle offers; no module here asks for a puzzle's family.
"""
