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

import hashlib
import re
from collections.abc import Iterable, Mapping
from typing import Any

from twbench.hashing import canonical_json, sha256_hex, tree_json

LAYOUT = frozenset({"row_group_size", "shard_size", "storage"})
"""The keys of a recipe's ``output`` that say how the same content is laid out."""


_WORDS = "vocab"
_PLAIN = re.compile(r"[\w'-]+", re.ASCII)
"""Words that stand in JSON as they are."""


def row_digest(row: Mapping[str, Any]) -> str:
    """Return the SHA-256 of a table row as canonical JSON."""
    words = row.get(_WORDS)
    # Half of a row is words, mostly plain ones: to put these together takes a tenth as long.
    if not words or not all(words) or not _PLAIN.fullmatch("".join(words)):
        return sha256_hex(tree_json(dict(row)))
    before = {key: value for key, value in row.items() if key < _WORDS}
    after = {key: value for key, value in row.items() if key > _WORDS}
    listed = '","'.join(words)
    parts = tree_json(before)[1:-1], f'"{_WORDS}":["{listed}"]', tree_json(after)[1:-1]
    return sha256_hex(f"{{{','.join(filter(None, parts))}}}")


def fingerprint(recipe: Mapping[str, Any], version: str, row_digests: Iterable[str]) -> str:
    """Return the fingerprint as 64 hexadecimal digits."""
    digest = hashlib.sha256()
    output = {key: value for key, value in recipe["output"].items() if key not in LAYOUT}
    head = canonical_json({"config": {**recipe, "output": output}, "version": version})
    digest.update(f"{head}\n".encode())
    for line in row_digests:
        digest.update(f"{line}\n".encode())
    return digest.hexdigest()
