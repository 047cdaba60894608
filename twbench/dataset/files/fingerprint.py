"""The fingerprint of a dataset: one hash over all it holds and what it was made from.

It is the SHA-256 of these lines, each ended by a newline:

1. the canonical JSON of ``{"config": <recipe>, "version": <generator version>}``, without what the
   recipe says of the layout on disk (`LAYOUT`);
2. for each split in the order of the recipe, for each row of its manifest in the order of the
   index: the SHA-256 of the row as canonical JSON;
3. for each row of the table of rejected candidates, in its order: the same.

Rows name the paths and hashes of their story and game files, so these enter too. How Parquet
encodes the rows does not, nor whether files are packed: datasets built with different versions of
pyarrow, or with another storage, have the same fingerprint.
"""

__all__ = ["LAYOUT", "fingerprint", "row_digest"]

import contextlib
import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from twbench.hashing import canonical_json, sha256_hex, tree_json

LAYOUT = frozenset({"row_group_size", "shard_size", "storage"})
"""The keys of a recipe's ``output`` that say how the same content is laid out."""


_PLAIN = bytes(range(ord(" "), ord("~") + 1)).replace(b"\\", b"")
"""The letters that JSON has as they are, and the quotes around them."""


def row_digest(row: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a table row as canonical JSON."""
    # Words and entities are most of a row: plain ones are put together in a fifth of the time.
    written = {key: write(row[key]) for key, write in _WRITERS.items() if row.get(key)}
    text = tree_json({**row, **dict.fromkeys(written, 0)})
    for key, value in written.items():
        # Quotes within texts are escaped, so this is nothing but the key of the row.
        text = text.replace(f'"{key}":0', f'"{key}":{value}', 1)
    return sha256_hex(text)


def _words_json(words: Sequence[str]) -> str:
    """Return the canonical JSON of one or more words."""
    with contextlib.suppress(TypeError):  # of what is no text, but null
        text = '","'.join(words)
        if _is_plain(text, 2 * (len(words) - 1)):
            return f'["{text}"]'
    return tree_json(words)


def _entities_json(entities: Sequence[Mapping[str, str]]) -> str:
    """Return the canonical JSON of one or more entities."""
    with contextlib.suppress(TypeError):
        written = [
            "".join(['{"id":"', one["id"], '","name":"', one["name"], '","type":"', one["type"]])
            for one in entities
        ]
        text = '"},'.join(written)
        if _is_plain(text, 12 * len(entities) - 1):
            return f'[{text}"}}]'
    return tree_json(entities)


_WRITERS: Mapping[str, Callable[[Any], str]] = {"entities": _entities_json, "vocab": _words_json}


def _is_plain(text: str, quotes: int) -> bool:
    """Whether JSON has texts in ``text`` as they are, if so many quotes are around them."""
    is_known = text.isascii() and not text.encode().translate(None, _PLAIN)
    return is_known and text.count('"') == quotes


def fingerprint(recipe: Mapping[str, Any], version: str, row_digests: Iterable[str]) -> str:
    """Return the fingerprint as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    output = {key: value for key, value in recipe["output"].items() if key not in LAYOUT}
    head = canonical_json({"config": {**recipe, "output": output}, "version": version})
    digest.update(f"{head}\n".encode())
    for line in row_digests:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
