"""Preloaded by the worker processes of `--dask local:N`: they ignore Ctrl-C, which is for the command.

The command stops after its current tasks, and then ends its workers.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_IGN)
