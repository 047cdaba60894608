"""Whether a phrasebook is about a logic: what is told to whoever writes one wrong."""

import pytest

from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.challenges.cooking.world import knowledge_base
from twbench.errors import LogicError
from twbench.generator import (
    KnowledgeBase,
    MetaCommand,
    Phrasebook,
    Refusal,
    RulePhrases,
)
from twbench.generator.data.phrasebook_check import check_phrasebook
from twbench.logic import GameLogic

LOGIC = KnowledgeBase.default().logic


@pytest.mark.parametrize("is_limited", [False, True])
def test_the_words_of_cooking_fit_its_logic(is_limited):
    """Though refusals for TextWorld's games speak of facts that only those have, or only ours."""
    check_phrasebook(COOKING_WORDS, knowledge_base(is_limited).logic)


def one(name, **parts):
    return Phrasebook(rules={name: RulePhrases(**parts)})


WRONG = {
    "an unknown rule": (one("tke"), "rules.tke: there is no rule 'tke'. Did you mean 'take'?"),
    "an unknown predicate": (
        one("take", refusals=(Refusal("opn(c)", "No."),)),
        "rules.take.refusals[0].condition: there is no predicate opn(c). Did you mean 'open'?",
    ),
    "an unknown type": (
        one("take", refusals=(Refusal("open(x: cc)", "No."),)),
        "there is no type 'cc'",
    ),
    "arguments of other types": (
        one("take", refusals=(Refusal("open(o)", "No."),)),
        "there is no predicate open(o)",
    ),
    "a placeholder of another type": (
        one("open/c", refusals=(Refusal("open(c: d)", "No."),)),
        "'c' is of the type 'c' in the rule, which no 'd' is.",
    ),
    "no condition": (
        one("take", refusals=(Refusal("open c", "No."),)),
        "rules.take.refusals[0].condition: must be facts joined by '&': <predicate>:1:6",
    ),
    "an unknown placeholder": (
        one("take", report="You take {the f}."),
        "rules.take.report: 'f' stands for nothing here. The placeholders here are I, P, o, r.",
    ),
    "a placeholder that a refusal does not know": (
        one("take/s", refusals=(Refusal("open(c)", "{The c} is shut.", False),)),
        "rules.take/s.refusals[0].text: 'c' stands for nothing here. The placeholders here are o,",
    ),
    "a placeholder in a help text": (
        Phrasebook(help="Take {the o}."),
        "help: 'o' stands for nothing here.",
    ),
    "an unknown command": (
        Phrasebook(synonyms={"take {x}": ("nab {}",)}),
        "synonyms.take {x}: there is no command 'take {x}'. Did you mean 'take {o}'?",
    ),
    "too many nouns": (
        Phrasebook(synonyms={"take {o}": ("nab {} of {}",)}),
        "synonyms.take {o}: 'nab {} of {}' has more nouns than the command.",
    ),
    "a placeholder in a way": (
        Phrasebook(synonyms={"take {o}": ("nab {o}",)}),
        "synonyms.take {o}[0] cannot be typed: 'nab {o}' must be words of lower-case letters",
    ),
    "a way that begins with a noun": (
        Phrasebook(synonyms={"take {o}": ("{} nab",)}),
        "cannot be typed",
    ),
    "a text for a tuple": (
        Phrasebook(synonyms={"take {o}": "nab {}"}),
        "synonyms.take {o} must be a list, not the text 'nab {}'.",
    ),
    "commands that are one text": (
        Phrasebook(commands=(MetaCommand("bow", "You bow."),)),
        "commands[0].commands must be a list, not the text 'bow'.",
    ),
    "a placeholder in a mismatch": (
        one("take", mismatch="Not {the o}."),
        "rules.take.mismatch cannot have braces or brackets",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_faults_are_named_by_their_places(kind):
    book, expected = WRONG[kind]
    with pytest.raises(LogicError) as caught:
        KnowledgeBase(LOGIC, phrasebook=book)
    assert str(caught.value).startswith("The phrasebook")
    assert expected in str(caught.value)


def test_a_rule_without_a_command_has_no_words():
    document = "type clock { rules { tick :: at(P, r) -> at(P, r); } }"
    logic = GameLogic.parse(LOGIC.serialize() + document)
    with pytest.raises(LogicError, match="the rule 'tick' has no command"):
        KnowledgeBase(logic, phrasebook=one("tick", report="Tock."))


def test_conditions_may_speak_of_things_that_the_rule_does_not_know() -> None:
    """If the condition holds, its text may name what was found; if it fails, nothing was."""
    found = one("take", refusals=(Refusal("on(o, s: s)", "It is stuck to {the s}."),))
    check_phrasebook(found, LOGIC)
    missed = one("take", refusals=(Refusal("on(o, s: s)", "Not on {the s}.", holds=False),))
    with pytest.raises(LogicError, match="'s' stands for nothing here"):
        check_phrasebook(missed, LOGIC)


def test_synonyms_are_of_commands_with_or_without_their_placeholders() -> None:
    for template in ("take {o}", "take {}", "take {o} from {c}", "take {} from {}"):
        check_phrasebook(Phrasebook(synonyms={template: ("nab {}",)}), LOGIC)
    with pytest.raises(LogicError, match=r"there is no command 'take \{\} of \{\}'"):
        check_phrasebook(Phrasebook(synonyms={"take {} of {}": ("nab {}",)}), LOGIC)
