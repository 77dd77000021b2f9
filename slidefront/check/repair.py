"""Repair a run: remove everything after its last good layer. `expand` computes it again."""

from contextlib import suppress

from slidefront.check.files import Report
from slidefront.errors import RunError
from slidefront.store.manifest import NAME, Manifest
from slidefront.store.writer import RunWriter, remove


def repairable(report: Report) -> Manifest:
    """Return the manifest of a run that can be repaired; refuse one whose manifest itself is damaged."""
    if report.manifest is None or report.doubtful:
        raise RunError(
            f"{report.folder / NAME} is damaged, so no layer is known to be good: restore it from a copy, or "
            f"expand again into another folder with --out"
        )
    return report.manifest


def repair(report: Report) -> Manifest:
    """Keep the layers that a report calls safe, remove everything else, and return the manifest of what is left."""
    manifest = repairable(report)
    try:
        with RunWriter(report.folder, manifest) as writer:
            if writer.manifest != manifest:
                raise RunError(f"{report.folder} has changed since it was verified: do it again")
            if report.damages:
                writer.drop_back(report.safe)
            for stray in report.strays:
                with suppress(FileNotFoundError):
                    remove(report.folder / stray)
            return writer.manifest
    except OSError as error:
        raise RunError(f"cannot repair {report.folder}: {error.strerror}; run the same command again") from None
