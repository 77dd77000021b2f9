"""The page: one HTML file, without a network, on which people play a puzzle and see its space.

`about` computes facts about the puzzle, and `graph` the points of its graph. `data` gathers all data of the file and
packs its arrays. `html` joins the modules of `js/` to one script, and puts everything together under a content security
policy that allows only these scripts; it also writes the index of several pages.
"""
