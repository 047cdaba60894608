"""Checking games of a dataset against their rows in the manifest, and against its recipe.

A game is checked step by step, and several games are best taken through each step together: what a
step has in the caches of the processor serves all of them, which saves a fifth to a quarter of the
time. So a step is small: it reads, or it makes one hash.
"""

__all__ = [
    "STEPS",
    "CheckedGame",
    "Fault",
    "Row",
    "Step",
    "check_game",
    "is_all_in_files",
    "make_again",
    "rebuild_game",
]

from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench import families
from twbench.dataset.config.budget import Budget
from twbench.dataset.config.plan import ItemSpec, Plan, Slot
from twbench.dataset.files.beside import faults_beside
from twbench.dataset.files.index import KINDS, is_of_row, kinds_of
from twbench.dataset.items import item
from twbench.dataset.items.failure import describe_error
from twbench.errors import ConfigError, DatasetError, TwbenchError
from twbench.families import Family, Files
from twbench.system.parts import Parts, completed
from twbench.untrusted import inside, read_bytes, regular_file

if TYPE_CHECKING:
    from twbench.dataset.files.storage import PackedFiles

Row = Mapping[str, Any]
Fault = tuple[str, str]
"""A path relative to the dataset, and what is wrong with it."""
Contents = Mapping[str, bytes | None]
"""The bytes of the story and of the game."""


class CheckedGame:
    """The game of a row, and the ``faults`` that are found with it, step by step (`STEPS`).

    Its files must have the hashes of the manifest; then what the manifest says of the game must be
    so, and the walkthrough must win in the story with the maximum score. The ``plan`` says how many
    states the solver may look at. The files are in ``folder``, or else in a ``pack``, from which
    they are taken into memory if ``in_memory``, and otherwise into the folder. Of an ``imported``
    game no plan says what it was made with: its params follow from the game. If it ``compiles``,
    the story is compiled anew as well, and compared: what it says of itself is its author's word.

    Attributes:
        is_at_hand: whether the files have been read, and are those of the manifest.
        is_compiled: whether the story was compiled anew.

    """

    def __init__(
        self,
        folder: Path,
        row: Row,
        plan: Plan | None = None,
        pack: "PackedFiles | None" = None,
        in_memory: bool = False,
        imported: bool = False,
        compiles: bool = False,
    ):
        self.faults: list[Fault] = []
        self.is_at_hand = False
        self.is_compiled = False
        self._compiles = compiles
        self._in_memory = in_memory
        self._imported = imported
        self._folder = folder
        self._row = row
        self._nodes = (Budget() if plan is None else plan.recipe.dataset.budget).nodes
        self._pack = pack
        self._main: str = row["game"] or row["story"]
        self._is_over = False
        self._family: Family[Any] | None = None
        self._files = Files("", b"", None)
        self._game: Any = None
        self._mark: Any = None
        self._compiled: Files | None = None

    @property
    def size(self) -> int:
        """How many bytes the files have, once they were read."""
        return len(self._files.story) + len(self._files.game or b"")

    def take(self, step: "Step") -> Parts[None]:
        """Take a step, unless one before it has found what leaves nothing to look at.

        Raises OSError.
        """
        if self._is_over:
            return
        try:
            parts = step(self)
            if parts is not None:
                yield from parts
        except TwbenchError as error:
            self._end(self._main, f"it cannot be used: {error}")
        except OSError:
            raise
        except Exception as error:  # the border where a game that breaks something is told
            self._end(self._main, f"it is no sound game: {describe_error(error)}")

    def read(self) -> None:
        """Read the files, and compare their hashes."""
        row, pack = self._row, self._pack
        contents: Contents
        try:
            if pack is not None and self._in_memory:
                contents = pack.sound_contents(row)
            else:
                if pack is not None:
                    pack.unpack(row, self._folder)
                contents, self.faults = _read(self._folder, row)
        except DatasetError as error:
            why = str(error) if pack is None else f"cannot be unpacked: {error}"
            self._end(row["story"], why)
            return
        self.is_at_hand, self._is_over = not self.faults, bool(self.faults)
        self._files = Files(row["game_id"], contents["story"] or b"", contents["game"])

    def inspect(self) -> Parts[None]:
        """Read the game in the files, and compare its content with its id."""
        row, path = self._row, self._folder / self._main
        self._family = families.get(row["family"])
        inspection = self._family.inspect(self._files, path, row["challenge"])
        self._game, game_id = yield from inspection
        if game_id != row["game_id"]:
            self.faults.append((self._main, "its content is not what its game_id says"))

    def mark(self) -> None:
        """Note what the story of the game has to have in it."""
        self._mark = self._known_family.mark(self._game)

    def describe(self) -> Parts[None]:
        """Compare what depends on the game alone with what the row says."""
        family = self._known_family
        columns = yield from family.describe_in_parts(self._game, nodes=self._nodes)
        columns = {**columns, **self._imported_columns()}
        for column, value in columns.items():
            if value != self._row[column]:
                self.faults.append((self._main, f"its {column} is not what the manifest says"))

    def compile(self) -> Parts[None]:
        """Compile the story anew, if that was asked for; the game is not needed any more.

        A family whose stories do not tell whose they are compiles none.
        """
        if self._compiles and self._mark is not None:
            sealing = self._known_family.seal_in_parts(self._game, self._row["challenge"])
            self._compiled = yield from sealing
            self.is_compiled = True
        self._game = None

    def compare(self) -> None:
        """See whether the story is that of the game."""
        family = self._known_family
        family.check(self._files)
        if family.read_mark(self._files) != self._mark:
            self._end(self._row["story"], "it is the story of another game")
        elif self._compiled is not None and self._compiled.story != self._files.story:
            self._end(self._row["story"], "compiling its game anew gives other bytes")
        self._compiled = None

    def play(self) -> None:
        """Type the walkthrough into the story."""
        problem = self._known_family.replay(self._files, self._row)
        if problem is not None:
            self._end(self._row["story"], f"its walkthrough does not win: {problem}")

    def _imported_columns(self) -> dict[str, Any]:
        """Return what a row has of where an imported game is from, and what is known of it."""
        if not self._imported:
            return {}
        from twbench.dataset.items.imported import imported_params  # of few datasets

        return {"params": imported_params(self._row, self._known_family.facts(self._game))}

    @property
    def _known_family(self) -> Family[Any]:
        if self._family is None:
            raise ValueError("The game has not been inspected.")
        return self._family

    def _end(self, path: str, what: str) -> None:
        self.faults.append((path, what))
        self._is_over = True


Step = Callable[[CheckedGame], Parts[None] | None]
STEPS: tuple[Step, ...] = (
    CheckedGame.read,
    CheckedGame.inspect,
    CheckedGame.mark,
    CheckedGame.describe,
    CheckedGame.compile,
    CheckedGame.compare,
    CheckedGame.play,
)
"""The steps of a check, in their order. Those that return parts are taken part by part."""


def check_game(folder: Path, row: Row, plan: Plan | None = None) -> list[Fault]:
    """Return what is wrong with the files of ``row`` in ``folder``: see `CheckedGame`."""
    game = CheckedGame(folder, row, plan)
    for step in STEPS:
        completed(game.take(step))
    return game.faults


def is_all_in_files(row: Row) -> bool:
    """Say whether the family of a row's game needs no more than the bytes of its files."""
    try:
        return families.get(row["family"]).is_all_in_files
    except ConfigError:  # it is not known: whoever inspects the game is told
        return False


def rebuild_game(folder: Path, row: Row, plan: Plan | None) -> list[Fault]:
    """Build the game of ``row`` anew from the recipe; return what is different.

    There is no ``plan`` behind an imported game: its story is compiled anew from its game file. A
    story by another maker is what it is. Raises OSError.
    """
    main = row["game"] or row["story"]
    try:
        return _seal_again(folder, row) if plan is None else _build_again(folder, row, plan)
    except TwbenchError as error:
        return [(main, f"cannot be compared with what rebuilding gives: {error}")]
    except OSError:
        raise
    except Exception as error:  # the border where a game that breaks something is told
        return [(main, f"cannot be rebuilt: {describe_error(error)}")]


def make_again(spec: ItemSpec) -> item.Item | item.Rejection:
    """Make a candidate anew, without the limit of its time: this machine may be a slower one."""
    return item.build_item(replace(spec, budget=spec.budget._replace(seconds=None)))


def _build_again(folder: Path, row: Row, plan: Plan) -> list[Fault]:
    """Build a game anew from the recipe, and compare all that is said of it, and its files."""
    result = make_again(plan.spec(Slot(row["split"], row["index"]), row["attempt"]))
    if isinstance(result, item.Rejection):
        return [(row["game"], f"cannot be rebuilt: {result.detail}")]
    faults = [
        (row["game"], f"rebuilding gives another {column}")
        for column, value in result.row.items()
        if value != row[column]
    ]
    contents: Contents = {"story": result.story, "game": result.game}
    for kind in kinds_of(row):
        path = inside(folder, row[kind], DatasetError)
        if not regular_file(path) or read_bytes(path, DatasetError) != contents[kind]:
            faults.append((row[kind], "rebuilding gives other bytes"))
    return faults


def _seal_again(folder: Path, row: Row) -> list[Fault]:
    """Make the files of an imported game anew from the one that it is read from."""
    try:
        family = families.get(row["family"])
        files = family.seal(family.read(folder / (row["game"] or row["story"])), row["challenge"])
        same = files.story == read_bytes(folder / row["story"], DatasetError)
    except TwbenchError as error:
        return [(row["story"], f"cannot be compiled anew: {error}")]
    return [] if same else [(row["story"], "rebuilding gives other bytes")]


def _read(folder: Path, row: Row) -> tuple[Contents, list[Fault]]:
    """Read the story and the game of ``row``; return what they hold, and what is wrong with them.

    Raises DatasetError if one of them lies outside ``folder``, or is too large to be a game.
    """
    contents: dict[str, bytes | None] = dict.fromkeys(KINDS)
    faults: list[Fault] = []
    paths: dict[str, Path] = {}
    for kind in kinds_of(row):
        path = paths[kind] = inside(folder, row[kind], DatasetError)
        try:
            contents[kind] = read_bytes(path, DatasetError)
        except DatasetError:
            if regular_file(path):
                raise
            faults.append((row[kind], "missing"))
            continue
        if not is_of_row(row, kind, contents[kind]):
            faults.append((row[kind], "changed: its SHA-256 is not that of the manifest"))
    parent = row["story"].rpartition("/")[0]
    beside = faults_beside(paths["story"], row)
    faults += [(f"{parent}/{name}", fault) for name, fault in beside]
    return contents, faults
