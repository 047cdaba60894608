import pytest

from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.plan import Slot
from twbench.dataset.items.deduplication import CandidateGame, Deduplication

TRAIN, OTHER, TEST = Slot("train", 0), Slot("train", 1), Slot("test", 0)


def game(game_id, structure, puzzle="p", on="m", challenge="custom"):
    return CandidateGame(game_id, challenge, structure, puzzle, on)


@pytest.mark.parametrize("level", LEVELS)
def test_no_game_is_taken_twice(level):
    deduplication = Deduplication({"custom": level})
    assert deduplication.accept(TRAIN, game("g", "s"), level) is None
    assert deduplication.accept(OTHER, game("g", "s"), level).reason == "duplicate"
    conflict = deduplication.accept(TEST, game("g", "s"), level)
    assert conflict.detail == "The same game as number 0 of split train."


SAME_STRUCTURE, SAME_PUZZLE = game("h", "s"), game("h", "t")
SAME_MAP, ANOTHER_MAP = game("h", "t", "q"), game("h", "t", "q", "n")


@pytest.mark.parametrize(
    ("level", "refused"),
    [
        ("none", {}),
        ("structure", {SAME_STRUCTURE: "structure"}),
        ("puzzle", {SAME_STRUCTURE: "structure", SAME_PUZZLE: "puzzle"}),
        ("map", {SAME_STRUCTURE: "structure", SAME_PUZZLE: "puzzle", SAME_MAP: "map"}),
    ],
)
def test_each_level_includes_the_finer_ones(level, refused):
    for other in (SAME_STRUCTURE, SAME_PUZZLE, SAME_MAP, ANOTHER_MAP):
        deduplication = Deduplication({"custom": level})
        assert deduplication.accept(TRAIN, game("g", "s"), level) is None
        conflict = deduplication.accept(TEST, other, level)
        if other in refused:
            assert conflict.reason == f"shared_{refused[other]}"
            assert conflict.detail == f"The same {refused[other]} as a game of split train."
        else:
            assert conflict is None


def test_challenges_are_not_compared():
    deduplication = Deduplication({"custom": "map", "simple": "map"})
    assert deduplication.accept(TRAIN, game("g", "s"), "map") is None
    assert deduplication.accept(TEST, game("h", "s", challenge="simple"), "map") is None


def test_what_a_strict_member_has_no_lax_member_has_in_another_split():
    deduplication = Deduplication({"custom": "puzzle"})
    assert deduplication.accept(TRAIN, game("g", "s"), "puzzle") is None
    assert deduplication.accept(TEST, game("h", "t"), "none").reason == "shared_puzzle"
    assert deduplication.accept(OTHER, game("h", "t"), "none") is None


def test_what_lax_members_share_no_strict_member_gets():
    deduplication = Deduplication({"custom": "puzzle"})
    assert deduplication.accept(TRAIN, game("g", "s"), "none") is None
    assert deduplication.accept(TEST, game("h", "t", "q"), "puzzle") is None
    assert deduplication.accept(TEST, game("i", "s"), "none") is None
    conflict = deduplication.accept(OTHER, game("j", "u"), "puzzle")
    assert conflict.detail == "The same puzzle as a game of several splits."


def test_games_without_a_known_world_are_compared_by_structure_alone():
    deduplication = Deduplication({"custom": "map"})
    assert deduplication.accept(TRAIN, game("g", "s", None, None), "map") is None
    assert deduplication.accept(TEST, game("h", "t", None, None), "map") is None
