"""The grammar of commands: which words lead to which rules, and which rule is tried first."""

import pytest

from twbench.errors import StoryLimitError
from twbench.generator import Phrasebook
from twbench.story.words.commands import MAX_CLASS, CommandGrammar
from twbench.story.words.story_words import StoryWords
from twbench.story.zcode.layout import WordClass

SHORT = 100


def grammar_of(*templates: str, **book: object) -> CommandGrammar:
    """Return a grammar of rules 0, 1, ...; rule n of which only k nouns are named is 100n + k."""
    grammar = CommandGrammar(StoryWords(Phrasebook(**book)))
    grammar.add_rules(enumerate(templates), lambda rule, count: SHORT * (rule + 1) + count)
    return grammar


def test_a_command_is_a_line_of_its_verb() -> None:
    grammar = grammar_of("polish {o} with {c}", "polish")
    assert grammar.lines == {
        "polish": {("{}", "with", "{}"): [0], ("{}",): [SHORT + 1], (): [1]},
    }


def test_earlier_rules_of_one_shape_are_tried_first_and_each_once() -> None:
    grammar = grammar_of("polish {o}", "polish {c}")
    assert grammar.lines["polish"] == {("{}",): [0, 1]}
    grammar.add_line("polish {}", [1, 5])
    assert grammar.lines["polish"] == {("{}",): [0, 1, 5]}


def test_longer_commands_are_tried_for_shorter_ones() -> None:
    grammar = grammar_of("fetch {o}", "fetch {o} out of {c}")
    assert grammar.lines["fetch"] == {
        ("{}",): [0, 2 * SHORT + 1],
        ("{}", "out", "of", "{}"): [1],
    }


def test_means_of_several_kinds_have_to_be_named() -> None:
    assert ("{}",) not in grammar_of("cut {f} with {o}", "cut {f} with {k}").lines["cut"]


def test_synonyms_lead_to_the_same_rules() -> None:
    lines = grammar_of("take {o}", synonyms={"take {o}": ("nab {}",)}).lines
    assert lines["get"][("{}",)] == lines["nab"][("{}",)] == [0]
    assert lines["pick"][("up", "{}")] == lines["pick"][("{}", "up")] == [0]


def test_articles_are_no_part_of_a_line() -> None:
    grammar = grammar_of("lay {o} on the ground", "lay the {c} flat")
    assert set(grammar.lines["lay"]) == {("{}", "on", "ground"), ("{}", "flat")}


def test_words_that_stand_for_the_same_are_of_one_class() -> None:
    grammar = grammar_of("drop {o} into {c}", "put {o} onto {s}")
    assert grammar.element("into") == grammar.element("inside") == WordClass.FIRST_LITERAL
    assert grammar.element("onto") == grammar.element("on") != grammar.element("into")
    assert grammar.literals[grammar.element("onto") - WordClass.FIRST_LITERAL] == "on"
    assert grammar.element("the") == WordClass.ARTICLE


@pytest.mark.parametrize(
    ("way", "command", "full"),
    [
        ("x {}", "examine {}", "examine"),
        ("x at {}", "examine {}", None),
        ("xx {}", "examine {}", None),
        ("x", "examine", None),
    ],
)
def test_abbreviations_are_said_in_full_where_a_noun_is_asked_for(
    way: str, command: str, full: str | None
) -> None:
    grammar = grammar_of()
    grammar.add_line(way, [0])
    grammar.note_abbreviation(way, command)
    assert grammar.full(way.split()[0]) == full


def test_what_the_parser_cannot_read_is_refused() -> None:
    with pytest.raises(StoryLimitError, match="names more than 2 things"):
        grammar_of("put {o} with {k} into {c}")
    with pytest.raises(StoryLimitError, match=r"'toss \{\} at .* names more than 2 things"):
        grammar_of().add_line("toss {} at {} at {}", [0])
    most = MAX_CLASS - WordClass.FIRST_LITERAL + 1
    words = " ".join(f"w{number}" for number in range(most))
    assert len(grammar_of(f"say {words}").literals) == most
    with pytest.raises(StoryLimitError, match=f"more than {most} words besides their verbs"):
        grammar_of(f"say {words} more")
