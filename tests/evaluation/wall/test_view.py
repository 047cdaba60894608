"""An agent sees what it has asked for and the protocol grants, whatever the game's states tell."""

from dataclasses import replace
from pathlib import Path

import pytest
from stories_at_hand import needs_stories, story

from twbench import GameOptions, start
from twbench.agents import registry
from twbench.core import Agent, EnvInfos, Environment, GameState
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.playing.rollout import run_episode
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import ORACLE, TRACKS, Limits
from twbench.evaluation.wall.seat import Here
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
