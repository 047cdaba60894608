import os
import subprocess
import sys
import webbrowser
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUN = "import sys; from twbench.cli import main; sys.exit(main())"


def start(*arguments: str, cwd: Path, **environment: str) -> "subprocess.Popen[str]":
    """Start the command line in a process of its own, in a group of its own."""
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.Popen(
        [sys.executable, "-c", RUN, *arguments],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": path, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )


@pytest.fixture
def twbench_process(tmp_path):
    """Start ``twbench`` in the test's folder."""

    def run(*arguments: str, **environment: str) -> "subprocess.Popen[str]":
        return start(*arguments, cwd=tmp_path, **environment)

    return run


@pytest.fixture
def cli(tmp_path, monkeypatch, capsys):
    """Run ``twbench`` in this process and the test's folder: exit code, output, errors."""
    from twbench.cli import main

    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> tuple[int, str, str]:
        code = main(arguments)
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run


@pytest.fixture(scope="session")
def small_dataset(tmp_path_factory):
    """A dataset of nine real games, built once; not to be changed."""
    from twbench.cli import main

    out = tmp_path_factory.mktemp("datasets") / "small"
    assert main(["build", *SMALL, "compute=serial", f"out={out}"]) == 0
    return out


SMALL = (
    "dataset=coin_collector",
    "dataset.name=small",
    "dataset.splits={train: 5, valid: 2, test: 2}",
    "challenge.level={stratified: [3, 5, 104, 203]}",
)


@pytest.fixture(scope="session")
def small():
    """The settings of `small_dataset`."""
    return SMALL


@pytest.fixture
def opened(monkeypatch):
    """The addresses that the browser was told to open."""
    addresses = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses
