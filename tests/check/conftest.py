"""The plans that tests of exploring have too."""

from tests.explore.conftest import all_in_scratch, no_thread_left, tiny_plans

__all__ = ["all_in_scratch", "no_thread_left", "tiny_plans"]
