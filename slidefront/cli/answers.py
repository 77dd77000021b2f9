"""Print the answers to many lines, or write them to a file: JSON lines that a later call continues, or a plain list.

A line that cannot be answered is reported with its number; the other lines are answered. The exit code is then 1.
"""

import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TextIO

import typer

from slidefront import units
from slidefront.cli.output import check_ending, check_new_file, echo, note, print_json
from slidefront.cli.progress import LineProgress
from slidefront.draw.routes import remark
from slidefront.files import open_lines
from slidefront.frames.answers import Answer, AnswerFile, Ask, Found, Question, answers
from slidefront.notation.board_files import BoardLine
from slidefront.notation.load import heading
from slidefront.watch import Round, Threshold

CONTINUED = ".jsonl"


@dataclass(frozen=True)
class Output:
    """Where answers go, and how they look."""

    line: Callable[[Answer], str] | None
    """Writes an answer for people; None if all are printed as a table afterwards."""
    out: Path | None = None
    as_json: bool = False

    @property
    def is_continued(self) -> bool:
        """Whether the file is JSON lines, which a later call continues."""
        return self.out is not None and self.out.suffix == CONTINUED

    @property
    def is_on_terminal(self) -> bool:
        """Whether each answer is printed on a terminal."""
        return self.line is not None and self.out is None and not self.as_json and sys.stdout.isatty()

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

    what: str
    lines: int
    out: Path | None
    before: int = 0
    """How many an earlier call has answered."""
    bad: int = 0
    """How many could not be answered."""
    kinds: Counter[str] = field(default_factory=Counter)
    answers: list[Answer] = field(default_factory=list)
    """The answers themselves, if they are printed at the end."""

    def text(self) -> str:
        """Say how many lines there are, where their answers are, and how many were answered before."""
        where = f" in {self.out}" if self.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        return units.counted(self.lines, self.what) + where + before

    def end(self, words: Mapping[str, str], *failing: str) -> None:
        """Print the totals, with a phrase for each kind; end with exit code 1 if any line failed."""
        said = [f"{self.kinds[kind]:,} {phrase}" for kind, phrase in words.items() if self.kinds[kind]]
        said += [f"{self.bad:,} could not be answered"] if self.bad else []
        if said or self.out:
            note("; ".join([self.text(), *said]))
        if self.bad or any(self.kinds[kind] for kind in failing):
            raise typer.Exit(1)


def print_answers(
    question: Question,
    lines: Sequence[BoardLine],
    ask: Ask,
    output: Output,
    *,
    kind: Callable[[Mapping[str, Any]], str] = lambda _: "",
    at_once: int = 1,
    chunk: int = 1,
) -> Totals:
    """Answer lines in order, several at once, with a status line; after a signal the answers so far are kept."""
    totals = Totals(question.about, len(lines), output.out)
    number = units.counted(len(lines), question.about)
    with ExitStack() as stack:
        progress = stack.enter_context(_AnswersProgress(output))
        writer: _Lines | AnswerFile = _Lines(stack, question, output)
        if output.is_continued and output.out is not None:
            writer = stack.enter_context(AnswerFile(output.out, question, lines))
        stack.callback(writer.finish)
        totals.before = len(writer.kept)
        totals.kinds.update(kind(answer.data) for answer in writer.kept.values())
        left = [place for place in range(len(lines)) if place not in writer.kept]
        progress.show(f"{totals.before:,} of {number}")

        def part(some: Sequence[BoardLine]) -> Found:
            progress.check()
            return ask(some, progress)

        found = answers([lines[place] for place in left], part, at_once, chunk)
        for done, (place, answer) in enumerate(zip(left, found, strict=True), totals.before + 1):
            if answer.error:
                totals.bad += 1
            else:
                totals.kinds[kind(answer.data)] += 1
            with progress.hidden() if answer.error or output.is_on_terminal else nullcontext():
                if answer.error and not output.is_on_terminal:  # where it would stand twice
                    echo(f"line {answer.line}: {answer.error}", sys.stderr)
                writer.write(place, answer)
            if output.as_json or output.line is None:
                totals.answers.append(answer)
            progress.show(f"{done:,} of {number}")
    if output.as_json:
        print_json({**question.data(), "answers": [question.record(one) for one in totals.answers]})
    return totals


class _AnswersProgress(LineProgress):
    """Shows the round of a search beside the number of lines that are done."""

    def __init__(self, output: Output) -> None:
        kept = f": the answers so far are in {output.out}" if output.out else ""
        again = "; the same command continues it" if output.is_continued else ""
        super().__init__("reading …", f"{kept}{again}")
        self._done = ""

    def show(self, done: str) -> None:
        """Show how many are done."""
        self._done = done
        self.on_message(done)

    def on_round(self, round_: Round | Threshold) -> None:
        """Show a round."""
        self.on_message(f"{self._done}{self._done and '; '}{round_}")


class _Lines:
    """Answers as lines on standard output or in a new file; as JSON, or for a table, they are printed at the end."""

    def __init__(self, stack: ExitStack, question: Question, output: Output) -> None:
        self.kept: dict[int, Answer] = {}
        self._output = output
        self._file: TextIO | None = None
        if output.out is not None and not output.is_continued:
            self._file = stack.enter_context(open_lines(output.out))
            self._print((question.puzzle and heading(question.puzzle, question.options.get("format"))) or "")

    def write(self, _place: int, answer: Answer) -> None:
        """Print an answer."""
        if self._output.line is not None and not self._output.as_json:
            self._print(remark(answer) if answer.error else self._output.line(answer))

    def finish(self) -> None:
        """Nothing is left to write."""

    def _print(self, text: str) -> None:
        if self._file is None:
            echo(text)
        elif text:
            print(text, file=self._file, flush=True)
