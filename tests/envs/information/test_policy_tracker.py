"""What is remembered of how far the player is from winning."""

from pathlib import Path

import pytest
from sample_games import coin_collector, open_story

from twbench.envs.information import policy_tracker
from twbench.envs.information.game_information import GameInformation
from twbench.envs.information.policy_tracker import Moments, PolicyTracker


@pytest.fixture
def few_moments(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(policy_tracker, "_MAX_REMEMBERED", 2)


@pytest.mark.usefixtures("few_moments")
def test_moments_met_last_are_remembered() -> None:
    here = PolicyTracker(GameInformation(coin_collector(3)))
    moments = Moments()
    found: list[bytes] = []

    def go(performed: bytes) -> None:
        moments.follow((here, performed), lambda: found.append(performed) or here)

    for performed in (b"a", b"b", b"a", b"c", b"a", b"b"):
        go(performed)
    assert found == [b"a", b"b", b"c", b"b"]


@pytest.mark.usefixtures("few_moments")
def test_what_is_forgotten_is_found_again(tmp_path: Path) -> None:
    game = coin_collector(5)
    env = open_story(game, tmp_path, policy_commands=True, intermediate_reward=True)
    for _ in range(2):
        env.reset()
        told = [env.step(command)[0] for command in game.walkthrough]
        assert [len(state.policy_commands) for state in told] == [4, 3, 2, 1, 0]
        assert [state.intermediate_reward for state in told] == [1] * 5
    env.close()
