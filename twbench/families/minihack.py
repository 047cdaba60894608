"""The family of levels of NetHack, as the rest of twbench knows it.

A game is a file that `twbench.minihack.text.game` describes. To read one needs no NetHack; to play
one needs the extra ``minihack``.
"""

__all__ = ["MiniHackFamily"]

from collections.abc import Collection, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from twbench.core import EnvInfos, Environment
from twbench.errors import ConfigError, GameFileError, GenerationError
from twbench.families.family import Family, Files, unknown_columns
from twbench.families.known import FAMILIES
from twbench.hashing import canonical_json, text_id
from twbench.minihack.text.given import INFORMATIONS

if TYPE_CHECKING:
    from twbench.minihack.levels.specification import LevelSpecification
    from twbench.minihack.text.game import LevelGame

_KINDS = {"add_object": "object", "add_object_area": "object", "add_monster": "monster"}


class MiniHackFamily(Family[dict[str, Any]]):
    """Levels of NetHack with goals, played with commands in words."""

    name: ClassVar[str] = "minihack"
    description: ClassVar[str] = "levels of NetHack with goals (extra: minihack)"
    has_own_seed: ClassVar[bool] = True
    has_screen: ClassVar[bool] = True
    informations: ClassVar[frozenset[str]] = INFORMATIONS
    proof: ClassVar[str] = (
        "won by its walkthrough in a NetHack that was started afresh, with its own seed"
    )

    def read(self, path: Path) -> dict[str, Any]:
        """Return the game of the file at ``path``; raises GameFileError for one that is none."""
        game = super().read(path)
        try:
            _level_game(game)
        except ConfigError as error:
            raise GameFileError(f"{path.name}: {error}") from None
        return game

    def describe(
        self, game: dict[str, Any], files: Files | None = None, nodes: int = 0
    ) -> dict[str, Any]:
        """Return the columns of the manifest: things are entities, commands are verbs."""
        from twbench.minihack.text.commands import command_words

        known = _level_game(game)
        entities = list(_entities(known.level))
        score = known.max_score()
        return {
            **unknown_columns(),
            "objective": known.objective,
            "guidance": "goal",
            "max_score": int(score) if float(score).is_integer() else None,
            "walkthrough": list(known.walkthrough),
            "quest_length": len(known.walkthrough) or None,
            "n_doors": _doors(known.level),
            "n_objects": sum(entity["type"] == "object" for entity in entities),
            "entities": entities,
            "verbs": list(command_words()),
            "vocab": _words(entities),
            **_hashes(known),
        }

    def complete(self, game: dict[str, Any]) -> dict[str, Any]:
        """Return the game with a walkthrough: one that has none is surveyed and won.

        Raises GameFileError where no way to win is found, MissingPackageError without the extra.
        """
        known = _level_game(game)
        if known.walkthrough:
            return game
        from twbench.minihack.winning.proof import prove

        try:
            proven = prove(known)
        except GenerationError as error:
            raise GameFileError(
                f"The game has no walkthrough, and none was found: {error}"
            ) from None
        found = {"walkthrough": list(proven.walkthrough)}
        return {**game, **found, **({"layout": list(proven.layout)} if proven.layout else {})}

    def open(self, path: Path, infos: EnvInfos | None = None) -> Environment:
        """Return NetHack on the level; raises MissingPackageError without the extra."""
        from twbench.minihack.text.env import NetHackEnv

        env = NetHackEnv(infos)
        try:
            env.load(path)
        except BaseException:
            env.close()
            raise
        return env

    def require(self) -> None:
        """Raise MissingPackageError without NLE, ConfigError with another version than ours."""
        from twbench.minihack.engine import refuse_without_nle

        refuse_without_nle("Playing NetHack")

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return the versions of NLE, whose random numbers these are, MiniHack's events and ours.

        That is the version of the words in which levels are played.
        """
        from twbench.minihack.engine import MINIHACK_VERSION, VERSION
        from twbench.minihack.text.vocabulary import WORDS_VERSION

        return f"nle {VERSION} minihack {MINIHACK_VERSION} words {WORDS_VERSION}"


def _level_game(game: Mapping[str, Any]) -> "LevelGame":
    from twbench.minihack.text.game import LevelGame

    return LevelGame.from_data({"family": MiniHackFamily.name, **game})


def _entities(level: "LevelSpecification | str") -> Iterator[dict[str, str]]:
    """Yield the things that the calls of a level name; a description tells none."""
    if isinstance(level, str):
        return
    for number, call in enumerate(level.calls):
        kind = _KINDS.get(call.method)
        if kind is not None:
            place = 1 if call.method == "add_object_area" else 0
            given = dict(call.named).get("name") or [*call.positional, *["random"] * 2][place]
            yield {"id": f"{kind}_{number}", "name": str(given), "type": kind}


def _doors(level: "LevelSpecification | str") -> int | None:
    if isinstance(level, str):
        return None
    return sum(call.method == "add_door" for call in level.calls)


def _words(entities: Sequence[Mapping[str, str]]) -> list[str]:
    """Return the words of commands, and those of the names of things."""
    from twbench.minihack.text.commands import command_words

    phrases = (*command_words(), *(entity["name"] for entity in entities))
    return sorted({word for phrase in phrases for word in phrase.lower().split()})


def _hashes(game: "LevelGame") -> dict[str, str | None]:
    """Return the hashes; what NetHack placed itself counts by the map that it made."""
    from twbench.minihack.levels.structure import map_hash, structure_hash

    level = text_id(game.level) if isinstance(game.level, str) else structure_hash(game.level)
    if game.layout:
        made = map_hash(_even(game.layout))
        level = text_id(canonical_json([level, made]))
        return {"structure_hash": level, "puzzle_hash": None, "map_hash": made}
    shape: str | None = None
    if not isinstance(game.level, str):
        shape = map_hash(game.level.generator().get_map_str().splitlines())
    return {"structure_hash": level, "puzzle_hash": None, "map_hash": shape}


def _even(rows: Sequence[str]) -> list[str]:
    width = max(map(len, rows), default=0)
    return [row.ljust(width) for row in rows]


FAMILIES.register(MiniHackFamily())
