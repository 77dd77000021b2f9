"""Moves and routes: read, write, replay, and trace through the layers of a run."""
