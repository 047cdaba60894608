"""The most points that can be reached, where not all that is optional can be had together."""

import itertools

import pytest
from quest_games import DOOR, FREE, TWO_ROOMS, game_of, quest

from twbench.generator.games.progression import GameProgression
from twbench.generator.planning.best_plan import find_best_plan

EATEN = {"wins": "eaten(f_0)", "optional": True}
STORED = {"wins": "in(f_0,c_0)", "optional": True}
CHEST = "at(c_0,r_0) open(c_0) in(f_0,I) edible(f_0) "
APPLE = TWO_ROOMS + FREE + CHEST
GONE = {"wins": "at(P,r_1)"}


def best(game, known=-100, nodes=100_000):
    facts = game.world.state.facts
    return find_best_plan(facts, game.kb, game.quests, known, nodes)


def names(plan):
    return [action.name for action in plan.actions]


def played(game, actions):
    progression = GameProgression(game)
    for action in actions:
        progression.update(action)
    return progression.completed, progression.score


@pytest.mark.parametrize(
    ("facts", "quests", "points", "rules"),
    [
        (APPLE, [GONE, EATEN], 2, ["eat", "go/east"]),
        (APPLE, [GONE, EATEN, {**STORED, "reward": 3}], 5, ["insert", "take/c", "eat", "go/east"]),
        (
            APPLE,
            [GONE, {**EATEN, "reward": 2}, {**STORED, "reward": 3, "fails": "eaten(f_0)"}],
            6,
            ["insert", "take/c", "eat", "go/east"],
        ),
        (
            APPLE,
            [
                GONE,
                {**EATEN, "reward": 2, "fails": "in(f_0,c_0)"},
                {**STORED, "reward": 3, "fails": "eaten(f_0)"},
            ],
            4,
            ["insert", "go/east"],
        ),
        (APPLE, [GONE, {"wins": "at(P,r_1) eaten(f_0)", "optional": True}], 2, ["eat", "go/east"]),
        (APPLE, [{"wins": "at(P,r_1)|eaten(f_0)"}, EATEN, {**STORED, "reward": 1}], 3, None),
        (APPLE, [GONE, {"wins": "at(P,r_1)", "optional": True, "reward": -4}], -3, ["go/east"]),
        (
            TWO_ROOMS + "closed(d_0) " + DOOR,
            [GONE, {"wins": "open(d_0)", "optional": True, "reward": -4}],
            -3,
            ["open/d", "go/east"],
        ),
        (APPLE, [{**GONE, "fails": "eaten(f_0)"}, {**EATEN, "reward": 9}], 1, ["go/east"]),
    ],
    ids=[
        "optional, before the end",
        "one makes the other impossible: in the order that has both",
        "one fails by the other",
        "they exclude each other",
        "at the end itself",
        "what ends the game comes last",
        "what costs points, at the end",
        "what costs points, on the only way",
        "what loses the game",
    ],
)
def test_the_best_plan(facts, quests, points, rules):
    game = game_of(facts, *(quest(**given) for given in quests))
    plan = best(game)
    assert (plan.points, plan.gave_up) == (points, False)
    assert played(game, plan.actions) == (True, points)
    assert rules in (None, names(plan))
    assert best(game, known=points).actions is None, "there is no better one"


def test_a_search_that_gives_up_has_the_best_that_it_has_met():
    game = game_of(APPLE, quest(**GONE), quest(**EATEN), quest(**STORED))
    plan = best(game, nodes=1)
    assert plan.gave_up
    assert plan.nodes == 1
    assert best(game, nodes=0).actions is None


def test_what_can_never_be_had_takes_no_search():
    locked = APPLE + "at(c_1,r_0) locked(c_1) "
    game = game_of(locked, quest(**GONE), quest("open(c_1)", optional=True, reward=9))
    assert best(game).points == 1
    assert best(game, known=1).nodes == 0


def all_scores(game):
    """Yield the score of each way to win, found by trying all commands in all situations."""
    front, seen = [GameProgression(game)], set()
    while front:
        later = [one.after([action]) for one in front for action in one.valid_actions]
        yield from (one.score for one in later if one.completed)
        found = {situation(one): one for one in later if not one.done}
        front = [found[key] for key in found.keys() - seen]
        seen |= found.keys()


def situation(progression):
    quests = progression.quest_progressions
    return frozenset(progression.state.facts), *((one.completions, one.failed) for one in quests)


@pytest.mark.parametrize(
    ("one", "two"), list(itertools.combinations(["eaten(f_0)", "in(f_0,c_0)", "closed(c_0)"], 2))
)
def test_no_commands_give_more(one, two):
    quests = [
        quest("at(P,r_1)"),
        quest(one, two, optional=True, reward=2),
        quest(two, one, optional=True, reward=3),
    ]
    game = game_of(APPLE, *quests)
    assert max(all_scores(game)) == best(game).points
