"""What is seen is told as BALROG tells it: examples that were published with its text."""

from typing import Any

import numpy as np
import pytest

from twbench.core import EnvInfos
from twbench.errors import ConfigError
from twbench.minihack.engine import nethack
from twbench.minihack.text.balrog import BalrogView
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

PUBLISHED_MAP = """\
---------
.....@.%|
|...d...|
|.......|
|=......|
----+----"""
PUBLISHED_TEXT = """\
dark area far west
vertical wall near east and southeast
horizontal wall near south and southwest
horizontal closed door near southsouthwest
black onyx ring near westsouthwest
doorway near west
egg very near east
horizontal wall adjacent north, northeast, and northwest
tame little dog adjacent southwest"""
"""The example of nle-language-wrapper's README (MIT), whose text BALROG shows."""
GAME = {
    "family": "minihack",
    "level": {
        "w": 9,
        "h": 5,
        "calls": [
            {"set_start_pos": [[2, 2]]},
            {"add_object": ["apple", "%", [4, 2]]},
            {"add_object": ["robe", "[", [1, 1]]},
            {"add_object": ["robe", "[", [3, 1]]},
            {"add_monster": ["newt", ":", [7, 1], ["asleep"]]},
            {"add_stair_down": [[8, 4]]},
        ],
    },
    "seed": 1,
    "rendering": "balrog",
}


def glyph(letter: str, column: int) -> int:
    """The glyph of a letter of the published map: monsters and things by their names."""
    game = nethack()
    features = {" ": 0, "|": 1, "-": 2, ".": 19, "+": 16}
    if letter == "." and column == 0:
        return int(game.GLYPH_CMAP_OFF) + 12  # the doorway
    if letter in features:
        return int(game.GLYPH_CMAP_OFF) + features[letter]
    names = {"@": "tourist", "d": "little dog"}
    if letter in names:
        kind = [game.permonst(n).mname for n in range(game.NUMMONS)].index(names[letter])
        return int(game.GLYPH_PET_OFF if letter == "d" else game.GLYPH_MON_OFF) + kind
    looks = {"%": ("egg", None), "=": (None, "black onyx")}[letter]
    for n in range(game.NUM_OBJECTS):
        thing = game.objclass(n)
        if looks[0] == game.OBJ_NAME(thing) or (looks[1] and looks[1] == game.OBJ_DESCR(thing)):
            return int(game.GLYPH_OBJ_OFF) + n
    raise AssertionError(letter)


@pytest.mark.nle
def test_the_published_example_is_told_alike() -> None:
    top, left = 5, 20
    glyphs = np.full((21, 79), glyph(" ", 1), dtype=np.int16)
    for row, letters in enumerate(PUBLISHED_MAP.split("\n")):
        for column, letter in enumerate(letters):
            glyphs[top + row, left + column] = glyph(letter, column)
    assert BalrogView().things(glyphs, left + 5, top + 1) == PUBLISHED_TEXT


@pytest.mark.nle
def test_several_in_one_direction_are_told_together() -> None:
    glyphs = np.full((21, 79), nethack().GLYPH_CMAP_OFF + 19, dtype=np.int16)
    for place in ((10, 30), (11, 30), (10, 31)):
        glyphs[place] = glyph("%", 1)
    told = BalrogView().things(glyphs, 10, 10)
    assert told == "egg very far eastsoutheast\neggs very far east"


@pytest.mark.nle
def test_a_game_says_that_it_is_told_so() -> None:
    with opened(EnvInfos(description=True, inventory=True)) as env:
        state = env.reset()
        sections = ["message", "language observation", "cursor", "map", "inventory"]
        at = [state.feedback.index(f"{name}:\n") for name in sections]
        assert at == sorted(at)
        assert "Reach the stairs down." in state.feedback
        lines = state.feedback.split("\n")
        assert "robe adjacent northeast and northwest" in lines
        assert "apple very near east" in lines
        assert "newt near eastnortheast" in lines
        assert "stairs down far eastsoutheast" in lines
        assert "Yourself a caveman" in lines
        assert any(line.endswith("(weapon in hand)") for line in lines)
        assert state.description.startswith("message:\n\n")
        first, _, _ = env.step("far east")
        assert first.feedback.startswith("message:\n")
        assert "You see " not in first.feedback.partition("language observation:")[2]
        for command in ("south", "south", "far east"):
            state, _, done = env.step(command)
        assert done
        assert state.feedback == "*** You have won ***"


@pytest.mark.nle
def test_the_map_is_the_screen_without_the_line_of_messages() -> None:
    with opened() as env:
        told = env.reset().feedback.partition("map:\n")[2].split("\n")
        assert {len(line) for line in told[:23]} == {80}
        assert told[22].startswith("Dlvl:1 ")


def test_the_rendering_is_recorded_and_is_one_of_two() -> None:
    game = LevelGame.from_data(GAME)
    assert game.data()["rendering"] == "balrog"
    assert LevelGame.from_data(game.data()) == game
    assert "rendering" not in LevelGame.from_data({**GAME, "rendering": "plain"}).data()
    with pytest.raises(ConfigError, match=r"no rendering 'balrogg'.*Did you mean 'balrog'"):
        LevelGame.from_data({**GAME, "rendering": "balrogg"})


def opened(infos: EnvInfos | None = None) -> Any:
    env = NetHackEnv(infos)
    env.open(LevelGame.from_data(GAME))
    return env
