"""The page: one HTML file, without a network, on which people play a puzzle and see its space.

`data` gathers the data of the file, `coding` packs its arrays, `bundle` joins the modules of `js/` to one script,
and `html` puts everything together under a content security policy that allows these scripts and no others.
"""
