import os
import subprocess
import sys
from pathlib import Path

import pytest

CODE = """
from pathlib import Path
from twbench.system.memory import keep_memory
keep_memory({kept})
b"a" * 2**24
print(int(Path("/proc/self/statm").read_text().split()[0]))
"""


def pages(kept: int, **variables: str) -> int:
    inherited = {name: value for name, value in os.environ.items() if "MALLOC" not in name}
    done = subprocess.run(
        [sys.executable, "-c", CODE.format(kept=kept)],
        env=inherited | variables,
        capture_output=True,
        text=True,
        check=True,
    )
    return int(done.stdout)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="it is asked of Linux")
def test_memory_is_kept_unless_the_user_says_otherwise() -> None:
    kept = pages(2**25)
    given_back = pages(2**25, MALLOC_TRIM_THRESHOLD_="65536", MALLOC_MMAP_THRESHOLD_="65536")
    assert (kept - given_back) * os.sysconf("SC_PAGE_SIZE") > 2**23
