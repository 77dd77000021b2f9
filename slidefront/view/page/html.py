"""Put the page together: its data, its styles and its scripts in one file, under a content security policy.

The policy lets the browser run the two scripts that stand here, told by their hashes, and a worker that the first makes
of the second; nothing is loaded from anywhere, and no text of a puzzle can become a script.
"""

import base64
import hashlib
import html
import json
from string import Template
from typing import Any

from slidefront.view.page.bundle import bundle, source
from slidefront.view.palette import page_style


def page_html(data: dict[str, Any]) -> str:
    """Write the whole page for data that `page_data` gathered."""
    script, worker, style = bundle("app.js"), bundle("worker.js"), page_style() + source("page.css")
    if "</script" in (script + worker).lower():
        raise ValueError("a module of the page has the end of a script element")
    policy = "; ".join(
        [
            "default-src 'none'",
            f"script-src {policy_hash(script)}",
            "worker-src blob:",
            f"style-src {policy_hash(style)}",
            "base-uri 'none'",
            "form-action 'none'",
        ]
    )
    return Template(source("page.html")).substitute(
        policy=html.escape(policy),
        title=html.escape(data["title"]),
        about=html.escape(data["about"]),
        style=style,
        data=safe_json(data),
        worker=worker,
        script=script,
    )


def safe_json(data: Any) -> str:
    """Write JSON that may stand in a script element: nothing in it can end the element or begin a comment."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return (
        text.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029")
    )


def policy_hash(text: str) -> str:
    """Write the hash by which a policy allows a script or a style sheet."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
