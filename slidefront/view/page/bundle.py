"""Join the JavaScript modules to one script: a page that is opened from disk cannot import files.

The modules import each other by name only (`import { a, b } from "./file.js"`), so that their texts can stand one
after the other in one scope: each after those that it imports, without the words `import` and `export`. No two
modules may declare one name; the tests check it.
"""

import re
from importlib.resources import files

_IMPORT = re.compile(r'^import \{[^}]*\} from "\./([a-z0-9_]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|class|const|let) )", re.MULTILINE)
_REMARK = re.compile(r"^ *//.*\n", re.MULTILINE)


def source(name: str) -> str:
    """Read one file of the page."""
    return files("slidefront.view.page").joinpath("js", name).read_text("utf-8")


def bundle(entry: str) -> str:
    """Join a module and all that it imports."""
    order: list[str] = []
    _collect(entry, order)
    texts = [_EXPORT.sub("", _IMPORT.sub("", source(name))) for name in order]
    return "\n".join(_REMARK.sub("", text).strip("\n") for text in texts) + "\n"


def _collect(name: str, order: list[str]) -> None:
    if name in order:
        return
    for imported in _IMPORT.findall(source(name)):
        _collect(imported, order)
    order.append(name)
