"""What the lit twin shows is where it is on the level, and dark levels are won by it."""

from collections.abc import Iterator, Sequence

import pytest

from twbench.errors import GenerationError
from twbench.minihack import LevelGenerator
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.text.names import glyph_names
from twbench.minihack.winning.errands import Errand, errands_of, is_called
from twbench.minihack.winning.proof import prove
from twbench.minihack.winning.survey import surveyed

nle = pytest.mark.nle
LEVELS = 50
DARK = "".join(
    [
        'LEVEL: "dark"\n',
        'ROOM: "ordinary", unlit, random, random, random {\nSTAIR: random, up\n}\n',
        'ROOM: "ordinary", unlit, random, random, random {\nSTAIR: random, down\n}\n',
        "RANDOM_CORRIDORS\n",
    ]
)
STAIRS = Errand("staircase down")


def scattered(seed: int) -> LevelGame:
    """A dark maze, or a dark room with traps and boulders; NetHack says where everything is."""
    level = LevelGenerator(w=15, h=11, lit=False, fill=" " if seed % 2 else ".")
    if seed % 2:
        level.add_mazewalk()
    else:
        for _ in range(5):
            level.add_trap()
            level.add_boulder()
    level.add_stair_down()
    return LevelGame(level.get_des(), seed=seed)


def squares(rows: Sequence[str]) -> Iterator[tuple[int, int]]:
    for y, row in enumerate(rows):
        for x in range(len(row)):
            yield x, y


@nle
def test_what_is_seen_of_the_level_is_as_on_its_twin() -> None:
    names = glyph_names()
    told = {"wall": 0, "floor of a room": 0, "boulder": 0}
    for seed in range(LEVELS):
        for game in (scattered(seed), LevelGame(DARK, seed=seed)):
            found = surveyed(game, []).course
            left, top = MapOnScreen.of(game.des()).corner
            with NetHackEnv() as env:
                env.open(game)
                env.reset()
                x, y = env.place()
                assert (x + left, y + top) == found.start
                for column, row in squares(found.rows):
                    name = names[env.glyph((column - left, row - top)) or 0]
                    if name in told:
                        told[name] += 1
                        assert found.rows[row][column] == ("-" if name == "wall" else "."), seed
                    if name == "boulder":
                        assert (column, row) in found.blocked
    assert all(told.values())


@nle
@pytest.mark.slow
def test_levels_that_nobody_has_seen_are_won() -> None:
    won = 0
    for seed in range(LEVELS):
        for game in (scattered(seed), LevelGame(DARK, seed=seed)):
            try:
                proven = prove(game)
            except GenerationError:
                continue
            assert prove(proven) == proven
            won += 1
    assert won >= 0.85 * 2 * LEVELS


@nle
def test_the_layout_is_what_was_made() -> None:
    level = LevelGenerator(map="|....|\n|.}L.|\n|T..+.")
    level.set_start_pos((1, 0))
    level.add_stair_down((4, 1))
    level.add_altar((1, 1), "law", "altar")
    level.add_object("apple", "%", (3, 0))
    level.add_trap("pit", (2, 2))
    game = LevelGame(level.get_des())
    assert surveyed(game, [STAIRS]).layout == ("|@.%.|".replace("|", "-"), "-_}L>-", "-T^.+.")


@nle
def test_what_is_not_there_is_told() -> None:
    with pytest.raises(GenerationError, match="no sink to be seen"):
        surveyed(LevelGame(DARK), [Errand("sink")])


def game(*events: tuple[str, dict[str, object]]) -> LevelGame:
    data = [{kind: given} for kind, given in events]
    return LevelGame.from_data({"family": "minihack", "level": DARK, "events": data})


def test_errands_follow_from_events() -> None:
    found = errands_of(
        game(
            ("eat", {"name": "apple"}),
            ("kill", {"name": "newt"}),
            ("location", {"location": "sink"}),
            ("coordinate", {"coordinates": [3, 1]}),
            ("positional", {"place_name": "altar", "action_name": "pray"}),
            ("message", {"msgs": ["You hear"], "terminal_required": False, "reward": 0}),
            ("wield", {"name": "dagger", "terminal_required": False}),
        )
    )
    assert found == (
        Errand("dagger", ("pick up the {}", "wield the {}")),
        Errand("apple", ("eat the {}",)),
        Errand("newt", kills=True),
        Errand("sink"),
        Errand(place=(3, 1)),
        Errand("altar", ("pray",)),
    )
    assert errands_of(LevelGame(DARK)) == (STAIRS,)
    with pytest.raises(GenerationError, match="'message' comes about"):
        errands_of(game(("message", {"msgs": ["You hear"]})))


@pytest.mark.parametrize(
    ("thing", "name", "same"),
    [
        ("apple", "apple", True),
        ("boots", "mud boots", True),
        ("levitation boots", "mud boots", True),
        ("scroll", "scroll labeled FOO", True),
        ("newt", "newt corpse", False),
        ("newt corpse", "newt corpse", True),
        ("staircase down", "staircase up", False),
        ("sink", "fountain", False),
        ("", "wall", False),
    ],
)
def test_things_are_known_by_their_names(thing: str, name: str, same: bool) -> None:
    assert is_called(thing, name) is same
