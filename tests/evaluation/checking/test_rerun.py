"""Runs are played again by their agents, and what differs is told."""

import json
import re
from pathlib import Path
from typing import Any

import fake_story
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from fake_dataset import write_dataset

from twbench.dataset.files.index import file_sha256
from twbench.errors import AgentError, RunError
from twbench.evaluation import Evaluation, evaluate
from twbench.evaluation.checking.rerun import Granted, rerun
from twbench.evaluation.records.record import sealed
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.games import GameSet
from twbench.evaluation.settings.protocol import TRACKS
from twbench.sandbox import OPEN, sandbox_kind

MODULE = """
import os, random, sys
from twbench.agents import register
from twbench.core import Agent


class Mine(Agent):
    def __init__(self, seed, kind="sound"):
        self.random = random.Random(seed) if kind == "sound" else random.SystemRandom()
        self.kind = kind

    def act(self, state, reward, done):
        if self.kind == "lists":
            os.listdir(WITNESS)
        if self.kind == "found":
            try:
                os.listdir(WITNESS)
            except OSError:
                return "inside"
            return "outside"
        return str(self.random.randrange(10**6))


WITNESS = {witness!r}
register("mine", Mine, "")
"""


@pytest.fixture(scope="module")
def dataset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_dataset(tmp_path_factory.mktemp("d") / "corridors", {"test": [("short", 2)]})


@pytest.fixture
def module(tmp_path: Path) -> Path:
    file = tmp_path / "mine.py"
    file.write_text(MODULE.format(witness=str(tmp_path)))
    return file


def played(dataset: Path, tmp_path: Path, spec: AgentSpec, **more: Any) -> Path:
    values = {"protocol": TRACKS["text"], "episodes": 2, "out": tmp_path / "out", **more}
    settings = Evaluation(dataset, spec, **values)
    return evaluate(settings, start=fake_story.start).folder  # type: ignore[arg-type]


def again(run: Path, dataset: Path, module: Path | None = None, **granted: Any) -> tuple[str, ...]:
    given = Granted(module, **granted)
    return rerun(run, dataset, given, start=fake_story.start)  # type: ignore[arg-type]


def edited(run: Path, **agent: Any) -> Path:
    """Have the record of a run say something else of its agent."""
    record = json.loads((run / "run.json").read_text())
    record["agent"] |= agent
    (run / "run.json").write_text(json.dumps(sealed(record)))
    return run


def test_files_that_tell_what_was_found_out_before_are_noticed(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run = played(dataset, tmp_path, AgentSpec("random"))
    runtime = GameSet.runtime
    monkeypatch.setattr(GameSet, "runtime", lambda *given: f"{runtime(*given)}, by files")
    (told,) = again(run, dataset)
    assert told.startswith("Files beside the stories tell now")
    assert again(played(dataset, tmp_path, AgentSpec("random")), dataset) == ()


def test_who_does_the_same_passes(dataset: Path, tmp_path: Path, module: Path) -> None:
    assert again(played(dataset, tmp_path, AgentSpec("random")), dataset) == ()
    run = played(dataset, tmp_path, AgentSpec("mine", {}, str(module)))
    renamed = module.rename(tmp_path / "theirs.py")
    assert again(run, dataset, renamed) == ()


NEEDY = """
import os
from pathlib import Path
from twbench.agents import register
from twbench.core import Agent


class Needy(Agent):
    def __init__(self, seed, words, where=object()):
        self.words = Path(words).read_text().split()

    def act(self, state, reward, done):
        if not self.words:
            raise ValueError(f"{object()} is no word")
        return self.words.pop() + os.environ["A_WORD"]


register("needy", Needy, "")
"""


def test_who_reads_folders_and_variables_reads_them_again(
    dataset: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each default and each error of this agent has an address in it, which is another one."""
    monkeypatch.setenv("A_WORD", "north")
    module, model = tmp_path / "needy.py", tmp_path / "model"
    module.write_text(NEEDY)
    model.mkdir()
    (model / "words").write_text("go")
    spec = AgentSpec("needy", {"words": str(model / "words")}, str(module))
    allowed = {"agent_folders": (str(model),), "agent_environment": ("A_WORD",)}
    run = played(dataset, tmp_path, spec, **allowed)
    assert pq.read_table(run / "episodes.parquet")["steps"].to_pylist() == [1, 1]
    assert again(run, dataset, module, folders=(model,), environment=("A_WORD",)) == ()
    with pytest.raises(AgentError, match="has read the folder 'model': name yours with --agent-fo"):
        again(run, dataset, module, environment=("A_WORD",))
    with pytest.raises(AgentError, match="has seen the variable 'A_WORD': name yours with --agen"):
        again(run, dataset, module, folders=(model,))


READER = """
from pathlib import Path
from twbench.agents import register
from twbench.core import Agent


class Reader(Agent):
    def act(self, state, reward, done):
        table = Path({folder!r}, "run", "commands.parquet")
        return "go north" if table.exists() and table.read_bytes() else "look"


register("reader", Reader, "")
"""


@pytest.mark.skipif(sandbox_kind() == OPEN, reason="this machine has no sandbox")
def test_a_run_is_not_for_its_agent_to_read(dataset: Path, tmp_path: Path) -> None:
    """Not even if it lies in a folder that the agent may read, as those of submissions do."""
    home = tmp_path / "submission"
    home.mkdir()
    module = home / "reader.py"
    module.write_text(READER.format(folder=str(home)))
    run = played(
        dataset, tmp_path, AgentSpec("reader", {}, str(module)), agent_folders=(str(home),)
    )
    inside = run.rename(home / "run")
    (found, *_) = again(inside, dataset, module, folders=(home,))
    assert "PermissionError" in found


@pytest.mark.parametrize(
    "told", [{"defaults": {"model": "large"}}, {"deterministic": True}, {"by": "me"}]
)
def test_what_a_record_says_of_its_agent_is_compared(
    dataset: Path, tmp_path: Path, told: dict[str, Any]
) -> None:
    run = edited(played(dataset, tmp_path, AgentSpec("random")), **told)
    (name,) = told
    assert again(run, dataset) == (f"Its record says otherwise of the agent: '{name}'.",)


def test_a_part_is_played_again_as_a_part(tmp_path: Path) -> None:
    games = {"test": [("short", 2)] * 3}
    dataset = write_dataset(tmp_path / "corridors", games)
    run = played(dataset, tmp_path, AgentSpec("random"), games=2)
    assert again(run, dataset) == ()


def test_an_extended_run_is_played_again_in_one_go(tmp_path: Path) -> None:
    dataset = write_dataset(tmp_path / "corridors", {"test": [("short", 2)] * 3})
    first = played(dataset, tmp_path, AgentSpec("random"), games=2, episodes=1)
    run = played(dataset, tmp_path, AgentSpec("random"), extend=first)
    assert again(run, dataset) == ()


@pytest.mark.slow
def test_who_does_otherwise_does_not(dataset: Path, tmp_path: Path, module: Path) -> None:
    run = played(dataset, tmp_path, AgentSpec("mine", {"kind": "chance"}, str(module)))
    assert again(run, dataset, module) == ("The agent has typed other commands.",)


@pytest.mark.slow
def test_another_file_is_another_agent(dataset: Path, tmp_path: Path, module: Path) -> None:
    run = played(dataset, tmp_path, AgentSpec("mine", {}, str(module)))
    with pytest.raises(AgentError, match=r"comes from mine\.py: say where it is"):
        again(run, dataset)
    module.write_text(module.read_text() + "# another\n")
    with pytest.raises(AgentError, match="is not the file that the agent"):
        again(run, dataset, module)


@pytest.mark.slow
@pytest.mark.skipif(sandbox_kind() == OPEN, reason="this machine has no sandbox")
def test_no_record_lets_an_agent_out(dataset: Path, tmp_path: Path, module: Path) -> None:
    """A run without a wall is played again behind one: its record is a stranger's."""
    spec = AgentSpec("mine", {"kind": "found"}, str(module))
    run = played(dataset, tmp_path, spec, wall=False)
    commands = pq.read_table(run / "commands.parquet")["command"].to_pylist()
    assert set(commands) == {"outside"}
    assert again(run, dataset, module) == ("The agent has typed other commands.",)


@pytest.mark.slow
@pytest.mark.skipif(sandbox_kind() == OPEN, reason="this machine has no sandbox")
def test_an_agent_that_fails_here_is_told_with_its_error(
    dataset: Path, tmp_path: Path, module: Path
) -> None:
    spec = AgentSpec("mine", {"kind": "lists"}, str(module))
    found, *_ = again(played(dataset, tmp_path, spec, wall=False), dataset, module)
    assert re.search(r"turns is 0 now, not \d+ \(agent: \w+: .*mine\.py, line \d+\)", found)


def test_a_better_score_than_the_agent_has(dataset: Path, tmp_path: Path) -> None:
    run = played(dataset, tmp_path, AgentSpec("random"))
    table = pq.read_table(run / "episodes.parquet")
    rows = [{**row, "moves": row["moves"] + 1} for row in table.to_pylist()]
    pq.write_table(pa.Table.from_pylist(rows, table.schema), run / "episodes.parquet")
    record = json.loads((run / "run.json").read_text())
    record["episodes_sha256"] = file_sha256(run / "episodes.parquet")
    (run / "run.json").write_text(json.dumps(sealed(record)))
    found = again(run, dataset)
    assert len(found) == 2
    assert "moves is" in found[0]


@pytest.mark.slow
def test_another_dataset(dataset: Path, tmp_path: Path) -> None:
    run = played(dataset, tmp_path, AgentSpec("random"))
    other = write_dataset(tmp_path / "corridors", {"test": [("short", 2)]}, "e" * 64)
    assert again(run, other) == ("It was played on another dataset.",)


def test_what_is_no_run(dataset: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="no run folder"):
        again(tmp_path / "nothing", dataset)
