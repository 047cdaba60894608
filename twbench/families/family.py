"""What a kind of game is: the contract between a family of games and everything that handles games.

Building, verifying, loading, evaluating, playing and extracting know games through `Family` alone.
A game, here, is whatever the family's challenges make and its `Family.read` returns; nobody else
looks into it. On disk it is one file that can be played, its *story*, and perhaps a second one that
tells what programs want to know, its *game file*.
"""

__all__ = [
    "KINDS",
    "Catalogue",
    "Family",
    "FileNote",
    "Files",
    "Traits",
    "game_file",
    "is_json",
    "named_id",
    "opened_alone",
    "unknown_columns",
]

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar, cast

from twbench.core import EnvInfos, Environment
from twbench.envs import own_folder
from twbench.errors import ConfigError, GameFileError
from twbench.generator.texts.guidance_levels import NONE
from twbench.hashing import content_id
from twbench.modules import modules_in_use
from twbench.system.parts import Parts, in_one_part
from twbench.system.scratch import scratch_folder
from twbench.untrusted import parse_json, read_text

if TYPE_CHECKING:
    from twbench.challenges import Challenge
    from twbench.render.picture import Picture

G = TypeVar("G")
Opener = Callable[[str, EnvInfos], AbstractContextManager[Environment]]
"""Opens the game whose story is at a path, for as long as the context lasts."""

JSON = ".json"
KINDS = ("commands", "entities", "objects", "templates", "vocab", "walkthroughs")
"""What can be extracted from games."""


def is_json(path: Path) -> bool:
    """Say whether a file is one of JSON by its name, in which letters may be capitals."""
    return path.suffix.lower() == JSON


def game_file(path: Path) -> Path:
    """Return the game file that belongs to a file: itself, or the one beside a story."""
    if is_json(path):
        return path
    beside, capitals = path.with_suffix(JSON), path.with_suffix(JSON.upper())
    return capitals if capitals.is_file() and not beside.is_file() else beside


@dataclass(frozen=True, slots=True)
class Files:
    """A game on disk: its id, which is made of its content, and the bytes of its files.

    ``game`` is None for families without a game file. ``vocabulary`` are the words that the story
    understands, sorted: whoever writes a story knows them.
    """

    game_id: str
    story: bytes
    game: bytes | None
    vocabulary: tuple[str, ...] = ()


class Traits(NamedTuple):
    """What tells a game apart from others: see the columns of these names, and the entities."""

    game_id: str
    structure_hash: str
    puzzle_hash: str | None
    map_hash: str | None
    names: tuple[str, ...] = ()


class FileNote(NamedTuple):
    """What a file is, as far as that shows without reading all of it or playing it.

    ``challenge`` is what an import lists its game under, ``name`` its entry in the family's
    `Catalogue`, if it has one, and ``text`` tells people about it.
    """

    challenge: str
    text: str
    name: str | None = None


class Catalogue(NamedTuple):
    """Games that a family knows by the hashes of their files, which everybody has to find.

    ``names`` are those of all its entries, ``file`` is the registry of the hashes.
    """

    title: str
    names: tuple[str, ...]
    file: Path


class Family(ABC, Generic[G]):
    """A kind of game, whose games are of type ``G``.

    A family whose games are mappings of plain data, kept in a JSON file, has `recognises`, `read`,
    `make` and `seal` already: its challenges make such a mapping of their settings and a seed.

    Attributes:
        name: what manifests call it.
        description: a sentence for users, which begins with what a game is.
        story_format: the suffix of the stories that it makes, without the dot.
        has_game_file: whether there is a JSON file beside the story.
        suffixes: suffixes of files that people may have such games in, for imports.
        has_grammar: whether its texts are made by the configuration's grammar.
        has_chance: whether two episodes in which the same is typed may differ.
        has_own_seed: whether a game says itself which random numbers it has: with others it would
            be another game, so an evaluation plays it with these alone.
        has_commands: whether all commands of a game can be extracted from it.
        tells_actions: whether an environment knows if a command was an action of the game.
        has_screen: whether its environments give the extra ``screen``, a map with its colours.
        is_harmless: whether a game may be read, and played, in a process that nobody watches.
        informations: what of `twbench.core.EnvInfos` its environments can give.
        proof: how the card of a dataset goes on after "Every game is".
        imported: how it goes on so where the games were imported; "" for the same.
        card_picture: what `picture` shows of a game, for the cards of datasets; "" keeps them
            without one.
        is_all_in_files: whether `inspect` and `replay` need no more than the bytes of a game's
            files, wherever these are.
        suffixes_beside: what is added to the name of a story for files beside it that say more.
        suffixes_saving_time: the same for files that change no answer and save time.
        imported_files: what the card says that files of imported games are; "" for its format.

    """

    name: ClassVar[str]
    description: ClassVar[str]
    story_format: ClassVar[str] = "json"
    suffixes: ClassVar[frozenset[str]] = frozenset({JSON})
    has_game_file: ClassVar[bool] = False
    has_grammar: ClassVar[bool] = False
    has_chance: ClassVar[bool] = False
    has_own_seed: ClassVar[bool] = False
    has_commands: ClassVar[bool] = False
    tells_actions: ClassVar[bool] = False
    has_screen: ClassVar[bool] = False
    is_harmless: ClassVar[bool] = False
    informations: ClassVar[frozenset[str]] = frozenset({"feedback", "last_command"})
    proof: ClassVar[str]
    imported: ClassVar[str] = ""
    card_picture: ClassVar[str] = ""
    imported_files: ClassVar[str] = ""
    is_all_in_files: ClassVar[bool] = False
    suffixes_beside: ClassVar[tuple[str, ...]] = ()
    suffixes_saving_time: ClassVar[tuple[str, ...]] = ()

    def recognises(self, path: Path, head: bytes) -> bool:
        """Say whether the file at ``path``, which begins with ``head``, is one of such a game.

        Files of a family are known by their content. A JSON file of any family but ``textworld``
        begins with ``{"family": "NAME"``, with any space between.
        """
        return re.match(rf'\s*{{\s*"family"\s*:\s*"{self.name}"'.encode(), head) is not None

    def kept_as(self, path: Path) -> str | None:
        """Return the suffix, without the dot, that an import keeps the file at ``path`` under.

        None for a file that it does not take, which goes by the name: a folder holds other files.
        """
        suffix = path.suffix.lower()
        return suffix[1:] if suffix in self.suffixes else None

    def content(self, path: Path) -> str:
        """Return the end of the id that the file at ``path`` would have of what is played of it.

        "" where that is all of it, or nobody can tell. Files that differ in the rest are of one
        game.
        """
        return ""

    def read(self, path: Path) -> G:
        """Return the game of the file at ``path``, be it the story or the game file.

        Raises InputError for one that cannot be used.
        """
        data = parse_json(read_text(path, GameFileError), path, GameFileError, unique=True)
        if not isinstance(data, dict) or data.pop("family", None) != self.name:
            raise GameFileError(f"{path} is no game of the family {self.name}.")
        game: G = data  # type: ignore[assignment]  # the games of such a family are mappings
        return game

    def inspect(self, files: Files, path: Path, challenge: str) -> Parts[tuple[G, str]]:
        """Return the game of ``files``, and the id that its content has; raises as `read` does.

        ``path`` is the file that `read` takes. Where a game `is_all_in_files`, it only names them.
        It is work in parts: whoever inspects several games takes the same part of all of them, and
        then the next. What a part has in the caches of the processor serves all.
        """
        game = yield from in_one_part(self.read, path)
        return game, self.identify(game, challenge)

    def make(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> G:
        """Return the game that the challenge makes; the same arguments make the same game.

        Raises GenerationError where it cannot be made, TypeError where the challenge makes
        something else.
        """
        game: G = challenge.make(settings, seed)
        return game

    def make_in_parts(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> Parts[G]:
        """Return what `make` returns; see `inspect` for the reason."""
        return in_one_part(self.make, challenge, settings, seed, grammar)

    def seal(self, game: G, challenge: str) -> Files:
        """Return the id of the game and its files; the same game gives the same bytes."""
        content = cast(Mapping[str, Any], game)
        data = json.dumps({"family": self.name, **dict(sorted(content.items()))})
        return Files(f"{self.name}-{content_id(content)}", data.encode(), None)

    def seal_in_parts(self, game: G, challenge: str) -> Parts[Files]:
        """Return what `seal` returns; see `inspect` for the reason."""
        return in_one_part(self.seal, game, challenge)

    @abstractmethod
    def describe(self, game: G, files: Files | None = None, nodes: int = 0) -> dict[str, Any]:
        """Return the columns of the manifest that depend on the game alone.

        ``files`` are those that were made of it, if they are at hand, and ``nodes`` is how many
        states a solver may look at. Columns that mean nothing for the family are as in
        `unknown_columns`; ``structure_hash`` is the same for games that are equal up to names.
        """

    def describe_in_parts(
        self, game: G, files: Files | None = None, nodes: int = 0
    ) -> Parts[dict[str, Any]]:
        """Return what `describe` returns; see `inspect` for the reason."""
        return in_one_part(self.describe, game, files, nodes)

    def check(self, files: Files) -> None:
        """Raise InputError for files of somebody else that must not be played; see `replay`."""

    def mark(self, game: G) -> Any:
        """Return what the story of ``game`` has in it to tell whose it is; None for nothing.

        Where it tells, `seal` of a game that was read gives the bytes of its story again.
        """
        return None

    def read_mark(self, files: Files) -> Any:
        """Return what the story in ``files``, which were checked, has in it: see `mark`.

        Raises InputError for a story that does not tell, though it should.
        """
        return None

    def replay(self, files: Files, row: Mapping[str, Any]) -> str | None:
        """Prove the game: play the walkthrough of its ``row`` in its files.

        It must be won with the maximum score at the last command, and not end before. Return what
        went wrong, or None. Raises InputError for files that cannot be played.
        """
        with scratch_folder() as folder:
            story = folder / f"{files.game_id}.{self.story_format}"
            story.write_bytes(files.story)
            if files.game is not None:
                story.with_suffix(JSON).write_bytes(files.game)
            with self.open(story, EnvInfos(won=True)) as env:
                return _lost(env, row["walkthrough"], row["max_score"])

    @abstractmethod
    def open(self, path: Path, infos: EnvInfos | None = None) -> Environment:
        """Return an environment of this process with the story at ``path`` loaded."""

    def require(self) -> None:
        """Raise InputError, with what is to be installed, where its games cannot be played."""

    def prepare(self) -> None:
        """Import and read what several threads of a process must not at once."""

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return what plays the games and finds out ``infos`` of them, with its version.

        Runs with another one do not compare.
        """
        return self.name

    def complete(self, game: G) -> G:
        """Return an imported game with what it needs to be proven, such as a walkthrough.

        Raises InputError where that cannot be found; by default the game stays as it is.
        """
        return game

    def identify(self, game: G, challenge: str) -> str:
        """Return the id of the game, from its content."""
        return self.seal(game, challenge).game_id

    def traits(self, game: G, challenge: str) -> Traits:
        """Return what tells the game apart, before any file of it is made where that is quicker."""
        row = self.describe(game)
        return Traits(
            self.identify(game, challenge),
            row["structure_hash"],
            row["puzzle_hash"],
            row["map_hash"],
            tuple(entity["name"] for entity in row["entities"]),
        )

    def origin(self, game: G) -> str:
        """Return the challenge that an imported game is to be listed under."""
        return "custom"

    def facts(self, game: G) -> dict[str, Any]:
        """Return what is known of an imported game beside its columns, for ``params``."""
        return {}

    def depth(self, challenge: str, params: Mapping[str, Any]) -> int | None:
        """Return how many layers there are up to what is to be had, as far as a row tells.

        ``params`` are those of the row. The cards of datasets count games by it.
        """
        depth = params.get("depth")
        return depth if type(depth) is int else None

    def beside(self, params: Mapping[str, Any]) -> Mapping[str, bytes]:
        """Return what lies beside the story of an imported game in a dataset.

        It follows from the ``params``, which `facts` has told, and is what the environment wants to
        find there: bytes by `suffixes_beside`. Raises InputError for params that make no sense.
        """
        return {}

    def check_saving_time(self, story: Path, file: Path) -> None:
        """Raise InputError for a ``file`` beside a story, which saves time, that is damaged."""

    def published(self, game_id: str, challenge: str) -> dict[str, float]:
        """Return raw scores in a game that others have published, by the names of their agents.

        ``max_score`` is among them: what they take for the maximum.
        """
        return {}

    def note(self, path: Path) -> FileNote:
        """Say what the file at ``path``, which the family recognises, is.

        Where `origin` tells challenges, this tells the same.
        Raises InputError for one that cannot be used.
        """
        return FileNote("custom", f"a game of the family {self.name}")

    def catalogue(self) -> Catalogue | None:
        """Return the games that the family knows by the hashes of their files, if there are any."""
        return None

    def start(
        self,
        path: Path,
        infos: EnvInfos | None = None,
        *,
        isolated: bool | None = None,
        timeout: float = 10.0,
    ) -> Environment:
        """Return an environment with the story at ``path``; see `twbench.start`."""
        if isolated is None:
            isolated = self.is_doubtful(path)
        if not isolated:
            return self.open(path, infos)
        from twbench.envs.isolated import IsolatedEnv

        opener = "twbench.families.playing:open_here"
        env = IsolatedEnv(infos, timeout, opener, modules_in_use())
        env.load(path)
        return env

    def is_doubtful(self, path: Path) -> bool:
        """Say whether the story at ``path`` is to be played in a process of its own."""
        return not self.is_harmless

    def stage(self) -> Opener:
        """Return what opens one story after the other in a process that somebody watches."""
        return opened_alone(self)

    def extract(self, kind: str, game: G) -> list[str]:
        """Return all that a game has of one of `KINDS`; raises InputError if that is nothing."""
        return self.extract_row(kind, self.describe(game))

    def extract_row(self, kind: str, row: Mapping[str, Any]) -> list[str]:
        """Return all of one of `KINDS` that the row of a game tells.

        Raises ConfigError for commands, which a row has templates of only.
        """
        if kind == "commands":
            raise ConfigError(
                f"Games of the family {self.name} have no commands to extract: they have vocab,"
                " entities, objects, templates and walkthroughs."
            )
        if kind == "templates":
            return list(row["command_templates"])
        if kind in ("entities", "objects"):
            return [entity["name"] for entity in row["entities"]]
        if kind == "vocab":
            return list(row["vocab"])
        return [" > ".join(row["walkthrough"])] if row["walkthrough"] else []

    def picture(self, game: G) -> "Picture | None":
        """Return a drawing of the game, if there is one."""
        return None


def named_id(challenge: str, digest: str) -> str:
    """Return the id of a game, as TextWorld writes it: ``tw-NAME-...``, with one such beginning."""
    return f"tw-{challenge.removeprefix('tw-')}-{digest}"


def unknown_columns() -> dict[str, Any]:
    """Return the columns of `Family.describe` for a game of which nothing is known."""
    return {
        "objective": "",
        "guidance": NONE,
        "max_score": None,
        "walkthrough": [],
        "optimal_length": None,
        "quest_length": None,
        "n_rooms": None,
        "n_doors": None,
        "n_objects": None,
        "entities": [],
        "vocab": [],
        "verbs": [],
        "command_templates": [],
        "structure_hash": None,
        "puzzle_hash": None,
        "map_hash": None,
    }


def _lost(env: Environment, walkthrough: Sequence[str], max_score: int | None) -> str | None:
    """Type the walkthrough; return why it does not win, with the maximum score if there is one."""
    if not walkthrough:
        return "The game has no walkthrough."
    env.reset()
    for number, command in enumerate(walkthrough, 1):
        state, score, done = env.step(command)
        if done and number < len(walkthrough):
            return f"The game ended at command {number} of {len(walkthrough)}, {command!r}."
    if not state.won:
        return f"The game was not won after the last command, {walkthrough[-1]!r}."
    if max_score is not None and score != max_score:
        return f"The game was won with a score of {score:g} instead of {max_score}."
    return None


def opened_alone(family: Family[Any]) -> Opener:
    """Return an opener with a new environment, in a folder of its own, for each story."""

    @contextmanager
    def opener(path: str, infos: EnvInfos) -> Iterator[Environment]:
        with own_folder(), family.start(Path(path), infos, isolated=False) as env:
            yield env

    return opener
