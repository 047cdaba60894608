"""What is seen, in words: compared with NetHack's own answers about every square."""

import pytest

from twbench.minihack import LevelGenerator
from twbench.minihack.text.names import glyph_names, told_glyphs
from twbench.minihack.text.sight import Sight, _window

THINGS = (
    *(("apple", "%"), ("dagger", ")"), ("long sword", ")"), ("plate mail", "[")),
    *(
        ("skeleton key", "("),
        ("large box", "("),
        ("food ration", "%"),
        ("arrow", ")"),
        ("boulder", "`"),
    ),
)
MONSTERS = (("newt", ":"), ("jackal", "d"), ("kobold", "k"), ("floating eye", "e"))


def test_the_map_is_what_is_known_of_it() -> None:
    screen = [" " * 79 for _ in range(21)]
    screen[3] = " " * 10 + "---" + " " * 66
    screen[5] = " " * 9 + "|.@.|" + " " * 65
    assert _window("".join(screen).encode()) == " ---\n\n|.@.|"
    assert _window(b" " * 79 * 21) == ""


@pytest.mark.nle
def test_things_are_told_by_distance() -> None:
    env = _open(_level())
    observation, _ = env.reset(seed=1)
    x, y = (int(n) for n in observation["blstats"][:2])
    told = Sight().things(observation["glyphs"], x, y).split(", ")
    assert told[:2] == ["apple 1 east", "dagger 2 east"]
    assert "newt 2 south" in told
    assert told[-1] == "staircase down 4 south 14 east"
    env.close()


@pytest.mark.nle
def test_names_are_those_that_nethack_gives() -> None:
    """Without articles, numbers, and "peaceful", which a glyph does not tell."""
    env = _open(_level())
    observation, _ = env.reset(seed=1)
    names, told, seen = glyph_names(), told_glyphs(), 0
    x, y = (int(n) for n in observation["blstats"][:2])
    for row, glyphs in enumerate(observation["glyphs"]):
        for column, glyph in enumerate(glyphs.tolist()):
            if told[glyph] and (column, row) != (x, y):
                name = names[glyph]
                description = env.get_screen_description(column, row, observation)
                assert name in description or f"{name}s" in description, (name, description)
                seen += 1
    assert seen >= len(THINGS) + len(MONSTERS) + 4
    env.close()


def _level() -> LevelGenerator:
    level = LevelGenerator(w=15, h=5)
    level.set_start_pos((0, 0))
    for column, (name, symbol) in enumerate(THINGS, 1):
        level.add_object(name, symbol, (column, 0))
    for column, (name, symbol) in enumerate(MONSTERS):
        level.add_monster(name, symbol, (column * 2, 2), ("asleep",))
    level.add_sink((1, 4))
    level.add_fountain((3, 4))
    level.add_altar((5, 4), "law", "altar")
    level.add_terrain((7, 4), "L")
    level.add_stair_down((14, 4))
    return level


def _open(level: LevelGenerator):  # type: ignore[no-untyped-def]
    from twbench.minihack import MiniHackNavigation

    return MiniHackNavigation(des_file=level)
