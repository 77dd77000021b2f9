"""Print the answers to many lines, or write them to a file of answers, with a status line while they are computed.

A line that cannot be answered is reported on standard error with its number, and the exit code is then 1.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

import typer

from slidefront import units
from slidefront.cli.options import AnswerFields
from slidefront.cli.output import UNFINISHED, check_ending, echo, note, print_json
from slidefront.cli.progress import Progress, logged
from slidefront.errors import SlidefrontError
from slidefront.notation.board_files import BoardLine
from slidefront.report.answers import UNANSWERED, Answer, AnswerFile, Ask, Question, Unanswered, answer_lines


class Answers:
    """The answers to many lines, printed as text or JSON or written to a file, and counted by their kinds."""

    def __init__(self, to: AnswerFields, log: Path | None = None) -> None:
        """Raise an error before any work if `to.out` cannot be a file of answers."""
        if to.out is not None:
            check_ending(to.out, ".jsonl")
            if to.as_json:
                raise SlidefrontError("answers are printed as JSON or written to a file: choose one", "out", "json")
        self._to, self._log = to, log

    def print(
        self, question: Question, lines: Sequence[BoardLine], ask: Ask, *, at_once: int = 1, chunk: int = 1
    ) -> Counter[str]:
        """Answer lines in order, and count the answers by kind; a signal ends the work but keeps the answers so far."""
        out, number = self._to.out, units.counted(len(lines), question.what)
        saved = f": the answers so far are in {out}; the same command continues it" if out else ""
        with ExitStack() as stack:
            progress = Progress("reading …", saved)
            watcher = stack.enter_context(logged(progress, self._log))
            file = (
                None if out is None else stack.enter_context(AnswerFile(out, question, lines, replace=self._to.replace))
            )
            answers: dict[int, Answer] = {**file.answers} if file else {}
            before = f", {len(answers):,} of them answered before" if answers else ""
            watcher.on_message(f"{len(answers):,} of {number}")
            for new in answer_lines(lines, ask, file, at_once=at_once, chunk=chunk, watcher=watcher):
                answers |= new
                self._print_part([*new.values()], progress)
                watcher.on_message(f"{len(answers):,} of {number}")
        if self._to.as_json:
            print_json({**question.data(), "answers": [answers[place] for place in sorted(answers)]})
        self._total = f"{units.counted(len(answers), question.what)}{f' in {out}' if out else ''}{before}"
        self._kinds = Counter(answer.kind for answer in answers.values())
        return self._kinds

    def _print_part(self, answers: Sequence[Answer], progress: Progress) -> None:
        errors = [f"line {answer.line}: {answer.error}" for answer in answers if isinstance(answer, Unanswered)]
        is_printed = self._to.out is None and not self._to.as_json
        texts = [answer.text() for answer in answers if is_printed and not isinstance(answer, Unanswered)]
        if errors or texts:
            with progress.hidden():
                for error in errors:
                    echo(error, sys.stderr)
                echo("\n".join(texts), end="\n" if texts else "")

    def end(self, *failing: str, undecided: str = "", **phrases: str) -> None:
        """Print the totals, with a phrase for each kind.

        The exit code is 1 if any line failed, else UNFINISHED if any line is of the kind `undecided`.
        """
        phrases[UNANSWERED] = "could not be answered"
        totals = [f"{self._kinds[kind]:,} {phrase}" for kind, phrase in phrases.items() if self._kinds[kind]]
        if (totals or self._to.out) and not self._to.as_json:
            note("; ".join([self._total, *totals]))
        if any(self._kinds[kind] for kind in (UNANSWERED, *failing)):
            raise typer.Exit(1)
        if undecided and self._kinds[undecided]:
            raise typer.Exit(UNFINISHED)
