"""The words of a story: those of its logic before those that all stories have."""

import pytest

from twbench.errors import LogicError
from twbench.generator import KnowledgeBase, MetaCommand, Phrasebook, Refusal, RulePhrases
from twbench.logic import Rule
from twbench.story.words.meta_commands import META_COMMANDS
from twbench.story.words.rule_phrases import RULES, made_up
from twbench.story.words.story_words import StoryWords
from twbench.story.words.synonyms import SYNONYMS

LOGIC = KnowledgeBase.default().logic

TAKE = LOGIC.rules["take"]


def phrases_of(own: RulePhrases, rule: Rule = TAKE, template: str = "take {o}") -> RulePhrases:
    return StoryWords(Phrasebook(rules={rule.name: own})).phrases(rule, template)


def test_without_a_phrasebook_all_is_as_in_all_stories() -> None:
    words = StoryWords(Phrasebook())
    assert words.commands == META_COMMANDS
    assert words.phrases(TAKE, "take {o}") == RULES["take"]
    assert words.alternatives("take {}") == SYNONYMS["take {}"]
    assert words.alternatives("polish {}") == ()
    assert words.group("inside") == ("into", "in", "inside")
    assert words.group("beneath") == ("beneath",)


def test_what_a_rule_leaves_unsaid_is_said_as_usual() -> None:
    said = phrases_of(RulePhrases(report="Got it."))
    assert said == RulePhrases("Got it.\n", RULES["take"].refusals, RULES["take"].mismatch)


def test_own_refusals_come_first_and_one_without_condition_is_the_last() -> None:
    own = Refusal("open(c)", "No.")
    always = Refusal("", "Never.")
    assert phrases_of(RulePhrases(refusals=(own,))).refusals == (
        Refusal("open(c)", "No.\n"),
        *RULES["take"].refusals,
    )
    assert phrases_of(RulePhrases(refusals=(own, always))).refusals == (
        Refusal("open(c)", "No.\n"),
        Refusal("", "Never.\n"),
    )


def test_an_own_mismatch_is_that_of_the_second_noun_too() -> None:
    rule = LOGIC.rules["take/c"]
    assert RULES["take/c"].second_mismatch
    said = phrases_of(RulePhrases(mismatch="Not that."), rule, "take {o} from {c}")
    assert said.mismatches == ("Not that.\n", "Not that.\n")


def test_a_rule_of_a_known_name_with_other_placeholders_is_another_rule() -> None:
    rule = Rule.parse("take :: $at(P, r) & at(x: o, r) -> in(x: o, I)")
    assert StoryWords(Phrasebook()).phrases(rule, "take {x}") == made_up(rule, "take {x}")


@pytest.mark.parametrize(
    ("text", "printed"), [("Hm.", "Hm.\n"), ("Hm.\n", "Hm.\n"), ("[look]", "[look]"), ("", "")]
)
def test_texts_are_lines(text: str, printed: str) -> None:
    first = StoryWords(Phrasebook(commands=(MetaCommand(("bow",), text),))).commands[0]
    assert first == MetaCommand(("bow",), printed)


def test_own_commands_and_help_go_before_the_common_ones() -> None:
    words = StoryWords(Phrasebook(help="Dig.", commands=(MetaCommand(("score",), "42\n"),)))
    (help_, score), common = words.commands[:2], words.commands[2:]
    assert (help_.text, "hint" in help_.commands) == ("Dig.\n", True)
    assert score.text == "42\n"
    assert common == META_COMMANDS


def test_a_way_or_word_that_a_book_uses_is_not_used_otherwise() -> None:
    book = Phrasebook(synonyms={"drop {}": ("grab {}",)}, words=(("amid", "in"),))
    words = StoryWords(book)
    assert words.alternatives("drop {}") == ("grab {}", *SYNONYMS["drop {}"])
    assert "grab {}" not in words.alternatives("take {}")
    assert words.group("in") == ("amid", "in")
    assert words.group("inside") == ("into", "inside")


@pytest.mark.parametrize(
    "book",
    [
        Phrasebook(synonyms={"take {}": ("all {}",)}),
        Phrasebook(commands=(MetaCommand(("again and again",), "No."),)),
        Phrasebook(words=(("with", "and"),)),
    ],
)
def test_words_of_the_parser_have_no_other_meaning(book: Phrasebook) -> None:
    with pytest.raises(LogicError, match="stories read it otherwise in all commands"):
        StoryWords(book)
