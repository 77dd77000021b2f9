"""HTML files with pictures in them, which load nothing and run no script."""

from base64 import b64encode

from slidefront.draw.palette import page_style
from slidefront.draw.svg import clean

_POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"
SCREEN = (
    page_style()
    + "*{box-sizing:border-box}body{font:16px/1.45 'DejaVu Sans',Verdana,sans-serif;color:var(--sf-text);"
    + "background:var(--sf-panel);max-width:66rem;margin:0 auto;padding:1rem;overflow-wrap:anywhere}"
)
"""The style of files that are read on a screen."""


def html_file(title: str, style: str, body: str) -> str:
    """Write a file; only its title is escaped here."""
    return (
        f'<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>{clean(title)}</title>'
        '<meta name="generator" content="slidefront">'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{style}</style></head><body>{body}</body></html>\n"
    )


def image(svg: str, words: str, style: str = "") -> str:
    """Write a picture as an element, whose style sheet does not affect the page."""
    style = f' style="{style}"' if style else ""
    data = b64encode(svg.encode()).decode()
    return f'<img alt="{clean(words)}"{style} src="data:image/svg+xml;base64,{data}">'
