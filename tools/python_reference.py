"""Write docs/python.md, the reference of the public names: `python -m tools.python_reference`."""

import ast
import inspect
import textwrap
import typing
from collections.abc import Iterator
from inspect import get_annotations
from itertools import groupby

import slidefront
from slidefront import Displayed, errors
from slidefront.errors import SlidefrontError
from slidefront.store.space import Space

HEAD = """# Reference of the Python library

Generated from the docstrings by `python -m tools.python_reference`; a test checks that it is up to date. The first part
describes the names of `slidefront` itself; the second part describes the other types that they take and return, by
module.

A *board* enters a function as text, as lists, as an array or as its key. Methods of a puzzle take keys, which
`Puzzle.key` makes of a board in any form. Arrays of keys (`Keys`) have unsigned integers of 64 bits.

The names of `slidefront` itself are stable: before one is renamed or removed, it gives a `DeprecationWarning` for a
version. The second part may change in any version.
"""


def reference() -> str:
    """Write the whole page."""
    names = {name: getattr(slidefront, name) for name in slidefront.__all__}
    classes = [name for name in names if isinstance(names[name], type)]
    wrong = [name for name in classes if issubclass(names[name], Exception)]
    values = [name for name in classes if name not in wrong]
    words = [name for name in names if typing.get_origin(names[name]) is typing.Literal]
    parts = [HEAD]
    for title, some in (
        ("Functions", [name for name in names if name not in (*classes, *words)]),
        ("Classes", values),
        ("Errors", wrong),
    ):
        parts += [f"## {title}\n", *(text_of(name, names[name]) for name in some)]
    parts.append("## Words\n")
    parts += [f"### {name}\n\n    Literal{[*typing.get_args(names[name])]}\n" for name in words]
    parts.append("## What else there is\n")
    for module, some_others in groupby(others(), lambda one: one.__module__):
        parts.append(f"### Module `{module}`\n")
        parts += [text_of(one.__name__, one, "####") for one in some_others]
    return "\n".join(parts)


def text_of(name: str, value: object, mark: str = "###") -> str:
    """Write a function or a class."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(value))).body[0]  # type: ignore[arg-type]
    if isinstance(tree, ast.FunctionDef):
        return f"{mark} {name}\n\n    {signature(tree)}\n\n{doc(tree)}\n"
    assert isinstance(tree, ast.ClassDef)
    bases = [base.__name__ for base in getattr(value, "__bases__", ()) if issubclass(base, (Exception, Space))]
    above = [f"Derives from {' and '.join(bases)}."] * bool(bases)
    lines = [*above, doc(tree)] + ["\n".join(members(value))] * any(members(value))
    return f"{mark} {name}\n\n" + "\n\n".join(lines) + "\n"


def members(value: object) -> Iterator[str]:
    """List the public members of a class, and those of its bases in slidefront that stand nowhere else."""
    assert isinstance(value, type)
    seen: set[str] = set()
    for one in value.__mro__:
        if not one.__module__.startswith("slidefront.") or value is not one is Space:
            continue
        tree = ast.parse(textwrap.dedent(inspect.getsource(one))).body[0]
        assert isinstance(tree, ast.ClassDef)
        for name, line in lines_of(tree):
            if name not in seen and not name.startswith("_"):
                seen.add(name)
                yield line


def lines_of(tree: ast.ClassDef) -> Iterator[tuple[str, str]]:
    """Write each member of one class on a line; the text of a field stands below it."""
    for node, below in zip(tree.body, [*tree.body[1:], ast.Pass()], strict=True):
        if isinstance(node, ast.FunctionDef):
            plain = any(ast.unparse(one) in ("property", "cached_property") for one in node.decorator_list)
            yield node.name, f"- `{node.name if plain else signature(node)}`: {first(doc(node))}"
        elif isinstance(node, ast.AnnAssign):
            said = below.value.value if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant) else ""
            name = ast.unparse(node.target)
            yield name, f"- `{name}: {ast.unparse(node.annotation)}`" + (f": {first(str(said))}" if said else "")
        elif isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            name = ast.unparse(node.targets[0])
            yield name, f"- `{name}`"


def signature(tree: ast.FunctionDef) -> str:
    """Write how a function is called."""
    words = [word for word in ast.unparse(tree.args).split(", ") if word != "self"]
    return f"{tree.name}({', '.join(words)})" + (f" -> {ast.unparse(tree.returns)}" if tree.returns else "")


def doc(tree: ast.FunctionDef | ast.ClassDef) -> str:
    """Return the docstring without its examples, which are tested where they stand."""
    paragraphs = (ast.get_docstring(tree) or "").split("\n\n")
    return "\n\n".join(one for one in paragraphs if ">>>" not in one)


def first(text: str) -> str:
    """Return the first paragraph, on one line."""
    return " ".join(text.split("\n\n")[0].split())


def others() -> list[type]:
    """List what public names take, return and have beside the public names, and all errors, by module."""
    public = [getattr(slidefront, name) for name in slidefront.__all__]
    found = {value for value in vars(errors).values() if isinstance(value, type) and issubclass(value, SlidefrontError)}
    waiting: list[object] = list(public)
    while waiting:
        new = {one for value in waiting for kind in annotations_of(value) for one in classes_in(kind)}
        waiting = list(new - found - {*public})
        found |= new
    found -= {*public}
    return sorted(found, key=lambda one: (one.__module__, one.__name__))


def annotations_of(value: object) -> Iterator[object]:
    """List the types that a function takes and returns, or those of the public members of a class, and its bases."""
    if not isinstance(value, type):
        yield from get_annotations(value).values()  # type: ignore[arg-type]
        return
    for base in value.__mro__:
        if base.__module__.startswith("slidefront.") and base is not Displayed:
            yield from [base] if base is Space else []  # the members of other bases stand in the class itself
            yield from (kind for name, kind in get_annotations(base).items() if not name.startswith("_"))
            for name, member in vars(base).items():
                function = member.fget if isinstance(member, property) else getattr(member, "func", member)
                if not name.startswith("_") and inspect.isfunction(function):
                    yield from get_annotations(function).values()


def classes_in(kind: object) -> Iterator[type]:
    """List the classes of slidefront that an annotation names; numbers by name aside."""
    if isinstance(kind, type) and kind.__module__.startswith("slidefront."):
        yield kind
    for part in typing.get_args(kind):
        yield from (one for each in (part if isinstance(part, list) else [part]) for one in classes_in(each))


if __name__ == "__main__":
    print(reference(), end="")
