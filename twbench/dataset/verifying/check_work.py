"""Checking the games of a dataset, as work for workers."""

__all__ = ["TOGETHER", "Checked", "GameCheck", "RejectedCheck", "pack_group"]

import contextlib
import os
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from twbench.dataset.config.plan import Plan
from twbench.dataset.files.arrow_alone import load_arrow_alone
from twbench.dataset.files.columns import PACKED_TOGETHER, REJECTED_FILE
from twbench.dataset.verifying import check
from twbench.dataset.verifying.check import Fault, Row
from twbench.dataset.workers.turns import in_turns
from twbench.dataset.workers.work import Loss
from twbench.envs import own_folder
from twbench.modules import ExtensionModule, use_modules
from twbench.system.collection import without_collection
from twbench.system.parts import Parts
from twbench.system.scratch import scratch_folder

if TYPE_CHECKING:
    from twbench.dataset.files.index import DatasetIndex
    from twbench.dataset.files.storage import PackedFiles
    from twbench.dataset.verifying.check_rejected import Candidate

TOGETHER = 4 * PACKED_TOGETHER
"""Games that a worker gets at once, and that are checked in turns: a tenth of a second of work."""
SECONDS = 60.0
"""What checking a game may take beside the search for its shortest solution."""
NODE_SECONDS = 0.002
"""What it may take the solver to look at a state."""
MOST_SECONDS = 600.0
"""What the search may take, however many states the recipe, which may be anybody's, allows."""

_END = object()
"""Marks the end; no part of a game can be equal to it, whoever wrote the game."""


class Checked(NamedTuple):
    """How many ``games`` were checked, and what is wrong with them.

    Of ``rejected`` ones that were made anew it has yet to be seen what stood in their way.
    ``compiled`` is how many stories were compiled anew.
    """

    games: int
    faults: list[Fault]
    rejected: "Sequence[Candidate]" = ()
    compiled: int = 0


class _AtHand:
    """What a process that checks games keeps at hand: packed files, and a folder to play in."""

    def __init__(self) -> None:
        self.packs: dict[str, PackedFiles] = {}
        self._playing: Path | None = None
        self._leaving = contextlib.ExitStack()

    def empty_folder(self) -> Path:
        """Return an empty folder to play in: the one before, unless a story wrote into it."""
        if self._playing is not None and self._playing.is_dir():
            with os.scandir(self._playing) as found:
                if next(found, None) is None:
                    return self._playing
        self._leaving.close()
        self._playing = self._leaving.enter_context(scratch_folder())
        return self._playing


@dataclass(frozen=True, slots=True)
class GameCheck:
    """Checks rows of manifests, and builds those games anew that are marked.

    ``packed`` is the index of a dataset whose games are packed. ``modules`` have families of the
    games, as far as they are at hand. ``compiled`` are the places, by their splits, of games whose
    stories are compiled anew, as those of games that are built anew are in any case. With
    ``arrow_alone`` workers load Arrow without NumPy (`twbench.dataset.files.arrow_alone`), if they
    need it.
    """

    folder: Path
    packed: "DatasetIndex | None"
    plan: Plan | None
    quiet: bool = True
    limit: float = SECONDS
    modules: tuple[ExtensionModule, ...] = ()
    arrow_alone: bool = False
    imported: bool = False
    compiled: Mapping[str, Collection[int]] = field(default_factory=dict)
    _at_hand: _AtHand = field(default_factory=_AtHand, init=False, repr=False, compare=False)

    def seconds(self, part: tuple[Row, bool]) -> float:
        """Return after what time a game is to be given up."""
        _, again = part
        if self.plan is None:
            return self.limit
        # To build a game anew is to search for its shortest solution once more.
        return (1 + again) * (self.limit + _search_seconds(self.plan))

    @without_collection()
    def do(self, parts: Sequence[tuple[Row, bool]], begin: Callable[[int], None]) -> Checked:
        """Check the rows ``parts``."""
        if self.modules:
            use_modules(self.modules)
        with contextlib.ExitStack() as leaving:
            # For packed games that are needed as files; made when it is needed first.
            unpacked = cache(lambda: leaving.enter_context(scratch_folder()))
            found = in_turns(lambda part: self._check(part, unpacked), parts, begin, TOGETHER)
            return _together(found)

    def give_up(self, part: tuple[Row, bool], loss: Loss) -> Checked:
        """Return the fault of a game that a worker has been lost with."""
        row, _ = part
        if loss is Loss.HUNG:
            what = f"its story does not answer: stopped after {self.seconds(part):g} s"
        else:
            what = "its story ends the process that plays it"
        return Checked(1, [(row["story"], what)])

    def _check(self, part: tuple[Row, bool], unpacked: Callable[[], Path]) -> Parts[Checked]:
        """Return what is wrong with a game; one that is to be made anew is so at the end."""
        row, again = part
        in_files = check.is_all_in_files(row)
        # In memory where it can be: to write it and read it again takes as long as to check it.
        game = self._game(part, in_files and not again, unpacked)
        for number, step in enumerate(check.STEPS):
            if number:
                yield game.size
            parts = game.take(step)
            # Nobody knows what a story writes, or what other families do with files.
            if step is check.CheckedGame.play or not in_files:
                while self._goes_on_apart(parts):
                    yield game.size
            else:
                for _ in parts:
                    yield game.size
        faults = [*game.faults]
        if again and (self.packed is None or game.is_at_hand):
            yield game.size
            folder = self.folder if self.packed is None else unpacked()
            faults += check.rebuild_game(folder, row, self.plan)
        return Checked(1, faults, compiled=int(game.is_compiled))

    def _goes_on_apart(self, parts: Parts[None]) -> bool:
        """Do the next part of a step in an empty folder, and return whether there was one."""
        with own_folder(self._at_hand.empty_folder()):
            return next(parts, _END) is not _END

    def _game(
        self, part: tuple[Row, bool], in_memory: bool, unpacked: Callable[[], Path]
    ) -> check.CheckedGame:
        (row, again), folder, pack = part, self.folder, None
        if self.packed is not None:
            folder = self.folder if in_memory else unpacked()
            pack = self._pack(self.packed, row)
        compiles = not again and row["index"] in self.compiled.get(row["split"], ())
        return check.CheckedGame(folder, row, self.plan, pack, in_memory, self.imported, compiles)

    def _pack(self, index: "DatasetIndex", row: Row) -> "PackedFiles":
        packs, split = self._at_hand.packs, row["split"]
        if split not in packs:
            if self.arrow_alone:
                load_arrow_alone()
            from twbench.dataset.files.storage import PackedFiles

            packs[split] = PackedFiles(self.folder, index, split)
        return packs[split]


class RejectedCheck(NamedTuple):
    """Makes candidates that were rejected anew."""

    plan: Plan
    quiet: bool = True

    def seconds(self, part: Row) -> float:
        """Return after what time a candidate is to be given up."""
        return SECONDS + _search_seconds(self.plan)

    @without_collection()
    def do(self, parts: Sequence[Row], begin: Callable[[int], None]) -> Checked:
        """Make the candidates of the rows ``parts``."""
        # What reads tables takes a fifth of a worker's start, and games in files need none of it.
        from twbench.dataset.verifying.check_rejected import rebuild_rejected

        faults = []
        made = []
        for number, row in enumerate(parts):
            begin(number)
            found, candidate = rebuild_rejected(row, self.plan)
            faults += [(REJECTED_FILE, what) for what in found]
            if candidate is not None:
                made.append(candidate)
        return Checked(len(parts), faults, made)

    def give_up(self, part: Row, loss: Loss) -> Checked:
        """Return the fault of a candidate that a worker has been lost with."""
        what = f"candidate {part['attempt']} for {part['split']} {part['index']}"
        return Checked(1, [(REJECTED_FILE, f"{what}: it cannot be made anew")])


def _together(found: Iterable[Checked]) -> Checked:
    checked = list(found)
    faults = chain.from_iterable(one.faults for one in checked)
    return Checked(len(checked), [*faults], compiled=sum(one.compiled for one in checked))


def pack_group(row: Row, shard_size: int) -> tuple[str, int, int]:
    """Return what rows have in common that a worker gets at once.

    Where games are packed, these fill their row groups.
    """
    shard, place = divmod(row["index"], shard_size)
    return row["split"], shard, place // TOGETHER


def _search_seconds(plan: Plan) -> float:
    return min(plan.recipe.dataset.budget.nodes * NODE_SECONDS, MOST_SECONDS)
