"""Playing a game without a story, by its rules alone (docs: textworld.envs.tw)."""

__all__ = ["DEFAULT_OBSERVATION", "LogicSnapshot", "TextWorldEnv"]

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.core.environments import goes_on_after
from twbench.envs.information.game_information import GameInformation
from twbench.envs.information.policy_tracker import Moments, PolicyTracker
from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError
from twbench.generator.games.game import Game
from twbench.generator.games.progression import GameProgression
from twbench.generator.knowledge.roles import places_player
from twbench.logic import Action
from twbench.whole_numbers import whole_or_none

DEFAULT_OBSERVATION = "\n[A game's .json has no text: play its story, the .z8, to read one.]\n"
INVALID_COMMAND = "Invalid command."
_TEXTS = ("description", "inventory")
_POLICY = ("intermediate_reward", "policy_commands")


@dataclass(frozen=True, slots=True)
class LogicSnapshot:
    """A saved state of a `TextWorldEnv`, for its `TextWorldEnv.restore` or that of a copy."""

    game: GameInformation
    state: GameState
    running: bool
    progression: GameProgression
    policy: PolicyTracker | None
    moves: int


class TextWorldEnv(Environment):
    """An environment for the file of a game, which needs no story.

    Commands are those of the game's rules, written as `EnvInfos.admissible_commands` has them; any
    other is answered by ``Invalid command.``. All that can be asked for is there but what only a
    story says, the description of the room and the inventory: `reset` raises EnvInfoMissingError.

    A game that is known to be impossible to win from now on is lost, as in TextWorld; in its story,
    the player may go on.
    """

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        super().__init__(infos, request_infos=request_infos)
        self._path = Path()
        self._information: GameInformation | None = None
        self._now: GameProgression | None = None
        self._policy: PolicyTracker | None = None
        self._moments = Moments()
        self._moves = 0
        # What stays the same over an episode, which is the episode's own: scripts change it.
        self._given: dict[str, Any] = {}
        self._running = False

    def load(self, path: str | Path) -> None:
        """Load the game at ``path``. Raises GameFileError if it is none."""
        information = GameInformation(Game.load(Path(path)))
        self._path, self._information, self._now = Path(path), information, None
        self._running = False

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the game's random numbers (rules use none)."""
        seed = whole_or_none(seed, "seed", None)
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Start the game and return its first state."""
        information = self._loaded
        self._running = False
        self._check_infos(information)
        self._now = GameProgression(information.game)
        wanted = any(getattr(self.infos, name) for name in _POLICY)
        self._policy = PolicyTracker(information) if wanted else None
        self._moments = Moments()
        self._moves = 0
        self._given = {}
        state = self._observe(DEFAULT_OBSERVATION, None, None)
        self._running = True
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; see `Environment.step`."""
        if not self._running or self._now is None:
            raise GameNotRunningError("The game is not running: call reset() first.")
        if not isinstance(command, str):
            raise ConfigError(f"A command is a text such as 'look', not {command!r}.")
        action = self._action(command.strip())
        performed = [] if action is None else [action]
        try:
            if self._policy is not None:
                note = b"" if action is None else command.strip().encode("utf-8", "surrogatepass")
                self._policy = self._policy.after(note, lambda: performed, self._moments)
            self._now = self._now.after(performed)
            self._moves += len(performed)
            text = INVALID_COMMAND if action is None else DEFAULT_OBSERVATION
            state = self._observe(text, command, action)
        except BaseException as error:
            self._running = goes_on_after(error)
            raise
        done = bool(state.won or state.lost)
        state["done"] = done
        self._running = not done
        return state, state["score"], done

    def save(self) -> LogicSnapshot:
        """Return a snapshot of the game as it is now."""
        if self._now is None:
            raise GameNotRunningError("The game is not running: call reset() first.")
        return LogicSnapshot(
            self._loaded, self.state, self._running, self._now, self._policy, self._moves
        )

    def restore(self, snapshot: LogicSnapshot) -> GameState:
        """Go back, or forth, to a snapshot; see `Environment.restore`."""
        if snapshot.game is not self._information:
            raise GameNotRunningError("The snapshot is not one of the game that is being played.")
        self.state = snapshot.state
        self._running = snapshot.running
        self._now = snapshot.progression
        self._policy = snapshot.policy
        self._moves = snapshot.moves
        return self.state

    def copy(self) -> "TextWorldEnv":
        """Return an independent environment in the same state; see `Environment.copy`."""
        other = TextWorldEnv.__new__(type(self))
        other.__dict__.update(self.__dict__)
        other.infos = self.infos.copy()
        return other

    def close(self) -> None:
        """Forget the game."""
        self._information = None
        self._running = False

    @property
    def acted(self) -> bool | None:
        """Whether the last command was an action of the game."""
        return bool(self.state.feedback != INVALID_COMMAND)

    @property
    def _loaded(self) -> GameInformation:
        if self._information is None:
            raise GameNotRunningError("No game is loaded: call load() first.")
        return self._information

    def _check_infos(self, information: GameInformation) -> None:
        who = f"The game {self._path.name}, which has no story,"
        for name in _TEXTS:
            if getattr(self.infos, name):
                raise EnvInfoMissingError(who, name)
        for name in EnvInfos.STORY_NAMES:
            if getattr(self.infos, name):
                raise EnvInfoMissingError(f"The game {self._path.name}", name)
        game = information.game
        for key in self.infos.extras:
            if not (key in game.extras or key in game.metadata or self.extras_may_be_added):
                raise EnvInfoMissingError(f"The game {self._path.name}", f"extra.{key}")

    def _action(self, command: str) -> Action | None:
        """Return the action that a command stands for now, or None."""
        information, now = self._loaded, self._now
        assert now is not None  # noqa: S101  (reset() has made it)
        commands = information.game.kb.inform7_commands
        for action in now.valid_actions:
            if action.name in commands and information.command(action) == command:
                return action
        return None

    def _observe(self, text: str, command: str | None, action: Action | None) -> GameState:
        """Build the state after a command."""
        now, information = self._now, self._loaded
        assert now is not None  # noqa: S101  (reset() has made it)
        state = self.state = GameState(
            raw=text,
            feedback=text,
            last_command=command,
            score=now.score,
            max_score=information.max_score,
            moves=self._moves,
            won=now.completed,
            lost=now.failed,
        )
        for name in self.infos.basics:
            if name not in state:
                state[name] = self._information_about(name, now, action)
        if self._policy is not None:
            state["policy_unknown"] = self._policy.policy_unknown
        game = information.game
        for key in self.infos.extras:
            if key in game.extras or key in game.metadata:
                state[f"extra.{key}"] = information.extra_entry(key)
        return state

    def _information_about(self, name: str, now: GameProgression, action: Action | None) -> Any:
        information = self._loaded
        if name == "admissible_commands":
            return information.admissible_commands(now.state.facts)
        if name == "facts":
            return list(now.state.facts)
        if name == "last_action":
            return action
        if name == "location":
            facts = now.state.facts
            room = next((f.names[1] for f in facts if places_player(f.name, f.names)), None)
            return information.names.get(room, room) if room else None
        if name in _POLICY:
            return getattr(self._policy, name, None)
        if name not in self._given:
            self._given[name] = information.constant(name)
        return self._given[name]
