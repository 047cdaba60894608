"""Split hygiene: no game twice, no puzzle in two splits, and held-out maps in their split only.

Candidates are judged in the claim order of the plan, all of one attempt before any of the next.
So the verdicts depend on the candidates alone, not on who built them when.
"""

__all__ = ["REFUSALS", "Claims", "Refusal"]

from dataclasses import dataclass

from twbench.dataset.held_out import HeldOut
from twbench.dataset.plan import Slot

REFUSALS = frozenset({"duplicate", "held_out", "shared_structure"})
"""The reasons for which a sound game is refused."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why a candidate is refused, in a word and in a sentence."""

    reason: str
    detail: str


class Claims:
    """Who holds which game and which structure.

    ``shared_structures`` allows games of different splits to be the same puzzle up to names;
    ``held_out`` may keep the maps of one split out of the others.
    """

    def __init__(self, shared_structures: bool = False, held_out: HeldOut | None = None):
        self._shared_structures = shared_structures
        self._held_split = held_out.split if held_out is not None and held_out.map_shapes else None
        self._maps: dict[str | None, bool] = {}
        self._games: dict[str, Slot] = {}
        self._structures: dict[str, str] = {}

    def claim(
        self, slot: Slot, game_id: str, structure_hash: str, map_hash: str | None = None
    ) -> Refusal | None:
        """Give the game to the place ``slot``, or say why not."""
        holder = self._games.get(game_id)
        if holder is not None:
            return Refusal(
                "duplicate", f"The same game as number {holder.index} of split {holder.split}."
            )
        held = slot.split == self._held_split
        if self._held_split is not None and self._maps.get(map_hash, held) != held:
            side = "a split other than" if held else "split"
            return Refusal("held_out", f"Its map is one of {side} {self._held_split}.")
        split = self._structures.setdefault(structure_hash, slot.split)
        if split != slot.split and not self._shared_structures:
            return Refusal("shared_structure", f"The same puzzle as a game of split {split}.")
        self._games[game_id] = slot
        if self._held_split is not None:
            self._maps[map_hash] = held
        return None
