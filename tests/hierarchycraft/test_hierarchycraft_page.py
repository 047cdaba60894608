"""What docs/hierarchycraft.md says happens: its code runs, and its transcript is what is played."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from compared_worlds import WORLDS

from twbench import challenges, families
from twbench.core import EnvInfos
from twbench.hierarchycraft import CraftingGame

PAGE = (Path(__file__).parents[2] / "docs" / "hierarchycraft.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)


def blocks(kind: str) -> list[str]:
    """Return the blocks of a kind."""
    return [text for name, text in BLOCKS if name == kind]


def test_its_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    for code in blocks("python"):
        exec(code, names)
    assert names["terminated"] is True
    assert capsys.readouterr().out == blocks("")[0]


def test_its_transcript_is_what_is_played(tmp_path: Path) -> None:
    [text] = blocks("json")
    [transcript] = [text for text in blocks("") if "\n> " in text]
    commands = re.findall(r"^> (.*)$", transcript, re.MULTILINE)
    family = families.get("hierarchycraft")
    files = family.seal(CraftingGame.from_data(json.loads(text)), "custom")
    story = tmp_path / "game.z8"
    story.write_bytes(files.story)
    assert files.game is not None
    story.with_suffix(".json").write_bytes(files.game)
    with family.open(story, EnvInfos(won=True, score=True)) as env:
        told = [env.reset().feedback]
        for command in commands:
            state, _, _ = env.step(command)
            told.append(f"> {command}\n{state.feedback}")
    told = [re.sub(r"\n\n+", "\n\n", one.strip("\n")) for one in told if one]
    assert "\n\n".join(told) == transcript.strip("\n")
    assert state.won


def test_its_table_has_every_challenge_and_every_setting() -> None:
    for challenge in challenges.HIERARCHYCRAFT:
        [row] = [line for line in PAGE.splitlines() if line.startswith(f"| `{challenge.name}` |")]
        settings = re.findall(r"`(\w+)`", row.split("|")[2])
        assert [*settings, "names"] == [field.name for field in fields(challenge.settings)]


def test_it_counts_the_worlds_that_were_compared() -> None:
    assert f"in each of {len(WORLDS)} worlds" in PAGE
