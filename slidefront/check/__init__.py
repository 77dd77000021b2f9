"""Verify runs, and repair them."""
