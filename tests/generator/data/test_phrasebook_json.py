"""Phrasebooks as JSON: read as they were written, or refused with the place of the fault."""

import json
import pickle

import pytest
from phrasebooks import BOOK

from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.errors import LogicError
from twbench.generator import (
    KnowledgeBase,
    Phrasebook,
    create_data_files,
)
from twbench.generator.data.phrasebook_json import read_phrasebook


@pytest.mark.parametrize("book", [Phrasebook(), BOOK, COOKING_WORDS], ids=["none", "own", "cook"])
def test_json_and_back(book):
    data = json.loads(json.dumps(book.serialize()))
    assert read_phrasebook(data) == book
    assert read_phrasebook(data).serialize() == data
    assert pickle.loads(pickle.dumps(book)) == book  # noqa: S301 - ours


def test_a_folder_of_logic_may_have_one(tmp_path):
    create_data_files(tmp_path)
    assert KnowledgeBase.load(tmp_path).phrasebook == Phrasebook()
    path = tmp_path / "logic" / "phrasebook.json"
    path.write_text(json.dumps(BOOK.serialize()))
    assert KnowledgeBase.load(tmp_path).phrasebook == BOOK
    path.write_text('{"rules": {"take": {"repport": "Taken."}}}')
    with pytest.raises(LogicError, match=r"phrasebook\.json: rules\.take has the unknown key"):
        KnowledgeBase.load(tmp_path)
