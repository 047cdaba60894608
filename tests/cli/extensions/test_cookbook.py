"""Every page of the cookbook does what it says, typed by a user in an empty folder."""

import json
import os
import re
import runpy
import subprocess
import sys
import venv

import pytest
from cookbook_pages import PAGES, blocks, code_lines, commands, write_example

from twbench.dataset import load_dataset
from twbench.dataset.files.index import read_index

MINE = ("agent", "challenge", "exporter", "family", "metric", "sampler", "theme")
"""The pages that this file looks after; words have a test of their own."""
RUN = "import sys; from twbench.cli import main; sys.exit(main())"


@pytest.fixture
def follow(cli, tmp_path):
    """Do what a page says; returns what was printed by each command."""

    def run(page):
        write_example(page, tmp_path)
        printed = []
        for line in commands(page):
            code, out, err = cli(*line)
            assert (code, err.count("twbench:")) == (0, 0), (line, out, err)
            printed.append(out)
        return printed

    return run


@pytest.mark.parametrize("page", MINE)
def test_an_example_is_short_and_complete(page):
    assert 8 <= code_lines(page) <= 40


def test_the_index_names_every_page():
    index = (PAGES / "README.md").read_text()
    for page in PAGES.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in index


@pytest.mark.slow
def test_a_theme(follow, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    exec(write_example("theme", tmp_path).read_text(), {})
    *_, verified = follow("theme")
    assert ", 4 rebuilt and compared" in verified
    (theme,) = read_index(tmp_path / "datasets/castles").config["dataset"]["themes"]
    assert theme["name"] == "castle"


@pytest.mark.slow
def test_a_challenge(follow, tmp_path):
    *_, verified = follow("challenge")
    assert ", 6 rebuilt and compared" in verified
    (module,) = read_index(tmp_path / "datasets/walks").config["dataset"]["challenge_modules"]
    assert (module["name"], module["challenges"]) == ("my_challenge.py", ["walk"])
    assert "samplers" not in module


@pytest.mark.slow
def test_a_sampler(follow, cli, tmp_path):
    follow("sampler")
    dataset = read_index(tmp_path / "datasets/peaks").config["dataset"]
    (module,) = dataset["challenge_modules"]
    assert (module["challenges"], module["samplers"]) == ([], ["peak"])
    assert dataset["mixture"]["all"]["challenge"]["level"] == {"peak": [5, 15]}
    assert len(load_dataset(tmp_path / "datasets/peaks")["train"]) == 3
    code, _, err = cli("verify", "datasets/peaks")
    assert code == 1
    assert "without --module my_sampler.py" in err
    alone = subprocess.run(
        [sys.executable, "-m", "twbench", "verify", "datasets/peaks", "--module", "my_sampler.py"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(PAGES.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )  # whose workers have never heard of the module
    assert alone.returncode == 0, alone.stderr


def test_a_game_that_is_a_json_file_alone_is_not_replaced_unasked(cli, tmp_path):
    write_example("family", tmp_path)
    line = ("make", "adding", "--module", "my_sums.py", "--output", "sum.json", "--seed")
    assert cli(*line, "1")[0] == 0
    made = (tmp_path / "sum.json").read_bytes()
    assert cli(*line, "2") == (2, "", "twbench: sum.json exists already; -f replaces it.\n")
    assert (tmp_path / "sum.json").read_bytes() == made
    assert cli(*line, "2", "-f")[0] == 0


@pytest.mark.slow
def test_a_family(follow, tmp_path):
    built, verified, evaluated, validated, _, imported = follow("family")
    *_, verify, play = built.splitlines()
    assert verify.endswith("twbench verify datasets/sums --module my_sums.py")
    assert play.endswith(".json --module my_sums.py")
    assert "6 games, every file and walkthrough checked, 6 rebuilt" in verified
    assert "adding" in evaluated
    assert "as recorded; replayed" in validated
    assert "6 games imported, 0 files refused." in imported
    assert imported.endswith("twbench verify datasets/sums_of_others --module my_sums.py\n")
    (run,) = (tmp_path / "runs").iterdir()
    (module,) = json.loads((run / "run.json").read_text())["metrics"]["modules"]
    assert (module["file"], module["families"]) == ("my_sums.py", ["sums"])
    assert len((tmp_path / "sums.txt").read_text().splitlines()) == 6


@pytest.mark.slow
def test_a_metric(follow, tmp_path):
    _, evaluated, known, unknown = follow("metric")
    assert "Pace" in evaluated.splitlines()[0]
    assert "Pace" in known
    assert "Pace" not in unknown
    (run,) = (tmp_path / "runs").iterdir()
    assert f"not shown   {run.name}: pace (metrics not known here)" in unknown
    (module,) = json.loads((run / "run.json").read_text())["metrics"]["modules"]
    assert (module["file"], module["metrics"]) == ("my_metric.py", ["pace"])


@pytest.mark.slow
def test_an_agent(follow, tmp_path):
    *_, validated = follow("agent")
    assert "re-run" in validated
    (run,) = (tmp_path / "runs").iterdir()
    agent = json.loads((run / "run.json").read_text())["agent"]
    assert (agent["name"], agent["arguments"]) == ("taker", {"patience": 2})
    assert agent["module"]["file"] == "my_agent.py"
    assert "package" not in agent


def evaluated(folder, line):
    """Evaluate by a line for a shell, in a process of its own; return what is recorded."""
    done = subprocess.run(
        ["bash", "-c", f'twbench() {{ "{sys.executable}" -P -c "{RUN}" "$@"; }}; {line}'],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PAGES.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, "failed:" in done.stdout) == (0, False), done
    (run,) = (folder / "runs").iterdir()
    return json.loads((run / "run.json").read_text())


@pytest.mark.slow
def test_an_agent_in_another_environment(cli, tmp_path):
    assert cli("build", *commands("agent")[0][1:])[0] == 0
    (tmp_path / "player").mkdir()
    _, elsewhere, player = blocks("agent", "py")
    (tmp_path / "elsewhere.py").write_text(elsewhere)
    (tmp_path / "player/player.py").write_text(player)
    venv.create(tmp_path / "env", symlinks=True)
    record = evaluated(tmp_path, blocks("agent", "sh")[1])
    assert record["scores"]["overall"]["crashed"] == 0


@pytest.mark.slow
def test_the_modules_and_models_of_an_agent(cli, tmp_path):
    assert cli("build", *commands("agent")[0][1:])[0] == 0
    (tmp_path / "reader").mkdir()
    (tmp_path / "reader/reading.py").write_text("words_of = str.split\n")
    (tmp_path / "reader/weights.json").write_text('{"east": 1}')
    (tmp_path / "reader/reader.py").write_text(blocks("agent", "py")[0])
    record = evaluated(tmp_path, blocks("agent", "sh")[0])
    assert record["agent"]["deterministic"] is True


@pytest.mark.slow
def test_a_benchmark(cli, tmp_path, capsys):
    (configuration,) = blocks("dataset", "yaml")
    (tmp_path / "configs/dataset").mkdir(parents=True)
    (tmp_path / "configs/dataset/houses.yaml").write_text(configuration)
    printed = [cli(*line) for line in commands("dataset")]
    assert [code for code, _, _ in printed] == [0] * len(printed)
    _, _, (_, verified, _), (_, told, _), *_ = printed
    assert ", 48 rebuilt and compared" in verified
    assert told.endswith("author = {A. Student}, year = {2026}}\n")
    runpy.run_path(str(write_example("dataset", tmp_path)))
    header, *rows = capsys.readouterr().out.splitlines()
    assert header == r"agent & overall & cooking & treasure_hunter \\"
    cell = r"0\.\d\d \[0\.\d\d, \d\.\d\d\]"
    assert all(re.fullmatch(rf"\w+( & {cell}){{3}} \\\\", row) for row in rows)
    assert sorted(row.split()[0] for row in rows) == ["greedy", "random_command"]


@pytest.mark.slow
def test_what_is_published_is_checked_by_others(cli, tmp_path):
    lines = commands("publishing")
    assert [line[0] for line in lines] == [
        *("build", "evaluate", "leaderboard"),
        *("verify", "validate-run", "validate-run", "leaderboard"),
    ]
    ours, theirs = lines[:3], lines[3:]
    assert [cli(*line)[0] for line in ours] == [0] * 3
    for folder in (tmp_path / "datasets/hunt", tmp_path / "runs"):
        # What a download puts there.
        (folder / ".cache/huggingface/download").mkdir(parents=True)
        (folder / ".cache/huggingface/.gitignore").write_text("*")
        (folder / ".gitattributes").write_text("*.parquet filter=lfs")
    printed = [cli(*line) for line in theirs]
    assert [code for code, _, _ in printed] == [0] * 4
    assert ", 14 rebuilt and compared" in printed[0][1]
    assert [printed[1][1].count("; replayed"), printed[2][1].count("; re-run")] == [2, 2]
    boards = [(tmp_path / name).read_text() for name in ("board.csv", "again.csv")]
    assert boards[0].count("self-reported") == boards[1].count("re-run") > 2
    assert boards[0].replace("self-reported", "re-run") == boards[1]


@pytest.mark.slow
def test_an_exporter(follow, tmp_path, monkeypatch):
    *_, pairs, _, _, _ = follow("exporter")
    assert pairs == "coins_pairs: 4 games of train, valid, test\n"
    dataset = load_dataset(tmp_path / "datasets/coins")
    lines = (tmp_path / "coins_pairs/train.jsonl").read_text().splitlines()
    walkthroughs = [row["walkthrough"] for row in dataset["train"]]
    assert [json.loads(line)["completion"].split("\n") for line in lines] == walkthroughs
    assert sorted(path.name for path in tmp_path.iterdir() if path.name.startswith(".")) == []
    monkeypatch.chdir(tmp_path)
    (dialogues,) = blocks("exporter", "py")
    exec(dialogues, {})
    told = [json.loads(line) for line in (tmp_path / "dialogues.jsonl").read_text().splitlines()]
    typed = [[turn["content"] for turn in one["messages"][1::2]] for one in told]
    assert typed == walkthroughs
    assert [one["messages"][-1]["content"].count("*** The End ***") for one in told] == [1, 1]
