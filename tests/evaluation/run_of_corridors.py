"""The runs that tests of playing make: games of corridors, an episode of each."""

import dataclasses
import os
import subprocess
import sys
from pathlib import Path

import fake_story
from file_trees import contents

from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.protocol import TRACKS

GAMES = {
    "test": [("short", 1), ("short", 2), ("short", 3), ("long", 6), ("long", 7)],
    "train": [("short", 1)],
}
ORACLE = dataclasses.replace(TRACKS["oracle"], max_turns=20)
SCRIPT = """
import os, sys, time
from dataclasses import replace
from pathlib import Path
sys.path.insert(0, sys.argv[4])
import fake_story
from twbench.evaluation.playing import order
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.protocol import TRACKS
order.CHUNK = int(os.environ.get("CHUNK", order.CHUNK))
slow = float(os.environ.get("SLOW", 0))
settings = Evaluation(
    Path(sys.argv[1]), AgentSpec(sys.argv[3]), transcripts=True, episodes=1,
    protocol=replace(TRACKS["oracle"], max_turns=20), out=Path(sys.argv[2]),
)
evaluate(
    settings, start=fake_story.start, progress=lambda there, total: time.sleep(60 * slow * there)
)
"""


def settings(dataset: Path, out: Path, name: str = "walkthrough", **more: object) -> Evaluation:
    values = {
        "protocol": ORACLE,
        "episodes": 1,
        "out": out,
        "agent": AgentSpec(name),
        "wall": False,  # most of these tests are about what is stored
        **more,
    }
    return Evaluation(dataset, **values)  # type: ignore[arg-type]


def play(config: Evaluation) -> Run:
    return evaluate(config, start=fake_story.start)


def tables(folder: Path) -> dict[str, bytes]:
    return {name: data for name, data in contents(folder).items() if name.endswith(".parquet")}


def interrupt(there: int, total: int) -> None:
    raise KeyboardInterrupt


def evaluate_elsewhere(
    dataset: Path, out: Path, agent: str, **environment: str
) -> subprocess.Popen[bytes]:
    """Start the same evaluation in a fresh Python process."""
    folder = str(Path(__file__).parent)
    search = os.pathsep.join(entry or str(Path.cwd()) for entry in sys.path)
    return subprocess.Popen(
        [sys.executable, "-c", SCRIPT, str(dataset), str(out), agent, folder],
        env={**os.environ, "PYTHONPATH": search, **environment},
    )
