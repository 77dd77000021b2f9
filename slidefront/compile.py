"""The one door to numba: a kernel is compiled once, kept in numba's cache, and runs without the GIL."""

from collections.abc import Callable
from typing import TypeVar, cast

from numba import njit

Function = TypeVar("Function", bound=Callable[..., object])


def kernel(function: Function) -> Function:
    """Compile an array function; where no cache folder can be written, compile it anew in each process."""
    try:
        return cast(Function, njit(cache=True, nogil=True)(function))
    except RuntimeError:
        return cast(Function, njit(nogil=True)(function))
