"""What was found in a run, as text and as plain data, and what a repair would do."""

import shlex
from typing import Any

from slidefront import units
from slidefront.check.files import Report
from slidefront.errors import printable
from slidefront.store.manifest import NAME, Manifest


def report_text(report: Report) -> str:
    """List what is wrong, and end with what is safe."""
    lines = [str(damage) for damage in report.damages]
    lines += [f"{stray}: this does not belong there" for stray in report.strays]
    lines += [f"{left}: left by a writer, or being written; the next one clears it" for left in report.leftovers]
    return "\n".join(printable(line) for line in [*lines, _ending(report)])


def _ending(report: Report) -> str:
    manifest = report.manifest
    if manifest is None:
        return f"no layer can be called good without {NAME}"
    if report.doubtful:
        return (
            f"no layer can be called good while {NAME} is in doubt: put it back from a copy, or expand anew elsewhere"
        )
    repair = f"`slidefront repair {shlex.quote(str(report.folder))}`"
    if report.damages and report.safe < 0:
        return f"no layer is good: {repair} empties the run, and `slidefront expand` begins it anew"
    if manifest.depth < 0:
        return "there are no layers yet"
    good = f"{_layers_are(report.safe)} good"
    if report.damages:
        return f"{good}; {repair} keeps these alone, and `slidefront expand` goes on from there"
    if report.strays:
        return f"{good}; {repair} removes what does not belong"
    boards = f"{units.counted(manifest.boards, 'board')}, {units.size(manifest.bytes)}"
    grown = "; each is what the one before leads to" if report.deep and manifest.depth > 0 else ""
    return f"{good}: {boards}{grown}"


def _layers(first: int, last: int) -> str:
    return f"layers {first} to {last}" if last > first else f"layer {first}"


def _layers_are(last: int) -> str:
    return f"{_layers(0, last)} {'are' if last else 'is'}"


def layers_left(manifest: Manifest) -> str:
    """Say what a repair has left."""
    if manifest.depth < 0:
        return "no layer is left: `slidefront expand` begins anew"
    return f"{_layers_are(manifest.depth)} left: `slidefront expand` goes on from there"


def repair_text(report: Report, manifest: Manifest) -> str:
    """Say what a repair does."""
    deeds = []
    doomed = manifest.layers[report.safe + 1 :]
    if doomed:
        layers = _layers(doomed[0].depth, doomed[-1].depth)
        boards = units.counted(sum(layer.boards for layer in doomed), "board")
        deeds.append(f"drop {layers} ({boards}, {units.size(sum(layer.bytes for layer in doomed))})")
    elif report.damages:
        deeds.append(f"take back that the space ends with layer {report.safe}")
    if away := [*report.strays, *report.leftovers]:
        deeds.append(f"remove {', '.join(away)}")
    return printable(", and ".join(deeds))


def report_data(report: Report) -> dict[str, Any]:
    """Give the same as plain data."""
    manifest = report.manifest
    return {
        "folder": str(report.folder),
        "deep": report.deep,
        "good": report.good,
        "depth": manifest.depth if manifest else None,
        "safe": report.safe if report.safe >= 0 else None,
        "boards": manifest.boards if manifest else None,
        "bytes": manifest.bytes if manifest else None,
        "damages": [{"layer": one.layer, "file": one.file, "row": one.row, "what": one.what} for one in report.damages],
        "strays": list(report.strays),
        "leftovers": list(report.leftovers),
    }
