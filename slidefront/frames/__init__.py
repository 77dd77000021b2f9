"""Analyse runs: statistics, the hardest boards, problem packs, data frames, graphs and export."""
