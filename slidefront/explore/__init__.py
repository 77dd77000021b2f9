"""The level loop: from one finished layer to the next, until a depth or the end of the space.

One step, from depth d to d + 1:

    plan     cut the frontier into slices, and the range of its successors into buckets
    spread   one task a slice: expand its boards, split the successors into buckets
    gather   one task a part: per bucket sort, make unique, subtract earlier layers; write the part
    commit   the manifest names the new layer

Where the chunks between spread and gather live (`chunks`) and who runs the tasks (`workers`) are small choices; the
algorithm is written once.
"""
