"""Groups of permutations, and their elements as bits of words."""
