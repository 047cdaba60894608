"""Whether other processes have ended, as ``/proc`` tells."""

import time
from pathlib import Path


def alive(pid):
    """Tell whether a process runs; one that has ended and is not waited for yet does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def gone(pid, seconds=5):
    """Tell whether a process has ended, or ends within some seconds."""
    end = time.monotonic() + seconds
    while alive(pid) and time.monotonic() < end:
        time.sleep(0.01)
    return not alive(pid)
