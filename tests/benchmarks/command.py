"""Run the real command, and measure it from the start of the process to its end."""

import json
import re
import subprocess
import sys
import time
from typing import Any

# A child's own high-water mark: what the system tells its parent would begin with the memory of the parent.
COMMAND = """
import sys
from pathlib import Path
from slidefront.cli import main
try:
    main()
finally:
    status = Path("/proc/self/status")
    sys.stderr.write(status.read_text() if status.exists() else "")
"""


def measured(words: list[str]) -> tuple[float, int, dict[str, Any]]:
    """Give a command's seconds, its peak memory in MiB (0 where the system does not tell), and its JSON."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", COMMAND, *words], capture_output=True, text=True, check=True)
    seconds = time.perf_counter() - began
    peak = re.search(r"VmHWM:\s+(\d+)", done.stderr)
    return seconds, int(peak[1]) // 1024 if peak else 0, json.loads(done.stdout)
