"""Print the answers to many lines, or write them to a file: JSON lines that a later call continues, or a plain list.

A line that cannot be answered is reported with its number; the other lines are answered. The exit code is then 1.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

import typer

from slidefront import units
from slidefront.cli.output import check_ending, check_new_file, echo, note, print_json
from slidefront.cli.progress import Progress
from slidefront.files import open_lines
from slidefront.frames.answers import UNANSWERED, Answer, AnswerFile, Ask, Question, Unanswered, in_order
from slidefront.notation.board_files import BoardLine
from slidefront.notation.load import heading

CONTINUED = ".jsonl"


@dataclass(frozen=True)
class Output:
    """Where answers go: to a file, or to standard output as lines or as JSON."""

    out: Path | None = None
    as_json: bool = False

    @property
    def is_continued(self) -> bool:
        """Whether the file is JSON lines, which a later call continues."""
        return self.out is not None and self.out.suffix == CONTINUED

    def __post_init__(self) -> None:
        """Refuse a file that cannot be written, before any work."""
        if self.out is None:
            return
        check_ending(self.out, ".txt", CONTINUED)
        if self.as_json:
            raise typer.BadParameter("it prints JSON: write to a file that ends in .jsonl instead", param_hint="--json")
        if not self.is_continued:
            check_new_file(self.out)


@dataclass
class Totals:
    """The answers, counted."""

    question: Question
    output: Output
    kinds: Counter[str]
    before: int
    """How many an earlier call has answered."""

    @property
    def bad(self) -> int:
        """How many could not be answered."""
        return self.kinds[UNANSWERED]

    def text(self) -> str:
        """Say how many lines there are, where their answers are, and how many were answered before."""
        where = f" in {self.output.out}" if self.output.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        return units.counted(self.kinds.total(), self.question.what) + where + before

    def end(self, *failing: str, **words: str) -> None:
        """Print the totals, with a phrase for each kind; end with exit code 1 if any line failed."""
        words[UNANSWERED] = "could not be answered"
        said = [f"{self.kinds[kind]:,} {phrase}" for kind, phrase in words.items() if self.kinds[kind]]
        if said or self.output.out:
            note("; ".join([self.text(), *said]))
        if any(self.kinds[kind] for kind in (UNANSWERED, *failing)):
            raise typer.Exit(1)


def print_answers(
    question: Question, lines: Sequence[BoardLine], ask: Ask, output: Output, *, at_once: int = 1, chunk: int = 1
) -> Totals:
    """Answer lines in order, several at once, with a status line; after a signal the answers so far are kept."""
    out, number = output.out, units.counted(len(lines), question.what)
    saved = f": the answers so far are in {out}" if out else ""
    saved += "; the same command continues it" if output.is_continued else ""
    with ExitStack() as stack:
        progress = stack.enter_context(Progress("reading …", saved))
        answers: dict[int, Answer] = {}
        file = stream = None
        if out is not None and output.is_continued:
            file = stack.enter_context(AnswerFile(out, question, lines))
            answers = file.answers
        elif out is not None:
            stream = stack.enter_context(open_lines(out))
            if question.puzzle:
                print(heading(question.puzzle, question.options.get("format")), file=stream)
        before = len(answers)
        left = [place for place in range(len(lines)) if place not in answers]
        progress.on_message(f"{before:,} of {number}")

        def part(some: Sequence[BoardLine]) -> Sequence[Answer]:
            progress.check()
            return ask(some, progress)

        places = iter(left)
        for some in in_order([lines[place] for place in left], part, at_once, chunk):
            _print(some, output, stream, progress)
            new = {place: one for one, place in zip(some, places, strict=False)}
            if file is not None:
                file.write(new)
            else:
                answers |= new
            progress.on_message(f"{len(answers):,} of {number}")
    if output.as_json:
        print_json({**question.data(), "answers": [answers[place] for place in sorted(answers)]})
    return Totals(question, output, Counter(one.kind for one in answers.values()), before)


def _print(answers: Sequence[Answer], output: Output, stream: TextIO | None, progress: Progress) -> None:
    """Print answers as lines, to a file or on standard output, and say on standard error which lines have none."""
    are_lines = not output.as_json and not output.is_continued
    text = "\n".join(one.text() for one in answers) if are_lines else ""
    is_on_terminal = are_lines and stream is None and sys.stdout.isatty()
    bad = [] if is_on_terminal else [one for one in answers if isinstance(one, Unanswered)]
    with progress.hidden() if bad or is_on_terminal else nullcontext():
        for one in bad:
            echo(f"line {one.line}: {one.error}", sys.stderr)
        if are_lines and stream is None:
            echo(text)
    if stream is not None:
        print(text, file=stream, flush=True)
