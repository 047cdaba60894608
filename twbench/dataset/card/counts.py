"""In how many games of each split a word or an entity occurs."""

__all__ = ["Counts"]

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain, islice
from typing import Any, TypeVar

import pyarrow as pa

from twbench.dataset.files.arrays import array_of, items_of, lengths_of
from twbench.dataset.files.columns import ENTITIES_FILE, VOCAB_FILE
from twbench.dataset.files.schema import entities_schema, vocab_schema

Key = TypeVar("Key", str, tuple[str, str])


class Counts:
    """Counts words and entities while manifest rows pass by.

    Words and (name, type) pairs are in alphabetical order in the resulting tables.
    """

    def __init__(self, splits: Sequence[str]):
        self._splits = tuple(splits)
        self._words: Mapping[str, Counter[str]] = {split: Counter() for split in splits}
        self._entities: Mapping[str, Counter[tuple[str, str]]] = {s: Counter() for s in splits}

    def add(self, split: str, rows: pa.Table) -> None:
        """Count the manifest ``rows`` of ``split``, none of which has a word twice."""
        # Arrow could count them, but takes longer to load all its functions than this for hundreds.
        for words in items_of(rows.column("vocab")):
            self._words[split].update(words.to_pylist())
        # All names at once, and all types: a mapping for each entity takes twice as long.
        lists = rows.column("entities")
        things = chain.from_iterable(
            zip(items.field("name").to_pylist(), items.field("type").to_pylist(), strict=True)
            for items in items_of(lists)
        )
        for length in lengths_of(lists):
            self._entities[split].update(set(islice(things, length)))

    def add_row(self, split: str, row: Mapping[str, Any]) -> None:
        """Count one manifest ``row`` of ``split``, which has no word twice."""
        self._words[split].update(row["vocab"])
        self._entities[split].update(
            {(entity["name"], entity["type"]) for entity in row["entities"]}
        )

    def tables(self) -> dict[str, pa.Table]:
        """Return the tables of words and of entities by the names of their files."""
        return {ENTITIES_FILE: self.entities(), VOCAB_FILE: self.vocab()}

    def vocab(self) -> pa.Table:
        """Return the table of ``vocab.parquet``."""
        words = _sorted_keys(self._words)
        return _table([words], words, self._words, vocab_schema(self._splits))

    def entities(self) -> pa.Table:
        """Return the table of ``entities.parquet``."""
        keys = _sorted_keys(self._entities)
        texts = [[name for name, _ in keys], [kind for _, kind in keys]]
        return _table(texts, keys, self._entities, entities_schema(self._splits))


def _sorted_keys(counters: Mapping[str, Counter[Key]]) -> list[Key]:
    return sorted(set[Key]().union(*counters.values()))


def _table(
    texts: Sequence[Sequence[str]],
    keys: Sequence[Key],
    counters: Mapping[str, Counter[Key]],
    schema: pa.Schema,
) -> pa.Table:
    """Return the table of what the ``keys`` are called, and of their counts in each split."""
    columns: list[Sequence[object]] = [*texts]
    columns += [[counter[key] for key in keys] for counter in counters.values()]
    return pa.Table.from_arrays(list(map(array_of, columns, schema.types)), schema=schema)
