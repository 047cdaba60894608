"""What docs/hierarchycraft.md says happens: its code runs, and its transcript is what is played."""

import json
import re
import shlex
from dataclasses import fields
from pathlib import Path

import pytest
from compared_worlds import WORLDS

from twbench import challenges, families
from twbench.cli import main
from twbench.core import EnvInfos
from twbench.hierarchycraft import CraftingGame

PAGE = (Path(__file__).parents[2] / "docs" / "hierarchycraft.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w*)\n(.*?)```", PAGE, re.DOTALL)


def blocks(kind: str) -> list[str]:
    """Return the blocks of a kind."""
    return [text for name, text in BLOCKS if name == kind]


def test_its_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    names: dict[str, object] = {}
    *parts, _ = blocks("python")  # the last is a file
    for code in parts:
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


def test_a_file_of_a_game_is_played_and_imported(tmp_path: Path) -> None:
    [text] = blocks("json")
    file = tmp_path / "vault.json"
    file.write_text('{"family": "hierarchycraft", ' + text.removeprefix("{"))
    assert families.family_of(file).name == "hierarchycraft"
    assert main(["import", str(file), "--out", str(tmp_path / "vaults"), "--quiet"]) == 0


@pytest.mark.slow
def test_a_world_of_ones_own_is_a_challenge(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    *_, module = blocks("python")
    [commands] = [text for text in blocks("") if text.startswith("twbench ")]
    (tmp_path / "bakery.py").write_text(module)
    monkeypatch.chdir(tmp_path)
    for line in commands.splitlines():
        assert main(shlex.split(line)[1:]) == 0
    assert "6 games, every file and walkthrough checked, 6 rebuilt" in capsys.readouterr().out
    assert "\nBake bread.\n" in (tmp_path / "datasets/bakery/README.md").read_text()


def test_its_table_has_every_challenge_and_every_setting() -> None:
    for challenge in challenges.HIERARCHYCRAFT:
        [row] = [line for line in PAGE.splitlines() if line.startswith(f"| `{challenge.name}` |")]
        settings = re.findall(r"`(\w+)`", row.split("|")[2])
        assert [*settings, "names"] == [field.name for field in fields(challenge.settings)]


def test_it_counts_the_worlds_that_were_compared() -> None:
    assert f"in each of {len(WORLDS)} worlds" in PAGE
