import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from twbench.agents import registry
from twbench.cli import main

MODULE = """
from twbench.agents import register
from twbench.core import Agent

class Shouter(Agent):
    def __init__(self, word: str = "hey"):
        self.word = word

    def act(self, game_state, reward, done):
        return self.word.upper()

register("shouter", Shouter, "shouts")
"""


SHORT = ("games=1", "episodes=1", "protocol.max_turns=1")


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("datasets") / "tiny"
    settings = [
        "dataset=coin_collector",
        "dataset.name=tiny",
        "dataset.splits={train: 1, valid: 1, test: 3}",
        "dataset.hygiene=structure",
        "challenge.level={stratified: [3, 104]}",
        "compute=serial",
        f"out={folder}",
    ]
    assert main(["build", *settings]) == 0
    return folder


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(registry.AGENTS, "_entries", dict(registry.AGENTS._entries))


def evaluate(dataset: Path, *settings: str) -> int:
    return main(["evaluate", f"dataset={dataset}", "compute.n_jobs=1", *settings])


def only_run() -> Path:
    [folder] = Path("runs").iterdir()
    return folder


def test_the_walkthrough_wins_every_game(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert (
        evaluate(dataset, "agent=walkthrough", "protocol=oracle", "episodes=1", "transcripts=true")
        == 0
    )
    printed = capsys.readouterr().out.splitlines()
    assert printed[2].split()[:2] == ["coin_collector", "1.000"]
    assert f"run      {only_run()}" in printed
    rows = pq.read_table(only_run() / "episodes.parquet").to_pylist()
    walkthroughs = [
        row["walkthrough"]
        for row in pq.read_table(dataset / "data", columns=["walkthrough"]).to_pylist()
    ]
    assert [(row["status"], row["won"], row["score"], row["invalid_actions"]) for row in rows] == [
        ("done", True, 1, 0)
    ] * 3
    steps = pq.read_table(only_run() / "steps.parquet").to_pylist()
    first = [step["command"] for step in steps if step["game_id"] == rows[0]["game_id"]][1:]
    assert first in walkthroughs
    assert sorted(path.name for path in Path.cwd().iterdir()) == ["runs"]


def test_the_first_games_of_a_split_have_a_table_of_their_own(
    dataset: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))  # of the key of marks
    line = ["agent=random_command", "protocol=admissible", "protocol.max_turns=3"]
    told = {"null": "", "2": "first 2 of 3 games", "3": "", "9": ""}
    for games, part in told.items():
        capsys.readouterr()
        assert evaluate(dataset, *line, f"games={games}") == 0
        printed = capsys.readouterr().out.splitlines()
        assert [text for text in printed if text.startswith("part ")] == (
            [f"part     {part}"] if part else []
        )
        assert ("The run is already there; nothing was played." in printed) == (games in "39")
    runs = sorted(map(str, Path("runs").iterdir()))
    assert len(runs) == 2
    assert main(["validate-run", *runs]) == 1
    assert capsys.readouterr().err == (
        f"twbench: {runs[0]} was played on a dataset that is looked for at datasets/tiny, and is"
        " not there: name its folder with --dataset.\n"
    )
    assert main(["validate-run", *runs, "--dataset", str(dataset)]) == 0
    assert capsys.readouterr().out.count(": as recorded; replayed") == 2
    assert main(["leaderboard", "runs"]) == 0
    board = capsys.readouterr().out
    assert board.count("1     random_command  random_command-") == 2
    assert board.count(", test: first 2 of 3 games, 3 episodes each, ") == 1
    assert board.count(", test: 3 games, 3 episodes each, ") == 1


def test_a_number_of_games_that_is_none_is_answered_in_one_sentence(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for games in ("0", "some"):
        assert evaluate(dataset, f"games={games}") == 2
        told = capsys.readouterr().err
        assert told.startswith("twbench: games must be a whole number of at least 1, or null for")
        assert told.count("\n") == 1


@pytest.mark.slow
def test_the_random_agents_play_to_the_end(dataset: Path) -> None:
    for agent in ("random", "random_command", "simple"):
        assert (
            evaluate(
                dataset,
                f"agent={agent}",
                "protocol=admissible",
                "protocol.max_turns=15",
                "episodes=2",
                f"out={agent}",
            )
            == 0
        )
        [folder] = Path(agent).iterdir()
        rows = pq.read_table(folder / "episodes.parquet").to_pylist()
        assert len(rows) == 6
        assert {row["status"] for row in rows} <= {"done", "truncated"}
        assert {row["error"] for row in rows} == {None}
        if agent == "random_command":
            assert {row["invalid_actions"] for row in rows} == {0}


@pytest.mark.slow
def test_several_runs_at_once_and_the_second_time_nothing(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    settings = ["-m", "agent=random,simple", "protocol.max_turns=3", "agent_args.seed=3"]
    assert evaluate(dataset, *settings) == 0
    assert sorted(path.name.partition("-")[0] for path in Path("runs").iterdir()) == [
        "random",
        "simple",
    ]
    assert "already there" not in capsys.readouterr().out
    assert evaluate(dataset, *settings) == 0
    assert capsys.readouterr().out.count("The run is already there") == 2


@pytest.mark.slow
def test_an_agent_from_a_file(dataset: Path) -> None:
    Path("shouter.py").write_text(MODULE)
    settings = ["agent=shouter", "agent_module=shouter.py", "agent_args.word=Look"]
    assert (
        evaluate(dataset, *settings, "protocol.max_turns=2", "episodes=1", "transcripts=true") == 0
    )
    steps = pq.read_table(only_run() / "steps.parquet").to_pylist()
    assert [step["command"] for step in steps] == [None, "LOOK", "LOOK"] * 3
    record = json.loads((only_run() / "run.json").read_text())
    assert record["agent"]["arguments"] == {"word": "Look"}


def test_who_forgets_to_name_the_agent_is_told_who_has_played(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("shouter.py").write_text(MODULE)
    assert evaluate(dataset, "agent_module=shouter.py", *SHORT) == 0
    said = "agent    random comes with twbench: shouter.py has not played; agent=NAME names"
    assert said in capsys.readouterr().out
    with_file = only_run()
    assert evaluate(dataset, *SHORT) == 0
    assert only_run() == with_file
    assert "shouter.py has not played" not in capsys.readouterr().out


@pytest.mark.slow
def test_failures_are_told(dataset: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("broken.py").write_text(MODULE.replace("self.word.upper()", "self.wrod"))
    assert evaluate(dataset, "agent=shouter", "agent_module=broken.py") == 1
    printed = capsys.readouterr().out
    assert "Episodes that failed: 9. The first: agent: AttributeError: " in printed
    line = Path("broken.py").read_text().partition("self.wrod")[0].count("\n") + 1
    assert f" (broken.py, line {line})\n" in printed
    assert "The agent has not played: no episode has a command." in printed
    assert f"If it is to play again as it is, delete {only_run()}.\n" in printed
    assert printed.splitlines()[2].split()[-2:] == ["0", "9"]


def test_who_is_denied_something_is_told_what_an_agent_may(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fails = 'raise PermissionError(13, "Permission denied")'
    Path("denied.py").write_text(MODULE.replace("return self.word.upper()", fails))
    assert evaluate(dataset, "agent=shouter", "agent_module=denied.py", *SHORT) == 1
    said = "has a network where it is registered with network=True."
    assert said in capsys.readouterr().out


def test_a_module_beside_the_file_of_an_agent_is_found_where_it_is_said(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("agent_words.py").write_text("WORD = 'look'\n")
    Path("mine.py").write_text(f"import agent_words\n{MODULE}")
    assert evaluate(dataset, "agent=shouter", "agent_module=mine.py") == 2
    told = capsys.readouterr().err
    assert "No module named 'agent_words' (mine.py, line 1). agent_words stands beside it" in told
    setting = told.rpartition("is found with ")[2]
    assert setting == f"'agent_folders=[\"{Path.cwd()}\"]'\n"
    shouts = ["agent=shouter", "agent_module=mine.py", *shlex.split(setting), *SHORT]
    for wall in ("true", "false"):
        assert evaluate(dataset, *shouts, f"wall={wall}", f"out=runs-{wall}") == 0
    assert "agent_words" not in sys.modules


def test_what_stands_beside_the_file_of_an_agent_is_not_found_in_place_of_what_is_installed(
    dataset: Path,
) -> None:
    """Nor does Python run it by itself, before a process is shut in."""
    Path("agent").mkdir()
    for name in ("sitecustomize", "usercustomize", "json", "numpy", "pyarrow"):
        Path(f"agent/{name}.py").write_text(f"open({str(Path.cwd() / 'ran')!r}, 'w')")
    Path("agent/mine.py").write_text(f"import json, numpy\njson.dumps, numpy.array\n{MODULE}")
    shouts = ["agent=shouter", "agent_module=agent/mine.py", "agent_folders=[agent]"]
    assert evaluate(dataset, *shouts, *SHORT) == 0
    assert not Path("ran").exists()


def test_a_dataset_is_looked_for_where_builds_put_it(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("datasets").mkdir()
    Path("datasets/mine").symlink_to(dataset)
    for line in (["evaluate", "dataset=mine"], ["info", "mine"], ["verify", "mine"]):
        assert main(line) == 1
        told = capsys.readouterr().err
        assert told.endswith("build one with twbench build. Did you mean datasets/mine?\n")


@pytest.mark.slow
def test_an_agent_that_fails_later_has_played(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    acts = 'return self.__dict__.pop("word")'
    Path("once.py").write_text(MODULE.replace("return self.word.upper()", acts))
    assert evaluate(dataset, "agent=shouter", "agent_module=once.py") == 0
    printed = capsys.readouterr().out
    assert "Episodes that failed: 9. The first: agent: KeyError: 'word'" in printed
    assert "has not played" not in printed


SERVED = """
from twbench.agents import register
from twbench.core import Agent
from twbench.errors import ServiceError
UP = False

class Served(Agent):
    def act(self, game_state, reward, done):
        if not UP and "north" in game_state.feedback:
            raise ServiceError("the service does not answer")
        return "look"

register("served", Served, "asks a service", network=True)
"""


@pytest.mark.slow
def test_a_service_that_fails_leaves_the_run_incomplete(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("served.py").write_text(SERVED)
    settings = ["agent=served", "agent_module=served.py", "protocol.max_turns=2", "episodes=1"]
    begun = [3]
    for _ in range(2):
        assert evaluate(dataset, *settings) == 0
        assert "The run is not complete" in capsys.readouterr().out
        record = json.loads((only_run() / "run.json").read_text())
        assert not record["complete"]
        assert record["attempts"]["begun"] == sum(begun)
        begun.append(record["scores"]["overall"]["incomplete"])  # they are played again
    assert begun[1] == begun[2] > 0
    assert main(["leaderboard", "runs"]) == 0
    assert "incomplete" in capsys.readouterr().out


@pytest.mark.slow
def test_a_service_that_is_gone_stops_the_run(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("served.py").write_text(SERVED.replace(' and "north" in game_state.feedback', ""))
    assert evaluate(dataset, "agent=served", "agent_module=served.py") == 1
    assert capsys.readouterr().err == (
        "twbench: The run is stopped: the service that the agent asks has failed 5 episodes in a"
        " row, the last with 'service: the service does not answer'. What was played is kept, and"
        " the same command goes on.\n"
    )
    assert main(["leaderboard", "runs"]) != 0


def test_a_service_that_never_answers_has_an_exit_code(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("served.py").write_text(
        SERVED.replace('not UP and "north" in game_state.feedback', "True")
    )
    assert evaluate(dataset, "agent=served", "agent_module=served.py", "episodes=1") == 1
    printed = capsys.readouterr().out
    assert "The run is not complete" in printed
    assert "has not played" not in printed


def test_splits_are_chosen(dataset: Path) -> None:
    assert (
        evaluate(
            dataset, "agent=simple", "protocol.max_turns=1", "episodes=1", "split=[valid,test]"
        )
        == 0
    )
    rows = pq.read_table(only_run() / "episodes.parquet").to_pylist()
    assert [row["split"] for row in rows] == ["valid", "test", "test", "test"]


@pytest.mark.parametrize(
    ("settings", "code", "message"),
    [
        (["agent=walktrough"], 2, "Did you mean 'walkthrough'?"),
        (["agent=human"], 2, "cannot be evaluated"),
        (["agent=random", "agent_args.sede=3"], 2, "Did you mean 'seed'?"),
        (["agent=random", "agent_args.seed=x"], 2, "must be an integer, not 'x'"),
        (["agent_args=3"], 2, "agent_args must be a mapping, not 3"),
        (["agent_module=nowhere.py"], 2, "must be a Python file"),
        (["split=tset"], 2, "no split 'tset'. Did you mean 'test'?"),
        (["split=3"], 2, "split must be"),
        (["splt=test"], 2, "Did you mean 'split'?"),
        (["episodes=0"], 2, "episodes must be a whole number of at least 1, not 0"),
        (["max_steps=20"], 2, "max_steps is part of the protocol now: protocol.max_turns"),
        (["time_limit=0"], 2, "time_limit is part of the protocol now: protocol.agent_seconds"),
        (["protocol=texts"], 2, "protocol has no option 'texts'"),
        (["protocol.max_turns=many"], 2, "protocol.max_turns must be a whole number"),
        (["protocol.agent_seconds=0"], 2, "protocol.agent_seconds must be above 0, not 0"),
        (["protocol.agent_seconds=soon"], 2, "protocol.agent_seconds must be a number"),
        (["protocol.infos=[feedbck]"], 2, "Did you mean 'feedback'?"),
        (["protocol.infos=[score]"], 2, "protocol.infos must have feedback"),
        (["protocol.memory=some"], 2, "protocol.memory must be one of episode, run"),
        (["protocol.commands_per_step=2"], 2, "can be 1 and nothing else"),
        (["protocol.maxturns=2"], 2, "Did you mean 'max_turns'?"),
        (["agent=random_command"], 2, "asks for admissible_commands, which the protocol does not"),
        (["agent_folders=[nowhere]"], 2, "agent_folders: there is no nowhere"),
        (["agent_environment=[NO_SUCH_KEY]"], 1, "NO_SUCH_KEY, for the agent, is not set"),
        (["transcripts=3"], 2, "transcripts must be true or false"),
        (["compute.n_jobs=0"], 2, "n_jobs must be"),
        (["compute.jobs=1"], 2, "compute has no key 'jobs'"),
        (["dataset=nowhere"], 1, "There is no dataset at nowhere"),
        (["dataset=null"], 2, "dataset is missing: dataset=DIR"),
        (["dataset=."], 1, "is no dataset"),
    ],
)
def test_mistakes_are_answered_in_one_sentence(
    dataset: Path,
    capsys: pytest.CaptureFixture[str],
    settings: list[str],
    code: int,
    message: str,
) -> None:
    capsys.readouterr()
    assert evaluate(dataset, *settings) == code
    printed = capsys.readouterr()
    assert message in printed.err
    assert printed.err.startswith("twbench: ")
    assert printed.err.count("\n") == 1
    assert printed.out == ""
    assert not Path("runs").exists()


def test_the_configuration_is_shown_and_nothing_done(
    dataset: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    capsys.readouterr()
    assert evaluate(dataset, "--cfg", "job", "agent=random") == 0
    assert f"path: {dataset}" in capsys.readouterr().out
    assert not Path("runs").exists()


@pytest.mark.slow
def test_the_script_does_the_same(dataset: Path) -> None:
    root = Path(__file__).resolve().parents[2]
    search = os.pathsep.join([str(root), *(entry for entry in sys.path if entry)])
    done = subprocess.run(
        [
            sys.executable,
            root / "pipelines" / "evaluate.py",
            f"dataset={dataset}",
            "protocol.max_turns=1",
            "compute.n_jobs=1",
        ],
        env={**os.environ, "PYTHONPATH": search},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert f"run      {only_run()}" in done.stdout


@pytest.mark.parametrize(
    ("setting", "told", "code"),
    [
        ("out=", "out must be the path of a folder, not ''.", 2),
        ("dataset=", "dataset must be the path of a folder, not ''.", 2),
        ("out=file", "file is a file; out must be a folder of runs, or a new one.", 1),
    ],
)
def test_what_is_no_folder_is_told(dataset, capsys, setting, told, code):
    Path("file").touch()
    lines = [f"dataset={dataset}"] if setting.startswith("out") else []
    assert main(["evaluate", *lines, "agent=random", setting]) == code
    assert capsys.readouterr() == ("", f"twbench: {told}\n")
