"""What docs/minihack.md says happens: its code runs, and its transcript is what is played."""

import json
import re
import shlex
from pathlib import Path

import pytest

from twbench.cli.verbs.build import composed
from twbench.minihack import LevelGenerator, level_faults
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

PAGE = (Path(__file__).parents[3] / "docs" / "minihack.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)


def blocks(kind: str) -> list[str]:
    return [text for name, text in BLOCKS if name == kind]


@pytest.mark.nle
def test_its_code_runs() -> None:
    [code] = blocks("python")
    names: dict[str, object] = {}
    exec(code, names)
    env = names["env"]
    assert env.step(1)[2] is False  # type: ignore[attr-defined]
    env.close()  # type: ignore[attr-defined]


@pytest.mark.nle
def test_its_fault_is_what_the_compiler_says() -> None:
    level = LevelGenerator(w=5, h=3)
    level.add_object("appple", "%")
    [fault] = level_faults(level.get_des())
    assert str(fault) in PAGE


def test_its_game_can_be_read() -> None:
    [text] = blocks("json")
    assert LevelGame.from_data(json.loads(text)).max_score() == 4


def test_its_dataset_of_mazes_has_as_many_as_it_says() -> None:
    [command] = [text for text in blocks("") if "challenge.rendering=balrog" in text]
    _, _, *settings = shlex.split(command.replace("\\\n", ""))
    assert "These four mazes are told so" in PAGE
    assert composed(settings).recipe.dataset.size == 4


@pytest.mark.nle
def test_its_transcript_is_what_is_played() -> None:
    [text] = blocks("json")
    [transcript] = [text for text in blocks("") if "\n> look\n" in text]
    commands = re.findall(r"^> (.*)$", transcript, re.MULTILINE)
    assert len(commands) == 30
    with NetHackEnv() as env:
        env.open(LevelGame.from_data(json.loads(text)))
        told = [env.reset().feedback]
        for command in commands:
            state, _, _ = env.step(command)
            told.append(f"> {command}\n{state.feedback}")
        assert "\n\n".join(told) == transcript.rstrip("\n")
        assert (state.won, state.score) == (True, 4)


@pytest.mark.nle
def test_what_is_asked_is_answered_by_the_next_line() -> None:
    [asked] = [text for text in blocks("") if text.startswith("> east\n")]
    calls = [
        {"set_start_pos": [[2, 2]]},
        {"add_monster": ["newt", ":", [3, 2], ["peaceful"]]},
    ]
    level = {"w": 9, "h": 5, "calls": calls}
    with NetHackEnv() as env:
        env.open(LevelGame.from_data({"family": "minihack", "level": level, "seed": 1}))
        env.reset()
        told = []
        for line in ("east", "yes"):
            said = env.step(line)[0].feedback.partition("\nYou see ")[0]
            told.append(f"> {line}\n{said}")
        assert "\n\n".join(told) == asked.rstrip("\n")
