import re
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from twbench.cli import main
from twbench.cli.application import SETTINGS
from twbench.cli.composition import settings_of


@pytest.fixture(scope="module")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Runs of two agents on one dataset."""
    folder = tmp_path_factory.mktemp("work")
    build = [
        "dataset=coin_collector",
        "dataset.splits={train: 1, valid: 1, test: 2}",
        "challenge.level={choice: [4, 5, 6]}",
        "compute=serial",
        f"out={folder / 'ds'}",
    ]
    assert main(["build", *build]) == 0
    settings = [f"dataset={folder / 'ds'}", "protocol=admissible", "protocol.max_turns=5"]
    for agent in ("random_command", "simple"):
        assert main(["evaluate", *settings, f"agent={agent}", f"out={folder / 'my runs'}"]) == 0
    return folder / "my runs"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    capsys.readouterr()


def agents(text: str) -> list[str]:
    return [line.split()[1] for line in text.splitlines()[3:5]]


def test_run_folders_and_their_parent_give_the_same(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folders = sorted(str(path) for path in runs.iterdir())
    printed = []
    for arguments in (folders, folders[::-1], [str(runs)], [*folders, str(runs)]):
        assert main(["leaderboard", *arguments]) == 0
        printed.append(capsys.readouterr().out)
    assert main(["leaderboard", f"runs=['{runs}']"]) == 0
    printed.append(capsys.readouterr().out)
    assert len(set(printed)) == 1
    assert agents(printed[0]) == ["random_command", "simple"]


def test_pages_and_tables_are_written(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["leaderboard", str(runs), "--html", "it's a page.html", "--csv=table.csv"]) == 0
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "written  it's a page.html",
        "written  table.csv",
    ]
    assert "<td>random_command</td>" in Path("it's a page.html").read_text()
    assert Path("table.csv").read_text().startswith("rank,run_id,agent,")
    assert len(list(Path.cwd().iterdir())) == 2


@pytest.mark.parametrize("other", [[], ["--html", "page.html"]])
def test_a_table_for_the_standard_output_stands_there_alone(runs: Path, other: list[str]) -> None:
    line = [sys.executable, "-m", "twbench", "leaderboard", str(runs)]
    subprocess.run([*line, "--csv", "table.csv"], check=True, stdout=subprocess.DEVNULL)
    done = subprocess.run([*line, *other, "--csv", "/dev/stdout"], capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (Path("table.csv").read_bytes(), b"")


def test_what_is_no_complete_run_is_named_and_left_out(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("unfinished/parts").mkdir(parents=True)
    Path("notes.txt").write_text("")
    assert main(["leaderboard", str(runs), "unfinished", "notes.txt"]) == 0
    printed = capsys.readouterr()
    assert agents(printed.out) == ["random_command", "simple"]
    assert printed.err.splitlines() == [
        "twbench: unfinished is not complete and left out.",
        "twbench: notes.txt is not a folder and left out.",
    ]


def test_the_value_of_an_option_is_no_path(runs: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for line in (["--cfg", "job", str(runs)], [str(runs), "-c", "job"]):
        assert main(["leaderboard", *line]) == 0
        assert yaml.safe_load(capsys.readouterr().out)["runs"] == [str(runs)]


def test_help_says_nothing_of_groups_where_there_are_none(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["leaderboard", "--help"]) == 0
    assert "Groups" not in capsys.readouterr().out


@pytest.mark.parametrize("verb", ["build", "evaluate", "leaderboard"])
def test_help_tells_what_each_setting_is_for(verb: str, capsys: pytest.CaptureFixture[str]) -> None:
    settings = dict(settings_of(f"{verb}.yaml"))
    if verb == "build":
        settings |= {f"dataset.{name}": value for name, value in settings.pop("dataset").items()}
    assert main([verb, "--help"]) == 0
    _, _, told = capsys.readouterr().out.partition(SETTINGS)
    for name in settings:
        name = "dataset.path" if name == "dataset" else name
        assert re.search(rf"^  {re.escape(name)}=.*  \w", told, re.MULTILINE), name


def test_files_are_written_where_nobody_reads_on(runs: Path) -> None:
    line = [sys.executable, "-m", "twbench", "leaderboard", str(runs), "--csv", "table.csv"]
    process = subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    assert process.stdout is not None
    process.stdout.close()
    process.wait()
    assert Path("table.csv").read_text().startswith("rank,run_id,agent,")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ([], 2, "runs are missing"),
        (["runs=[]"], 2, "runs are missing"),
        (["runs=3"], 2, "runs must be a list"),
        (["--html"], 2, "--html needs the name of a file"),
        (["nowhere"], 1, "There is no run folder at nowhere"),
        (["empty"], 1, "empty is not a run folder"),
        (["empty", "htlm=x"], 2, "Did you mean 'html'?"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(
    capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, message: str
) -> None:
    Path("empty").mkdir()
    assert main(["leaderboard", *arguments]) == code
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.count("\n") == 1


METRIC = """
from twbench.evaluation.statistics.metrics import METRICS, Metric

def measure(strata):
    return -100 * sum(outcome.score or 0 for stratum in strata for outcome in stratum.outcomes)

METRICS.register(Metric("modesty", "Modesty", "fewer points", measure, column=True))
"""


def test_a_metric_of_ones_own_is_shown_and_ranks_nobody(
    runs: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("my metric.py").write_text(METRIC)
    assert main(["leaderboard", str(runs), "--csv=without.csv"]) == 0
    without = capsys.readouterr().out
    line = ["leaderboard", str(runs), "--module", "my metric.py", "--csv=with.csv"]
    assert main(line) == 0
    shown = capsys.readouterr().out
    assert "Modesty" in shown
    assert "Modesty" not in without
    assert agents(shown) == agents(without)
    header, *rows = Path("with.csv").read_text().splitlines()
    assert header.endswith(",modesty")
    shorter = [row.rpartition(",")[0] for row in rows]
    assert shorter == Path("without.csv").read_text().splitlines()[1:]
    assert main(["leaderboard", str(runs), "modules=['my metric.py']"]) == 0
    assert capsys.readouterr().out == shown.replace("written  with.csv\n", "")
    assert main(["leaderboard", str(runs), "metrics=[mode]"]) == 2
    assert "There is no metric 'mode'" in capsys.readouterr().err
