"""Compile kernels with numba: each is compiled once, cached on disk, and runs without the GIL.

numba compiles the values of global names into a kernel, and its cache only notices edits of the file that the kernel
is in. So the name under which a kernel is cached ends with a hash of the kernel, of the named tuples that it takes, of
all global values that it uses and of all kernels that it calls, whichever module they come from: after an edit of any
of them it is compiled again.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial, update_wrapper
from hashlib import sha256
from types import CodeType, FunctionType, ModuleType
from typing import Any, Generic, ParamSpec, TypeVar, cast

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class _Kernel(Generic[Arguments, Result]):
    """A function that numba compiles when it is first called, because many commands need no kernel."""

    def __init__(self, function: Callable[Arguments, Result]) -> None:
        self._function = cast(FunctionType, function)
        update_wrapper(self, function)

    @cached_property
    def _compiled(self) -> Any:
        return self._jit(no_cfunc_wrapper=True)

    @cached_property
    def _inner(self) -> Any:
        """The kernel as other kernels call it: without the entry for Python, which takes a sixth of the time."""
        return self._jit("-inner", no_cfunc_wrapper=True, no_cpython_wrapper=True)

    def _jit(self, suffix: str = "", **options: Any) -> Any:
        from numba import njit

        compiled: Any
        try:
            compiled = njit(cache=True, nogil=True, **options)(self._named_by_hash(suffix))
        except RuntimeError:  # no cache folder can be written
            compiled = njit(nogil=True, **options)(self._function)
        compiled.get_call_template = partial(_template_without_literals, compiled.get_call_template)
        return compiled

    def _named_by_hash(self, suffix: str) -> FunctionType:
        """Copy the function under a name that changes when anything that is compiled into it changes."""
        plain = self._function
        function = FunctionType(
            plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__
        )
        function.__qualname__ = f"{plain.__qualname__}-{sha256(self.fingerprint.encode()).hexdigest()[:16]}{suffix}"
        function.__module__ = plain.__module__
        return function

    @cached_property
    def fingerprint(self) -> str:
        """All that is compiled into the kernel, as text."""
        taken = (name for kind in self._function.__annotations__.values() for name in _named_tuples(kind))
        return "\n".join([*taken, *_parts(self._function.__code__, self._function)])

    @property
    def _numba_type_(self) -> Any:
        """Tell numba the type of this kernel, where another kernel calls it."""
        return self._inner._numba_type_

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        result: Result = self._compiled(*arguments, **named)
        return result


def _template_without_literals(template: Callable[..., Any], kinds: Any, named: Any) -> Any:
    """Find what a call in another kernel means, as numba does, but take a constant for a number like any other.

    numba takes a variable that begins as 0 for the constant 0 first, and would compile each kernel that gets it twice.
    """
    from numba import types

    plain: Callable[[Any], Any] = types.unliteral
    return template([plain(kind) for kind in kinds], {name: plain(kind) for name, kind in named.items()})


def _parts(code: CodeType, function: FunctionType) -> Iterator[str]:
    """List the code of a function and the global values that it uses."""
    yield code.co_code.hex()
    for constant in code.co_consts:
        yield from _parts(constant, function) if isinstance(constant, CodeType) else [repr(constant)]
    for name in code.co_names:
        if name in function.__globals__:
            yield f"{name} = {_describe(name, function.__globals__[name], function)}"
        else:
            yield name


def _named_tuples(kind: Any) -> Iterator[str]:
    """List the names and fields of a named tuple and of those in it. The cache stores the names of their classes."""
    if hasattr(kind, "_fields"):
        yield f"{kind.__module__}.{kind.__qualname__} {kind._fields}"
        for inner in kind.__annotations__.values():
            yield from _named_tuples(inner)


def _describe(name: str, value: Any, function: FunctionType) -> str:
    if isinstance(value, _Kernel):
        return "" if value._function is function else value.fingerprint
    if isinstance(value, ModuleType):
        return value.__name__
    if isinstance(value, bool | int | float | str) or (type(value).__module__ == "numpy" and value.ndim == 0):
        return f"{type(value).__name__} {value!r}"
    if isinstance(value, type) and hasattr(value, "_fields"):
        return ", ".join(_named_tuples(value))
    raise TypeError(
        f"the kernel {function.__qualname__} uses {name}, a {type(value).__name__}: pass it as an argument, because a "
        f"kernel may use only numbers, texts, modules, named tuples and other kernels "
        f"by their global names"
    )


def kernel(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """Compile a function over arrays; where no cache folder can be written, each process compiles it again."""
    return _Kernel(function)
