"""Text for people: boards, tables, routes and results. Returns strings and prints nothing."""
