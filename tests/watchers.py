"""A watcher made of functions, for tests that stop work or record its progress."""

from collections.abc import Callable
from itertools import count
from typing import Any

from slidefront.watch import Watcher


class Told(Watcher):
    """Calls functions that are named like the methods without `on_`: `Told(layer=layers.append, stop=lambda: True)`."""

    def __init__(self, stop: Callable[[], bool] | None = None, **functions: Callable[[Any], object]) -> None:
        if stop is not None:
            self.stop = stop  # type: ignore[method-assign]
        for name, function in functions.items():
            assert hasattr(Watcher, f"on_{name}")
            setattr(self, f"on_{name}", function)


def stop_after(questions: int) -> Told:
    """Return a watcher that lets work continue for a number of questions."""
    asked = count()
    return Told(stop=lambda: next(asked) >= questions)
