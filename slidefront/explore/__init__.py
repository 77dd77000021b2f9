"""The level loop: from one finished layer to the next, until a depth or the end of the space.

One step, from depth d to d + 1 (`levels`):

    plan     cut the frontier into slices, and the range of its successors into buckets and parts
    spread   a task for each slice: make its successors, split them by bucket into a chunk
    gather   a task for each part: join what all chunks have, sort, make unique, subtract earlier layers
    commit   the manifest names the new layer (`loop`, for a run)

Tasks and records are data (`tasks`), executors decide where they run (`executors`), and the journal is the list of
records (`journal`).
"""
