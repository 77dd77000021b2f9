"""The runs and plans that tests of exploring have too."""

from tests.explore.conftest import all_in_scratch, eight, no_thread_left, six, tiny_plans

__all__ = ["all_in_scratch", "eight", "no_thread_left", "six", "tiny_plans"]
