"""What an episode has a number of: moves, commands, or commands that change the world."""

import dataclasses
from collections.abc import Callable, Sequence
from contextlib import contextmanager

import pytest

from twbench.core import EnvInfos, Environment, GameState
from twbench.evaluation.episodes.recording import MOST_INVALID, Recording
from twbench.evaluation.settings.plan import PlanItem, PlannedGame
from twbench.evaluation.settings.protocol import Counted, GameSeed, Protocol

GAME = PlannedGame("if-x", "jericho", "test", 9, "x.z5", tells_actions=False, hashes_world=True)


class Hall(Environment):
    """A story in which "push" changes the world, "count" takes ten moves, and "win" ends it."""

    def __init__(self) -> None:
        super().__init__(EnvInfos())
        self.seeds: list[int | None] = []

    def seed(self, seed: int | None = None) -> list[int]:
        self.seeds.append(seed)
        return []

    def reset(self) -> GameState:
        self._world, self._moves = 0, 0
        return self._told()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        self._world += command == "push"
        self._moves += 10 if command == "count" else 1
        return self._told(), 0, command == "win"

    def _told(self) -> GameState:
        state = GameState(feedback="A hall.", score=0, moves=self._moves)
        if self.infos.world_state_hash:
            state["world_state_hash"] = str(self._world)
        return state


Played = Callable[..., Recording]


@pytest.fixture
def played() -> Played:
    def play(commands: Sequence[str], game: PlannedGame = GAME, **settings: object) -> Recording:
        hall = Hall()

        @contextmanager
        def start(path: str, infos: EnvInfos):
            yield hall

        protocol = dataclasses.replace(Protocol(max_turns=3), **settings)
        recording = Recording(PlanItem(game, 11, 22), protocol)
        with recording.opened(start) as env:
            recording.begin(env)
            for command in commands:
                if not recording.over:
                    recording.step(command)
        recording.seeds = hall.seeds  # type: ignore[attr-defined]
        return recording

    return play


@pytest.mark.parametrize(
    ("counted", "commands", "turns", "steps"),
    [
        (Counted.MOVES, ["count", "push"], 10, 1),
        (Counted.COMMANDS, ["count", "push", "look", "push"], 3, 3),
        (Counted.VALID, ["push", "look", "push", "look", "look", "push", "push"], 3, 6),
        (Counted.VALID, ["look", "win", "push"], 1, 2),  # an ending is a change
    ],
)
def test_a_command_takes_what_the_protocol_counts(
    played: Played, counted: Counted, commands: list[str], turns: int, steps: int
) -> None:
    recording = played(commands, counted=counted)
    assert (recording.turns, recording.steps) == (turns, steps)
    assert recording.over


def test_who_never_changes_anything_is_stopped_as_well(played: Played) -> None:
    recording = played(["look"] * 200, counted=Counted.VALID)
    assert (recording.turns, recording.steps) == (0, 3 * MOST_INVALID)
    assert recording.turns_left == 0


def test_where_nobody_knows_what_changes_all_commands_count(played: Played) -> None:
    game = dataclasses.replace(GAME, hashes_world=False)
    assert played(["look"] * 5, game, counted=Counted.VALID).turns == 3


@pytest.mark.parametrize(
    ("game_seed", "of_manifest", "expected"),
    [
        (GameSeed.DRAWN, 7, 11),
        (GameSeed.FIXED, 7, 7),
        (GameSeed.FIXED, 0, 0),
        (GameSeed.FIXED, None, 11),
    ],
)
def test_the_seed_of_the_story_is_drawn_or_that_of_the_manifest(
    played: Played, game_seed: GameSeed, of_manifest: int | None, expected: int
) -> None:
    game = dataclasses.replace(GAME, seed=of_manifest)
    assert played([], game, game_seed=game_seed).seeds == [expected]  # type: ignore[attr-defined]


@pytest.mark.parametrize("game_seed", GameSeed)
def test_a_game_that_has_a_seed_of_its_own_keeps_it(played: Played, game_seed: GameSeed) -> None:
    game = dataclasses.replace(GAME, has_own_seed=True, seed=7)
    assert played([], game, game_seed=game_seed).seeds == [None]  # type: ignore[attr-defined]
