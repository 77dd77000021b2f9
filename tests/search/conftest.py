"""The runs that tests of routes have too."""

from tests.store.conftest import eight, klotski, klotski_from_goals, runs, six, six_from_goal

__all__ = ["eight", "klotski", "klotski_from_goals", "runs", "six", "six_from_goal"]
