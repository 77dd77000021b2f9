"""Tests of slidefront.find."""
