"""The check of threads that tests of exploring have too."""

from tests.explore.conftest import no_thread_left

__all__ = ["no_thread_left"]
