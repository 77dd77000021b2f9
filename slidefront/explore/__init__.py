"""Explore a puzzle layer by layer.

- `expand`: the loop that adds layers to a run
- `levels`: the step from one layer to the next; `plan`: its division into tasks; `tasks`: the tasks
- `layers`: the boards of a layer while later layers are computed
- `estimate`: the boards, disk, memory and time that exploring to a depth takes
"""
