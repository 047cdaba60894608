"""The trees that ship with twbench: what is parsed in every process is not parsed at all."""

import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import pytest

import twbench
from twbench.challenges import coin_collector
from twbench.challenges.cooking.world import knowledge_base
from twbench.generator.data import KnowledgeBase
from twbench.logic import parse
from twbench.logic.check import faults_of
from twbench.logic.syntax import Document, from_plain, to_plain

FILES = sorted(Path(twbench.__file__).parent.rglob("*.twl"))


def parsed(kind, text):
    with patch.object(parse, "known_tree", lambda kind, text: None):
        if kind == "document":
            return parse.document(text).types
        return parse._expression.__wrapped__(kind, text)


def test_there_are_logics():
    assert len(FILES) > 10


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_tree_of_a_logic_that_ships_is_what_its_text_says(path):
    text = path.read_text()
    assert to_plain(parse.known_tree("document", text)) == to_plain(parsed("document", text))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_of_a_logic_that_ships_it_is_known_whether_it_has_faults(path):
    text = path.read_text()
    faults = faults_of([Document("", text, parsed("document", text))])
    assert parse.is_known_sound(text) == (not faults)


@pytest.mark.parametrize(
    "kb",
    [KnowledgeBase.default(), coin_collector.knowledge_base(), knowledge_base(is_limited=True)],
    ids=["default", "coin_collector", "cooking"],
)
def test_the_tree_of_a_logic_that_is_stored_in_games_is_known(kb):
    text = kb.serialize()["logic"]
    assert parse.known_tree("document", text) == parsed("document", text)
    assert parse.is_known_sound(text)
    assert not faults_of([Document("", text, parsed("document", text))])


@pytest.mark.parametrize(
    ("kind", "text"),
    [
        ("predicate", "link(r, d, r')"),
        ("rule", "drink :: in(f, I) & drinkable(f) -> consumed(f)"),
    ],
)
def test_expressions_of_phrasebooks_are_known(kind, text):
    known = parse.known_tree(kind, text)
    assert to_plain(known) == to_plain(parsed(kind, text))


def test_what_is_not_known_is_parsed():
    assert parse.known_tree("document", "type x;") is None
    assert not parse.is_known_sound("type x;")
    assert parse.known_tree("rule", "drink :: in(f, I) -> out(f)") is None
    assert parse.known_tree("predicate", "drink :: in(f, I) & drinkable(f) -> consumed(f)") is None


def test_nodes_are_the_same_after_a_way_through_plain_data():
    node = parsed("rule", "go :: $at(P, r) & link(r, d: t, r') -> at(P, r')")
    assert from_plain(to_plain(node)) == node


def test_games_of_our_challenges_are_made_linked_and_proven_without_the_parser():
    code = """
import sys
from twbench import challenges, families

family = families.get("textworld")
for name, settings in (
    ("treasure_hunter", {"level": 11}),
    ("coin_collector", {"level": 3}),
    ("simple", {"rewards": "dense", "goal": "brief"}),
    ("cooking", {"recipe": 1, "take": 1, "go": 6, "open": True, "cook": True, "cut": True}),
):
    challenge = challenges.get(name)
    game = family.make(challenge, challenge.settings(**settings), 1, {"theme": "house"})
    files = family.seal(game, name)
    assert family.replay(files, family.describe(game, files)) is None
print("tatsu" in sys.modules)
"""
    found = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout
    assert found == "False\n"
