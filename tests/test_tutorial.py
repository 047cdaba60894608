"""docs/tutorial.md is followed step by step, in an empty folder, and does what it says."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from twbench import challenges
from twbench.cli import main
from twbench.dataset import load_dataset
from twbench.generator import Game
from twbench.generator.grammar import own_themes
from twbench.generator.grammar.own_themes import use_themes
from twbench.modules import use_modules

PAGE = (Path(__file__).parents[1] / "docs" / "tutorial.md").read_text()
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = BLOCK.findall(PAGE)
COMMANDS = [
    shlex.split(line)
    for language, block in BLOCKS
    if not language and block.startswith("twbench ")
    for line in block.splitlines()
]


def text_of(file):
    """Return what the page says that a file holds, piece by piece."""
    pieces = [block for _, block in BLOCKS if block.startswith(f"# {file}\n")]
    return "\n\n".join(pieces)


@pytest.fixture
def _followed(tmp_path, monkeypatch):
    """Write the files of the page into the working folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    for file in ("lamp.py", "try_it.py", "lamps/house_lamp.twg"):
        path = tmp_path / file
        path.parent.mkdir(exist_ok=True)
        path.write_text(text_of(file))
    themes = own_themes._themes
    yield
    use_themes(themes)
    use_modules(())
    if sys.modules.pop("lamp", None):  # imported, not named with --module
        challenges.CHALLENGES.forget([challenges.get("dark")])


def type_line(words, capsys):
    """Type a command of the page; returns what it prints."""
    assert words[0] == "twbench"
    capsys.readouterr()
    runs = [str(path) for path in sorted(Path("runs").glob("*"))]
    line = [part for word in words[1:] for part in (runs if word == "runs/*" else [word])]
    assert main(line) == 0, capsys.readouterr().err
    return capsys.readouterr().out


def test_the_page_has_all_its_steps():
    assert [words[1] for words in COMMANDS] == [
        *("make", "build", "verify", "evaluate", "evaluate", "leaderboard")
    ]
    headings = re.findall(r"^## (\d)", PAGE, re.MULTILINE)
    assert headings == list("1234567")


@pytest.mark.usefixtures("_followed")
def test_the_game_by_hand_answers_as_the_page_says(capsys):
    (printed,) = (block for language, block in BLOCKS if language == "text")
    exec(text_of("try_it.py"), {})
    assert capsys.readouterr().out == printed


@pytest.mark.usefixtures("_followed")
def test_a_game_is_made_in_the_words_of_the_theme(capsys):
    told = type_line(COMMANDS[0], capsys)
    assert "Walkthrough: " in told
    game = Game.load("dark.json")
    lamp = next(info for info in game.infos.values() if info.type == "lamp")
    assert lamp.noun in ("lamp", "lantern")
    assert "[if lit]" in lamp.desc
    assert len(game.walkthrough) == 7
    name = json.loads(Path("dark.json").read_text())["grammar"]["theme"]
    assert re.fullmatch("house-[0-9a-f]{8}", name)


@pytest.mark.slow
@pytest.mark.usefixtures("_followed")
def test_the_dataset_and_the_evaluation(capsys):
    make, *others = COMMANDS
    printed = [type_line(words, capsys) for words in others]
    assert "14 rebuilt and compared" in printed[1]
    for split, size in (("train", 8), ("valid", 2), ("test", 4)):
        rows = list(load_dataset("datasets/dark")[split])
        assert len(rows) == size
        for row in rows:
            assert row["optimal_length"] == len(row["walkthrough"])
            assert row["params"] == f'{{"length":{row["optimal_length"]}}}'
    assert "100.0 %" in printed[3]
    assert "random_command" in printed[-1]
    assert make[1] == "make"
