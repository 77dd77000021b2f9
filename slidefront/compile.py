"""The one door to numba: a kernel is compiled once, kept in numba's cache, and runs without the GIL."""

from collections.abc import Callable
from functools import cached_property, update_wrapper
from typing import Any, Generic, ParamSpec, TypeVar, cast

Given = ParamSpec("Given")
Found = TypeVar("Found")


class _Kernel(Generic[Given, Found]):
    """An array function that numba is woken for when it is first called: much of what people ask needs no kernel."""

    def __init__(self, function: Callable[Given, Found]) -> None:
        self._function = function
        update_wrapper(self, function)

    @cached_property
    def _compiled(self) -> Any:
        from numba import njit

        try:
            return njit(cache=True, nogil=True)(self._function)
        except RuntimeError:  # no cache folder can be written
            return njit(nogil=True)(self._function)

    @property
    def _numba_type_(self) -> Any:
        """Say to numba what this is, where another kernel calls it."""
        return self._compiled._numba_type_

    def __call__(self, *given: Given.args, **named: Given.kwargs) -> Found:
        return cast(Found, self._compiled(*given, **named))


def kernel(function: Callable[Given, Found]) -> Callable[Given, Found]:
    """Compile an array function; where no cache folder can be written, compile it anew in each process."""
    return _Kernel(function)
