"""Ctrl-C and SIGTERM as a wish to stop: the work in hand is finished, what is finished is committed."""

import signal
from types import FrameType, TracebackType


class Stopper:
    """Notes the first signal; a second one stops at once."""

    def __init__(self) -> None:
        self.signal: int | None = None
        self._before: dict[int, object] = {}

    def __enter__(self) -> "Stopper":
        for number in (signal.SIGINT, signal.SIGTERM):
            self._before[number] = signal.signal(number, self._note)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)  # type: ignore[arg-type]

    def __call__(self) -> bool:
        """Tell whether to stop."""
        return self.signal is not None

    @property
    def exit_code(self) -> int:
        """The code that says which signal ended the work: 130 or 143."""
        return 128 + (self.signal or signal.SIGINT)

    def _note(self, number: int, _frame: FrameType | None) -> None:
        if self.signal is not None:
            raise KeyboardInterrupt
        self.signal = number
