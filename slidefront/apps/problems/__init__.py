"""Problem packs, the difficulty of their problems, and sheets to print."""
