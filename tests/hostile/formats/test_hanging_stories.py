"""Verifying a dataset with stories that hang their interpreter or end it."""

import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import pytest
from forging import forge

from twbench.dataset.building.imports import import_dataset, parse_settings
from twbench.dataset.files.load import load_dataset
from twbench.dataset.verifying.check_work import GameCheck
from twbench.dataset.verifying.verify import verify_dataset
from twbench.hashing import sha256_hex

ROOT = Path(__file__).resolve().parents[3]
RUN = """
import signal, sys
from twbench.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
sys.exit(main())
"""
SIZE = 0x800
QUIT, JUMP_TO_ITSELF = b"\xba", b"\x8c\xff\xff"
NO_WORDS, WORDS_BEYOND_THE_FILE = b"\x00\x06\x00\x00", b"\x00\xff\x7f\xff"


def story(code: bytes, dictionary: bytes = NO_WORDS, serial: bytes = b"000001") -> bytes:
    """Return a story of version 5 that passes for a sound one."""
    data = bytearray(SIZE)
    data[0] = 5
    addresses = {0x04: 0x500, 0x06: 0x500, 0x08: 0x400, 0x0A: 0x40, 0x0C: 0x200, 0x0E: 0x400}
    for at, value in (addresses | {0x1A: SIZE // 4}).items():
        data[at : at + 2] = value.to_bytes(2, "big")
    data[0x12:0x18] = serial
    data[0x400 : 0x400 + len(dictionary)] = dictionary
    data[0x500 : 0x500 + len(code)] = code
    return bytes(data)


@pytest.fixture
def hanging(tmp_path):
    """A dataset of three stories, of which the first hangs and the second ends its process."""
    folder = tmp_path / "stories"
    folder.mkdir()
    for number in range(3):
        (folder / f"{number}.z5").write_bytes(story(QUIT, serial=b"00000%d" % number))
    out = tmp_path / "out"
    import_dataset([folder], parse_settings("odd", "test"), out, n_jobs=1, progress=False)

    def change(rows):
        for row, content in zip(
            rows, (story(JUMP_TO_ITSELF), story(QUIT, WORDS_BEYOND_THE_FILE)), strict=False
        ):
            (out / row["story"]).write_bytes(content)
            row["story_sha256"] = sha256_hex(content)

    forge(out, manifest=change)
    return out


@pytest.mark.slow
@pytest.mark.parametrize("n_jobs", [1, 2])
def test_stories_that_hang_or_kill_are_found_and_the_others_checked(hanging, monkeypatch, n_jobs):
    monkeypatch.setattr("twbench.dataset.verifying.verify.GameCheck", partial(GameCheck, limit=3.0))
    names = [row["story"] for row in load_dataset(hanging)["test"].manifest()]
    result = verify_dataset(hanging, n_jobs=n_jobs, progress=False)
    assert [str(p) for p in result.problems if p.path in names] == [
        f"{names[0]}: its story does not answer: stopped after 3 s",
        f"{names[1]}: its story ends the process that plays it",
    ]
    assert result.games == 3


@pytest.mark.slow
def test_control_c_ends_verify_at_once_and_in_one_line(hanging, tmp_path):
    with subprocess.Popen(
        [sys.executable, "-c", RUN, "verify", "-q", str(hanging), "--n-jobs", "2"],
        env={**os.environ, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as process:
        try:
            # Workers at work have a folder for the story they look at.
            while not list(tmp_path.glob("twbench-*/*/twbench-*/*")):
                assert process.poll() is None
                time.sleep(0.01)
            time.sleep(0.2)
            os.killpg(process.pid, signal.SIGINT)
            out, err = process.communicate(timeout=40)  # a story that hangs is waited for longer
        finally:
            process.kill()
    assert (process.returncode, out) == (130, "")
    assert err == "twbench: Interrupted. What was finished is kept.\n"
