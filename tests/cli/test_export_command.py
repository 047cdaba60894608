"""twbench export: what is written, and when nothing is."""

import csv
import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from twbench.dataset import load_dataset
from twbench.dataset.exporting.exporters import EXPORTERS, Exporter, export_dataset
from twbench.errors import ConfigError


@pytest.fixture
def export(small_dataset, tmp_path):
    """Let a function export `small_dataset` to the file out."""

    def run(does, **options):
        exporter = Exporter("mine", "Mine.", does)
        out = tmp_path / "out"
        export_dataset(exporter, load_dataset(small_dataset), ["train"], out, **options)
        return out

    return run


def test_jsonl_has_a_line_for_each_game(cli, small_dataset, tmp_path):
    code, out, _ = cli("export", "jsonl", str(small_dataset), "--output", "deep/small.jsonl")
    assert (code, out) == (0, "deep/small.jsonl: 9 games of train, valid, test\n")
    lines = (tmp_path / "deep/small.jsonl").read_text().splitlines()
    rows = [row for split in load_dataset(small_dataset).values() for row in split.manifest()]
    for line, row in zip(lines, rows, strict=True):
        game = json.loads(line)
        assert game["params"] == json.loads(row["params"])
        assert game["walkthrough"] == row["walkthrough"]
        assert game["vocab"] == row["vocab"]
        assert game["story"] == row["story"]
        assert list(game) == list(row)


def test_csv_has_a_line_for_each_game(cli, small_dataset, tmp_path):
    line = ("export", "csv", str(small_dataset), "--split", "test", "--output", "test.csv")
    assert cli(*line)[:2] == (0, "test.csv: 2 games of test\n")
    with (tmp_path / "test.csv").open(newline="") as file:
        lines = list(csv.DictReader(file))
    rows = load_dataset(small_dataset)["test"].manifest()
    for read, row in zip(lines, rows, strict=True):
        assert read["walkthrough"].split(" > ") == row["walkthrough"]
        assert read["entities"].split("; ") == [entity["name"] for entity in row["entities"]]
        assert json.loads(read["params"]) == json.loads(row["params"])


def test_the_same_is_written_again(cli, small_dataset, tmp_path):
    line = ("export", "jsonl", str(small_dataset), "--output")
    assert cli(*line, "a.jsonl")[0] == cli(*line, "b.jsonl", "-q")[0] == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["jsonn", "--output", "x"], "no exporter 'jsonn'; known are csv, jsonl. Did you mean"),
        (["jsonl", "--output", "x", "--split", "tset"], "no split 'tset'"),
        (["jsonl", "--output", "folder"], "folder is a folder that exists already"),
        (["jsonl", "--output", "file"], "file exists already; -f replaces it"),
        (["jsonl", "--output", "x", "--module", "no.py"], "there is none at no.py"),
    ],
)
def test_what_cannot_be_done_is_told_and_nothing_written(
    cli, small_dataset, tmp_path, arguments, message
):
    (tmp_path / "folder").mkdir()
    (tmp_path / "file").write_text("mine")
    name, *rest = arguments
    code, _, err = cli("export", name, str(small_dataset), *rest)
    assert code != 0
    assert message in err
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == "mine"


def test_a_file_is_replaced_if_it_is_asked_for(export, tmp_path):
    (tmp_path / "out").write_text("old")
    assert (
        export(lambda dataset, splits, out: out.write_text("new"), force=True).read_text() == "new"
    )
    with pytest.raises(ConfigError, match="makes a folder"):
        export(lambda dataset, splits, out: out.mkdir(), force=True)
    assert (tmp_path / "out").read_text() == "new"


def test_an_exporter_that_fails_leaves_nothing(export, tmp_path):
    def half(dataset, splits, out):
        out.write_text("half")
        raise KeyError("row")

    with pytest.raises(ConfigError, match="The exporter mine has failed: KeyError: 'row'"):
        export(half)
    with pytest.raises(ConfigError, match="The exporter mine has written nothing"):
        export(lambda dataset, splits, out: None)
    assert list(tmp_path.iterdir()) == []


def test_every_exporter_that_ships_exports(small_dataset, tmp_path):
    dataset = load_dataset(small_dataset)
    assert EXPORTERS.shipped == {"csv", "jsonl"}
    for name in EXPORTERS.shipped:
        export_dataset(EXPORTERS.get(name), dataset, list(dataset), tmp_path / name)
        assert (tmp_path / name).stat().st_size


def test_a_link_stays_and_leads_to_what_is_written(cli, small_dataset, tmp_path):
    (tmp_path / "deep").mkdir()
    (tmp_path / "real").write_text("old")
    (tmp_path / "deep/link").symlink_to("../real")
    line = ("export", "jsonl", str(small_dataset), "--output", "deep/link")
    assert cli(*line)[:2] == (2, "")
    assert cli(*line, "-f")[0] == 0
    assert (tmp_path / "deep/link").is_symlink()
    assert len((tmp_path / "real").read_text().splitlines()) == 9
    (tmp_path / "gone").symlink_to("nowhere")
    assert cli(*line[:-1], "gone") == (2, "", "twbench: gone exists already; -f replaces it.\n")
    (tmp_path / "loop").symlink_to("loop")
    code, _, err = cli(*line[:-1], "loop", "-f")
    assert (code, err) == (1, "twbench: loop: Too many levels of symbolic links.\n")


def test_a_pipe_is_written_to_and_stays(cli, small_dataset, tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with ThreadPoolExecutor() as threads:
        read = threads.submit(pipe.read_text)
        assert cli("export", "jsonl", str(small_dataset), "--output", "pipe", "-f")[0] == 0
        assert len(read.result(timeout=20).splitlines()) == 9
    assert pipe.is_fifo()


@pytest.mark.parametrize(
    "line", [["export", "jsonl"], ["extract", "vocab"], ["extract", "walkthroughs", "-v"]]
)
def test_the_standard_output_has_nothing_but_what_is_written_to_it(small_dataset, tmp_path, line):
    """Neither more, nor less where it is a file that something stands in already."""
    command = [sys.executable, "-m", "twbench", *line, str(small_dataset), "--output"]
    subprocess.run([*command, "wanted"], cwd=tmp_path, check=True)
    wanted = (tmp_path / "wanted").read_text()
    done = subprocess.run([*command, "/dev/stdout"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, wanted, "")
    log = tmp_path / "log"
    log.write_text("before\n")
    with log.open("a") as sink:
        subprocess.run([*command, "/dev/stdout"], stdout=sink, check=True)
    assert log.read_text() == f"before\n{wanted}"


def test_what_is_a_file_cannot_be_a_folder_above_another(cli, small_dataset, tmp_path):
    (tmp_path / "file").touch()
    code, _, err = cli("export", "jsonl", str(small_dataset), "--output", "file/x")
    assert (code, err) == (1, f"twbench: {tmp_path}/file: Not a directory.\n")
