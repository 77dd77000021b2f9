"""Loaded by worker processes that a command has started: Ctrl-C reaches them too, and is for the command alone.

The command stops after its current tasks, and then ends its workers.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
