import dataclasses
import json
import math
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import fake_story
import pytest
from fake_dataset import AGENTS

from twbench.agents import load_module, registry
from twbench.core import Agent, Environment, GameState, Wrapper
from twbench.errors import AgentError
from twbench.evaluation.episodes.episode import Episode, FailedBy, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import TRACKS, Limits, Protocol
from twbench.evaluation.wall.desk import NotGranted
from twbench.evaluation.wall.seat import Here

load_module(AGENTS)


@pytest.fixture
def item(tmp_path: Path) -> PlanItem:
    return corridor(tmp_path)


def corridor(folder: Path, length: int = 2, max_score: int = 4, trouble: str = "none") -> PlanItem:
    story = folder / "tw-corridor.z8"
    content = {"length": length, "max_score": max_score, "trouble": trouble}
    story.write_text(json.dumps(content))
    return PlanItem(PlannedGame("tw-corridor", "corridor", "test", max_score, str(story)), 11, 22)


def play(
    item: PlanItem, name: str, protocol: Protocol = TRACKS["oracle"], **arguments: object
) -> Episode:
    recording = Recording(item, protocol, transcripts=True)
    seat = Here(AgentSpec(name, arguments))
    return run_episode(recording, seat, fake_story.start, arguments.get("seed"))


def turns(number: int, **limits: float) -> Protocol:
    return dataclasses.replace(TRACKS["oracle"], max_turns=number, limits=Limits(**limits))


def script(item: PlanItem, commands: str, max_turns: int = 20) -> Episode:
    return play(item, "scripted", turns(max_turns), script=commands)


def test_a_won_game_is_recorded_in_full(item: PlanItem) -> None:
    episode = play(item, "walkthrough")
    assert episode.status is Status.DONE
    assert episode.error is None
    assert (episode.score, episode.highscore, episode.normalized_score) == (4, 4, 1.0)
    assert (episode.moves, episode.steps, episode.invalid_actions) == (3, 3, 0)
    assert (episode.won, episode.lost, episode.truncated) == (True, False, False)


def test_a_lost_game_is_done_and_scores_zero(item: PlanItem) -> None:
    episode = script(item, "go east,go east,eat poison")
    assert (episode.status, episode.score, episode.won, episode.lost) == ("done", 0, False, True)
    assert episode.normalized_score == 0.0


def test_the_transcript_pairs_a_command_with_its_answer(item: PlanItem) -> None:
    episode = script(item, "go east,fly,go east,take coin")
    rows = [
        (s.step, s.command, s.observation, s.reward, s.score, s.done) for s in episode.transcript
    ]
    assert rows == [
        (0, None, "You are in a corridor.", 0, 0, False),
        (1, "go east", "You go east.", 0, 0, False),
        (2, "fly", "I do not understand.", 0, 0, False),
        (3, "go east", "You go east.", 0, 0, False),
        (4, "take coin", "You take coin.", 4, 4, True),
    ]


def test_invalid_actions_are_those_without_an_action(item: PlanItem) -> None:
    episode = script(item, "fly,look,swim,go east", max_turns=4)
    assert (episode.steps, episode.moves, episode.invalid_actions) == (4, 2, 2)


def test_the_last_allowed_step_may_win(item: PlanItem) -> None:
    assert play(item, "walkthrough", turns(3)).status is Status.DONE
    cut = play(item, "walkthrough", turns(2))
    assert (cut.status, cut.truncated, cut.steps, cut.won, cut.score) == (
        "truncated",
        True,
        2,
        False,
        0,
    )


def test_a_walkthrough_that_ends_too_early_is_truncated(item: PlanItem) -> None:
    episode = play(item, "walkthrough", commands=["look"])
    assert (episode.status, episode.steps) == (Status.TRUNCATED, 1)
    assert episode.error == "agent: The walkthrough has ended, but the game has not."
    assert episode.failed_by is None


@pytest.mark.parametrize(
    ("kind", "error"),
    [
        ("raise", "agent: KeyError: 'no idea'"),
        ("exit", "agent: SystemExit: enough"),
        ("number", "agent: TypeError: act() must return a command as str, not int"),
    ],
)
def test_a_crash_of_the_agent_keeps_what_was_reached(item: PlanItem, kind: str, error: str) -> None:
    episode = play(item, "trouble", kind=kind)
    assert (episode.status, episode.error) == (Status.CRASHED, error)
    assert episode.failed_by is FailedBy.AGENT
    assert (episode.score, episode.normalized_score, episode.steps, episode.moves) == (0, 0.0, 1, 1)
    assert (episode.won, episode.lost) == (False, False)


def test_an_agent_that_cannot_be_made_has_what_everybody_begins_with(item: PlanItem) -> None:
    episode = play(item, "broken")
    assert (episode.status, episode.error) == ("crashed", "agent: RuntimeError: out of memory")
    assert (episode.score, episode.normalized_score, episode.steps, episode.won) == (0, 0, 0, False)


def test_a_crash_of_the_story_is_blamed_on_the_story(tmp_path: Path) -> None:
    episode = script(corridor(tmp_path, trouble="raise"), "go east,press button")
    assert (episode.status, episode.steps) == (Status.CRASHED, 1)
    assert episode.error == "story: ValueError: the story is broken"
    assert episode.failed_by is FailedBy.STORY


def test_a_missing_story_is_a_crash_without_a_score(tmp_path: Path) -> None:
    item = corridor(tmp_path)
    Path(item.game.story).unlink()
    episode = script(item, "look")
    assert (episode.status, episode.score) == (Status.CRASHED, None)
    assert str(episode.error).startswith("story: FileNotFoundError")


def test_a_story_that_hangs_is_ended_in_time(tmp_path: Path) -> None:
    item = corridor(tmp_path, trouble="hang")
    protocol = turns(20, story_seconds=0.2)
    episode = play(item, "scripted", protocol, script="go east,press button")
    assert (episode.status, episode.score, episode.steps) == (Status.TIMEOUT, 0, 1)
    assert episode.failed_by is FailedBy.STORY
    assert episode.error == "story: no answer within 0.2 seconds"


def test_a_search_has_its_own_time_beside_that_of_the_story(tmp_path: Path) -> None:
    protocol = turns(2, story_seconds=0.2)
    item = corridor(tmp_path, trouble="search")
    episode = play(item, "scripted", protocol, script="press button,go east")
    assert (episode.status, episode.steps) == (Status.TRUNCATED, 2)
    item = corridor(tmp_path, trouble="search_for_ever")
    episode = play(item, "scripted", protocol, script="press button,go east")
    assert (episode.status, episode.steps) == (Status.TIMEOUT, 0)
    assert episode.error == "story: no answer within 0.5 seconds"


@pytest.mark.parametrize("kind", ["nul", "emoji", "long", "surrogate", "newline"])
def test_any_text_is_a_command(item: PlanItem, kind: str) -> None:
    episode = play(item, "trouble", turns(3), kind=kind)
    assert (episode.status, episode.steps, episode.invalid_actions) == (Status.TRUNCATED, 3, 2)
    command = str(episode.transcript[-1].command)
    expected = {"nul": 1, "emoji": 1, "long": 10_000, "surrogate": 6, "newline": 12}
    assert len(command.encode().decode()) == expected[kind]


def test_an_interrupt_passes(item: PlanItem, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(self: object, command: str) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(fake_story.CorridorEnv, "step", interrupt)
    with pytest.raises(KeyboardInterrupt):
        script(item, "look")


def test_the_plan_gives_the_seeds(item: PlanItem, monkeypatch: pytest.MonkeyPatch) -> None:
    given: list[int | None] = []
    monkeypatch.setattr(
        fake_story.CorridorEnv, "seed", lambda self, seed: given.append(seed) or [seed]
    )
    episode = play(item, "seeded", turns(1))
    assert given == [11]
    assert (episode.agent_seed, episode.transcript[1].command) == (22, "22")


def test_a_seed_among_the_arguments_is_mixed_into_that_of_the_plan(item: PlanItem) -> None:
    episode = play(item, "seeded", turns(1), seed=5)
    assert episode.agent_seed not in (5, 22)
    assert episode.transcript[1].command == str(episode.agent_seed)
    other = play(dataclasses.replace(item, agent_seed=23), "seeded", turns(1), seed=5)
    assert other.agent_seed != episode.agent_seed


def test_the_same_item_gives_the_same_episode(item: PlanItem) -> None:
    for name in ("random", "random_command", "simple"):
        assert play(item, name) == play(item, name)


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(AgentError, match=r"no argument 'sede'.*Did you mean 'seed'"):
        AgentSpec("random", {"sede": 1}).resolve()


class Loud(Wrapper):
    def step(self, command: str) -> tuple[GameState, float, bool]:
        state, score, done = super().step(command)
        state.feedback = state.feedback.upper()
        return state, score, done


class Wrapped(Agent):
    def reset(self, env: Environment) -> None:
        assert isinstance(env, Loud)
        env.infos.max_score = True  # type: ignore[attr-defined]

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return f"max score {game_state.max_score}"

    @property
    def wrappers(self) -> Sequence[type[Wrapper]]:
        return (Loud,)


def test_an_agent_chooses_wrappers_and_information(
    item: PlanItem, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = registry.AgentEntry("wrapped", Wrapped, "")
    monkeypatch.setitem(registry.AGENTS._entries, "wrapped", entry)
    episode = play(item, "wrapped", turns(1))
    assert episode.transcript[1].command == "max score 4"
    # What the game said, not what the wrapper made of it.
    assert episode.transcript[1].observation == "I do not understand."


def test_a_game_without_points_has_no_normalized_score(tmp_path: Path) -> None:
    episode = play(corridor(tmp_path, max_score=0), "walkthrough")
    assert (episode.score, episode.normalized_score) == (0, None)


def test_episodes_need_the_main_thread(item: PlanItem) -> None:
    problems: list[str] = []

    def elsewhere() -> None:
        try:
            play(item, "walkthrough")
        except RuntimeError as error:
            problems.append(str(error))

    thread = threading.Thread(target=elsewhere)
    thread.start()
    thread.join()
    assert problems == ["A time limit needs the main thread of a process."]


@pytest.mark.parametrize(
    ("agent", "track", "missing", "granting"),
    [
        (
            *("random_command", "text", "admissible_commands"),
            "admissible|oracle|jericho_valid. One of your own grants it as well:"
            " protocol.infos=[admissible_commands,feedback]",
        ),
        ("walkthrough", "admissible", "walkthrough", "oracle"),
    ],
)
def test_what_is_not_granted_ends_the_run(
    item: PlanItem, agent: str, track: str, missing: str, granting: str
) -> None:
    with pytest.raises(NotGranted) as caught:
        play(item, agent, TRACKS[track])
    said = str(caught.value)
    assert f"asks for {missing}, which the protocol does not grant" in said
    assert said.endswith(f" It is granted by protocol={granting}.")


def test_a_score_that_is_not_granted_is_not_told(
    item: PlanItem, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[tuple[list[str], float]] = []

    class Curious(Agent):
        def act(self, game_state: GameState, reward: float, done: bool) -> str:
            told.append((sorted(game_state), reward))
            return "look"

    entry = registry.AgentEntry("curious", Curious, "")
    monkeypatch.setitem(registry.AGENTS._entries, "curious", entry)
    text = dataclasses.replace(TRACKS["text"], max_turns=2)
    assert play(item, "curious", text).score == 0
    always = ["feedback", "last_command", "raw"]
    assert [keys for keys, _ in told] == [always, ["done", *always]]
    assert all(map(math.isnan, [reward for _, reward in told]))


@pytest.mark.parametrize(("limit", "status"), [(0.05, Status.TIMEOUT), (5.0, Status.DONE)])
def test_an_agent_in_this_process_is_looked_at_the_clock(
    item: PlanItem, monkeypatch: pytest.MonkeyPatch, limit: float, status: Status
) -> None:
    spec = AgentSpec("scripted", {"script": "go east,press button,go east,take coin"})
    scripted = type(spec.resolve().make(spec.arguments, 0))
    act = scripted.act

    def act_slowly(*given: Any) -> str:
        time.sleep(0.1)
        return act(*given)

    monkeypatch.setattr(scripted, "act", act_slowly)
    recording = Recording(item, TRACKS["oracle"])
    episode = run_episode(recording, Here(spec, limit=limit), fake_story.start)
    assert episode.status is status
    if status is Status.TIMEOUT:
        assert (episode.failed_by, episode.score) == (FailedBy.AGENT, 0)
        assert episode.error == "agent: no command within 0.05 s"
