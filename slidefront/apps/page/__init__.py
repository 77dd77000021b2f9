"""The page: one HTML file, without a network, on which people play a puzzle and see its space.

`data` gathers the data of the file and packs its arrays; `html` joins the modules of `js/` to one script, and puts
everything together under a content security policy that allows these scripts and no others.
"""
