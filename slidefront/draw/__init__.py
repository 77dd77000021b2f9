"""What people look at: boards, routes, puzzles and spaces as text, SVG and PNG.

- `text`: layout of text; `board`: boards and goals as text
- `svg`, `palette`, `animation`: boards and routes as SVG; `picture`: what users get, also as PNG
- `routes`: routes and searches, `spaces`: puzzles, runs and tables, each as text and as JSON; `chart`: boards by depth
- `notebook`: what notebooks show

All boards are drawn from a `Drawing`, which a puzzle offers; no module here asks for a puzzle's family.
"""
