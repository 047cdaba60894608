"""Which stories may be played in the calling process."""

from collections.abc import Callable
from functools import cache

import pytest
from challenge_games import challenge_game, options_of

from twbench.generator import make_game
from twbench.generator.games.game import Game
from twbench.story import link
from twbench.story.contents.directory import read_directory
from twbench.story.reading import soundness
from twbench.story.reading.soundness import doubt_about
from twbench.story.zcode import layout
from twbench.story.zcode.template import load_template


def doubt(story: bytes) -> str | None:
    return doubt_about(story, read_directory(story))


GAMES: dict[str, Callable[[], Game]] = {
    "coin_collector": lambda: challenge_game("coin_collector", 5, level=120),
    "treasure_hunter": lambda: challenge_game("treasure_hunter", 5, level=1),
    "treasure_hunter 25": lambda: challenge_game("treasure_hunter", 5, level=25),
    "simple": lambda: challenge_game("simple", 5, rewards="dense", goal="detailed"),
    "custom": lambda: challenge_game("custom", 5, world_size=12, nb_objects=30, quest_length=4),
    "cooking": lambda: challenge_game("cooking", 5, recipe=2, take=2, go=6, cook=True, open=True),
    "cooking, limited": lambda: challenge_game("cooking", 5, recipe=1, take=1, drop=True, cut=True),
}


@pytest.mark.parametrize("name", GAMES)
def test_stories_of_all_challenges_are_sound(name: str) -> None:
    assert doubt(link(GAMES[name]())) is None


@cache
def house() -> bytes:
    return link(make_game(options_of(5, nb_rooms=5, nb_objects=12, quest_length=3)))


def word(story: bytes, at: int) -> int:
    return int.from_bytes(story[at : at + 2], "big")


def place_of(name: str) -> int:
    """Return what a variable of the runtime is in the story: the address of a table, say."""
    return word(house(), load_template().symbols[name])


def program_with(*steps: int) -> int:
    """Return where some description has these steps."""
    words = [word(house(), at) for at in range(place_of("descriptions"), word(house(), 4), 2)]
    found = next(n for n, kind in enumerate(words) if kind == steps[0] and words[n + 1] < 60)
    return place_of("descriptions") + 2 * found


def entry(number: int, field: int) -> int:
    """Return where a link of an object is: 6 its parent, 8 its sibling, 10 its child."""
    return read_directory(house()).entries + 14 * (number - 1) + field


CHANGES: dict[str, tuple[Callable[[], int], int]] = {
    "an instruction": (lambda: word(house(), 4) + 1000, 0xB0B0),
    "a variable": (lambda: load_template().symbols["pending_at"], 3),
    "a buffer": (lambda: load_template().symbols["line"], 0xFFFF),
    "where the objects are": (lambda: 0x0A, 4000),
    "the globals": (lambda: 0x0C, 400),
    "the dictionary": (lambda: 0x08, 0x40),
    "a word of the program": (lambda: word(house(), 0x0E) + 400, 7),
    "a text of a rule": (lambda: word(house(), 4) + len(_code()) + 8, 0x8000),
    "an object that is its own sibling": (lambda: entry(2, 8), 2),
    "an object in itself": (lambda: entry(8, 6), 8),
    "an object of no place": (lambda: entry(3, 10), 0),
    "the player's place": (lambda: entry(1, 6), 0),
    "another type": (lambda: entry(7, 0), 0),
    "a name outside": (lambda: entry(2, 12), 0xFFF0),
    "descriptions outside": (lambda: load_template().symbols["descriptions"], 0xFFF0),
    "descriptions at an odd place": (
        lambda: load_template().symbols["descriptions"],
        place_of("descriptions") + 1,
    ),
    "a description that calls": (lambda: place_of("descriptions") + 4, 1),
    "a string outside": (lambda: place_of("descriptions") + 4, 0xFFFF),
    "a jump back": (lambda: program_with(layout.TextStep.IF_HAS) + 4, 0xFFF8),
    "a jump to nowhere": (lambda: program_with(layout.TextStep.IF_HAS) + 4, 0x7FFE),
    "a text of nothing": (lambda: program_with(layout.TextStep.IF_HAS) + 2, 0x7FFF),
    "quests outside": (lambda: load_template().symbols["quests"], 0xFFF0),
    "too many quests": (lambda: load_template().symbols["quest_count"], 0x7FFF),
    "states of quests in the code": (
        lambda: load_template().symbols["quest_states"],
        word(house(), 4),
    ),
    "events outside": (lambda: place_of("quests") + 4, 0xFFF0),
    "a fact about no quest": (lambda: place_of("triggers") + 2, 99),
    "facts without end": (lambda: load_template().symbols["trigger_count"], 0x7FFF),
    "a condition that tries all": (
        lambda: word(house(), word(house(), place_of("quests") + 4)),
        int(layout.Test.EACH),
    ),
    "the title of nothing": (lambda: place_of("titles") + 2, place_of("titles")),
    "a title that fits into no buffer": (
        lambda: place_of("titles") + 4,
        place_of("objective") & 0x7FFF,
    ),
    "a name of as many words as a letter": (
        lambda: place_of("name_lengths") + len(read_directory(house()).objects) // 2 * 2,
        0x6161,
    ),
    "the player's name as one": (lambda: place_of("name_lengths"), 0x0061),
    "doors of another type": (lambda: load_template().symbols["attribute_door"], 0),
    "articles outside": (lambda: load_template().symbols["articles"], 0xFFFE),
}


def test_descriptions_that_fit_into_no_buffer_are_not_read_again() -> None:
    game = make_game(options_of(5, nb_rooms=2, nb_objects=4, quest_length=2))
    rereads = load_template().symbols["rereads"]
    assert word(link(game), rereads) == 1
    next(info for info in game.infos.values() if info.type == "r").desc = "Too long. " * 120
    story = bytearray(link(game))
    assert word(story, rereads) == 0
    assert doubt(bytes(story)) is None
    story[rereads + 1] = 1
    assert doubt(bytes(story)) == "a description is too long to be read again"


def test_a_name_of_many_words_is_no_letter() -> None:
    game = make_game(options_of(5, nb_rooms=2, nb_objects=4, quest_length=2)).copy()
    info = next(info for info in game.infos.values() if info.type in "ofk")
    info.name = ",".join("1" * 25)
    assert doubt(link(game)) is None


def _code() -> bytes:
    return load_template().code_at(word(house(), 4))


@pytest.mark.parametrize("name", CHANGES)
def test_one_word_that_is_wrong_is_found(name: str) -> None:
    assert doubt(house()) is None
    place, value = CHANGES[name]
    at = place()
    story = house()[:at] + value.to_bytes(2, "big") + house()[at + 2 :]
    header, changed = (part[:16].hex().encode() for part in (house(), story))
    assert doubt(story.replace(b'"header":"' + header, b'"header":"' + changed)) is not None


def test_every_byte_of_the_runtimes_memory_is_looked_at() -> None:
    story, symbols = house(), load_template().symbols
    directory = read_directory(story)
    set_by_linker = {*soundness._ADDRESSES} | {
        at
        for name, at in symbols.items()
        if name in soundness._SET_BY_LINKER or name.startswith("relation_")
    }
    for at in range(len(load_template().data)):
        if set_by_linker.isdisjoint((at, at - 1)):
            changed = bytearray(story)
            changed[at] ^= 1
            assert doubt_about(bytes(changed), directory) is not None, at
