"""Problem packs, their difficulty, and the sheet to print."""
