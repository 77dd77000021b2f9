"""Compile kernels with numba: each is compiled once, cached on disk, and runs without the GIL.

Cache names. numba compiles the values of global names into a kernel, but its cache only notices edits of the file of
the kernel. So a kernel is cached under a name that ends with a hash: of its code, of the named tuples of its arguments,
of all global values that it uses, and of all kernels that it calls, from any module. An edit of any of them makes it
compile again.

Cache files. Compiled code is cached where numba would put it, in files of our own format: one file per signature, with
a digest. If a file is damaged, the kernel is compiled again and the file replaced. Code is also read from read-only
folders, such as the caches in a container image. A full disk only costs the time to compile, and
processes that compile at the same time never load code for other arguments.

Inner kernels. numba optimises and assembles each kernel, once more within each kernel that calls it, and again within
their callers. Here, a kernel that other kernels call is only translated. The kernel that Python calls is optimised,
assembled and cached together with its inner kernels.

Costs. Each change to numba stays because it pays. Without it, first uses of `expand`, `table` and `solve` take this
much more processor time; all together, plain `njit` takes 54 % more:

    inner kernels without machine code       11 %
    no garbage collection while compiling     8 %
    quick comparisons of numba's options      6 %
    constants treated as numbers             14 %, with `find` and block puzzles; nothing with tiles

Inner kernels and quick comparisons use parts of numba that are not public. They serve only the kernels of slidefront,
and only with versions of numba up to `NEWEST_TRIED`. With a newer version, plain `njit` compiles the same kernels; this
takes longer and computes the same. tests/test_compile.py lists the parts, and a weekly job tries the newest numba.
"""

# mypy: allow-untyped-calls

import gc
import os
import pickle
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache, cached_property, update_wrapper
from hashlib import sha256
from importlib import import_module
from inspect import getfile
from pathlib import Path
from threading import Lock, get_ident
from types import CodeType, FunctionType, ModuleType
from typing import Any, ClassVar, Generic, NamedTuple, ParamSpec, TypeVar, cast

NEWEST_TRIED = (0, 68)
"""The newest numba version for which inner kernels and quick comparisons have been tried."""
Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class _Kernel(Generic[Arguments, Result]):
    """A function that numba compiles when it is first called, because many commands need no kernel."""

    def __init__(self, function: Callable[Arguments, Result]) -> None:
        self._function = cast(FunctionType, function)
        update_wrapper(self, function)

    @cached_property
    def _compiled(self) -> Any:
        with Compiling.paused():
            # A copy of the function whose name changes when anything that is compiled into it changes.
            plain = self._function
            function = FunctionType(
                plain.__code__, plain.__globals__, plain.__name__, plain.__defaults__, plain.__closure__
            )
            function.__qualname__ = f"{plain.__qualname__}-{sha256(self.fingerprint.encode()).hexdigest()[:16]}"
            function.__module__ = plain.__module__
            compiled = _dispatcher(function, is_inner=False)
            with suppress(RuntimeError):  # no cache folder can be written
                compiled._cache = _cache_class()(function)
            compiled.compile = Compiling.paused()(compiled.compile)  # which looks in the cache, compiles and saves
            return compiled

    @cached_property
    def _inner(self) -> Any:
        """The kernel for other kernels: without the entry point for Python, and without machine code of its own."""
        return _dispatcher(self._function, is_inner=True)

    @cached_property
    def fingerprint(self) -> str:
        """Everything that is compiled into the kernel, as text."""
        tuples = (name for kind in self._function.__annotations__.values() for name in _named_tuples(kind))
        return "\n".join([*tuples, *_parts(self._function.__code__, self._function)])

    @property
    def _numba_type_(self) -> Any:
        """The type of this kernel, for numba when another kernel calls it."""
        return self._inner._numba_type_

    def __call__(self, *arguments: Arguments.args, **named: Arguments.kwargs) -> Result:
        result: Result = self._compiled(*arguments, **named)
        return result


class Compiling:
    """The loading and compiling of kernels in this process, and a clock that excludes their time."""

    seconds = 0.0
    """The seconds of finished loading and compiling."""
    loaded: ClassVar[list[str]] = []
    """The kernels that were looked up in the cache, once per signature."""
    begins: Callable[[], None] | None = None
    """Called once, before the first kernel is compiled."""
    scipy = True
    """Whether numba may import scipy.linalg, which takes half a second and which no kernel here needs."""
    _lock = Lock()
    _running = 0
    _began = 0.0

    @classmethod
    def clock(cls) -> float:
        """Return seconds that never decrease, and do not advance while any thread loads or compiles a kernel."""
        with cls._lock:
            return (cls._began if cls._running else time.monotonic()) - cls.seconds

    @classmethod
    def begin(cls) -> None:
        """Call `begins` if it has not been called."""
        begins, cls.begins = cls.begins, None
        if begins is not None:
            begins()

    @classmethod
    @contextmanager
    def paused(cls) -> Iterator[None]:
        """Stop the clock."""
        with cls._lock:
            if not cls._running:
                cls._began = time.monotonic()
            cls._running += 1
        try:
            yield
        finally:
            with cls._lock:
                cls._running -= 1
                if not cls._running:
                    cls.seconds += time.monotonic() - cls._began


@cache
def _cache_class() -> Any:
    from numba.core.caching import FunctionCache

    usual: Any = FunctionCache._impl_class
    finders: list[Any] = usual._locator_classes
    readers: list[Any] = [type(finder.__name__, (finder,), {"ensure_cache_path": lambda _: None}) for finder in finders]
    """Locators of the same folders, including read-only ones."""

    class CachePlaces(usual):  # type: ignore[misc]
        """Chooses the first writable folder, or else the first folder."""

        _locator_classes: ClassVar[list[Any]] = [*finders, *readers]

    class KernelCache(FunctionCache):
        """The cache of one kernel. If its files cannot be used for any reason, the kernel is compiled instead."""

        _impl_class = CachePlaces

        def __init__(self, function: FunctionType) -> None:
            super().__init__(function)
            places = [reader.from_function(function, getfile(function)) for reader in readers]
            folders = [place.get_cache_path() for place in places if place is not None]
            own = self._impl.locator.get_cache_path()
            if type(self._impl.locator) not in readers:  # the folder is writable, so later folders are not read
                folders = folders[: folders.index(own) + 1] if own in folders else [own]
            self._cache_file = _CacheFiles(own, folders, self._impl.filename_base)  # type: ignore[assignment]

        def load_overload(self, signature: Any, target: Any) -> Any:
            Compiling.loaded.append(self._name)
            loaded = None
            with suppress(Exception):
                loaded = super().load_overload(signature, target)
            if loaded is None:
                Compiling.begin()
            return loaded

        def save_overload(self, signature: Any, compiled: Any) -> None:
            with suppress(OSError):  # a full disk, or a folder that cannot be written
                super().save_overload(signature, compiled)

    return KernelCache


class _CacheFiles:
    """The compiled code of one kernel: a file per signature, which begins with the digest of its content."""

    def __init__(self, folder: str, read_from: list[str], name: str) -> None:
        self._folder = Path(folder)
        self._read_from = [*map(Path, read_from)]
        self._name = name

    def _file_name(self, key: Any) -> str:
        import numba

        words = repr((numba.__version__, key)).encode()
        return f"{self._name}.{sha256(words).hexdigest()[:16]}.nbc"

    def load(self, key: Any) -> Any:
        """Return the code that was saved for a signature; None if it is missing or damaged."""
        name = self._file_name(key)
        for folder in self._read_from:
            path = folder / name
            with suppress(OSError):  # the file is missing or unreadable
                content = path.read_bytes()
                is_whole = sha256(content[_DIGEST:]).digest() == content[:_DIGEST]
                if is_whole and (saved := pickle.loads(content[_DIGEST:]))[0] == key:
                    return saved[1]
        return None

    def save(self, key: Any, data: Any) -> None:
        """Save the code for a signature atomically."""
        from numba.core.serialize import dumps

        path, content = self._folder / self._file_name(key), dumps((key, data))
        partial_file = path.with_name(f"{path.name}.{os.getpid()}-{get_ident()}.tmp")
        try:
            partial_file.write_bytes(sha256(content).digest() + content)
            partial_file.replace(path)
        except OSError:
            with suppress(OSError):
                partial_file.unlink()
            raise


_DIGEST = 32  # bytes


@cache
def _numba() -> Any:
    """Import the decorator of numba."""
    if not Compiling.scipy and "scipy.linalg" not in sys.modules:
        sys.modules["scipy.linalg"] = cast(ModuleType, None)  # makes its import fail
        try:
            import_module("numba.np.arraymath")  # the module of numba that imports it
        finally:
            del sys.modules["scipy.linalg"]
    return import_module("numba").njit


def _dispatcher(function: FunctionType, *, is_inner: bool) -> Any:
    """Return a numba dispatcher: a kernel with an entry point for Python, or an inner kernel for other kernels."""
    pipelines = _pipelines()
    if pipelines is None:
        return _numba()(nogil=True)(function)
    kind = pipelines.inner if is_inner else pipelines.entry
    options: Any = {"nogil": True, "no_cfunc_wrapper": True, "no_cpython_wrapper": is_inner, "pipeline_class": kind}
    return _without_literals(_numba()(**options)(function))


class _Pipelines(NamedTuple):
    entry: type
    """Compiles a kernel that Python calls."""
    inner: type
    """Compiles a kernel that another kernel calls."""


@cache
def _pipelines() -> _Pipelines | None:
    """Return the pipelines of slidefront; None for a version of numba that has not been tried."""
    import numba

    if tuple(map(int, numba.__version__.split(".")[:2])) > NEWEST_TRIED:
        return None
    from numba.core.codegen import JITCodeLibrary
    from numba.core.compiler import Compiler

    class Entry(Compiler):
        def compile_extra(self, function: FunctionType) -> Any:
            collects = gc.isenabled()
            Compiling.begin()
            gc.disable()  # nearly all objects of a compilation live until its end
            try:
                with Compiling.paused(), _quick_comparisons():
                    return super().compile_extra(function)
            finally:
                if collects:
                    gc.enable()

    class Translated(JITCodeLibrary):
        """The code of a kernel for the kernels that call it, neither optimised nor assembled."""

        def _optimize_functions(self, module: Any) -> None:
            module.data_layout = self._codegen._data_layout

        def _optimize_final_module(self) -> None:
            pass

        def _finalize_final_module(self) -> None:
            self._finalize_dynamic_globals()
            self._finalized = True

        def get_pointer_to_function(self, _name: str) -> int:
            self._ensure_finalized()
            return 0

        @property
        def codegen(self) -> Any:
            return _NoEnvironment

    class Inner(Compiler):
        def __init__(self, typing: Any, target: Any, _library: Any, *rest: Any) -> None:
            super().__init__(typing, target, Translated(target.codegen(), "inner"), *rest)

    return _Pipelines(Entry, Inner)


@contextmanager
def _quick_comparisons() -> Iterator[None]:
    """While a kernel is compiled, let numba compare only the options that are set instead of all sixty.

    numba compares options for each operator whose types it infers, and this takes an eighth of the time. Meanwhile, its
    lock keeps other threads from compiling.
    """
    from numba.core.compiler_lock import global_compiler_lock
    from numba.core.targetconfig import TargetConfig

    def are_equal(options: Any, other: Any) -> Any:
        if type(options) is not type(other):
            return NotImplemented
        names = () if options._values == other._values else {*options._values, *other._values}
        return all(getattr(options, name) == getattr(other, name) for name in names)

    with global_compiler_lock:
        before = TargetConfig.__eq__, TargetConfig.__hash__
        TargetConfig.__eq__ = are_equal  # type: ignore[method-assign]
        TargetConfig.__hash__ = lambda _: 0  # type: ignore[method-assign] # as in numba, all have the same hash
        try:
            yield
        finally:
            TargetConfig.__eq__, TargetConfig.__hash__ = before  # type: ignore[method-assign]


class _NoEnvironment:
    """Stands in for the registry of the globals of kernels with machine code."""

    @staticmethod
    def set_env(_name: str, _environment: object) -> None:
        pass


def _without_literals(compiled: Any) -> Any:
    """Let calls from other kernels treat a constant argument like any other number.

    numba first takes a variable that begins as 0 for the constant 0, and would compile each kernel that gets it twice.
    """
    template = compiled.get_call_template

    def template_without_literals(kinds: Any, named: Any) -> Any:
        from numba import types

        plain: Callable[[Any], Any] = types.unliteral
        return template([plain(kind) for kind in kinds], {name: plain(kind) for name, kind in named.items()})

    compiled.get_call_template = template_without_literals
    return compiled


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
    """List the names and fields of a named tuple and of all tuples in it, because the cache stores class names."""
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
    """Compile a function over arrays when it is first called; without a cache folder, each process compiles it."""
    return _Kernel(function)
