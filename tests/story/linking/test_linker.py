"""Story files: header, memory map, words, limits, and the same bytes each time."""

import re
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest
import z_machine
from hash_seeds import printed
from sample_games import (
    HAND_MADE,
    coin_collector,
    describe,
    facts,
    quest,
    sample_games,
    shed,
    textworld_files,
    textworld_game,
    way,
)

from twbench.envs import StoryEnv
from twbench.errors import GameFileError, StoryLimitError
from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World
from twbench.story import link, read_memory_map, vocabulary
from twbench.story.linking import linker
from twbench.story.zcode.header import LONGEST_FILE
from twbench.story.zcode.template import load_template

WORD = re.compile(r"[a-zà-öø-ÿ]+(?:['-][a-zà-öø-ÿ]+)*")


@pytest.mark.parametrize("game", sample_games(), ids=lambda game: game.objective[:20])
def test_header_and_memory_map(game: Game) -> None:
    story = link(game)
    word = lambda address: z_machine.word(story, address)  # noqa: E731
    assert story[0] == 8
    assert len(story) == word(0x1A) * 8
    assert word(0x1C) == sum(story[0x40:]) & 0xFFFF
    assert story[0x12:0x18].isdigit()
    assert story[0x38:0x3C] == b"twb1"
    data = len(load_template().data)
    objects, static, dictionary, high = word(0x0A), word(0x0E), word(0x08), word(0x04)
    assert 0x40 < word(0x0C) < word(0x06) < data <= objects < static < dictionary < high
    assert high % 8 == 0
    assert story[word(0x06)] == 0x8F
    assert word(word(0x06) + 1) * 8 >= high


@pytest.mark.parametrize("make", [*HAND_MADE, lambda: coin_collector(120)])
def test_every_word_printed_is_in_the_vocabulary(
    make: Callable[[], Game], open_story: Callable[..., StoryEnv]
) -> None:
    game = make()
    words = vocabulary(game)
    assert words == sorted(set(words))
    env = open_story(game, admissible_commands=True)
    printed = set(WORD.findall(env.reset().feedback.lower()))
    commands = ["score", "help", "goal", "take all", "drop all", "open", "foo", "version", "eat me"]
    for turn in range(120):
        admissible = env.state.admissible_commands
        command = (
            commands[turn // 2 % len(commands)]
            if turn % 2
            else admissible[turn * 7 % len(admissible)]
        )
        state, _, done = env.step(command)
        printed |= set(WORD.findall(state.feedback.lower()))
        if done:
            env.reset()
    assert printed - set(words) <= {"foo"}, "a word that nobody knows is named as it was typed"
    assert len(printed) > 30


@pytest.mark.parametrize("make", [*HAND_MADE, lambda: coin_collector(40)])
def test_every_admissible_command_is_understood(
    make: Callable[[], Game], open_story: Callable[..., StoryEnv]
) -> None:
    game = make()
    env = open_story(game, admissible_commands=True)
    state = env.reset()
    for command in game.walkthrough[:-1]:
        for admissible in state.admissible_commands:
            assert env.understands(admissible), admissible
        state, _, _ = env.step(command)


SCRIPT = """
import sys
sys.path.insert(0, {folder!r})
import hashlib
from sample_games import coin_collector, cottage, lamps, shed
from twbench.story import link, vocabulary
for game in (cottage(), shed(), lamps(), coin_collector(120)):
    print(hashlib.sha256(link(game)).hexdigest(), len(vocabulary(game)))
"""


@pytest.mark.slow
def test_the_same_bytes_under_any_hash_seed() -> None:
    script = SCRIPT.format(folder=str(Path(__file__).parents[1]))
    outputs = printed(script, ("0", "1234"))
    assert len(outputs) == 1
    assert outputs.pop().count("\n") == 4


def test_three_hundred_rooms_fit() -> None:
    story = link(coin_collector(300))
    assert len(read_memory_map(story).objects) >= 300
    assert len(story) < 128 * 1024


def _syllables(number: int) -> str:
    return "bdfgklmnprstvz"[number % 14] + "aeiou"[number // 14 % 5] + "mp" + "y" * (number // 70)


def large(rooms: int, things: int) -> Game:
    grid = [f"r_{n}" for n in range(rooms)]
    parts = facts("at(P, r_0)")
    for one, other in pairwise(grid):
        parts += way(one, "east", other)
    parts += facts(" ".join(f"at(o_{n}, r_{n % rooms})" for n in range(things)))
    game = Game(World.from_facts(parts), quests=[quest("in(o_0, I)")])
    texts = {room: (f"room {n}", f"This is room {n}.") for n, room in enumerate(grid)}
    texts |= {
        f"o_{n}": (f"{_syllables(n % 40)} {_syllables(40 + n // 40)}", "") for n in range(things)
    }
    return describe(game, texts)


def test_three_hundred_rooms_with_a_thousand_things_fit(
    open_story: Callable[..., StoryEnv],
) -> None:
    game = large(300, 1000)
    env = open_story(game, facts=True, won=True)
    assert set(env.reset().facts) == set(game.world.facts)
    assert env.step("take " + game.infos["o_0"].name)[0].won


def test_six_hundred_rooms_are_refused_in_a_sentence() -> None:
    with pytest.raises(
        StoryLimitError, match=r"^The game does not fit .* 600 rooms and 1200 other"
    ):
        link(large(600, 1200))


@pytest.mark.parametrize("things", [350, 450, 550])
def test_relations_beyond_address_8000_are_searched(
    things: int, open_story: Callable[..., StoryEnv]
) -> None:
    game = large(300, things)
    story = link(game)
    tables, words = z_machine.word(story, 0x0E), z_machine.word(story, 0x08)
    assert tables < 0x8000 < words
    env = open_story(game)
    env.reset()
    for number in range(1, 300):
        assert f"This is room {number}." in env.step("east")[0].feedback
    assert env.step("east")[0].feedback == "You can't go that way.\n"


def test_what_does_not_fit_is_refused_with_numbers() -> None:
    with pytest.raises(
        StoryLimitError, match=r"1200 rooms and 4000 other entities .* KiB of 64 KiB"
    ):
        link(large(1200, 4000))


def test_the_longest_story_is_one_whose_length_the_header_can_tell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    plain = len(link(shed()))
    spare = LONGEST_FILE - plain
    encode = linker.encode_directory

    def padded(directory: dict[str, str]) -> bytes:
        return bytes(spare) + encode(directory)

    monkeypatch.setattr(linker, "encode_directory", padded)
    story = link(shed())
    assert len(story) == z_machine.word(story, 0x1A) * 8 == 512 * 1024 - 8
    spare += 8
    with pytest.raises(StoryLimitError, match=r"its texts need 513 KiB of 512 KiB\."):
        link(shed())


def test_tables_that_begin_behind_what_a_story_can_address_are_refused() -> None:
    things = [f"at(o_{number}, r_0)" for number in range(2500)]
    with pytest.raises(StoryLimitError, match=r"2500 other entities its tables need"):
        link(Game(World.from_facts(facts(" ".join(["at(P, r_0)", *things])))))


def test_long_names_are_refused() -> None:
    game = describe(Game(World.from_facts(facts("at(P, r_0)"))), {"r_0": ("a" * 61, "")})
    with pytest.raises(StoryLimitError, match="longer than 60"):
        link(game)


def test_things_in_two_places_are_refused() -> None:
    world = World.from_facts(facts("at(P, r_0) at(o_0, r_0) in(o_0, I)"))
    with pytest.raises(StoryLimitError, match="two places at once"):
        link(Game(world))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[if open]x", "without \\[end if\\]"),
        ("x[end if]", "without \\[if\\]"),
        ("[if o_9 is open]x[end if]", "Unknown entity 'o_9'"),
        ("[iff open]", "Unknown text function"),
        ("[if purple]x[end if]", "knows no fact 'purple'"),
    ],
)
def test_faulty_texts_are_refused(text: str, message: str) -> None:
    world = World.from_facts(facts("at(P, r_0) at(c_0, r_0) open(c_0)"))
    game = describe(Game(world), {"r_0": ("room", ""), "c_0": ("box", text)})
    with pytest.raises(GameFileError, match=message):
        link(game)


@pytest.mark.parametrize("path", textworld_files(), ids=lambda path: path.stem)
def test_games_of_textworld_link(path: Path) -> None:
    game = textworld_game(path)
    story = link(game)
    assert set(read_memory_map(story).facts(story)) == set(game.world.facts)


def test_accents_can_be_left_out_when_typing(open_story: Callable[..., StoryEnv]) -> None:
    env = open_story(shed())
    env.reset()
    env.step("open cupboard")
    for command in ("examine cafe sign", "examine café sign"):
        assert env.step(command)[0].feedback == "It says CAFÉ.\n"
