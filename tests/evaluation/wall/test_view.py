"""An agent sees what it has asked for and the protocol grants, whatever the game's states tell."""

import math
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from stories_at_hand import needs_stories, story

from twbench import GameOptions, start
from twbench.agents import registry
from twbench.core import Agent, EnvInfos, Environment, GameState
from twbench.errors import AgentError, GameNotRunningError
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import ORACLE, TRACKS, Limits
from twbench.evaluation.wall.seat import Here
from twbench.evaluation.wall.view import AgentView, OutOfTurns
from twbench.testing import build_and_compile_game

UNASKED = {"feedback", "raw", "last_command"}


class Looks(Agent):
    """Keeps the names of all that it is told, and the score."""

    def __init__(self, seen: list[tuple[set[str], float]], asked: tuple[str, ...]):
        self._seen, self._asked = seen, asked

    def reset(self, env: Environment) -> None:
        for name in self._asked:
            setattr(env.infos, name, True)

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        self._seen.append((set(game_state), reward))
        return "look"


@pytest.mark.parametrize(
    ("track", "asked"),
    [
        ("text", ()),
        ("admissible", ("admissible_commands",)),
        ("admissible", ("score",)),
        (ORACLE, ("typed_entities", "won")),
    ],
)
def test_an_agent_is_told_what_it_asked_for_alone(
    track: str, asked: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    options = GameOptions()
    options.seeds, options.path = 3, str(tmp_path / "carrot.z8")
    game, path = build_and_compile_game(options)
    with start(path) as env:
        assert set(EnvInfos.STANDING) <= set(env.reset())
    seen: list[tuple[set[str], float]] = []
    entry = registry.AgentEntry("looks", lambda: Looks(seen, asked), "")
    monkeypatch.setitem(registry.AGENTS._entries, "looks", entry)
    item = PlanItem(PlannedGame("carrot", "custom", "test", game.max_score, path), 1, 2)
    run_episode(Recording(item, TRACKS[track]), Here(AgentSpec("looks")), start)
    assert seen
    first, *others = [names for names, _ in seen]
    assert first == UNASKED.union(asked)
    assert all(names == {*first, "done"} for names in others)
    # The score beside the states is that of the track: no number where it is not granted.
    assert all((reward != reward) == (track == "text") for _, reward in seen[1:])


class Notes(Agent):
    """Keeps where admissible commands come from, and whether some are left out."""

    def __init__(self, seen: list[tuple[str | None, bool | None]]):
        self._seen = seen

    def reset(self, env: Environment) -> None:
        env.infos.admissible_commands = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        self._seen.append((game_state.admissible_source, game_state.admissible_incomplete))
        raise ValueError("enough")


@needs_stories
@pytest.mark.parametrize(("seconds", "incomplete"), [(60.0, False), (0.05, True)])
def test_an_agent_is_told_of_commands_that_were_found_by_trying_and_whether_all_were(
    monkeypatch: pytest.MonkeyPatch, seconds: float, incomplete: bool
) -> None:
    seen: list[tuple[str | None, bool | None]] = []
    entry = registry.AgentEntry("notes", lambda: Notes(seen), "")
    monkeypatch.setitem(registry.AGENTS._entries, "notes", entry)
    path = str(story("library.z5"))
    game = PlannedGame("library", "jericho", "test", 30, path, tells_actions=False)
    protocol = replace(TRACKS["admissible"], limits=Limits(search_seconds=seconds))
    run_episode(Recording(PlanItem(game, 1, 2), protocol), Here(AgentSpec("notes")), start)
    assert seen == [("detected", incomplete)]


class Answers:
    """Plays the recorder: gives the answers in their order, and notes the questions."""

    def __init__(self, *answers: Mapping[str, Any]):
        self.asked: list[dict[str, Any]] = []
        self._answers = iter(answers)

    def __call__(self, request: dict[str, Any]) -> Mapping[str, Any]:
        self.asked.append(request)
        return next(self._answers)


def told(feedback: str = "", **more: object) -> dict[str, Any]:
    return {"state": {"feedback": feedback}, "score": None, "done": False, "turns_left": 4, **more}


BEGIN = {"max_turns": 5, "lookahead": 0}


def test_the_view_says_once_what_a_copy_is_to_tell() -> None:
    answers = Answers(told("hall"), {"branch": 1}, told("?"), told("?"), told("?"))
    view = AgentView(answers, BEGIN)
    view.infos.admissible_commands = True
    view.reset()
    copy = view.copy()
    copy.step("dance")
    copy.infos.admissible_commands = False
    copy.step("dance")
    copy.step("dance")
    step = {"request": "step", "command": "dance", "branch": 1}
    assert answers.asked[2:] == [step, {**step, "infos": ["feedback"], "extras": []}, step]


def test_the_view_knows_what_it_is_told() -> None:
    view = AgentView(answers := Answers(told("hall"), told("?", turns_left=3)), BEGIN)
    assert view.turns_left == 5
    assert view.reset().feedback == "hall"
    state, score, done = view.step("dance")
    assert (state.feedback, state.last_command, math.isnan(score), done) == (
        "?",
        "dance",
        True,
        False,
    )
    assert answers.asked == [
        {"request": "reset", "infos": ["feedback"], "extras": []},
        {"request": "step", "command": "dance"},
    ]
    assert view.turns_left == 3


def test_the_view_goes_on_and_never_back() -> None:
    view = AgentView(Answers(told(), told(done=True)), BEGIN)
    with pytest.raises(GameNotRunningError, match="call reset"):
        view.step("look")
    view.reset()
    for does in (view.reset, view.save, lambda: view.restore(None), lambda: view.load("x")):
        with pytest.raises(AgentError):
            does()
    with pytest.raises(AgentError):
        view.seed(1)
    with pytest.raises(TypeError):
        view.step(3)  # type: ignore[arg-type]
    view.step("look")
    assert view.over
    with pytest.raises(GameNotRunningError, match="over"):
        view.step("look")


def test_the_view_stops_when_the_turns_are_used_up() -> None:
    view = AgentView(Answers(told(turns_left=0)), BEGIN)
    view.reset()
    with pytest.raises(OutOfTurns):
        view.step("look")


def test_an_error_of_the_recorder_is_one_of_the_agent() -> None:
    view = AgentView(Answers(told(), {"error": "No."}), BEGIN)
    view.reset()
    with pytest.raises(AgentError, match=r"^No\.$"):
        view.copy()
