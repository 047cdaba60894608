"""A system that refuses: memory, threads and the right to read. What is lacking is told as that."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pyarrow as pa
import pytest

from twbench.cli import main
from twbench.cli.configurations import conf_directory
from twbench.dataset.files import schema
from twbench.errors import DatasetError

ROOT = Path(__file__).resolve().parents[3]
WITHOUT_POWERS = ("setpriv", "--bounding-set=-dac_override,-dac_read_search", "--inh-caps=-all")
"""Before a command of root's: files may then be closed to it, as to everybody else."""


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Path:
    path = tmp_path_factory.mktemp("tables") / "some.parquet"
    rows = pa.table({"x": [1, 2]})
    schema.write_parquet(path, rows.schema, [rows], 10)
    return path


def can_do_without_powers() -> bool:
    if shutil.which(WITHOUT_POWERS[0]) is None:
        return False
    return not subprocess.run([*WITHOUT_POWERS, "true"], check=False).returncode


def forbidden(*line: str, cwd: Path) -> tuple[int, str]:
    """Run ``twbench`` without root's powers; return the exit code, and what it complains of."""
    powers = WITHOUT_POWERS if os.geteuid() == 0 else ()
    if powers and not can_do_without_powers():
        pytest.skip("root cannot do without its powers here")
    command = [*powers, sys.executable, "-m", "twbench", *line]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        command, cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("closed", ["mine", "mine/dataset", "mine/dataset/own.yaml"])
def test_a_closed_folder_of_configurations_is_not_passed_over(closed, tmp_path):
    (tmp_path / "mine/dataset").mkdir(parents=True)
    shutil.copy(conf_directory() / "dataset/simple.yaml", tmp_path / "mine/dataset/own.yaml")
    (tmp_path / closed).chmod(0)
    line = ("build", "dataset=simple", "--config-dir=mine", "--cfg=job")
    assert forbidden(*line, cwd=tmp_path) == (
        2,
        f"twbench: {closed} cannot be read: Permission denied.\n",
    )
    (tmp_path / closed).chmod(0o700)


@pytest.mark.parametrize(
    ("option", "told"),
    [
        ("--config-dir=", "--config-dir needs the name of a folder."),
        ("--config-dir=file", "--config-dir: there is no folder file."),
        ("--config-dir=mine", "mine/dataset/own.yaml cannot be read: Is a directory."),
    ],
)
def test_what_is_no_folder_of_configurations_is_not_passed_over(
    option, told, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "file").touch()
    (tmp_path / "mine/dataset/own.yaml").mkdir(parents=True)
    assert main(["build", "dataset=simple", option, "--cfg=job"]) == 2
    assert capsys.readouterr() == ("", f"twbench: {told}\n")


@pytest.mark.parametrize(
    ("problem", "told"),
    [
        (PermissionError(13, "x"), "cannot be read: Permission denied."),
        (OSError(5, "x"), "cannot be read: Input/output error."),
        (MemoryError(), "cannot be read: it takes more than 2 GiB of memory, or than there is."),
        (
            pa.ArrowException("Unknown error: Failed to launch worker thread: Resource"),
            "cannot be read: the system begins no more threads.",
        ),
        (pa.ArrowInvalid("x"), "is damaged: it is no table that can be read."),
    ],
    ids=lambda value: type(value).__name__,
)
def test_a_table_that_may_be_sound_is_not_called_damaged(table, problem, told, monkeypatch):
    def fails(*_: object, **__: object) -> None:
        raise problem

    monkeypatch.setattr(schema.pq.ParquetFile, "read", fails)
    with pytest.raises(DatasetError) as caught:
        schema.read_table(table)
    assert str(caught.value) == f"{table} {told}"


def test_a_closed_manifest_is_not_called_damaged(dataset):
    manifest = next(dataset.glob("data/test-*.parquet"))
    manifest.chmod(0)
    assert forbidden("info", ".", cwd=dataset) == (
        1,
        f"twbench: {manifest.relative_to(dataset)} cannot be read: Permission denied.\n",
    )


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (MemoryError(), "There is not enough memory. What was finished is kept."),
        (
            ImportError("libx.so: failed to map segment from shared object", path="/x/y.so"),
            "A library cannot be loaded: libx.so: failed to map segment from shared object.",
        ),
    ],
)
def test_too_little_memory_is_told_in_a_sentence(error, told, monkeypatch, capsys):
    def fails(*_: object) -> int:
        raise error

    monkeypatch.setattr(sys.modules["twbench.cli.main"], "_dispatch", fails)
    assert main(["info", "x"]) == 1
    assert capsys.readouterr() == ("", f"twbench: {told}\n")


def test_an_import_that_fails_for_another_reason_is_no_library(monkeypatch):
    def fails(*_: object) -> int:
        raise ImportError("cannot import name 'x'", path="/x/y.py")

    monkeypatch.setattr(sys.modules["twbench.cli.main"], "_dispatch", fails)
    with pytest.raises(ImportError, match="cannot import name"):
        main(["info", "x"])
