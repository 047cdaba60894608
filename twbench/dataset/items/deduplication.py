"""Deduplication: no game twice, no puzzle in two splits, and held-out maps in their split only.

``dataset.hygiene`` says what splits do not share, and a member of a mixture may have its own:

- ``none``: nothing but whole games, which never appear twice;
- ``structure`` (the default): games that are equal up to names (``structure_hash``);
- ``puzzle``: those that pose the same puzzle (``puzzle_hash``) as well;
- ``map``: those on the same map (``map_hash``) as well.

Games are compared with those of the same challenge, since maps of five rooms, say, are few and mean
something else in another challenge. Where two members of one challenge differ, what the stricter
one has is in no other split, whichever member has it there.

Candidates are judged in the decision order of the plan, all of one attempt before any of the next.
So the verdicts depend on the candidates alone, not on who built them when.
"""

__all__ = ["CONFLICTS", "CandidateGame", "Conflict", "Deduplication"]

from collections.abc import Mapping
from typing import Any, NamedTuple

from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.held_out import HeldOut
from twbench.dataset.config.plan import Slot
from twbench.dataset.items.digest_table import DigestTable

_COMPARED = LEVELS[1:]
_SEVERAL = ""
"""Stands for several splits; the name of a split is not empty."""
_MOST_SPLITS = 1 << 16

CONFLICTS = frozenset({"duplicate", "held_out", *(f"shared_{level}" for level in _COMPARED)})
"""The reasons for which a sound game is refused."""


class CandidateGame(NamedTuple):
    """A game made for a place; puzzle and map are None where nobody knows the world."""

    game_id: str
    challenge: str
    structure_hash: str
    puzzle_hash: str | None
    map_hash: str | None

    @classmethod
    def of_row(cls, row: Mapping[str, Any]) -> "CandidateGame":
        """Return the game of a manifest's ``row``."""
        return cls(*[row[name] for name in cls._fields])


class Conflict(NamedTuple):
    """Why a candidate cannot be beside the accepted ones, in a word and in a sentence."""

    reason: str
    detail: str


class Deduplication:
    """The games accepted so far, and which split has which structure, puzzle and map.

    ``strictest`` is the strictest level of any member of each challenge: what is beyond it need
    not be remembered. ``held_out`` may keep the maps of one split out of the others.
    """

    def __init__(self, strictest: Mapping[str, str] | None = None, held_out: HeldOut | None = None):
        self._depths = {
            challenge: LEVELS.index(level) for challenge, level in (strictest or {}).items()
        }
        self._held_split = held_out.split if held_out is not None and held_out.map_shapes else None
        self._maps: dict[str | None, bool] = {}
        # Splits get numbers as they come up; 0 stands for several splits.
        self._splits = [_SEVERAL]
        self._numbers = {_SEVERAL: 0}
        # The places of games, and the split of each structure, puzzle and map, which a game of this
        # level keeps for itself, or not: then it may be of several splits.
        self._games = DigestTable()
        self._owners = DigestTable("I")

    def accept(self, slot: Slot, game: CandidateGame, level: str) -> Conflict | None:
        """Give ``game``, of a member with this ``level``, to the place ``slot``; or say why not."""
        keys, strict = self._keys(game), LEVELS.index(level)
        conflict = self._conflict(slot, game, keys, strict)
        if conflict is not None:
            return conflict
        for depth, key in keys.items():
            self._note(key, slot.split, keeps=depth <= strict)
        self._games[game.game_id] = slot.index * _MOST_SPLITS + self._number(slot.split)
        if self._held_split is not None:
            self._maps[game.map_hash] = slot.split == self._held_split
        return None

    def check(self, slot: Slot, game: CandidateGame, level: str) -> Conflict | None:
        """Say why `accept` would refuse the game, or None if it would not."""
        return self._conflict(slot, game, self._keys(game), LEVELS.index(level))

    def _conflict(
        self, slot: Slot, game: CandidateGame, keys: Mapping[int, str], strict: int
    ) -> Conflict | None:
        """Do the same, given what is to be remembered of the game, and how deep its level is."""
        holder = self._games.get(game.game_id)
        if holder is not None:
            index, split = divmod(holder, _MOST_SPLITS)
            return Conflict(
                "duplicate", f"The same game as number {index} of split {self._splits[split]}."
            )
        held = slot.split == self._held_split
        if self._held_split is not None and self._maps.get(game.map_hash, held) != held:
            side = "a split other than" if held else "split"
            return Conflict("held_out", f"Its map is one of {side} {self._held_split}.")
        for depth, key in keys.items():
            other = self._other_split(key, slot.split, keeps=depth <= strict)
            if other is not None:
                kind = LEVELS[depth]
                where = f"split {other}" if other else "several splits"
                return Conflict(f"shared_{kind}", f"The same {kind} as a game of {where}.")
        return None

    def _keys(self, game: CandidateGame) -> dict[int, str]:
        """Return what is to be remembered of ``game``, by level, from the finest one."""
        hashes = (game.structure_hash, game.puzzle_hash, game.map_hash)
        return {
            depth: f"{kind} {found} {game.challenge}"
            for depth, (kind, found) in enumerate(zip(_COMPARED, hashes, strict=True), start=1)
            if found is not None and depth <= self._depths.get(game.challenge, 0)
        }

    def _owner(self, key: str) -> tuple[str, bool] | None:
        """Return the split that has what ``key`` stands for, and whether it is kept for it."""
        owner = self._owners.get(key)
        return None if owner is None else (self._splits[owner // 2], owner % 2 == 1)

    def _other_split(self, key: str, split: str, keeps: bool) -> str | None:
        """Return the split that forbids ``split`` to have what ``key`` stands for, if one does."""
        owner, is_kept = self._owner(key) or (split, False)
        return owner if owner != split and (is_kept or keeps) else None

    def _note(self, key: str, split: str, keeps: bool) -> None:
        owner, is_kept = self._owner(key) or (split, False)
        if keeps or is_kept:
            self._owners[key] = 2 * self._number(split) + 1
        else:
            self._owners[key] = 2 * self._number(split if owner == split else _SEVERAL)

    def _number(self, split: str) -> int:
        number = self._numbers.setdefault(split, len(self._splits))
        if number == len(self._splits):
            self._splits.append(split)
        return number
