"""The small games that TextWorld's users try things on."""

import sys
from pathlib import Path

from twbench import GameOptions, start
from twbench.testing import (
    build_and_compile_game,
    build_and_compile_no_quest_game,
    capture_stdout,
)


def options(path: Path) -> GameOptions:
    chosen = GameOptions()
    chosen.seeds, chosen.path = 3, str(path)
    return chosen


def test_the_carrot_belongs_into_the_chest(tmp_path: Path) -> None:
    game, path = build_and_compile_game(options(tmp_path / "carrot.z8"))
    with start(path) as env:
        env.reset()
        assert [env.step(command)[1] for command in game.walkthrough] == [0, 2, 3]
        assert env.state.won
        env.reset()
        assert env.step("eat carrot")[0].lost


def test_a_game_without_a_quest_goes_on(tmp_path: Path) -> None:
    game, path = build_and_compile_no_quest_game(options(tmp_path / "plain.z8"))
    assert game.quests == ()
    with start(path) as env:
        env.reset()
        assert not env.step("look")[2]


def test_what_is_printed_is_collected() -> None:
    with capture_stdout() as printed:
        sys.stdout.write("carrot")
    assert printed.getvalue() == "carrot"
