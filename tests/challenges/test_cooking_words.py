"""The words of cooking: which logics have them, and which do not."""

from pathlib import Path

import pytest

from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.challenges.cooking.world import knowledge_base
from twbench.generator import KnowledgeBase, Phrasebook
from twbench.generator.games.game import Game

SAMPLES = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "textworld"
COOKING_GAMES = sorted(SAMPLES.glob("*/*cooking*.json"))
OTHER_GAMES = sorted({*SAMPLES.glob("*/*.json")} - {*COOKING_GAMES})


@pytest.mark.parametrize("is_limited", [False, True])
def test_a_game_of_ours_has_them_from_its_file_too(is_limited):
    kb = knowledge_base(is_limited)
    assert kb.phrasebook is COOKING_WORDS
    assert KnowledgeBase.deserialize(kb.serialize()).phrasebook is COOKING_WORDS


@pytest.mark.skipif(not COOKING_GAMES, reason="sample games of TextWorld are absent")
def test_games_of_textworld_have_them_where_they_are_of_cooking():
    for path in COOKING_GAMES:
        assert Game.load(path).kb.phrasebook is COOKING_WORDS
    for path in OTHER_GAMES:
        assert Game.load(path).kb.phrasebook == Phrasebook()
