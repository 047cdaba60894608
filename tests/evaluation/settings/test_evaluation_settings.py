"""Settings of an evaluation as plain values, which Python callers and the command line give."""

from pathlib import Path
from typing import Any

import pytest
import yaml

from twbench.errors import ConfigError
from twbench.evaluation import TRACKS, AgentSpec, Evaluation, parse_evaluation

CONF = Path(__file__).resolve().parents[3] / "conf"
LEAST = {"dataset": "datasets/demo", "agent": "random"}


def test_what_is_left_out_is_as_in_the_configuration() -> None:
    values = yaml.safe_load((CONF / "evaluate.yaml").read_text())
    [_, protocol, compute] = values.pop("defaults")
    composed = {
        **values,
        "protocol": yaml.safe_load(
            (CONF / "protocol" / f"{protocol['protocol']}.yaml").read_text()
        ),
        "compute": yaml.safe_load((CONF / "compute" / f"{compute['compute']}.yaml").read_text()),
        "dataset": {"path": "datasets/demo"},
    }
    assert parse_evaluation(LEAST) == parse_evaluation(composed)
    assert parse_evaluation(LEAST) == Evaluation(
        Path("datasets/demo"), AgentSpec("random"), n_jobs=-1
    )


@pytest.mark.parametrize("track", TRACKS)
def test_a_track_by_its_name(track: str) -> None:
    assert parse_evaluation({**LEAST, "protocol": track}).protocol == TRACKS[track]


@pytest.mark.parametrize("path", sorted((CONF / "compute").glob("*.yaml")), ids=lambda p: p.stem)
def test_of_every_way_to_compute_the_number_of_processes_counts(path: Path) -> None:
    compute = yaml.safe_load(path.read_text())
    assert parse_evaluation({**LEAST, "compute": compute}).n_jobs == compute["n_jobs"]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"dataset": None}, "dataset is missing"),
        ({"agent": None}, "agent must be"),
        ({"protocol": "txt"}, "protocol must be one of text, .*, jericho_valid, not 'txt'"),
        ({"agnet": "random"}, "Did you mean 'agent'?"),
        ({"compute": {"n_jobs": 0}}, "n_jobs must be a number of workers"),
        ({"compute": {"address": "auto"}}, "an evaluation is played on this machine"),
        ({"max_steps": 3}, "protocol.max_turns"),
        ({"games": 0}, "games must be a whole number of at least 1, or null for all, not 0"),
        ({"games": -1}, "or null for all, not -1"),
        ({"games": 2.5}, "or null for all, not 2.5"),
        ({"games": True}, "or null for all, not True"),
        ({"games": "20"}, "or null for all, not '20'"),
        ({"extend": 3}, "extend must be the path of a folder, not 3"),
        ({"extend": ""}, "extend must be the path of a folder, not ''"),
        ({"agent_module": ""}, "agent_module must be the path of a file, not ''"),
    ],
)
def test_mistakes_are_answered(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_evaluation({**LEAST, **changes})


def test_folders_of_an_agent_are_looked_through_in_an_order_of_their_own(tmp_path: Path) -> None:
    """In whichever they are named: that makes no other run."""
    folders = [str(tmp_path / name) for name in ("one", "other")]
    agent = AgentSpec("mine", module="mine.py")
    assert agent.located(folders).folders == agent.located(folders[::-1]).folders == folders
