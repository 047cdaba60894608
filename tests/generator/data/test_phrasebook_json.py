"""Phrasebooks as JSON: read as they were written, or refused with the place of the fault."""

import json
import pickle
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from phrasebooks import BOOK

from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.errors import GameFileError, LogicError
from twbench.generator import (
    KnowledgeBase,
    MetaCommand,
    Phrasebook,
    Refusal,
    RulePhrases,
    create_data_files,
)
from twbench.generator.data.phrasebook_json import (
    LONGEST_CONDITION,
    LONGEST_TEXT,
    LONGEST_WAY,
    MOST_JOINED,
    MOST_REFUSALS,
    load_phrasebook,
    read_phrasebook,
)


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


NAMES = st.text("abcdefgh/", min_size=1, max_size=8)

TEXTS = st.text("aB {}[]|.!\n", max_size=20)

PLAIN_TEXTS = st.text("aB |.!\n", max_size=20)

WORDS = st.from_regex(r"[a-z0-9][a-z0-9'-]{0,8}", fullmatch=True)

WAYS = st.builds(
    lambda verb, rest: " ".join([verb, *rest]), WORDS, st.lists(WORDS | st.just("{}"), max_size=3)
)

REFUSALS = st.builds(Refusal, st.just("open(c) & at(c, r)"), TEXTS, st.booleans())

RULES = st.builds(
    RulePhrases, TEXTS, st.lists(REFUSALS, max_size=3).map(tuple), PLAIN_TEXTS, PLAIN_TEXTS
)

BOOKS = st.builds(
    Phrasebook,
    help=TEXTS,
    rules=st.dictionaries(NAMES, RULES, max_size=3),
    synonyms=st.dictionaries(NAMES, st.lists(WAYS, max_size=3).map(tuple), max_size=3),
    words=st.lists(st.lists(WORDS, max_size=3).map(tuple), max_size=3).map(tuple),
    commands=st.lists(
        st.builds(MetaCommand, st.lists(WAYS, max_size=2).map(tuple), TEXTS, st.booleans()),
        max_size=3,
    ).map(tuple),
)


@given(BOOKS)
@settings(max_examples=60)
def test_whatever_is_written_is_read_again(book: Phrasebook) -> None:
    assert read_phrasebook(json.loads(json.dumps(book.serialize()))) == book


@pytest.mark.parametrize("way", ["dance", "dance with {}", "n-n {} up {}", "don't", "1 up"])
def test_ways_are_words_and_nouns(way: str) -> None:
    assert read_phrasebook({"synonyms": {"look": [way]}}).synonyms == {"look": (way,)}


@pytest.mark.parametrize("way", ["", "{}", "{} dance", "Dance", "dance  with", "dance {o}", "-x"])
def test_what_nobody_can_type_is_no_way(way: str) -> None:
    with pytest.raises(GameFileError, match=r"synonyms\.look\[1\] cannot be typed"):
        read_phrasebook({"synonyms": {"look": ["gaze", way]}})


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"rule": {}}, "has the unknown key 'rule'; known are help, .* Did you mean 'rules'"),
        ({"rules": {"go": {"report": 3}}}, r"rules\.go\.report must be a text, not the number 3"),
        ({"commands": [{"text": "Hm."}]}, r"commands\[0\]\.commands is missing"),
        ({"words": [["up", "up there"]]}, r"words\[0\]\[1\] must be one word"),
        ({"help": "\x1b[2J"}, "help has a character that no story prints"),
        ({"rules": {"go": {"mismatch": "[x]"}}}, "mismatch cannot have braces or brackets"),
    ],
)
def test_faults_are_told_with_their_places(data: object, message: str) -> None:
    with pytest.raises(GameFileError, match=message):
        read_phrasebook(data)


def refusals(count: int, condition: str = "open(c)") -> dict[str, object]:
    entry = {"condition": condition, "text": "No."}
    return {"rules": {"take": {"refusals": [entry] * count}}}


@pytest.mark.parametrize(
    ("least", "most"),
    [
        ({"help": "x" * LONGEST_TEXT}, {"help": "x" * (LONGEST_TEXT + 1)}),
        ({"words": [["x" * LONGEST_WAY]]}, {"words": [["x" * (LONGEST_WAY + 1)]]}),
        (refusals(MOST_REFUSALS), refusals(MOST_REFUSALS + 1)),
        (refusals(1, "x" * LONGEST_CONDITION), refusals(1, "x" * (LONGEST_CONDITION + 1))),
        (refusals(1, "&".join("a" * MOST_JOINED)), refusals(1, "&".join("a" * (MOST_JOINED + 1)))),
    ],
    ids=["text", "way", "refusals", "condition", "joined"],
)
def test_limits_are_reached_but_not_passed(least: object, most: object) -> None:
    assert read_phrasebook(least) != Phrasebook()
    with pytest.raises(GameFileError, match="more than"):
        read_phrasebook(most)


def test_files_are_named_where_they_are_wrong(tmp_path: Path) -> None:
    path = tmp_path / "phrasebook.json"
    path.write_text(json.dumps(BOOK.serialize()))
    assert load_phrasebook(path) == BOOK
    path.write_text('{"help": 3}')
    with pytest.raises(LogicError) as caught:
        load_phrasebook(path)
    assert str(caught.value) == f"{path}: help must be a text, not the number 3."
    path.write_text('{"help": "a", "help": "b"}')
    with pytest.raises(LogicError, match="has the key 'help' twice"):
        load_phrasebook(path)
