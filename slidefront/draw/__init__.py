"""Boards, routes and charts as pictures: text, SVG and PNG.

- `board`: boards and goals as text
- `svg`, `animation`: boards and routes as SVG; `picture`: the pictures that users get, also as PNG
- `chart`: whole spaces: board counts by depth, and the graph of all boards

All boards are drawn from a `Drawing`, which a puzzle offers; no module here asks for a puzzle's family.
"""
