"""What a worker notes of the parts that it begins, as its parent sees it."""

import subprocess
import sys
import time

from twbench.dataset.workers.begun import Begun

CODE = """
import sys
from pathlib import Path
from twbench.dataset.workers.begun import Begun
Begun(Path(sys.argv[1])).note(3)
"""


def test_another_process_sees_what_is_begun_and_since_when(tmp_path):
    path = tmp_path / "begun"
    ours = Begun.create(path)
    assert ours.read() is None
    before = time.monotonic()
    subprocess.run([sys.executable, "-c", CODE, str(path)], check=True)
    number, since = ours.read()
    assert number == 3
    assert before <= since <= time.monotonic()
    ours.clear()
    assert ours.read() is None
    ours.close()
