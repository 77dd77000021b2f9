"""Sets of keys as sorted uint64 arrays. This package imports no puzzle.

- `sorting`: split keys into buckets by range, and sort the buckets
- `algebra`: drop duplicates, subtract, intersect, digest
- `coding`: compress ascending keys
- `segments`: ascending keys in memory or in a file of compressed blocks

Keys may carry low bits that do not count for order or equality, such as used-move bits. Functions
that compare keys take the number of these bits as `low`, and unite the low bits of equal keys.
"""
