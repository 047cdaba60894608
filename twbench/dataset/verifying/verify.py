"""Verifying a dataset: every byte, every row and every walkthrough.

What is checked, from the whole to the single game:

1. ``dataset.json`` is canonical, and its files, counts and fingerprint are those found;
2. no file is missing, changed or additional;
3. the manifests have the columns, places, names and paths they must have; no game appears twice,
   and no structure, puzzle or map is in two splits unless the recipe allows it;
4. ``vocab.parquet`` and ``entities.parquet`` count what the manifests hold;
5. each game is what its row says, and its walkthrough wins in the story, which says it is its own;
6. of some games of each split, drawn anew each time, the story is compiled anew and compared;
7. the card, the picture and ``croissant.json`` are what index and rows make them;
8. on request, all games or some are built anew and compared byte by byte; with all games, the
   rejected candidates too.
"""

__all__ = ["Problem", "Verification", "verify_dataset"]

import contextlib
import itertools
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import pyarrow as pa

from twbench import challenges, families
from twbench.dataset.card.counts import Counts
from twbench.dataset.card.descriptions import DESCRIPTIONS
from twbench.dataset.config.distribution import LEVELS
from twbench.dataset.config.extensions import Extensions
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_recipe
from twbench.dataset.files.beside import names_beside
from twbench.dataset.files.columns import REJECTED_FILE
from twbench.dataset.files.fingerprint import fingerprint, row_digest
from twbench.dataset.files.index import (
    INDEX_FILE,
    DatasetIndex,
    SplitCounts,
    kinds_of,
    parse_index,
    read_index_bytes,
)
from twbench.dataset.files.schema import MANIFEST, REJECTED, check_readable, read_rows
from twbench.dataset.items import item
from twbench.dataset.items.deduplication import CandidateGame, Deduplication
from twbench.dataset.items.failure import is_reproducible
from twbench.dataset.verifying.additional import LINK, found_beyond
from twbench.dataset.verifying.check import Fault, Row
from twbench.dataset.verifying.check_rejected import Candidate, rejected_faults, verdict_faults
from twbench.dataset.verifying.check_tables import (
    description_faults,
    expected_tables,
    table_faults,
)
from twbench.dataset.verifying.check_work import (
    TOGETHER,
    Checked,
    GameCheck,
    RejectedCheck,
    pack_group,
)
from twbench.dataset.verifying.drawn import drawn_games, drawn_places
from twbench.dataset.verifying.unplanned import OTHER_GAMES, Unplanned
from twbench.dataset.workers.pool import Work, Workers
from twbench.errors import ConfigError, DatasetError
from twbench.generator.texts.guidance_levels import GUIDANCE
from twbench.modules import ExtensionModule
from twbench.version import __version__
from twbench.whole_numbers import whole_or_none

if TYPE_CHECKING:
    from twbench.dataset.building.imports import ImportConfig

P = TypeVar("P")


class Problem(NamedTuple):
    """Something wrong with the file ``path`` of a dataset."""

    path: str
    what: str

    def __str__(self) -> str:
        return f"{self.path}: {self.what}"


@dataclass(frozen=True, slots=True)
class Verification:
    """The result: ``problems`` (none: the dataset is sound) and how much was looked at.

    ``unchecked`` are files of which another version of twbench alone can say what is in them.
    ``compiled`` is how many stories were compiled anew, beside those of games that were rebuilt.
    """

    index: DatasetIndex
    problems: tuple[Problem, ...]
    games: int
    rebuilt: int
    unchecked: tuple[str, ...] = ()
    compiled: int = 0


def verify_dataset(
    folder: str | Path,
    rebuild: int | None = 0,
    n_jobs: int = -1,
    progress: bool = True,
    extensions: Extensions | None = None,
) -> Verification:
    """Check the dataset in ``folder``; ``rebuild`` games (None: all) are built anew.

    >>> verify_dataset("datasets/mine", rebuild=1, n_jobs=1, progress=False).problems
    ()

    That needs the modules, packages and themes that the dataset names: ``extensions`` has them.
    Raises DatasetError if there is no readable ``dataset.json``, if what is needed to build games
    anew is missing or another one, and if another dataset takes the place of this one meanwhile:
    everything else is a problem in the result.
    """
    whole_or_none(rebuild, "rebuild", 0)
    path = Path(folder)
    content = read_index_bytes(path)
    verifier = _Verifier(path, content, n_jobs, progress, extensions or Extensions())
    found = verifier.run(rebuild)
    if read_index_bytes(path) != content:
        raise DatasetError(f"{path} was built anew while it was verified: verify it again.")
    return found


class _Verifier:
    def __init__(
        self,
        folder: Path,
        content: bytes,
        n_jobs: int,
        progress: bool,
        extensions: Extensions,
    ):
        self._extensions = extensions
        self._folder = folder
        self._index = parse_index(folder, content)
        self._index_text = content
        self._n_jobs = n_jobs
        self._progress = progress
        self._problems: set[Problem] = set()
        self._plan: Plan | None = None
        self._import: ImportConfig | None = None
        # What the dataset names of modules, packages and themes, and the modules that are at hand.
        self._recorded = Extensions()
        self._modules: tuple[ExtensionModule, ...] = ()
        self._missing: list[str] = []
        # Faults of games: some games are checked while rows are still being read.
        self._faults: set[Problem] = set()
        self._families: set[str] = set()
        # Whether all rows were read, which name the files of games.
        self._all_are_named = False
        self._compiled = 0
        self._rejected: list[Candidate] = []

    def run(self, rebuild: int | None) -> Verification:
        """Do all checks; the manifests are read once, and never held in memory."""
        ours = self._index.version == __version__
        if rebuild != 0 and not ours:
            raise DatasetError(
                f"{self._folder} was made by twbench {self._index.version}, which alone can build"
                f" it anew; this is twbench {__version__}."
            )
        self._check_index_text()
        self._report_all(table_faults(self._folder, self._index))
        expected = expected_tables(self._index) | {INDEX_FILE}
        chosen = drawn_games(self._index.size, rebuild)
        sizes = {name: split.games for name, split in self._index.splits.items()}
        compiled = drawn_places(sizes) if ours else {}  # another version compiles other stories
        placed = enumerate(self._placed_rows())
        rows: Iterator[tuple[int, Row]] = ((position, row) for position, (_, row) in placed)
        if self._check_recipe():
            self._find_extensions(rebuild)
            if not self._are_readable(self._manifests()):
                # Everything that depends on rows would seem wrong, such as each file of a game.
                self._report("data", "rows and games were not checked: a manifest is unreadable")
                return Verification(self._index, tuple(sorted(self._problems)), 0, 0, ())
            rows = self._sound_rows(expected)
        games = self._check_games(rows, chosen, compiled)
        self._check_extra_files(expected)
        if ours and not self._problems:
            self._report_all(description_faults(self._folder, self._index))
        if len(chosen) == self._index.size and self._plan is not None:
            self._rebuild_rejected(self._plan)
        return Verification(
            self._index,
            tuple(sorted(self._problems | self._faults)),
            games,
            len(chosen),
            () if ours else tuple(name for name in DESCRIPTIONS if name in self._index.files),
            self._compiled,
        )

    def _report(self, path: str, what: str) -> None:
        self._problems.add(Problem(path, what))

    def _report_all(self, faults: Iterable[Fault]) -> None:
        self._problems.update(Problem(path, what) for path, what in faults)

    def _check_index_text(self) -> None:
        if self._index_text != self._index.dump().encode():
            self._report(INDEX_FILE, "changed: it is not written as twbench writes it")

    def _check_recipe(self) -> bool:
        """Check the configuration, and find the plan behind it; say whether rows can be checked."""
        index = self._index
        try:
            if index.imported:
                from twbench.dataset.building.imports import parse_import  # and so all of building

                settings = parse_import(index.config)
                self._recorded = settings.extensions
                self._import = settings
                name, sizes = settings.name, settings.sizes(index.splits)
                written = {**index.config, **settings.serialize_settings()}
            else:
                recipe = parse_recipe(index.config)
                name, written = recipe.dataset.name, recipe.serialize()
                sizes = {split.name: split.size for split in recipe.dataset.splits}
                self._plan, self._recorded = Plan(recipe), recipe.dataset.extensions
        except ConfigError as error:
            self._report(INDEX_FILE, f"its configuration is wrong: {error}")
            return False
        if written != index.config:
            self._report(INDEX_FILE, "changed: its configuration is not written out in full")
        if name != index.name:
            self._report(INDEX_FILE, "changed: its name is not that of its configuration")
        if sizes != {name: counts.games for name, counts in index.splits.items()}:
            self._report(INDEX_FILE, "changed: its splits are not those of its configuration")
            self._plan = None
            return False
        return True

    def _find_extensions(self, rebuild: int | None) -> None:
        """Let the plan, and the workers, have what the dataset names; raises DatasetError."""
        try:
            known = self._recorded.at_hand(self._extensions)
            self._missing = known.missing_code
            if self._plan is not None and known.is_at_hand:
                self._plan = Plan(parse_recipe(self._index.config, known))
            elif rebuild != 0 or known.needed_to_plan:
                known.check_at_hand()
            self._modules = tuple(module for module in known.modules if module.source is not None)
        except ConfigError as error:
            raise DatasetError(f"{self._folder}: {error}") from error

    def _read(self, name: str, schema: pa.Schema) -> Iterator[Row]:
        """Yield the rows of a table; if it is missing or unreadable, that is a problem."""
        with self._reading(name):
            yield from read_rows(self._folder / name, schema)

    @contextlib.contextmanager
    def _reading(self, name: str) -> Iterator[None]:
        try:
            yield
        except DatasetError as error:
            what = str(error).removeprefix(f"{self._folder / name} ").removeprefix("is ")
            self._report(name, what.rstrip("."))

    def _are_readable(self, manifests: Sequence[str]) -> bool:
        """Whether the first rows of each can be read, and no more than there are to be are there.

        Nor fewer in a row group, by which whoever asks for a row finds it. It is a problem where
        that is not so.
        """
        index = self._index
        before = len(self._problems)
        most = [rows for split in index.splits for rows in index.shard_rows(split)]
        size = int(index.config["output"]["row_group_size"])
        for name, rows in zip(manifests, most, strict=True):
            with self._reading(name):
                found = check_readable(self._folder / name, MANIFEST)
                if sum(found) > rows:
                    self._report(name, "it has more rows than dataset.json says")
                elif any(count != size for count in found[:-1]) or max(found, default=0) > size:
                    self._report(name, f"its row groups have not {size} rows each")
        return len(self._problems) == before

    def _manifests(self) -> list[str]:
        """Return the names of all manifests in their order."""
        return [name for split in self._index.splits for name in self._index.shards(split)]

    def _rows(self) -> Iterator[Row]:
        """Yield the rows of all manifests in their order."""
        for name in self._manifests():
            yield from self._read(name, MANIFEST)

    def _placed_rows(self) -> Iterator[tuple[Slot, Row]]:
        """Yield the rows with their places, up to the first one that is not in its place."""
        splits = self._index.splits
        slots = (Slot(name, n) for name, split in splits.items() for n in range(split.games))
        for row in self._rows():
            slot = next(slots, None)
            if slot is None or slot != Slot(row["split"], row["index"]):
                where = "data" if slot is None else f"data/{slot.split}"
                self._report(where, f"row {row['index']} is not in its place")
                return
            yield slot, row

    def _sound_rows(self, expected: set[str]) -> Iterator[tuple[int, Row]]:
        """Check what the manifests hold, and all that follows from it.

        Yield the rows in which nothing is wrong, each with its position: the files of others are
        not looked at. The files that rows name are added to ``expected``.
        """
        index = self._index
        deduplication = Deduplication()
        if self._plan is not None:
            deduplication = Deduplication(self._plan.strictest, self._plan.recipe.dataset.held_out)
        counts = Counts(list(index.splits))
        digests: list[str] = []
        taken: dict[Slot, int] = {}
        unplanned = Unplanned[Slot]()
        for position, (slot, row) in enumerate(self._placed_rows()):
            is_sound = self._is_sound(row, slot, deduplication, unplanned)
            if not index.packed:
                expected |= {row[kind] for kind in kinds_of(row)}
                expected |= names_beside(row) if is_sound else set()
            counts.add_row(slot.split, row)
            digests.append(row_digest(row))
            taken[slot] = row["attempt"]
            if is_sound:
                self._require(row["family"])
                yield position, row
        self._report_unplanned(unplanned)
        self._all_are_named = len(taken) == index.size
        self._check_counts(counts)
        self._check_totals(digests, taken)

    def _require(self, family: str) -> None:
        """Raise InputError where games of a family cannot be played here."""
        if family not in self._families:
            families.get(family).require()
            self._families.add(family)

    def _is_sound(
        self, row: Row, slot: Slot, deduplication: Deduplication, unplanned: Unplanned[Slot]
    ) -> bool:
        """Report what is wrong with a row, or note it as ``unplanned``; return if nothing is."""
        try:
            is_planned = unplanned.agrees(slot, row, self._planned(row, slot))
            faults = list(self._row_faults(row, slot, deduplication))
        except ConfigError as error:  # a family or challenge is not known: once for all its games
            lacking = f" It was made with {' and '.join(self._missing)}."
            self._report(
                "data", f"not all games were checked: {error}{lacking if self._missing else ''}"
            )
            return False
        for what in faults:
            self._report(f"data/{slot.split}", f"row {slot.index}: {what}")
        return is_planned and not faults

    def _report_unplanned(self, unplanned: Unplanned[Slot]) -> None:
        for slot, what in unplanned.faults(lambda slot: f"{slot.split} {slot.index}"):
            if slot is not None:
                self._report(f"data/{slot.split}", f"row {slot.index}: {what}")
            else:
                self._report("data", what if self._plan is None else f"{OTHER_GAMES}: {what}")

    def _row_faults(self, row: Row, slot: Slot, deduplication: Deduplication) -> Iterator[str]:
        """Check what a row has besides, and that no other has its game or its puzzle."""
        if self._plan is not None:
            problem = self._plan.recipe.dataset.held_out.names(slot.split).problem(
                entity["name"] for entity in row["entities"]
            )
            if problem is not None:
                yield problem
        if self._import is not None and not self._import.has_place(slot.split, row["challenge"]):
            yield f"games of {row['challenge']} are not in the split {slot.split}"
        if row["guidance"] not in GUIDANCE:
            yield f"guidance is none of {', '.join(GUIDANCE)}"
        level = LEVELS[0] if self._plan is None else self._plan.hygiene(slot)
        conflict = deduplication.accept(slot, CandidateGame.of_row(row), level)
        if conflict is not None:
            yield conflict.detail

    def _planned(self, row: Row, slot: Slot) -> dict[str, Any]:
        """Return the columns of a row that follow from its place."""
        if self._plan is None:
            from twbench.dataset.items.imported import imported_columns  # of few datasets

            return imported_columns(row)
        spec = self._plan.spec(slot, row["attempt"])
        family = row["family"]
        if not self._plan.extensions.lacks(spec.challenge):
            family = challenges.get(spec.challenge).family
        return item.planned_columns(spec, row["game_id"], families.get(family))

    def _check_counts(self, counts: Counts) -> None:
        for name, table in counts.tables().items():
            with self._reading(name):
                if list(read_rows(self._folder / name, table.schema)) != table.to_pylist():
                    self._report(name, "it does not count what the manifests hold")

    def _check_totals(self, digests: list[str], taken: Mapping[Slot, int]) -> None:
        """Check the fingerprint and the counts of ``dataset.json``."""
        index = self._index
        rejected = list(self._read(REJECTED_FILE, REJECTED))
        if self._plan is not None:
            for what in rejected_faults(rejected, self._plan, taken):
                self._report(REJECTED_FILE, what)
        elif len(taken) + len(rejected) != index.config["import"]["files"]:
            self._report(REJECTED_FILE, "games and rejections are not as many as the files")
        digests = digests + [row_digest(row) for row in rejected]
        if fingerprint(index.config, index.version, digests) != index.fingerprint:
            self._report(INDEX_FILE, "its fingerprint is not that of the content")
        if index.reproducible != is_reproducible(rejected):
            self._report(INDEX_FILE, "changed: what it says of being reproducible is not so")
        for split, counts in index.splits.items():
            attempts = [attempt for slot, attempt in taken.items() if slot.split == split]
            refused = sum(row["split"] == split for row in rejected)
            if counts != SplitCounts.of(attempts, refused, imported=index.imported):
                self._report(INDEX_FILE, f"its counts of split {split} are not those found")

    def _check_extra_files(self, expected: set[str]) -> None:
        """Report what is in the folder beyond the ``expected``, as far as that is known."""
        unjudged = 0
        for name, what in found_beyond(self._folder, expected):
            if what == LINK or self._all_are_named:
                self._report(name, what)
            else:
                unjudged += 1
        if unjudged:
            what = f"{unjudged} files and folders were not judged: not all rows could be checked"
            self._report("games", what)

    def _check_games(
        self,
        rows: Iterator[tuple[int, Row]],
        chosen: Collection[int],
        compiled: Mapping[str, Collection[int]],
    ) -> int:
        """Check the games of rows, which have their positions, and build the ``chosen`` anew.

        The stories of those at the places ``compiled`` are compiled anew.
        Return how many there were. Raises InputError where such games cannot be played here.
        """
        folder = self._folder.absolute()  # workers may have been started in another place
        check = GameCheck(
            folder,
            self._index if self._index.packed else None,
            self._plan,
            modules=self._modules,
            # Where the caller has Arrow without NumPy, no code of others is run.
            arrow_alone="numpy" not in sys.modules,
            imported=self._import is not None,
            compiled=compiled,
        )
        parts = ((row, position in chosen) for position, row in rows)
        # A worker gets all games at a time that are read at once where they are packed.
        shard_size = int(self._index.config["output"]["shard_size"])
        groups = itertools.groupby(parts, lambda part: pack_group(part[0], shard_size))
        return self._in_workers(check, (list(group) for _, group in groups), self._index.size)

    def _rebuild_rejected(self, plan: Plan) -> None:
        rows = list(self._read(REJECTED_FILE, REJECTED))
        if rows and not any(problem.path == REJECTED_FILE for problem in self._problems):
            starts = range(0, len(rows), TOGETHER)
            batches = (rows[start : start + TOGETHER] for start in starts)
            self._in_workers(RejectedCheck(plan), batches, len(rows))
            for what in verdict_faults(self._rejected, self._placed_rows(), plan):
                self._report(REJECTED_FILE, what)

    def _in_workers(
        self, check: Work[P, Checked], batches: Iterable[Sequence[P]], total: int
    ) -> int:
        """Let workers ``check`` the batches; report what they find, return how many parts it was.

        The ``total`` is that of all parts, for the bar.
        """
        done = 0
        with Workers(self._n_jobs) as workers, _bar(total, self._progress) as advance:
            for checked in workers.run(check, batches):
                self._faults.update(Problem(path, what) for path, what in checked.faults)
                self._rejected += checked.rejected
                self._compiled += checked.compiled
                done += checked.games
                advance(checked.games)
        return done


@contextlib.contextmanager
def _bar(total: int, shown: bool) -> Iterator[Callable[[int], object]]:
    """Show a bar on the standard error stream, if that is wanted; yield what lets it advance."""
    if not shown:
        yield lambda count: None
        return
    from tqdm import tqdm

    with tqdm(total=total, desc="verify", unit="game") as bar:
        yield bar.update
