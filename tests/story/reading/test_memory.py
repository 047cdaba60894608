"""The memory of a running story: facts, score, ending, and what the last command led to."""

from collections.abc import Callable

import pytest
from sample_games import (
    HAND_MADE,
    coin_collector,
    cottage,
    facts,
    lamps,
)

from twbench.errors import StoryFileError
from twbench.generator import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.logic import Proposition
from twbench.story import link, read_memory_map
from twbench.story.reading.memory import MemoryMap, table_facts
from twbench.story.zcode.layout import Ending


@pytest.mark.parametrize("make", HAND_MADE, ids=lambda make: make.__name__)
def test_facts_at_the_start(make: Callable[[], Game]) -> None:
    story = link(make())
    memory_map = read_memory_map(story)
    assert set(memory_map.facts(story)) == set(make().world.facts)
    assert memory_map.location(story) == "r_0"
    assert memory_map.last_actions(story) == []


def test_reading_other_stories_is_refused() -> None:
    with pytest.raises(StoryFileError, match="not made by twbench"):
        read_memory_map(bytes(64))


def test_constant_facts_are_read_too() -> None:
    story = link(cottage())
    assert Proposition("match", [*facts("match(k_0, d_0)")[0].arguments]) in read_memory_map(
        story
    ).facts(story)


def written(memory_map: MemoryMap, story: bytes, name: str, value: int) -> bytes:
    at = memory_map.variables[name]
    return story[:at] + value.to_bytes(2, "big") + story[at + 2 :]


def test_memory_that_makes_no_sense_is_refused() -> None:
    story = link(coin_collector(3))
    memory_map = read_memory_map(story)
    with pytest.raises(StoryFileError, match="no ending 7"):
        memory_map.ending(written(memory_map, story, "ending", 7))
    with pytest.raises(StoryFileError, match="33 actions"):
        memory_map.last_actions(written(memory_map, story, "action_count", 33))
    with pytest.raises(StoryFileError, match="no rule 0"):
        memory_map.last_actions(written(memory_map, story, "action_count", 1))
    one = written(memory_map, story, "action_count", 1)
    at = memory_map.variables["actions"]
    with pytest.raises(StoryFileError, match="no object 0"):
        memory_map.last_actions(one[:at] + b"\0\1" + bytes(32) + one[at + 34 :])
    at = memory_map.entries + 6  # where the player is
    elsewhere = story[:at] + b"\xff\xff" + story[at + 2 :]
    for read in (memory_map.location, memory_map.facts):
        with pytest.raises(StoryFileError, match="no object 65535"):
            read(elsewhere)


def start(make: Callable[[], Game] = cottage) -> tuple[MemoryMap, bytes]:
    story = link(make())
    return read_memory_map(story), story


@pytest.mark.parametrize("score", [0, 7, 0x7FFF, -1, -0x8000])
def test_scores_may_be_negative(score: int) -> None:
    memory_map, story = start()
    assert memory_map.score(written(memory_map, story, "score", score & 0xFFFF)) == score


@pytest.mark.parametrize("ending", Ending)
def test_the_end_is_one_of_three(ending: Ending) -> None:
    memory_map, story = start()
    assert memory_map.ending(written(memory_map, story, "ending", ending.value)) is ending


def test_actions_are_told_with_the_entities_of_their_placeholders() -> None:
    memory_map, story = start()
    rules = [name for name, _ in memory_map.rules]
    ids = [id_ for id_, _ in memory_map.objects]
    placeholders = dict(memory_map.rules)["take"]
    entities = {"o": "o_2", "r": "r_0"}
    row = [rules.index("take") + 1, *(ids.index(entities[name]) + 1 for name in placeholders)]
    noted = b"".join(number.to_bytes(2, "big") for number in row)
    memory = bytearray(written(memory_map, story, "action_count", 1))
    at = memory_map.variables["actions"]
    memory[at : at + len(noted)] = noted
    ((name, found),) = memory_map.last_actions(bytes(memory))
    assert name == "take"
    assert {slot: variable.name for slot, variable in found.items()} == entities
    assert memory_map.performed(bytes(memory)).startswith(noted)


def test_only_bits_that_are_set_are_facts() -> None:
    rows = [Proposition.parse(f"near(s_{n}: s, s_9: s)") for n in range(11)]
    assert table_facts(b"\x05\x04", rows) == (rows[0], rows[2], rows[10])
    assert table_facts(b"\0\0", rows) == ()


def test_facts_follow_the_object_tree() -> None:
    memory_map, story = start()
    number = [id_ for id_, _ in memory_map.objects].index("o_2") + 1
    at = memory_map.entries + 14 * (number - 1)
    held = story[: at + 6] + b"\0\1" + story[at + 8 :]
    was, now = set(memory_map.facts(story)), set(memory_map.facts(held))
    assert was - now == {Proposition.parse("at(o_2: o, r_0: r)")}
    assert now - was == {Proposition.parse("in(o_2: o, I)")}
    assert memory_map.world(story) != memory_map.world(held)
    assert memory_map.object_facts(number, held[at : at + 14]) == (
        Proposition.parse("in(o_2: o, I)"),
    )


def test_a_map_agrees_with_the_logic_of_its_story_only() -> None:
    memory_map, _ = start(lamps)
    assert memory_map.agrees_with(lamps().kb)
    assert not memory_map.agrees_with(KnowledgeBase.default())
    assert start(cottage)[0].agrees_with(KnowledgeBase.default())
