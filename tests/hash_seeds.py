"""Whether a script prints the same in processes that hash texts differently."""

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path


def printed(script: str, seeds: Sequence[str] = ("0", "1", "2")) -> set[str]:
    """Return what a script prints in a process for each hash seed: one text if it is the same.

    The modules that stand beside this one are at hand in it.
    """
    path = filter(None, [str(Path(__file__).parent), os.environ.get("PYTHONPATH")])
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path)}
    return {
        subprocess.run(
            [sys.executable, "-c", script],
            env={**environment, "PYTHONHASHSEED": seed},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in seeds
    }
