"""What a worker notes of the parts that it begins, as its parent sees it."""

import subprocess
import sys
import time

import pytest

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


def test_a_part_in_pieces_has_the_time_of_all_of_them(tmp_path, monkeypatch: pytest.MonkeyPatch):
    now = [100.0]
    monkeypatch.setattr(time, "monotonic", lambda: now[0])
    begun = Begun.create(tmp_path / "begun")

    def spend(number: int, seconds: float) -> None:
        begun.note(number)
        now[0] += seconds

    spend(0, 3)
    spend(1, 50)
    spend(0, 4)
    begun.note(1)
    assert begun.read() == (1, now[0] - 50)
    begun.note(0)
    assert begun.read() == (0, now[0] - 7)
    begun.start()
    begun.note(0)
    assert begun.read() == (0, now[0])
