"""What makes two puzzles the same: their identity, on which layers depend, with home and goal."""

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping
from hashlib import sha256
from typing import Any


class Identified(ABC):
    """Something with an identity: equal if identity, home and goal are."""

    home: int
    goal: Any

    @abstractmethod
    def identity(self) -> Mapping[str, Any]:
        """Return all that the layers depend on."""

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Identified):
            return NotImplemented
        return self is other or _all_of(self) == _all_of(other)

    def __hash__(self) -> int:
        return hash(identity_hash(self))


def _all_of(one: Identified) -> tuple[object, ...]:
    return one.identity(), one.home, one.goal


def identity_hash(puzzle: Identified) -> str:
    """Hash the identity of a puzzle: what a run folder stores to recognise its puzzle."""
    return sha256(json.dumps(puzzle.identity(), sort_keys=True).encode()).hexdigest()
