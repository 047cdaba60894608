"""Processes that are started without standard streams, or that have closed them."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

NOTHING = "/dev/null"
OPENED = """
import json, os, sys
from pathlib import Path
from twbench.system.streams import open_closed_streams

out = Path(sys.argv[1])
{before}
open_closed_streams()
print("\\udcff", file=sys.stderr, flush=True)
print("told", flush=True)
told = [os.readlink(f"/proc/self/fd/{{number}}") for number in range(3)]
inherited = [os.get_inheritable(number) for number in range(3)]
out.write_text(json.dumps([told, inherited, sys.stdin.read()]))
"""


def opened(folder: Path, closed: str, before: str = "") -> list[Any]:
    """Let a process open its streams; return what their numbers are, and what is read."""
    code = OPENED.format(before=before)
    command = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-c", code]
    done = subprocess.run(
        [*command, str(folder / "told")], input="typed", capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    told, inherited, typed = json.loads((folder / "told").read_text())
    assert all(inherits for name, inherits in zip(told, inherited, strict=True) if name == NOTHING)
    return [["pipe" if ":" in name else name for name in told], typed, done.stdout]


@pytest.mark.parametrize(
    ("closed", "told", "typed", "printed"),
    [
        ("", ["pipe"] * 3, "typed", "told\n"),
        ("<&-", [NOTHING, "pipe", "pipe"], "", "told\n"),
        (">&-", ["pipe", NOTHING, "pipe"], "typed", ""),
        ("<&- 2>&-", [NOTHING, "pipe", NOTHING], "", "told\n"),
        ("<&- >&- 2>&-", [NOTHING] * 3, "", ""),
    ],
)
def test_what_was_closed_holds_nothing(
    tmp_path: Path, closed: str, told: list[str], typed: str, printed: str
) -> None:
    assert opened(tmp_path, closed) == [told, typed, printed]


def test_a_file_that_has_the_number_of_a_stream_is_not_written_to(tmp_path: Path) -> None:
    file = tmp_path / "file"
    told, typed, _ = opened(tmp_path, ">&-", f"mine = open({str(file)!r}, 'w')")
    assert (told, typed) == (["pipe", str(file), "pipe"], "typed")
    assert file.read_text() == ""


def test_streams_that_the_process_itself_has_closed(tmp_path: Path) -> None:
    told, *rest = opened(tmp_path, "", "for number in range(3): os.close(number)")
    assert (told, rest) == ([NOTHING] * 3, ["", ""])


@pytest.mark.parametrize("instead", ["None", "open(os.devnull, 'w'); sys.stdout.close()"])
def test_a_program_that_prints_nowhere_can_write_files(tmp_path: Path, instead: str) -> None:
    file = tmp_path / "file"
    file.write_text("before")
    code = f"""
import os, sys
from pathlib import Path
from twbench.system.files import write_where_asked
sys.stdout = {instead}
write_where_asked(Path({str(file)!r}), "after")
"""
    subprocess.run([sys.executable, "-c", code], check=True)
    assert file.read_text() == "after"
