"""Remove the markup around a text: fences, HTML, LaTeX, BBCode, quotes of forums, prompts and quotes of programs.

Tables of HTML, BBCode and LaTeX become rows with a bar before and after each cell.
"""

import html
import re

from slidefront.puzzles.read.characters import plain_characters
from slidefront.puzzles.read.drawings import drawing_of

_FENCED = re.compile(r"^[ \t]*(?:```|~~~)[^\n]*\n(.*?)^[ \t]*(?:```|~~~)[ \t]*$", re.MULTILINE | re.DOTALL)
_MAIL = re.compile(r"^(?:From|To|Cc|Date|Sent|Subject): [^\n]*\n", re.MULTILINE)
_TAG = re.compile(r"</?(?:table|tbody|thead|tr|td|th|pre|code|br|p|div|span)\b[^>]*>", re.IGNORECASE)
_BETWEEN_TAGS = re.compile(r"<caption\b.*?</caption>|(?<=>)\s+(?=<)", re.IGNORECASE | re.DOTALL)
_BBCODE_TABLE = re.compile(r"\[(/?(?:table|tr|td|th))\]", re.IGNORECASE)
_BBCODE = re.compile(r"\[([A-Za-z]+)(?:=[^\]]*)?\](.*?)\[/\1\]", re.IGNORECASE | re.DOTALL)
_LATEX = re.compile(r"\\(?:begin|end)\{[^}]*\}(?:\{[^}]*\})?|\\(?:left|right)[^\w\s]|\\hline|\$|\\[\[\]]")
_PROMPT = re.compile(r"^(?:>>>|In \[\d+\]:|Out\[\d+\]:) ")
_TEXT = re.compile(r"(?:[\w\s:]*=\s*)?[a-z]?(\"\"\"|''')(.*)\1[;\s]*", re.DOTALL)
_QUOTES = {'"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "‘": "’", "«": "»"}


def without_mail_header(text: str) -> str:
    """Drop the lines From, To, Date and Subject of a mail."""
    header = _MAIL.findall(text)
    return _MAIL.sub("", text) if len(header) > 1 and any("@" in line or "ubject" in line for line in header) else text


def plain_text(text: str) -> str:
    """Write characters plainly, and remove markup."""
    text = _without_tags(_without_fences(drawing_of(plain_characters(text))))
    if re.search(r"&\w+;", text):
        text = plain_characters(html.unescape(text))
    text = _without_latex(text)
    while "[/" in text and (bare := _BBCODE.sub(r"\2", text)) != text:
        text = bare
    lines = [_PROMPT.sub("", line) for line in _without_forum_quotes(text.strip("\n").split("\n"))]
    return "\n".join(line for line in lines if line.strip() not in ("/*", "/**", "*/"))


def unwrap_text(text: str) -> str:
    """Remove what copying adds around any text: characters, markup and quotes."""
    return _without_quotes(plain_text(text))


def _without_fences(text: str) -> str:
    """Keep only the text between fences; where several are fenced, keep all lines but the fences."""
    fenced = _FENCED.findall(text)
    if len(fenced) == 1:
        text = fenced[0]
    return "\n".join(line for line in text.split("\n") if not line.lstrip().startswith(("```", "~~~")))


def _without_tags(text: str) -> str:
    """Write tables of HTML and BBCode as rows with bars, and drop all other tags."""
    text = _BBCODE_TABLE.sub(r"<\1>", text)
    if not _TAG.search(text):
        return text
    text = _BETWEEN_TAGS.sub("", text) if re.search("<tr", text, re.IGNORECASE) else text
    text = re.sub(r"</span>\s*<span[^>]*>", "|", text, flags=re.IGNORECASE)
    text = re.sub(r"<t[dh]\b[^>]*>", "|", text, flags=re.IGNORECASE)
    text = re.sub(r"</tr>", "|\n", text, flags=re.IGNORECASE)
    return _TAG.sub("", re.sub(r"<br\b[^>]*>|</p>|</div>", "\n", text, flags=re.IGNORECASE))


def _without_latex(text: str) -> str:
    r"""Write an array of LaTeX, whose cells are between & and whose rows end with \\, as rows with bars."""
    if not ("&" in text and "\\\\" in text):
        return text
    text = re.sub(r"\\(?:square|Box|blacksquare)\b", "□", text)
    rows = _LATEX.sub("", text).replace("\n", " ").split("\\\\")
    rows = [row.replace("\\ ", " ") for row in rows]
    return "\n".join(f"|{row.replace('&', '|')}|" for row in rows if row.strip())


def _without_forum_quotes(lines: list[str]) -> list[str]:
    """Drop each `>` at the beginning of lines, where several lines have it."""
    while len(lines) > 1 and sum(line.startswith(">") for line in lines) > 1:
        lines = [line[1:].removeprefix(" ") if line.startswith(">") else line for line in lines]
    return lines


def _without_quotes(text: str) -> str:
    """Remove quotes around the whole text, and write `\\n` in a text of one line as a new line."""
    text = text.strip("\n")
    if "\n" not in text and "\\n" in text:
        text = text.replace("\\n", "\n")
    bare = text.strip()
    if written := _TEXT.fullmatch(bare):
        return written[2].strip("\n")
    closed = len(bare) > 1 and _QUOTES.get(bare[0]) == bare[-1] and bare[1:-1].count(bare[0]) == 0
    return bare[1:-1].strip("\n") if closed else text
