"""The columns of a dataset's tables, in words: `schema` says the same to Arrow.

Every column is always present. Who writes rows, but no Parquet, needs no Arrow, which takes as long
to load as some games to build.
"""

__all__ = [
    "BYTES",
    "ENTITIES_FILE",
    "FLAG",
    "INT32",
    "INT64",
    "MANIFEST",
    "PACK",
    "PACKED_TOGETHER",
    "REJECTED",
    "REJECTED_FILE",
    "TEXT",
    "VOCAB_FILE",
    "Column",
    "Kind",
    "ListOf",
    "Record",
]

from typing import NamedTuple, TypeAlias

TEXT, BYTES, INT32, INT64, FLAG = "text", "bytes", "int32", "int64", "flag"


class ListOf(NamedTuple):
    """The kind of a column whose values are lists."""

    item: "Kind"


class Record(NamedTuple):
    """The kind of a column whose values are mappings with these keys."""

    fields: tuple[tuple[str, "Kind"], ...]


Kind: TypeAlias = str | ListOf | Record


class Column(NamedTuple):
    """A column: its name, the kind of its values, and whether some may be missing."""

    name: str
    kind: Kind
    nullable: bool = False


_ENTITY = Record((("id", TEXT), ("name", TEXT), ("type", TEXT)))

MANIFEST = (
    Column("game_id", TEXT),
    Column("split", TEXT),
    Column("index", INT32),
    Column("family", TEXT),
    Column("challenge", TEXT),
    Column("seed", INT64, nullable=True),
    Column("attempt", INT32),
    Column("params", TEXT),
    Column("grammar", TEXT),
    Column("objective", TEXT),
    Column("guidance", TEXT),
    Column("max_score", INT32, nullable=True),
    Column("walkthrough", ListOf(TEXT)),
    Column("optimal_length", INT32, nullable=True),
    Column("quest_length", INT32, nullable=True),
    Column("n_rooms", INT32, nullable=True),
    Column("n_doors", INT32, nullable=True),
    Column("n_objects", INT32, nullable=True),
    Column("entities", ListOf(_ENTITY)),
    Column("vocab", ListOf(TEXT)),
    Column("verbs", ListOf(TEXT)),
    Column("command_templates", ListOf(TEXT)),
    Column("structure_hash", TEXT),
    Column("puzzle_hash", TEXT, nullable=True),
    Column("map_hash", TEXT, nullable=True),
    Column("story", TEXT),
    Column("story_format", TEXT),
    Column("story_sha256", TEXT),
    Column("game", TEXT, nullable=True),
    Column("game_sha256", TEXT, nullable=True),
    Column("verified", FLAG),
)
"""One row per game, in the order of the index. ``params`` and ``grammar`` are canonical JSON.

``guidance`` says what the objective tells (`twbench.generator.texts.guidance`).

Null is what is not known: of stories by other makers, the world, and perhaps the maximum score;
they have no game file either.
"""

PACK = (
    Column("game_id", TEXT),
    Column("story", BYTES),
    Column("game", BYTES, nullable=True),
)
"""The files themselves, where a dataset is packed: a row for each row of the manifest."""

PACKED_TOGETHER = 16
"""Rows in a row group of the packed files: what is read to get at one of them.

With twice as many, files would be an eighth smaller, and a row read alone take twice as long.
"""

REJECTED = (
    Column("split", TEXT),
    Column("index", INT32),
    Column("attempt", INT32),
    Column("seed", INT64, nullable=True),
    Column("challenge", TEXT),
    Column("params", TEXT),
    Column("reason", TEXT),
    Column("detail", TEXT),
    Column("game_id", TEXT, nullable=True),
    Column("structure_hash", TEXT, nullable=True),
)
"""One row per candidate not taken, by split, index and attempt."""

ENTITIES_FILE = "entities.parquet"
REJECTED_FILE = "rejected.parquet"
VOCAB_FILE = "vocab.parquet"
"""The files of a dataset's tables beside its manifests and packs."""
