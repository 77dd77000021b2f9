"""Tests of slidefront.apps.find."""
