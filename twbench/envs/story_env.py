"""Playing a story that twbench linked: facts, score and ending are read from its memory."""

__all__ = ["StoryEnv"]

from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.information import GameInformation
from twbench.envs.interpreter import Interpreter
from twbench.envs.story_file import read_story
from twbench.errors import EnvInfoMissingError, GameNotRunningError, StoryFileError
from twbench.generator.game import Game, GameProgression
from twbench.logic import Action
from twbench.story import MemoryMap, read_memory_map
from twbench.story.identity import game_identity
from twbench.story.layout import Ending

_CONSTANT = (
    "command_templates",
    "entities",
    "fail_facts",
    "max_score",
    "objective",
    "possible_admissible_commands",
    "possible_commands",
    "verbs",
    "win_facts",
)
_NEED_PROGRESSION = frozenset({"intermediate_reward", "policy_commands"})


class StoryEnv(Environment):
    """An environment for one story of ours at a time.

    The game's JSON is looked for beside the story, under the same name; it is read when an
    information is requested that only the game can give, and EnvInfoMissingError is raised if it
    is not there.
    """

    def __init__(self, infos: EnvInfos | None = None):
        super().__init__(infos)
        self._interpreter: Interpreter | None = None
        self._map: MemoryMap | None = None
        self._path = Path()
        self._running = False

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``. Raises StoryFileError if it is damaged or not ours."""
        story = read_story(path)
        self._map = read_memory_map(story.data)
        if self._interpreter is None:
            self._interpreter = Interpreter(story)
        else:
            self._interpreter.load(story)
        self._path = Path(path)
        self._running = False
        self.__dict__.pop("_information", None)

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the story's random numbers (our stories use none)."""
        self._loaded.seed(seed)
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Start the game and return its first state."""
        text = self._loaded.reset()
        self._progression = None
        if _NEED_PROGRESSION & set(self.infos.basics):
            self._progression = GameProgression(self._information.game)
        self._running = True
        self._policy_length = self._winning_length()
        self._observe(text, None, None, self._loaded.memory())
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`. Any text is a command, none can do harm."""
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        text = self._loaded.step(command)
        memory = self._loaded.memory()
        done = self._memory_map.ending(memory) is not Ending.NONE or self._loaded.halted
        actions = self._actions(memory) if self._tells_actions else []
        if self._progression is not None:
            for action in actions:
                self._progression.update(action)
        self._observe(text, command, actions[-1] if actions else None, memory)
        self._running = not done
        return self.state, self._memory_map.score(memory), done

    def close(self) -> None:
        """Release the interpreter."""
        if self._interpreter is not None:
            self._interpreter.close()
            self._interpreter = None
        self._running = False

    def understands(self, command: str) -> bool:
        """Whether ``command`` would be an action of the game now, without performing it."""
        interpreter = self._loaded
        snapshot = interpreter.save()
        interpreter.step(command)
        understood = bool(self._memory_map.last_actions(interpreter.memory()))
        interpreter.restore(snapshot)
        return understood

    @property
    def _loaded(self) -> Interpreter:
        if self._interpreter is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._interpreter

    @property
    def _memory_map(self) -> MemoryMap:
        if self._map is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._map

    def _actions(self, memory: bytes) -> list[Action]:
        """Return the actions that the last command led to; "take all" leads to several."""
        return [self._information.action(*last) for last in self._memory_map.last_actions(memory)]

    @property
    def _tells_actions(self) -> bool:
        return self._progression is not None or self.infos.last_action

    @cached_property
    def _information(self) -> GameInformation:
        path = self._path.with_suffix(".json")
        if not path.is_file():
            wanted = [*self.infos.basics, *self.infos.extras]
            raise EnvInfoMissingError(
                f"The story {self._path.name} without its game file {path.name}", wanted[0]
            )
        game = Game.load(path)
        if game_identity(game) != self._memory_map.game:
            raise StoryFileError(f"{self._path.name} is not the story of the game {path.name}.")
        return GameInformation(game)

    def _observe(
        self, text: str, command: str | None, action: Action | None, memory: bytes
    ) -> None:
        """Build the state after a command."""
        state = GameState(raw=text, feedback=_feedback(text), last_command=command)
        for name in self.infos.basics:
            if name in _CONSTANT:
                state[name] = self._information.constant(name)
            elif name == "last_action":
                state[name] = action
            elif name not in state:
                state[name] = self._CHANGING[name](self, memory)
        for key in self.infos.extras:
            game = self._information.game
            if key not in game.extras and key not in game.metadata:
                raise EnvInfoMissingError(f"The game {game_name(self._path)}", f"extra.{key}")
            state[f"extra.{key}"] = game.extras.get(key, game.metadata.get(key))
        self.state = state

    def _aside(self, command: str) -> str:
        """Return what a command would print now, without a trace in the game."""
        interpreter = self._loaded
        snapshot = interpreter.save()
        text = interpreter.step(command)
        interpreter.restore(snapshot)
        return _feedback(text)

    def _facts(self, memory: bytes) -> Any:
        return self._memory_map.facts(memory)

    def _location(self, memory: bytes) -> str | None:
        room = self._memory_map.location(memory)
        return self._information.names.get(room, room) if room else None

    def _admissible(self, memory: bytes) -> list[str]:
        return self._information.admissible_commands(self._memory_map.facts(memory))

    def _winning_length(self) -> int | None:
        policy = self._progression.winning_policy if self._progression else None
        return None if policy is None else len(policy)

    def _policy_commands(self) -> list[str]:
        policy = self._progression.winning_policy if self._progression else None
        return [self._information.command(action) for action in policy or ()]

    def _intermediate_reward(self) -> int:
        """1 if the last command brought the end of the winning policy nearer, -1 if farther."""
        before, now = self._policy_length, self._winning_length()
        self._policy_length = now
        if before is None or now is None:
            return 0 if before == now else (-1 if now is None else 1)
        return (before > now) - (before < now)

    _CHANGING: dict[str, Callable[["StoryEnv", bytes], Any]] = {  # noqa: RUF012 - never changed
        "admissible_commands": _admissible,
        "description": lambda self, memory: self._aside("look"),
        "facts": _facts,
        "game": lambda self, memory: self._information.game.serialize(),
        "intermediate_reward": lambda self, memory: self._intermediate_reward(),
        "inventory": lambda self, memory: self._aside("inventory"),
        "location": _location,
        "lost": lambda self, memory: self._memory_map.ending(memory) is Ending.LOST,
        "moves": lambda self, memory: self._memory_map.variable(memory, "moves"),
        "policy_commands": lambda self, memory: self._policy_commands(),
        "score": lambda self, memory: self._memory_map.score(memory),
        "won": lambda self, memory: self._memory_map.ending(memory) is Ending.WON,
    }


def game_name(path: Path) -> str:
    """Return the name of a game by the path of its story."""
    return path.stem


def _feedback(text: str) -> str:
    """Return a story's output without the prompt and the status line behind it."""
    end = text.rfind("\n>")
    return (text if end < 0 else text[:end]).strip("\n") + "\n"
