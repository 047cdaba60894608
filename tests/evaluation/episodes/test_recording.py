"""Agents that cheat inside an episode: what the game says is what is recorded."""

import dataclasses
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import fake_story
import pytest

from twbench.agents import registry
from twbench.core import Agent, EnvInfos, Environment, GameState, Wrapper
from twbench.evaluation.episodes.episode import Command, Episode, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import TRACKS
from twbench.evaluation.wall.desk import NotGranted
from twbench.evaluation.wall.seat import Here

Act = Callable[[Environment, GameState], str]


class Cheat(Agent):
    """Does ``act`` with the environment that it was given."""

    def __init__(self, act: Act, wrappers: tuple[type[Wrapper], ...] = ()):
        self._act = act
        self._wrappers = wrappers

    def reset(self, env: Environment) -> None:
        self._env = env

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return self._act(self._env, game_state)

    @property
    def wrappers(self) -> tuple[type[Wrapper], ...]:
        return self._wrappers


@pytest.fixture
def play(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Episode]:
    story = tmp_path / "tw-corridor.z8"
    story.write_text(json.dumps({"length": 2, "max_score": 4}))
    item = PlanItem(PlannedGame("tw-corridor", "corridor", "test", 4, str(story)), 11, 22)

    def run(act: Act, *wrappers: type[Wrapper], max_turns: int = 6, lookahead: int = 0) -> Episode:
        entry = registry.AgentEntry("cheat", lambda: Cheat(act, wrappers), "")
        monkeypatch.setitem(registry.AGENTS._entries, "cheat", entry)
        protocol = dataclasses.replace(TRACKS["oracle"], max_turns=max_turns, lookahead=lookahead)
        return run_episode(Recording(item, protocol), Here(AgentSpec("cheat")), fake_story.start)

    return run


class Forger(Wrapper):
    """Says that the game is won."""

    def _forged(self, state: GameState) -> GameState:
        state.update(score=100, won=True, lost=False, moves=1)
        return state

    def reset(self) -> GameState:
        return self._forged(super().reset())

    def step(self, command: str) -> tuple[GameState, float, bool]:
        return self._forged(super().step(command)[0]), 100.0, True


def test_a_wrapper_does_not_make_the_score(play: Callable[..., Episode]) -> None:
    episode = play(lambda env, state: "look", Forger)
    assert (episode.status, episode.score, episode.won) == (Status.TRUNCATED, 0, False)
    assert (episode.steps, episode.moves) == (6, 6)


def test_a_score_that_nobody_knows_is_not_zero(
    play: Callable[..., Episode], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A step returns 0 then, as of stories of other makers without a binding."""
    look = fake_story.CorridorEnv._look

    def unknown(*arguments: Any) -> GameState:
        state = look(*arguments)
        state["score"] = None
        return state

    monkeypatch.setattr(fake_story.CorridorEnv, "_look", unknown)
    episode = play(lambda env, state: "look")
    assert (episode.score, episode.highscore, episode.normalized_score) == (None, None, None)


def test_commands_that_an_agent_issues_itself_count(play: Callable[..., Episode]) -> None:
    def plays_on(env: Environment, state: GameState) -> str:
        for command in ("go east", "go east", "take coin"):
            env.step(command)
        return "look"

    episode = play(plays_on)
    assert (episode.status, episode.score) == (Status.DONE, 4)
    assert episode.commands == tuple(map(Command, ("go east", "go east", "take coin")))
    cut = play(plays_on, max_turns=2)
    assert (cut.status, cut.score, cut.steps) == (Status.TRUNCATED, 0, 2)


def test_to_go_on_after_the_end_changes_nothing(
    play: Callable[..., Episode],
) -> None:
    def goes_on(env: Environment, state: GameState) -> str:
        for command in ("go east", "go east", "take coin", "go west"):
            env.step(command)
        return "look"

    episode = play(goes_on)
    assert (episode.status, episode.score, episode.steps) == (Status.DONE, 4, 3)


@pytest.mark.parametrize(
    ("act", "error"),
    [
        (lambda env: env.save(), "no snapshots"),
        (lambda env: env.restore(None), "goes on and never back"),
        (lambda env: env.reset(), "does not reset the game"),
        (lambda env: env.seed(1), "gives the seed"),
        (lambda env: env.load("other.z8"), "loads no other"),
    ],
)
def test_what_is_no_part_of_an_evaluation(
    play: Callable[..., Episode], act: Callable[[Any], object], error: str
) -> None:
    def cheats(env: Environment, state: GameState) -> str:
        act(env)
        return "look"

    episode = play(cheats)
    assert episode.status is Status.CRASHED
    assert error in str(episode.error)
    assert str(episode.error).startswith("agent: AgentError: ")


def test_an_agent_cannot_keep_the_record_from_asking(play: Callable[..., Episode]) -> None:
    def hides(env: Environment, state: GameState) -> str:
        for name in EnvInfos.NAMES:
            setattr(env.infos, name, False)
        return "go east"

    episode = play(hides, max_turns=2)
    assert (episode.score, episode.moves, episode.won) == (0, 2, False)


def test_commands_are_kept_as_they_are_typed(play: Callable[..., Episode]) -> None:
    odd = iter(["é\\\0\n\ud800", "x" * 300])
    episode = play(lambda env, state: next(odd), max_turns=2)
    assert episode.commands == (Command("e    "), Command("x" * 197))


def test_copies_are_not_granted(play: Callable[..., Episode]) -> None:
    def copies(env: Environment, state: GameState) -> str:
        env.copy()
        return "look"

    with pytest.raises(NotGranted, match=r"protocol\.lookahead is 0"):
        play(copies)


def test_lookahead_is_counted_and_goes_on_copies(play: Callable[..., Episode]) -> None:
    seen: list[str] = []

    def looks_ahead(env: Environment, state: GameState) -> str:
        with env.copy() as copy:
            seen.append(copy.step("go east")[0]["feedback"])
            with copy.copy() as deeper:
                seen.append(str(deeper.step("go east")[1]))
        return "look"

    episode = play(looks_ahead, max_turns=2, lookahead=4)
    assert (episode.status, episode.lookahead, episode.steps) == (Status.TRUNCATED, 4, 2)
    assert seen == ["You go east.", "0.0"] * 2 or seen == ["You go east.", "0"] * 2
    assert [(c.text, c.branch) for c in episode.commands] == [
        ("go east", 1),
        ("go east", 2),
        ("look", 0),
        ("go east", 3),
        ("go east", 4),
        ("look", 0),
    ]
    spent = play(looks_ahead, max_turns=3, lookahead=4)
    assert spent.status is Status.CRASHED
    assert spent.error == "agent: AgentError: The 4 commands of lookahead are used up."


def test_all_that_a_story_is_asked_for_is_told_apart(tmp_path: Path) -> None:
    """The first command from the first state, and a command from what a copy was typed before."""
    story = tmp_path / "tw-corridor.z8"
    story.write_text(json.dumps({"length": 2, "max_score": 4}))
    item = PlanItem(PlannedGame("tw-corridor", "corridor", "test", 4, str(story)), 11, 22)
    recording = Recording(item, dataclasses.replace(TRACKS["oracle"], lookahead=1))
    with recording.opened(fake_story.start) as game:
        asked = [recording.asked]
        for ask in (
            lambda: recording.begin(game),
            lambda: recording.step("look"),
            lambda: recording.fork(),
            lambda: recording.try_out(1, "look"),
            lambda: recording.step("look"),
        ):
            ask()
            asked.append(recording.asked)
    assert asked == sorted(set(asked))
