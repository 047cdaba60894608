"""Configurations for tests, as plain data."""

from copy import deepcopy
from typing import Any

BASE: dict[str, Any] = {
    "dataset": {
        "name": "tiny",
        "description": "A test.",
        "seed": 7,
        "splits": {"train": 12, "valid": 4, "test": 4},
    },
    "challenge": {"name": "coin_collector", "level": {"stratified": [3, 4, 5, 6]}},
    "grammar": {"theme": "house"},
    "compute": {"backend": "serial", "n_jobs": 1, "chunk_size": 4},
    "out": "nowhere",
}


def config(**changes: Any) -> dict[str, Any]:
    """Return the base configuration with changes: ``dataset__splits={...}`` sets a nested key."""
    result = deepcopy(BASE)
    for path, value in changes.items():
        *parents, last = path.split("__")
        place = result
        for key in parents:
            place = place.setdefault(key, {})
        place[last] = value
    return result
