"""Algebra of sorted uint64 arrays: sort, unique, subtract, split, digest. Knows no puzzle and no file.

Keys may carry low bits that do not count for order or equality (used-move bits, for example): each function takes
the number of those bits as `low`, and unites them where equal keys meet.
"""
