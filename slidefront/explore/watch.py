"""What the loop tells while it works. The CLI draws it; a notebook may count it; the default says nothing."""

from dataclasses import dataclass

from slidefront.store.manifest import Layer, Manifest


@dataclass(frozen=True)
class Step:
    """How far the work on one layer is."""

    depth: int
    frontier: int
    """Boards in the layer before."""
    done: float
    """The part of the layer's tasks that is done, 0 to 1."""
    boards: int
    """Boards found in this layer so far."""


class Watcher:
    """Is told of everything that happens in a run; each method may be overridden."""

    def opened(self, manifest: Manifest) -> None:
        """The run is open, with the layers it has already."""

    def advanced(self, step: Step) -> None:
        """Some of a layer is done."""

    def finished(self, layer: Layer) -> None:
        """A layer is done; it is committed at once, or a moment later with others."""
