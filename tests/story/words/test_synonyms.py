"""What players type: each way leads to a command of the documented logic, and to one only."""

from collections import Counter
from itertools import chain

import pytest

from twbench.generator import KnowledgeBase
from twbench.logic.syntax import FIELD
from twbench.story.words.synonyms import SPECIAL_WORDS, SYNONYMS, WALKING, WORDS

SHAPES = {
    FIELD.sub("{}", command.command)
    for command in KnowledgeBase.default().logic.inform7.commands.values()
}


@pytest.mark.parametrize("template", SYNONYMS)
def test_commands_are_those_of_the_documented_logic(template: str) -> None:
    assert template in SHAPES
    for way in SYNONYMS[template]:
        assert way.count("{}") <= template.count("{}"), way
        assert not way.startswith("{}"), way


def test_no_way_is_said_for_two_commands_but_what_the_second_noun_decides() -> None:
    ways = Counter(chain(SYNONYMS, *SYNONYMS.values()))
    assert [way for way, count in ways.items() if count > 1] == ["move {} to {}"]


def test_the_parsers_own_words_begin_no_command() -> None:
    verbs = {way.split()[0] for way in chain(SYNONYMS, *SYNONYMS.values())}
    assert verbs.isdisjoint(SPECIAL_WORDS)


def test_a_word_stands_for_one_thing() -> None:
    words = Counter(chain(*WORDS))
    assert max(words.values()) == 1
    assert words.keys().isdisjoint(SPECIAL_WORDS)


@pytest.mark.parametrize("way", ["north", "south", "east", "west"])
def test_directions_can_be_walked_with_or_without_a_verb(way: str) -> None:
    said = {f"go {way}", *SYNONYMS[f"go {way}"]}
    assert {way, way[0], f"go to the {way}", *(f"{verb} {way}" for verb in WALKING)} <= said
