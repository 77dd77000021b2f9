"""Measure all rows, and keep them in docs/benchmarks.json."""

import datetime
import platform
import re
import subprocess
import tempfile
import time
from collections.abc import Sequence
from importlib.metadata import version
from pathlib import Path
from statistics import median
from typing import Any

from slidefront import machine
from tools.benchmarks.measure import OtherWork, Sample
from tools.benchmarks.rows import Measured, Row, clean, prepare
from tools.golden import ROOT

RECORD = ROOT / "docs" / "benchmarks.json"
LIBRARIES = ("numpy", "numba", "pyarrow")
SIGNIFICANT = 4


def measure(rows: Sequence[Row], *, quick: bool = False) -> dict[str, Any]:
    """Measure rows, and print each; a quick trial measures each once and without a warm-up."""
    began, others = time.perf_counter(), OtherWork()
    with tempfile.TemporaryDirectory(prefix="slidefront-bench-") as name:
        folder = Path(name)
        prepare(folder)
        measured = [measure_row(row, folder, quick=quick) for row in rows]
    return {
        "date": datetime.date.today().isoformat(),
        "commit": commit(),
        "machine": {
            "processor": processor(),
            "cores": machine.cores(),
            "memory_bytes": machine.memory(),
            "system": platform.system(),
            "python": platform.python_version(),
            **{library: version(library) for library in LIBRARIES},
        },
        "seconds": round(time.perf_counter() - began, 1),
        "other_cores": _rounded(others.cores()),
        "rows": measured,
    }


def measure_row(row: Row, folder: Path, *, quick: bool = False) -> dict[str, Any]:
    """Measure a row and its baseline in turns."""
    others = OtherWork()
    if not quick:
        clean(folder)
        (row.warm_up or row.run)(folder)
    ours: list[Measured] = []
    theirs: list[Sample] = []
    for number in range(1 if quick else row.runs):
        clean(folder)
        ours.append(row.run(folder))
        if number < row.baseline_runs:
            theirs.append(row.baseline.run(folder, ours[-1].count))
    clean(folder)
    samples = [one.sample for one in ours]
    record = {
        "group": row.group,
        "name": row.name,
        "count": ours[0].count,
        "unit": row.unit,
        "stored_bytes": ours[0].stored_bytes,
        "peak_bytes": max(sample.peak_bytes for sample in samples),
        **_times(samples),
        "baseline": {"name": row.baseline.name, **_times(theirs)},
        "other_cores": _rounded(others.cores()),
    }
    print(text_of(record), flush=True)
    return record


def _times(samples: Sequence[Sample]) -> dict[str, Any]:
    return {
        "runs": len(samples),
        "seconds": _spread([sample.seconds for sample in samples]),
        "processor_seconds": _spread([sample.processor_seconds for sample in samples]),
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    numbers = {"median": median(values), "least": min(values), "greatest": max(values)}
    return {name: float(f"{value:.{SIGNIFICANT}g}") for name, value in numbers.items()}


def _rounded(cores: float | None) -> float | None:
    return None if cores is None else round(cores, 2)


def text_of(row: dict[str, Any]) -> str:
    """Say on one line what was measured."""
    baseline = row["baseline"]
    parts = [
        f"{row['name']}: {row['count']:,} {row['unit']}",
        f"{row['seconds']['median']:.3g} s",
        f"{row['processor_seconds']['median']:.3g} s of processor time",
        f"{baseline['name']} in {ratio(row, 'seconds'):.2g} times the time",
    ]
    busy = row["other_cores"]
    return "; ".join([*parts, f"other programs used {busy:.1f} cores"] if busy is not None else parts)


def ratio(row: dict[str, Any], time: str) -> float:
    """How many times as long as the row its baseline takes."""
    ours, theirs = row[time]["median"], row["baseline"][time]["median"]
    return float(theirs / ours) if ours else float("inf")


def commit() -> str:
    """The commit that is measured; a plus sign marks changes that are not committed."""
    words = ["git", "describe", "--always", "--exclude=*", "--abbrev=8", "--dirty=+"]
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False).stdout.strip()


def processor() -> str:
    """The name of the processor, with what decides how fast numpy sorts."""
    try:
        text = Path("/proc/cpuinfo").read_text()
    except OSError:
        return platform.machine()
    name = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return (name[1].strip() if name else platform.machine()) + (" with AVX-512" if " avx512f " in text else "")
