"""The report of `verify` as text and as plain data, and what `repair` would do."""

from typing import Any

from slidefront import units
from slidefront.check.files import Report
from slidefront.errors import command, printable
from slidefront.store.manifest import NAME, Manifest


def report_text(report: Report) -> str:
    """List what is wrong, and then the layers that are good."""
    lines = [str(damage) for damage in report.damages]
    lines += [f"{stray}: this does not belong to the run" for stray in report.strays]
    lines += [f"{left}: belongs to an interrupted or running process" for left in report.leftovers]
    return "\n".join(printable(line) for line in [*lines, _ending(report)])


def _ending(report: Report) -> str:
    manifest = report.manifest
    repair = command("verify", report.folder, repair=True)
    if manifest is None or report.doubtful:
        return f"no layer is known to be good without {NAME}: {repair} makes it again from the layers"
    if report.damages and report.safe < 0:
        return f"no layer is known to be good: {repair} makes the damaged ones again"
    if manifest.depth < 0:
        return "there are no layers yet"
    good = f"{_layers_are(report.safe)} good"
    if report.damages:
        return f"{good}: {repair} makes the damaged ones again"
    if report.strays:
        return f"{good}: move what does not belong to the run to another place"
    boards = f"{units.counted(manifest.boards, 'board')}, {units.size(manifest.bytes)}"
    deep = "; each has exactly the boards of its depth" if report.deep and manifest.depth > 0 else ""
    return f"{good}: {boards}{deep}"


def _layers_are(last: int) -> str:
    return f"layers 0 to {last} are" if last else "layer 0 is"


def layers_left(manifest: Manifest) -> str:
    """Describe the layers that remain after a repair."""
    left = f"{_layers_are(manifest.depth)} good"
    return f"{left}: the whole space" if manifest.whole else f"{left}: continue with `slidefront expand`"


def repair_text(report: Report) -> str:
    """Describe what a repair does."""
    manifest = report.manifest
    if manifest is None or report.doubtful:
        return f"make {NAME} again from the layers, and compare each of them with a computed one"
    deeds = []
    damaged = sorted({damage.layer for damage in report.damages if damage.layer is not None})
    if damaged and damaged[0] <= manifest.depth:
        number = units.counted(len(damaged), "damaged layer")
        deeds.append(f"make {number} again, and those above that do not follow from them")
    elif damaged:
        deeds.append(f"correct {NAME}, which says that the space ends with layer {report.safe}")
    if report.leftovers:
        deeds.append(f"remove {', '.join(report.leftovers)}")
    return printable(", and ".join(deeds))


def report_data(report: Report) -> dict[str, Any]:
    """Return the same as plain data."""
    return {
        "path": str(report.folder),
        "deep": report.deep,
        "good": report.good,
        "safe": report.safe if report.safe >= 0 else None,
        **{name: getattr(report.manifest, name, None) for name in ("whole", "depth", "boards", "bytes")},
        "damages": [{"depth": one.layer, "file": one.file, "row": one.row, "what": one.what} for one in report.damages],
        "strays": list(report.strays),
        "leftovers": list(report.leftovers),
    }
