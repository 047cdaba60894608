"""What can be told about one story: from its memory, from its game, and by asking it."""

__all__ = ["StoryKnowledge"]

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.envs.frotz.interpreter import Memory
from twbench.envs.information.admissible import AdmissibleCommands
from twbench.envs.information.fact_reader import FactReader
from twbench.envs.information.game_information import GameInformation
from twbench.envs.information.game_words import GameWords, read_words
from twbench.envs.information.policy_tracker import Moments, PolicyTracker
from twbench.envs.information.side_queries import SideQueries
from twbench.errors import EnvInfoMissingError, LogicError, StoryFileError
from twbench.generator.games.game import Game
from twbench.logic import Action, Proposition
from twbench.story import MemoryMap
from twbench.story.linking.identity import game_identity
from twbench.system.collection import without_collection

_WALKTHROUGH = "walkthrough"


class StoryKnowledge:
    """What is known of one story; all copies of an environment share it.

    It keeps what it found out, so that the next question costs only what has changed since. The
    game's JSON, beside the story at ``path``, is read when it is needed first, and no more of it
    than is needed: see `twbench.envs.information.game_words`. ``story`` are the story's bytes.
    """

    def __init__(self, path: Path, memory_map: MemoryMap, story: bytes):
        self.memory_map = memory_map
        self._story = story
        self.side_queries = SideQueries(memory_map)
        self._path = path
        self._reader = FactReader(memory_map)
        self._beginning: PolicyTracker | None = None
        self._moments = Moments()
        self._words: GameWords | None = None
        self._admissible: AdmissibleCommands | None = None
        self._max_score: float | None = None

    def information(self, wanted: str) -> GameInformation:
        """Return the information that the game's JSON gives.

        Raises EnvInfoMissingError, naming what was ``wanted``, if there is no such file, and
        StoryFileError if it is that of another game.
        """
        if "_information" not in self.__dict__:
            self._check_file(wanted)
        return self._information

    def words(self, wanted: str) -> GameWords:
        """Return the words of commands; raises as `information` does."""
        if "_information" in self.__dict__:
            return self._information
        if self._words is None:
            path = self._check_file(wanted)
            self._words = read_words(path, self._story, self.memory_map) or self._information
        return self._words

    def _check_file(self, wanted: str) -> Path:
        """Return where the game's JSON is; raises EnvInfoMissingError if it is not there."""
        path = self._path.with_suffix(".json")
        if path.is_file():
            return path
        raise EnvInfoMissingError(
            f"The story {self._path.name} without its game file {path.name}", wanted
        )

    def constant(self, name: str) -> Any:
        """Return an information that never changes."""
        if name == "max_score" and self._max_score is not None:
            return self._max_score
        return self.information(name).constant(name)

    def max_score(self, memory: Memory) -> float | None:
        """Return the highest score as the story has it; None if only the game's JSON could tell."""
        if self._max_score is None:
            self._max_score = self.memory_map.max_score(memory)
        return self._max_score

    def extra_information(self, key: str) -> Any:
        """Return an entry of the game's extras, or else of its metadata.

        A walkthrough that is in neither is looked for once. Raises EnvInfoMissingError.
        """
        information = self.information(f"extra.{key}")
        game = information.game
        problem = ""
        if key == _WALKTHROUGH and not (key in game.extras or game.metadata.get(key)):
            from twbench.generator.games.walkthrough import find_walkthrough

            found = find_walkthrough(game)
            problem = found.problem
            if found.actions is not None:
                game.win_by(found.actions)
        if problem or (key not in game.extras and key not in game.metadata):
            raise EnvInfoMissingError(f"The game {self._path.stem}", f"extra.{key}", problem)
        return information.extra_entry(key)

    def facts(self, world: bytes) -> list[Proposition]:
        """Return the facts that hold in a world; see `MemoryMap.world`."""
        self._reader.update(world)
        return self._reader.facts

    def location(self, world: bytes) -> str | None:
        """Return the name of the player's room in a world."""
        room = self.memory_map.location_in(world)
        return self.words("location").names.get(room, room) if room else None

    def admissible_commands(self, world: bytes) -> list[str]:
        """Return the commands that the rules of the game allow in a world, sorted."""
        known = self._admissible
        if known is None or known.is_full:
            return self._first_commands(world)
        return known.commands(world)

    @without_collection()
    def _first_commands(self, world: bytes) -> list[str]:
        """Find the actions of all that is there; a new reader finds all facts fresh."""
        self._reader = FactReader(self.memory_map)
        words = self.words("admissible_commands")
        self._admissible = AdmissibleCommands(words, self._reader)
        return self._admissible.commands(world)

    def beginning(self, wanted: str) -> PolicyTracker:
        """Return the way to win from the beginning of the game."""
        if self._beginning is None:
            self._beginning = PolicyTracker(self.information(wanted))
        return self._beginning

    def after(self, policy: PolicyTracker, memory: Memory) -> PolicyTracker:
        """Return the way to win after the last command, ``policy`` having been that before."""
        with self._refusing_actions():
            performed = self.memory_map.performed(memory)
            return policy.after(performed, lambda: self.actions(memory), self._moments)

    def actions(self, memory: Memory) -> list[Action]:
        """Return the actions that the last command led to; "take all" leads to several."""
        performed = self.memory_map.last_actions(memory)
        if not performed:
            return []
        information = self.information("last_action")
        with self._refusing_actions():
            return [information.action(*last) for last in performed]

    @contextmanager
    def _refusing_actions(self) -> Iterator[None]:
        """Say of actions that are none of the game's rules now that the story makes no sense."""
        try:
            yield
        except LogicError:
            raise StoryFileError(
                f"The story {self._path.name} makes no sense: it tells of actions that the rules of"
                " its game do not allow."
            ) from None

    @cached_property
    def _information(self) -> GameInformation:
        path = self._path.with_suffix(".json")
        game = Game.load(path)
        if game_identity(game) != self.memory_map.game or not self.memory_map.agrees_with(game.kb):
            raise StoryFileError(f"{self._path.name} is not the story of the game {path.name}.")
        return GameInformation(game)
