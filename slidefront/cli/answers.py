"""Print the answers to many lines, or write them to a file of JSON lines, which a later call continues.

A line that cannot be answered is reported on standard error with its number; the other lines are answered. The exit
code is then 1.
"""

import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass

import typer

from slidefront import units
from slidefront.cli.output import Output, echo, note, print_json
from slidefront.cli.progress import Progress
from slidefront.frames.answers import UNANSWERED, Answer, AnswerFile, Ask, Question, Unanswered, in_order
from slidefront.notation.board_files import BoardLine


@dataclass
class Totals:
    """The answers, counted."""

    question: Question
    output: Output
    kinds: Counter[str]
    before: int
    """How many an earlier call has answered."""

    def end(self, *failing: str, **words: str) -> None:
        """Print the totals, with a phrase for each kind; end with exit code 1 if any line failed."""
        words[UNANSWERED] = "could not be answered"
        said = [f"{self.kinds[kind]:,} {phrase}" for kind, phrase in words.items() if self.kinds[kind]]
        where = f" in {self.output.out}" if self.output.out else ""
        before = f", {self.before:,} of them answered before" if self.before else ""
        if (said or where) and not self.output.as_json:
            note("; ".join([units.counted(self.kinds.total(), self.question.what) + where + before, *said]))
        if any(self.kinds[kind] for kind in (UNANSWERED, *failing)):
            raise typer.Exit(1)


def print_answers(
    question: Question, lines: Sequence[BoardLine], ask: Ask, output: Output, *, at_once: int = 1, chunk: int = 1
) -> Totals:
    """Answer lines in order, several at once, with a status line; after a signal the answers so far are kept."""
    out, number = output.out, units.counted(len(lines), question.what)
    saved = f": the answers so far are in {out}; the same command continues it" if out else ""
    with ExitStack() as stack:
        progress = stack.enter_context(Progress("reading …", saved))
        file = None if out is None else stack.enter_context(AnswerFile(out, question, lines))
        answers: dict[int, Answer] = file.answers if file else {}
        before = len(answers)
        left = [place for place in range(len(lines)) if place not in answers]
        progress.on_message(f"{before:,} of {number}")

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
            said = [] if out or output.as_json else [one.text() for one in some if not isinstance(one, Unanswered)]
            if bad or said:
                with progress.hidden():
                    for one in bad:
                        echo(f"line {one.line}: {one.error}", sys.stderr)
                    echo("\n".join(said), end="\n" if said else "")
            progress.on_message(f"{len(answers):,} of {number}")
    if output.as_json:
        print_json({**question.data(), "answers": [answers[place] for place in sorted(answers)]})
    return Totals(question, output, Counter(one.kind for one in answers.values()), before)
