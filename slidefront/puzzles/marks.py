"""Which boards of a layer are marked, that is counted beside all of its boards."""

from enum import Enum


class Marks(Enum):
    """Which boards of a layer are marked, that is counted beside all boards of the layer."""

    NONE = "none"
    HOLE_HOME = "hole_home"
    MOVER_HOME = "mover_home"
    GOAL = "goal"

    @property
    def text(self) -> str:
        """The mark as people read it; empty where no boards are marked."""
        texts = {"hole_home": "hole at home", "mover_home": "mover at home", "goal": "goal met"}
        return texts.get(self.value, "")

    @property
    def at_home(self) -> bool:
        """Whether the marked boards have the hole, or the mover, in its home cells."""
        return self in (Marks.HOLE_HOME, Marks.MOVER_HOME)
