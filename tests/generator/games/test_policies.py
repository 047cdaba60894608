"""Of every challenge: wherever a player strays, the policy that is known wins.

It comes nowhere twice. Where what was done can be undone, it is at most one action longer than the
one before.
"""

import pytest
from challenge_games import challenge_game

from twbench.generator import GameProgression
from twbench.seeding import Rng

LARGE_MEAL = {"recipe": 3, "take": 3, "go": 6, "open": True, "cook": True, "cut": True}
CHALLENGES = {
    "coin": ("tw-coin_collector", {"level": 120}),
    "treasure": ("tw-treasure_hunter", {"level": 25}),
    "simple": ("tw-simple", {"rewards": "dense", "goal": "detailed"}),
    "cooking": ("tw-cooking", {"recipe": 1, "take": 1, "cook": True, "cut": True, "drop": True}),
    "large meal": ("tw-cooking", {**LARGE_MEAL, "drop": True}),
    "large meal in large hands": ("tw-cooking", LARGE_MEAL),
    "custom": (
        "tw-custom",
        {"world_size": 5, "nb_objects": 10, "quest_length": 5, "quest_breadth": 3},
    ),
}


def check_that_policy_wins(progression):
    following = progression.copy()
    visited = [following.state.copy()]
    for action in progression.winning_policy:
        assert not following.done
        following.update(action)
        assert following.state not in visited
        visited.append(following.state.copy())
    assert (following.completed, following.failed) == (True, False)


@pytest.mark.parametrize("name", CHALLENGES)
@pytest.mark.parametrize("seed", range(2))
def test_the_policy_wins_and_is_no_longer_than_to_undo_what_was_done(name, seed):
    challenge, settings = CHALLENGES[name]
    game = challenge_game(challenge, seed, **settings)
    progression, rng = GameProgression(game), Rng(seed)
    before = progression.winning_policy
    for _ in range(60):
        action = rng.choice(progression.valid_actions)
        later = progression.after([action])
        undone = game.kb.get_reverse_action(action)
        if later.done or (undone is None and later is not progression):
            continue
        progression, policy = later, later.winning_policy
        check_that_policy_wins(progression)
        assert len(policy) <= len(before) + 1
        before = policy
