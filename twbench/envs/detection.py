"""What is told of a story by another maker beside its text: its objects, words, valid actions.

Most of it is read in the story's memory, so that it is known of stories that Jericho does not know
as well. Who stands for the player Jericho knows, or the name of an object tells.
"""

__all__ = ["EXHAUSTIVE_ACTIONS", "Detection", "Episode"]

import json
import zlib
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.bounded_cache import BoundedCache
from twbench.core.environments import SEARCH_SECONDS
from twbench.envs.frotz.known import bindings_of, special_addresses
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.watched import Line
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.templates import templates_of
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.forked import find_apart
from twbench.envs.valid_actions.kept import KeptActions, state_key
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.refusals import Lesson, Refusals
from twbench.envs.valid_actions.search import EXHAUSTIVE, FAST, ActionFinder, FoundActions
from twbench.hashing import sha256_hex

EXHAUSTIVE_ACTIONS = "exhaustive_valid_actions"
"""The extra that asks for valid actions of which none about two things was left out."""
_MAX_FOUND = 4096
"""States whose valid actions are kept: some kilobytes each."""


@dataclass(frozen=True, slots=True)
class Episode:
    """An episode in whose states was searched; a value, which copies of an environment share.

    ``path`` stands for these states, in their order. The last of them has the key ``at`` (see
    `twbench.envs.valid_actions.kept.state_key`), and ``found`` was what is valid there. ``deadly``
    are the commands at which the story hung, or ended its process: they are not typed again.
    """

    path: str = ""
    at: str = ""
    found: FoundActions | None = None
    refusals: Refusals = field(default_factory=Refusals)
    deadly: tuple[Line, ...] = ()

    def after(self, key: str, found: FoundActions, refusals: Refusals) -> "Episode":
        """Return the episode with a search in one more state."""
        path = sha256_hex(f"{self.path} {key}".encode())
        return replace(self, path=path, at=key, found=found, refusals=refusals)


class Detection:
    """What can be told of the story that a ``session`` plays, given as the bytes of its file.

    What was found in a state is kept, for all copies of an environment: the same state has the same
    valid actions. ``beside`` is a file of those that others have found, if there is one; see
    `twbench.envs.valid_actions.kept`. ``seconds`` are what a search may take. Raises DatasetError
    if the file is damaged, and ConfigError for a time that cannot be.
    """

    def __init__(
        self,
        story: bytes,
        session: Session,
        beside: Path | None = None,
        seconds: float = SEARCH_SECONDS,
    ):
        self.seconds = seconds
        self._limits = Limits.lasting(seconds)
        self._story = story
        self.kept = KeptActions(story)
        """The valid actions that a file has, and those that `keep` was asked to add."""
        if beside is not None and beside.is_file():
            self.kept.load(beside)
        self._bindings = bindings_of(session.frotz)
        self._player = session.frotz.player_obj_num if self._bindings else None
        self._watched = special_addresses(session.frotz)
        self._finders: dict[str, ActionFinder] = {}
        self._found: BoundedCache[tuple[str, str], FoundActions] = BoundedCache(_MAX_FOUND)
        # By the path of an episode and the state at its end, with what the search has taught: JSON.
        self._found_behind: BoundedCache[tuple[str, str], tuple[FoundActions, bytes]] = (
            BoundedCache(_MAX_FOUND)
        )

    @cached_property
    def dictionary(self) -> Dictionary:
        """The words of the story."""
        return Dictionary(self._story)

    @cached_property
    def world(self) -> World:
        """The objects of the story."""
        return World(self._story, self.dictionary, self._player)

    @cached_property
    def templates(self) -> tuple[str, ...]:
        """The commands with blanks; see `twbench.envs.objects.templates`."""
        grammar = read_grammar(self._story, self.dictionary)
        return templates_of(self._bindings, grammar, self.dictionary)

    def tell(self, name: str, session: Session, before: bytes | None, over: bool) -> Any:
        """Return the information of a name, of `twbench.core.EnvInfos.STORY_NAMES` or alike.

        The valid actions of an episode are told by `valid_after`.
        ``before`` is the memory before the last command, None at the beginning; ``over`` says
        whether the game has ended, and no command is valid any more.
        """
        if name == "templates":
            return list(self.templates)
        if name == "vocabulary":
            return sorted(self.dictionary.words)
        if name == f"extra.{EXHAUSTIVE_ACTIONS}":
            return self.valid(session, EXHAUSTIVE, over).to_json()
        return self._told_world(name, session.memory(), before)

    def valid(self, session: Session, mode: str = FAST, over: bool = False) -> FoundActions:
        """Return the valid actions of the state in which a session is, whatever came before it."""
        if over:
            return FoundActions((), mode, incomplete=False, tried=0)
        key = state_key(session.save())
        found = self.kept.get(mode, key, self.seconds) or self._found.get((mode, key))
        if found is None:
            finder = self._finder(mode)
            found, _, _ = find_apart(
                lambda there, tell: (finder.find(there, tell), None), session, mode, self._limits
            )
            # What was left out for want of time is kept as well: who asks again gets the same.
            self._found.keep((mode, key), found)
        return found

    def valid_after(
        self, episode: Episode, session: Session, over: bool
    ) -> tuple[FoundActions, Episode]:
        """Return the valid actions at the end of an episode, and the episode with this search.

        What was refused in its earlier states need not be typed again. What is kept in a file is
        known without a search.
        """
        key = state_key(session.save())
        kept = FoundActions((), FAST, False, 0) if over else self.kept.get(FAST, key, self.seconds)
        if kept is not None:
            return kept, episode
        if episode.found is not None and episode.at == key:
            return episode.found, episode
        known = self._found_behind.get((episode.path, key))
        if known is None:
            finder = self._finder(FAST)
            found, lesson, deadly = find_apart(
                lambda there, tell: finder.find_next(there, episode.refusals, tell),
                session,
                FAST,
                self._limits,
                episode.deadly,
            )
            if lesson is None:
                return found, replace(episode, at=key, found=found, deadly=deadly)
            packed = zlib.compress(json.dumps(lesson.to_json()).encode())
            known = self._found_behind.keep((episode.path, key), (found, packed))
        found, packed = known
        lesson = Lesson.from_json(json.loads(zlib.decompress(packed)))
        refusals = self._finder(FAST).learned(episode.refusals, session, lesson)
        return found, episode.after(key, found, refusals)

    def location(self, memory: bytes) -> str | None:
        """Return the name of what the player is in, None if nobody knows or it has none."""
        place = self.world.place(memory)
        return (self.world.name(memory, place) or None) if place else None

    def keep(self, session: Session, mode: str = FAST) -> FoundActions:
        """Return the valid actions of the state in which a session is, and keep them to be saved.

        What the clock has ended is not kept.
        """
        found = self.valid(session, mode)
        self.kept.keep(state_key(session.save()), found, self.seconds)
        return found

    def _told_world(self, name: str, memory: bytes, before: bytes | None) -> Any:
        world = self.world
        if name == "object_tree":
            return [thing.to_json() for thing in world.tree(memory)]
        if name == "surrounding_objects":
            return [world.read(memory, one).to_json() for one in world.around(memory)]
        if name == "world_state_hash":
            return world.digest(memory, self._watched)
        if name == "world_diff":
            return world.difference(memory if before is None else before, memory)
        player = world.player(memory)
        return None if player is None else world.read(memory, player).to_json()

    def _finder(self, mode: str) -> ActionFinder:
        if mode not in self._finders:
            self._finders[mode] = ActionFinder(
                self._story, self.world, self._bindings, mode, self._limits
            )
        return self._finders[mode]
