"""Phrasebooks as values: what is written of them, and with which logic they are kept."""

from phrasebooks import BOOK

from twbench.challenges.cooking.world import knowledge_base
from twbench.generator import (
    KnowledgeBase,
    MetaCommand,
    Phrasebook,
)

LOGIC = KnowledgeBase.default().logic


def test_what_is_left_out_is_not_stored():
    assert Phrasebook().serialize() == {}
    assert MetaCommand(("bow",), "You bow.").serialize() == {
        "commands": ["bow"],
        "text": "You bow.",
    }
    assert list(BOOK.serialize()) == ["help", "rules", "synonyms", "words", "commands"]


def test_only_words_of_a_logics_own_are_in_its_data():
    assert list(knowledge_base(False).serialize()) == ["logic", "text_grammars_path"]
    assert (
        KnowledgeBase(LOGIC, phrasebook=Phrasebook()).serialize()
        == KnowledgeBase(LOGIC).serialize()
    )
    data = KnowledgeBase(LOGIC, phrasebook=BOOK).serialize()
    assert data["phrasebook"] == BOOK.serialize()
    assert KnowledgeBase.deserialize(data).phrasebook == BOOK
    assert KnowledgeBase.deserialize(data) is KnowledgeBase.deserialize(dict(data))
