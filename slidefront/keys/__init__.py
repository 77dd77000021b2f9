"""Algebra of sorted uint64 arrays: sort, unique, subtract, split, digest. Knows no puzzle and no file.

Keys may carry low bits that do not count for order or equality, such as used-move bits. Each function takes the number
of these bits as `low`, and unites the low bits of equal keys.
"""
