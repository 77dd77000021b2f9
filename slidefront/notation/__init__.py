"""Readers and writers of puzzles, boards, routes and files of many boards as text."""
