"""Print the answers to many lines, or write them to a file of JSON lines, which a later call continues.

A line that cannot be answered is reported on standard error with its number; the other lines are answered. The exit
code is then 1.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import typer

from slidefront import units
from slidefront.cli.output import UNFINISHED, check_ending, echo, note, print_json
from slidefront.cli.progress import Progress
from slidefront.errors import SlidefrontError
from slidefront.notation.board_files import BoardLine
from slidefront.report.answers import UNANSWERED, Answer, AnswerFile, Ask, Question, Unanswered, in_order


class Answers:
    """The answers to many lines: written to a file, or printed as lines or as JSON, and then counted by their kinds."""

    def __init__(self, out: Path | None, as_json: bool, *, replace: bool) -> None:
        """Raise an error if the file is not one of answers, before any work."""
        if out is not None:
            check_ending(out, ".jsonl")
            if as_json:
                raise SlidefrontError("the file of answers is JSON: leave one of them out", "out", "json")
        self._out, self._as_json, self._replace = out, as_json, replace

    def print(
        self, question: Question, lines: Sequence[BoardLine], ask: Ask, *, at_once: int = 1, chunk: int = 1
    ) -> Counter[str]:
        """Answer lines in order, several at once, with a status line; after a signal the answers so far are kept."""
        out, number = self._out, units.counted(len(lines), question.what)
        saved = f": the answers so far are in {out}; the same command continues it" if out else ""
        with ExitStack() as stack:
            progress = stack.enter_context(Progress("reading …", saved))
            file = None if out is None else stack.enter_context(AnswerFile(out, question, lines, replace=self._replace))
            answers: dict[int, Answer] = file.answers if file else {}
            before = f", {len(answers):,} of them answered before" if answers else ""
            left = [place for place in range(len(lines)) if place not in answers]
            progress.on_message(f"{len(answers):,} of {number}")

            def part(some: Sequence[BoardLine]) -> Sequence[Answer]:
                progress.check()
                return ask(some, progress)

            places = iter(left)
            for some in in_order([lines[place] for place in left], part, at_once, chunk):
                new = {place: one for one, place in zip(some, places, strict=False)}
                if file is not None:
                    file.write(new)
                answers |= new
                bad = [one for one in some if isinstance(one, Unanswered)]
                plain = not out and not self._as_json
                said = [one.text() for one in some if plain and not isinstance(one, Unanswered)]
                if bad or said:
                    with progress.hidden():
                        for one in bad:
                            echo(f"line {one.line}: {one.error}", sys.stderr)
                        echo("\n".join(said), end="\n" if said else "")
                progress.on_message(f"{len(answers):,} of {number}")
        if self._as_json:
            print_json({**question.data(), "answers": [answers[place] for place in sorted(answers)]})
        self._total = f"{units.counted(len(answers), question.what)}{f' in {out}' if out else ''}{before}"
        self._kinds = Counter(one.kind for one in answers.values())
        return self._kinds

    def end(self, *failing: str, undecided: str = "", **words: str) -> None:
        """Print the totals, with a phrase for each kind.

        The exit code is 1 if any line failed, else UNFINISHED if any line is of the kind `undecided`.
        """
        words[UNANSWERED] = "could not be answered"
        said = [f"{self._kinds[kind]:,} {phrase}" for kind, phrase in words.items() if self._kinds[kind]]
        if (said or self._out) and not self._as_json:
            note("; ".join([self._total, *said]))
        if any(self._kinds[kind] for kind in (UNANSWERED, *failing)):
            raise typer.Exit(1)
        if undecided and self._kinds[undecided]:
            raise typer.Exit(UNFINISHED)
