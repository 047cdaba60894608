"""What is told of a story by another maker beside its text: its objects, words, valid actions.

Most of it is read in the story's memory, so that it is known of stories that Jericho does not know
as well. Who stands for the player Jericho knows, or the name of an object tells.
"""

__all__ = ["EXHAUSTIVE_ACTIONS", "Detection"]

import time
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Any

from twbench.bounded_cache import BoundedCache
from twbench.envs.frotz.interpreter import bindings_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.watched import LastWords, Line, Watched
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.grammar import read_grammar
from twbench.envs.objects.templates import templates_of
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.forked import find_apart
from twbench.envs.valid_actions.kept import KeptActions, state_key
from twbench.envs.valid_actions.search import EXHAUSTIVE, FAST, LIMITS, ActionFinder, FoundActions

EXHAUSTIVE_ACTIONS = "exhaustive_valid_actions"
"""The extra that asks for valid actions of which none about two things was left out."""
_FOR_ANOTHER = 2.0
"""Seconds that have to be left to begin a search again that was lost."""
_MAX_FOUND = 4096
"""States whose valid actions are kept: some kilobytes each."""


class Detection:
    """What can be told of the story that a ``session`` plays, given as the bytes of its file.

    What was found in a state is kept, for all copies of an environment: the same state has the same
    valid actions. ``beside`` is a file of those that others have found, if there is one; see
    `twbench.envs.valid_actions.kept`. Raises DatasetError if it is damaged.
    """

    def __init__(self, story: bytes, session: Session, beside: Path | None = None):
        self._story = story
        self.kept = KeptActions(story)
        """The valid actions that a file has, and those that `keep` was asked to add."""
        if beside is not None and beside.is_file():
            self.kept.load(beside)
        self._bindings = bindings_of(session.frotz)
        self._player = session.frotz.player_obj_num if self._bindings else None
        self._finders: dict[str, ActionFinder] = {}
        self._found: BoundedCache[tuple[str, str], FoundActions] = BoundedCache(_MAX_FOUND)

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

        ``before`` is the memory before the last command, None at the beginning; ``over`` says
        whether the game has ended, and no command is valid any more.
        """
        if name == "templates":
            return list(self.templates)
        if name == "vocabulary":
            return sorted(self.dictionary.words)
        if name in ("valid_actions", "admissible_commands"):
            found = self._valid(session, FAST, over)
            return list(found.commands) if name == "admissible_commands" else found.to_json()
        if name == f"extra.{EXHAUSTIVE_ACTIONS}":
            return self._valid(session, EXHAUSTIVE, over).to_json()
        return self._told_world(name, session.memory(), before)

    def location(self, memory: bytes) -> str | None:
        """Return the name of what the player is in, None if nobody knows or it has none."""
        place = self.world.place(memory)
        return (self.world.name(memory, place) or None) if place else None

    def keep(self, session: Session, mode: str = FAST) -> FoundActions:
        """Return the valid actions of the state in which a session is, and keep them to be saved.

        What the clock has ended is not kept.
        """
        found = self._valid(session, mode, over=False)
        self.kept.keep(state_key(session.save()), found)
        return found

    def _told_world(self, name: str, memory: bytes, before: bytes | None) -> Any:
        world = self.world
        if name == "object_tree":
            return [thing.to_json() for thing in world.tree(memory)]
        if name == "surrounding_objects":
            return [world.read(memory, one).to_json() for one in world.around(memory)]
        if name == "world_state_hash":
            return world.digest(memory)
        if name == "world_diff":
            return world.difference(memory if before is None else before, memory)
        player = world.player(memory)
        return None if player is None else world.read(memory, player).to_json()

    def _valid(self, session: Session, mode: str, over: bool) -> FoundActions:
        if over:
            return FoundActions((), mode, incomplete=False, tried=0)
        key = state_key(session.save())
        found = self.kept.get(mode, key) or self._found.get((mode, key))
        if found is None:
            found = self._search(session, mode)
            # What was left out for want of time is kept as well: who asks again gets the same.
            self._found.keep((mode, key), found)
        return found

    def _search(self, session: Session, mode: str) -> FoundActions:
        """Search, and again without a command at which the story hangs, or ends its process."""
        finder, limits = self._finder(mode), LIMITS[mode]
        deadly: list[Line] = []
        last_words = LastWords()
        most = FoundActions((), mode, incomplete=True, tried=0, timed_out=True)
        end = time.monotonic() + limits.wall
        try:
            while True:
                left = replace(limits, wall=end - time.monotonic())
                found = find_apart(
                    lambda tell: finder.find(Watched(session, deadly, last_words), tell), mode, left
                )
                line = last_words.read()
                if line is None:
                    # What a deadly command would have done, nobody knows.
                    return replace(found, incomplete=True) if deadly else found
                most = max(most, found, key=lambda one: one.tried)
                if end - time.monotonic() < _FOR_ANOTHER:
                    return most
                last_words.clear()
                deadly.append(line)
        finally:
            last_words.close()

    def _finder(self, mode: str) -> ActionFinder:
        if mode not in self._finders:
            self._finders[mode] = ActionFinder(self._story, self.world, self._bindings, mode)
        return self._finders[mode]
