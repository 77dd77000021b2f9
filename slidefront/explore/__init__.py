"""Explore a puzzle layer by layer.

- `expand`: the loop that adds layers to a run
- `levels`: the step from one layer to the next
- `plan`: the keys of a layer, the division of a step into tasks, and the journal; `tasks`: the tasks
- `estimate`: the boards, disk, memory and time that exploring to a depth takes
"""
