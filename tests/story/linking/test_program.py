"""The compiled rules of a logic: made once for all its games."""

import json

import pytest
from sample_games import cottage, lamps

from twbench.errors import GameFileError, LogicError, StoryLimitError
from twbench.generator import KnowledgeBase, MetaCommand, Phrasebook, RulePhrases
from twbench.story import link
from twbench.story.contents.directory import read_directory
from twbench.story.linking.programs import logic_program
from twbench.story.zcode.layout import WordClass
from twbench.story.zcode.zstring import significant

KB = KnowledgeBase.default()


def with_book(**parts: object) -> KnowledgeBase:
    return KnowledgeBase(KB.logic, KB.text_grammars_path, Phrasebook(**parts))


def test_a_logic_is_compiled_once() -> None:
    assert logic_program(KB) is logic_program(KB)
    loaded = [KnowledgeBase.deserialize(dict(KB.serialize())) for _ in range(2)]
    assert logic_program(loaded[0]) is logic_program(loaded[1])
    assert logic_program(with_book(help="Dig.")) is not logic_program(KB)


def test_rules_with_commands_have_numbers_and_slots() -> None:
    program = logic_program(KB)
    assert set(program.rules) == set(KB.logic.inform7.commands)
    assert len(program.rules) == len(set(program.rules))
    for name, slots in program.slots.items():
        rule = KB.logic.rules[name]
        assert set(slots) == {p.name for p in rule.placeholders if p.type not in ("P", "I")}
    assert program.slots["take/c"][:2] == ("o", "c"), "the nouns of a command come first"


def test_the_directory_tells_of_the_logic_what_stories_tell() -> None:
    program, told = logic_program(KB), read_directory(link(cottage()))
    assert json.loads(program.directory["rules"]) == [
        [name, list(program.slots[name])] for name in program.rules
    ]
    assert told.rules == json.loads(program.directory["rules"])
    attributes = json.loads(program.directory["attributes"])
    assert told.attributes == {name: tuple(numbers) for name, numbers in attributes.items()}


def test_words_of_commands_are_known() -> None:
    program = logic_program(KB)
    words = program.words.words
    for verb in ("take", "unlock", "north", "xyzzy"):
        assert words[verb].lines is not None
        assert words[verb].record is not None
    assert words["the"].word_class == WordClass.ARTICLE
    into = words["into"].word_class
    assert into == words["in"].word_class >= WordClass.FIRST_LITERAL
    assert program.literals[into - WordClass.FIRST_LITERAL] == "into"
    assert len({significant(word) for word in words}) == len(words)


def test_the_identity_is_that_of_logic_and_words() -> None:
    programs = [KB, with_book(help="Dig."), with_book(help="Dig more."), lamps().kb]
    identities = [logic_program(kb).identity for kb in programs]
    assert len(set(identities)) == len(identities)
    assert logic_program(with_book()).identity == identities[0]
    assert logic_program(with_book(help="Dig.")).identity == identities[1]


@pytest.mark.parametrize(
    ("kb", "error", "message"),
    [
        (with_book(synonyms={"look": ("again",)}), LogicError, "the word 'again' in a command"),
        (with_book(help="[dig]"), GameFileError, r"Unknown text function \[dig\]"),
        (
            with_book(rules={"take": RulePhrases(report="[if purple]x[end if]")}),
            GameFileError,
            "knows no fact 'purple'",
        ),
        (
            with_book(commands=(MetaCommand(("toss {} {} {}",), "No."),)),
            StoryLimitError,
            "names more than 2 things",
        ),
    ],
    ids=["parser's word", "function", "fact", "nouns"],
)
def test_words_that_no_story_can_have_are_refused(
    kb: KnowledgeBase, error: type[Exception], message: str
) -> None:
    for _ in range(2):
        with pytest.raises(error, match=message):
            logic_program(kb)


def test_what_is_given_for_a_rule_is_printed_by_its_stories() -> None:
    book = with_book(rules={"take": RulePhrases(report="Swiped: {the o}.")})
    assert "Swiped: " in logic_program(book).block.strings
    assert "Swiped: " not in logic_program(KB).block.strings
    assert lamps().kb.logic.rules.keys() - KB.logic.rules.keys() <= set(
        logic_program(lamps().kb).rules
    )
