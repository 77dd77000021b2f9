"""The tables of README.md and docs/benchmarks.md, written from the record between markers.

<!-- benchmarks: expand -->
this part is generated
<!-- end of benchmarks -->
"""

import json
import re
from typing import Any

from slidefront import units
from tools.benchmarks.record import RECORD, ratio
from tools.golden import ROOT

PAGES = [ROOT / "README.md", ROOT / "docs" / "benchmarks.md"]
PART = re.compile(r"(<!-- benchmarks: (.*?) -->\n).*?(<!-- end of benchmarks -->)", re.DOTALL)
HEADLINE = "slidefront expand 14-puzzle --depth 35"
IN_README = (HEADLINE, "slidefront expand 14-puzzle", "slidefront expand 11-puzzle")

Record = dict[str, Any]


def filled(text: str, record: Record) -> str:
    """Write the generated parts of a page anew."""
    return PART.sub(lambda match: f"{match[1]}\n{part(match[2], record)}\n{match[3]}", text)


def part(name: str, record: Record) -> str:
    """Write one part: a table of the rows of a group, or a part with a name of its own."""
    if name == "machine":
        return machine_sentence(record)
    if name == "summary":
        return summary(record)
    rows = [row for row in record["rows"] if row["group"] == name]
    return table(rows) if rows else "Not measured yet.\n"


def machine_sentence(record: Record) -> str:
    """Say when, where and what was measured, and what else ran."""
    facts = record["machine"]
    versions = ", ".join(f"{name} {facts[name.lower()]}" for name in ("Python", "numpy", "numba", "pyarrow"))
    return (
        f"Measured on {record['date']} at commit `{record['commit']}`, in {units.duration(record['seconds'])}.\n"
        f"The machine has {facts['cores']} cores ({facts['processor']}) "
        f"and {units.size(facts['memory_bytes'])} of memory.\n"
        f"It runs {facts['system']}, {versions}.\n{load(record)}"
    )


def load(record: Record) -> str:
    """Say how busy other programs kept the machine, if the system tells."""
    cores = record["other_cores"]
    return "" if cores is None else f"Other programs used {cores:.1f} cores during the measurement.\n"


def table(rows: list[Record]) -> str:
    """Write rows as a table."""
    stored, peak = (any(row[field] for row in rows) for field in ("stored_bytes", "peak_bytes"))
    heads = ["", "amount", "seconds", "processor seconds"]
    heads += ["peak memory"] * peak + ["on disk"] * stored + ["baseline", "× seconds", "× processor seconds"]
    cells = []
    for row in rows:
        line = [
            f"`{row['name']}`",
            f"{row['count']:,} {row['unit']}",
            spread(row["seconds"]),
            spread(row["processor_seconds"]),
        ]
        line += [units.size(row["peak_bytes"]) if row["peak_bytes"] else ""] * peak
        line += [units.size(row["stored_bytes"]) if row["stored_bytes"] else ""] * stored
        line += [row["baseline"]["name"], f"{ratio(row, 'seconds'):.2g}", f"{ratio(row, 'processor_seconds'):.2g}"]
        cells.append(line)
    return markdown(heads, cells)


def summary(record: Record) -> str:
    """Write the table of the README, and how the headline compares with the plain page."""
    rows = {row["name"]: row for row in record["rows"] if row["name"] in IN_README}
    heads = ["command", "boards", "seconds", "peak memory", "bytes per board"]
    cells = []
    for name, row in rows.items():
        line = [f"`{name}`", f"{row['count']:,}", number(row["seconds"]["median"]), units.size(row["peak_bytes"])]
        cells.append([*line, f"{row['stored_bytes'] / row['count']:.1f}"])
    facts, headline = record["machine"], rows[HEADLINE]
    return (
        f"Measured on {facts['cores']} cores ({facts['processor']}) on {record['date']}.\n{load(record)}"
        f"Each command is measured from the start of its process to the end, with all layers on disk:\n\n"
        f"{markdown(heads, cells)}\n"
        "[examples/literal.py](examples/literal.py) is the whole idea in one page.\n"
        f"To depth 35 it takes {ratio(headline, 'seconds'):.1f} times as long, "
        f"and {ratio(headline, 'processor_seconds'):.1f} times the processor time.\n"
    )


def spread(times: dict[str, float]) -> str:
    """Write a median, and the least and the greatest value if they differ."""
    median, least, greatest = (number(times[name]) for name in ("median", "least", "greatest"))
    return median if least == greatest else f"{median} ({least} to {greatest})"


def number(seconds: float) -> str:
    """Write seconds with three digits."""
    return f"{seconds:.0f}" if seconds >= 100 else f"{seconds:#.3g}" if seconds >= 0.1 else f"{seconds:.2g}"


def markdown(heads: list[str], rows: list[list[str]]) -> str:
    """Write a table."""
    kinds = ["---" if head in ("", "baseline", "command") else "--:" for head in heads]
    return "".join(f"| {' | '.join(cells)} |\n" for cells in [heads, kinds, *rows])


def write(record: Record) -> None:
    """Keep a record, and write the pages from it."""
    RECORD.write_text(json.dumps(record, indent=1) + "\n", "utf-8")
    for path in PAGES:
        path.write_text(filled(path.read_text("utf-8"), record), "utf-8")
