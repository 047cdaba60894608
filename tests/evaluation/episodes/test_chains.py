"""A step is one command, in the games that an evaluation plays."""

import dataclasses
from pathlib import Path

import pytest
from challenge_games import challenge_game

from twbench.agents import registry
from twbench.core import Agent, GameState
from twbench.evaluation.episodes.episode import Episode, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import FamilyStages, run_episode
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import Protocol
from twbench.evaluation.wall.seat import Here
from twbench.story import link


class Chaining(Agent):
    """Types the same line at each turn."""

    def __init__(self, line: str):
        self._line = line

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return self._line


@pytest.fixture
def game(tmp_path: Path) -> tuple[PlanItem, list[str]]:
    made = challenge_game("coin_collector", 1, level=2)
    story = tmp_path / "coin.z8"
    story.write_bytes(link(made))
    made.save(story.with_suffix(".json"))
    walkthrough = made.metadata["walkthrough"]
    return PlanItem(PlannedGame("coin", "coin_collector", "test", 1, str(story)), 1, 2), walkthrough


def play(item: PlanItem, line: str, turns: int, monkeypatch: pytest.MonkeyPatch) -> Episode:
    entry = registry.AgentEntry("chaining", lambda: Chaining(line), "")
    monkeypatch.setitem(registry.AGENTS._entries, "chaining", entry)
    protocol = dataclasses.replace(Protocol(), max_turns=turns)
    return run_episode(Recording(item, protocol), Here(AgentSpec("chaining")), FamilyStages())


@pytest.mark.parametrize("joint", [". ", ", then ", " then ", "\n"])
def test_a_chain_of_commands_does_not_win_in_one_turn(
    game: tuple[PlanItem, list[str]], joint: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    item, walkthrough = game
    assert len(walkthrough) > 1
    episode = play(item, joint.join(walkthrough), 1, monkeypatch)
    assert (episode.status, episode.won, episode.score) == (Status.TRUNCATED, False, 0)
    assert episode.steps == 1
    assert episode.turns is not None
    assert episode.turns >= 1


def test_a_refused_command_takes_a_turn(
    game: tuple[PlanItem, list[str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    episode = play(game[0], "xyzzy plugh", 5, monkeypatch)
    assert (episode.steps, episode.turns, episode.moves) == (5, 5, 0)
    assert episode.invalid_actions == 5
