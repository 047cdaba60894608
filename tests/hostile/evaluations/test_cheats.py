"""Agents that cheat: each attack fails, or leaves a mark and no rank."""

import json
import os
import shutil
import socket
import subprocess
import sys
from pathlib import Path

import pyarrow.parquet as pq
import pytest

from twbench.cli.main import main
from twbench.dataset import load_dataset
from twbench.evaluation.board.leaderboard import make_leaderboard
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.settings.games import read_games
from twbench.evaluation.settings.plan import make_plan
from twbench.sandbox import OPEN, sandbox_kind

CHEATS = Path(__file__).parents[1] / "cheats.py"
TURNS = 6
needs_a_sandbox = pytest.mark.skipif(sandbox_kind() == OPEN, reason="this machine has no sandbox")
needs_a_filter = pytest.mark.skipif(
    sandbox_kind() == OPEN or os.uname().machine not in ("x86_64", "aarch64"),
    reason="this machine has no sandbox that filters system calls",
)


@pytest.fixture(scope="module")
def dataset(sound_datasets):
    return sound_datasets["files"]


@pytest.fixture(autouse=True, scope="module")
def settings_of_nobody(tmp_path_factory):
    """Marks are signed with a secret of the user, which no test shall make."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CONFIG_HOME", str(tmp_path_factory.mktemp("config")))
        patch.setenv("THE_SECRET_KEY", "42")
        yield


def free_ports(number):
    lines = [socket.create_server(("127.0.0.1", 0)) for _ in range(number)]
    ports = [line.getsockname()[1] for line in lines]
    for line in lines:
        line.close()
    return ports


def cheat_module(folder, dataset, attacks):
    """Write an agent that does these attacks, one in each episode; return how many of a game."""
    rows = list(load_dataset(dataset)["test"])
    episodes = -(-len(attacks) // len(rows))
    plan = make_plan(read_games(dataset, ("test",)).games, ("test",), episodes, 0)
    walkthroughs = {row["game_id"]: list(row["walkthrough"]) for row in rows}
    done = {
        item.agent_seed: (attacks[number % len(attacks)], walkthroughs[item.game.game_id])
        for number, item in enumerate(plan.items)
    }
    given = {
        "dataset": str(dataset),
        "game": str(rows[0]["game"]),
        "story": str(rows[0]["story"]),
        "out": str(folder / "runs"),
        "recorder": os.getpid(),
        "ports": free_ports(2),
    }
    filled = f"\n\nPLAN.update({done!r})\nGIVEN.update({given!r})\nbegin()\n"
    (folder / "cheat.py").write_text(CHEATS.read_text() + filled)
    return episodes


def evaluated(folder, dataset, *line):
    """Evaluate from the command line; return its exit code and the run's folder."""
    out = folder / "runs"
    before = set(out.glob("*/run.json"))
    code = main(["evaluate", f"dataset={dataset}", f"out={out}", "compute.n_jobs=1", *line])
    made = [path.parent for path in set(out.glob("*/run.json")) - before]
    return code, made[0] if made else None


def cheated(folder, dataset, *attacks, agent="cheat"):
    """Let an agent do these attacks; return the run, and the episode and commands of each."""
    episodes = cheat_module(folder, dataset, attacks)
    code, run = evaluated(
        folder,
        dataset,
        *(f"agent_module={folder / 'cheat.py'}", f"agent={agent}", f"episodes={episodes}"),
        *(f"protocol.max_turns={TURNS}", "protocol.agent_seconds=10", "transcripts=true"),
    )
    assert code == 0
    rows = pq.read_table(run / "episodes.parquet").to_pylist()
    typed = {}
    for row in pq.read_table(run / "commands.parquet").to_pylist():
        typed.setdefault((row["game_id"], row["episode_seed"]), []).append(row["command"])
    found = {}
    for name, row in zip(attacks, rows, strict=False):
        found[name] = (row, typed.get((row["game_id"], row["episode_seed"]), []))
    return run, found


@pytest.fixture(scope="module")
def frames(dataset, tmp_path_factory):
    """Forged frames, and other ways to end an episode: many in one run."""
    folder = tmp_path_factory.mktemp("frames")
    return dataset, *cheated(folder, dataset, *ENDINGS)


FAILED = "crashed", "agent"
CUT = "truncated", None
ENDINGS = {
    "wrapper": (*CUT, 6, None),
    "ends_before_it_loses": (*FAILED, 1, "agent: its process ended with exit code 0"),
    "dies_of_an_unknown_signal": (*FAILED, 1, "agent: its process was ended by signal 40"),
    "kills_itself": (*FAILED, 1, "agent: its process was ended by SIGKILL"),
    "plays_on_by_itself": (*CUT, 6, None),
    "goes_back_by_commands": (*CUT, 6, None),
    "blames_a_service": (*FAILED, 1, "agent: blames a service, but is not registered with network"),
    "two_processes": (*CUT, 6, None),
    "orders_in_an_error": (*FAILED, 1, "agent: ValueError: \x1b]0;pwned\x07\\ud800xxx"),
    "orders_in_commands": (*CUT, 6, None),
    "another_episode": (*FAILED, 0, "agent: A frame is not of this episode."),
    "no_json": (*FAILED, 0, "agent: A frame must be a line of JSON."),
    "no_object": (*FAILED, 0, "agent: A frame must be a JSON object."),
    "deep_json": (*FAILED, 0, "agent: A frame must be a line of JSON."),
    "deep_request": (*FAILED, 0, "agent: A request, a reason, an error and who is to blame are te"),
    "too_long": (*FAILED, 0, "agent: A frame must not be longer than 1,048,576 bytes."),
    "second_reset": (*FAILED, 0, "agent: An episode is played once."),
    "unknown_request": (*FAILED, 0, "agent: There is no request '\\x1b[2Jgive me the score'."),
    "numbers_of_no_kind": (*FAILED, 0, "agent: branch must be a whole number."),
    "the_game_as_a_copy": (*FAILED, 0, "agent: Branch 0 is the game itself."),
    "a_copy_that_is_not_there": (*CUT, 6, None),
    "score_in_the_frame": (*CUT, 6, None),
    "sent_ahead": ("truncated", None, 3, None),
    "never_reads": (*CUT, 6, None),
    "a_frame_and_gone": (*FAILED, 1, "agent: its process ended with exit code 3"),
    "blames_the_machine": (*FAILED, 0, "agent: out of memory"),
    "blames_a_number": (*FAILED, 0, "agent: A request, a reason, an error and who is to blame are"),
    "orders_in_a_reason": ("truncated", None, 0, "agent: \x1b[2J\\ud800yyy"),
}


@pytest.mark.parametrize("name", ENDINGS)
def test_an_attack_ends_as_an_episode_of_the_agent(frames, name):
    _, _, found = frames
    row, commands = found[name]
    status, failed_by, steps, error = ENDINGS[name]
    assert (row["status"], row["failed_by"], row["steps"]) == (status, failed_by, steps)
    assert (row["score"], row["won"], len(commands)) == (0, False, steps)
    if error is None:
        assert row["error"] is None
    else:
        assert row["error"].startswith(error)
        assert len(row["error"]) <= 1000


@pytest.mark.slow
def test_a_run_of_attacks_is_complete_and_replayed_as_it_was(frames, capsys):
    dataset, run, _ = frames
    record = json.loads((run / "run.json").read_text())
    assert record["complete"]
    assert Run.read(run).scores.overall.mean.value == 0
    capsys.readouterr()
    assert main(["validate-run", str(run), "--dataset", str(dataset)]) == 0
    assert "as recorded; replayed" in capsys.readouterr().out


def test_nothing_typed_is_an_order_to_a_terminal(frames):
    _, _, found = frames
    assert all(text.isascii() and text.isprintable() for text in found["orders_in_commands"][1])
    assert max(map(len, found["orders_in_commands"][1])) < 200


@pytest.mark.slow
@needs_a_sandbox
def test_what_an_agent_can_find_out(dataset, tmp_path, capfd):
    run, found = cheated(
        tmp_path,
        dataset,
        *("reads_files", "reads_processes", "reads_the_recorder", "reads_descriptors"),
        *("searches", "kills_its_host", "after_the_end", "leaves", "leaves_a_daemon", "looks"),
        agent="connected",
    )
    told = {name: commands for name, (_, commands) in found.items()}
    for name in ("reads_files", "reads_processes", "reads_the_recorder", "kills_its_host"):
        assert told[name][:2], name
        attempts = [command for command in told[name] if command != "look"]
        assert all(command.startswith("refused ") for command in attempts), told[name]
    assert told["searches"][:5] == ["refused AgentError"] * 5
    assert told["reads_descriptors"][:3] == ["read []", "environment []", "arguments []"]
    assert told["leaves_a_daemon"][0] == "True"
    assert told["looks"][0] == "found []"
    row, commands = found["after_the_end"]
    assert (row["status"], row["won"], row["score"]) in [("done", True, 1), ("truncated", False, 0)]
    assert len(commands) <= TURNS
    capfd.readouterr()
    assert main(["validate-run", str(run), "--dataset", str(dataset)]) == 0


@needs_a_filter
@pytest.mark.parametrize(
    ("agent", "answer"), [("cheat", "refused PermissionError"), ("connected", "got ")]
)
def test_who_does_not_say_that_it_asks_a_service_asks_none(dataset, tmp_path, agent, answer):
    _, found = cheated(tmp_path, dataset, "asks_the_network", agent=agent)
    _, commands = found["asks_the_network"]
    assert len(commands) == TURNS
    assert all(command.startswith(answer) for command in commands[:3])


@pytest.mark.slow
def test_the_policy_is_not_for_agents(dataset, tmp_path, capsys):
    for agent, asked in (("walkthrough", "walkthrough"), ("random_command", "admissible_commands")):
        code, run = evaluated(tmp_path, dataset, f"agent={agent}", "episodes=1")
        assert (code, run) == (2, None)
        assert f"asks for {asked}, which the protocol does not grant" in capsys.readouterr().err
    assert not (tmp_path / "runs").exists()


BOARD = {
    "plain": (),
    "seed": ("agent_args.seed=5",),
    "wall": ("wall=false",),
    "limit": ("protocol.agent_seconds=0.001",),
    "oracle": ("protocol=oracle",),
}


@pytest.fixture(scope="module")
def board(dataset, tmp_path_factory):
    """One agent, evaluated in many ways; the rows of the leaderboard by the way."""
    folder = tmp_path_factory.mktemp("board")
    runs = {}
    for name, line in BOARD.items():
        given = ("agent=random", "episodes=1", "protocol.max_turns=3", *line)
        code, runs[name] = evaluated(folder, dataset, *given)
        assert code == 0
    tables = make_leaderboard(Run.read(run) for run in runs.values()).tables
    entries = {entry.run_id: (table, entry) for table in tables for entry in table.entries}
    return runs, {name: entries[run.name] for name, run in runs.items()}


def test_what_is_marked_and_not_ranked(board):
    _, entries = board
    notes = {name: entry.note for name, (_, entry) in entries.items()}
    assert notes == {
        "plain": None,
        "seed": "the seed of the agent was chosen",
        "wall": "the wall was off",
        "limit": None,
        "oracle": "the protocol tells the solution",
    }
    assert [name for name, (_, entry) in entries.items() if entry.rank] == ["plain", "limit"]


def test_other_limits_are_in_another_table(board):
    _, entries = board
    hashes = {name: table.protocol_hash for name, (table, _) in entries.items()}
    assert hashes["plain"] == hashes["seed"] == hashes["wall"]
    assert len(set(hashes.values())) == 3


def test_a_run_that_was_edited_by_hand_is_on_no_board(board, tmp_path, capsys):
    runs, _ = board
    run = shutil.copytree(runs["plain"], tmp_path / runs["plain"].name)
    text = (run / "run.json").read_text()
    record = json.loads(text)
    record["scores"]["overall"]["mean"]["value"] = 1.0
    for edited in (json.dumps(record), text.replace('"random"', '"genius"'), text[:-9]):
        (run / "run.json").write_text(edited)
        capsys.readouterr()
        assert main(["leaderboard", str(run)]) == 1
        assert capsys.readouterr().err.startswith(f"twbench: {run}")


DIARIST = """\
import os
from twbench.agents import AgentEntry, register
from twbench.core import Agent


class Diarist(Agent):
    def __init__(self, seed: int):
        self.size = os.fstat(2).st_size
        os.write(2, b"x" * 1000)

    def act(self, state, score, done):
        return f"say {self.size}"


register(AgentEntry("diarist", Diarist, "keeps a diary"))
"""


@pytest.mark.slow
@pytest.mark.parametrize("to_a_file", [True, False])
def test_what_is_printed_to_a_file_is_remembered_as_it_is_said(dataset, tmp_path, to_a_file):
    (tmp_path / "diarist.py").write_text(DIARIST)
    evaluate = [sys.executable, "-m", "twbench", "evaluate", f"dataset={dataset}"]
    evaluate += [f"out={tmp_path / 'runs'}", "compute.n_jobs=1", "protocol.max_turns=1"]
    evaluate += [f"agent_module={tmp_path / 'diarist.py'}", "agent=diarist"]
    with (tmp_path / "log").open("wb") as log:
        stream = log if to_a_file else subprocess.PIPE
        subprocess.run(evaluate, stdout=subprocess.PIPE, stderr=stream, check=True)
    (commands,) = tmp_path.glob("runs/*/commands.parquet")
    sizes = {row["command"] for row in pq.read_table(commands).to_pylist()}
    assert (len(sizes) > 1) == to_a_file
    assert to_a_file or sizes == {"say 0"}


def test_an_agent_that_lives_beside_the_games(dataset, tmp_path, capsys):
    home = shutil.copytree(dataset, tmp_path / "dataset")
    (home / "mine.py").write_text("")
    (tmp_path / "outside.py").symlink_to(home / "mine.py")
    for module in (home / "mine.py", tmp_path / "outside.py"):
        code, _ = evaluated(tmp_path, home, f"agent_module={module}", "agent=mine")
        assert code != 0
        assert "must stay hidden" in capsys.readouterr().err
    folder = f"agent_folders=[{home / 'games'}]"
    assert evaluated(tmp_path, home, "agent=random", folder)[0] != 0
    assert "must stay hidden" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["../mine", "a/b", "\\u001b[2Jmine"])
def test_an_agent_whose_name_is_an_order_or_a_place(dataset, tmp_path, capsys, name):
    module = tmp_path / "mine.py"
    module.write_text(
        "from twbench.agents import NaiveAgent, register\n"
        f'register("{name}", NaiveAgent, "is mine")\n'
    )
    code, _ = evaluated(tmp_path, dataset, f"agent_module={module}", f'agent="{name}"')
    assert code != 0
    err = capsys.readouterr().err
    assert "\x1b" not in err
    assert err.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["mine.py"]
