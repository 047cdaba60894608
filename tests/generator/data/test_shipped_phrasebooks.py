"""Games whose files bring no words of their own: which phrasebook they have."""

from functools import cache

import pytest

from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.challenges.cooking.world import knowledge_base
from twbench.generator import KnowledgeBase, Phrasebook
from twbench.generator.data.shipped_phrasebooks import shipped_phrasebook
from twbench.logic import GameLogic


@cache
def document() -> str:
    return knowledge_base(is_limited=True).logic.serialize()


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("sliced(f) & cutting_done(f);", "cutting_done(f);"),  # slice does something else
        ("$sharp(o) & $cuttable(f) & uncut(f) ->", "$cuttable(f) & uncut(f) ->"),  # without a knife
        ("drink ::", "sip ::"),  # there is no rule to drink
        ("-> burned(f) & inedible(f);", "-> inedible(f);"),  # nothing burns
    ],
)
def test_a_logic_whose_rules_do_otherwise_does_not_have_them(old, new):
    text = document()
    assert old in text
    logic = GameLogic.deserialize(text.replace(old, new))
    assert shipped_phrasebook(logic) == Phrasebook()


def test_a_logic_may_want_and_do_more():
    text = document().replace("-> sliced(f) & cutting_done(f)", "-> sliced(f) & burned(f)", 1)
    text = text.replace("slice :: $in(f, I)", "slice :: $edible(f) & $in(f, I)", 1)
    assert shipped_phrasebook(GameLogic.deserialize(text)) is COOKING_WORDS


@pytest.mark.parametrize("is_limited", [False, True])
def test_the_logics_of_cooking_have_the_words_of_cooking(is_limited: bool) -> None:
    assert shipped_phrasebook(knowledge_base(is_limited).logic) is COOKING_WORDS
    assert shipped_phrasebook(KnowledgeBase.default().logic) == Phrasebook()


def test_names_alone_are_nothing():
    rules = KnowledgeBase.default().logic.serialize()
    named = "".join(
        f"{name} :: at(P, r) -> at(P, r);\n"
        for name in ("slice", "dice", "chop", "drink", "make/recipe/1")
    )
    logic = GameLogic.parse(f"{rules}\ntype clock {{ rules {{ {named} }} }}")
    assert shipped_phrasebook(logic) == Phrasebook()
