"""Spaces as data: statistics, deepest boards, columns, data frames and exported files."""
