"""``run.json`` as somebody else may have written it: what must be in it, and of which types."""

__all__ = ["SEAL", "check_names", "check_record", "sealed"]

from collections.abc import Mapping
from typing import Any

from twbench.dataset.config.fields import check_type, mapping, matching
from twbench.dataset.config.recipe import parse_name
from twbench.dataset.config.split_names import parse_split_name
from twbench.dataset.files.index import SHA256
from twbench.errors import ConfigError
from twbench.hashing import canonical_json, sha256_hex

SEAL = "record_sha256"
"""Where a record has the hash of all else in it: whoever edits it by hand is told so."""
Form = Mapping[str, Any]
"""For each key the type of its value, or the form of the object that it holds."""

FORM: Form = {
    "agent": {"arguments": dict, "name": str, "network": bool},
    "dataset": {"fingerprint": str, "name": str},
    "commands_sha256": str,
    "episodes_sha256": str,
    "plan_sha256": str,
    "steps_sha256": str | None,
    "complete": bool,
    "extends": {"begun": int, "episodes": int, "run_id": str, "run_sha256": str, "runs": int},
    "format": int,
    "protocol": dict,
    "protocol_hash": str,
    "wall": {"on": bool, "sandbox": str},
    "plan": {
        "episodes_per_game": int,
        "games": int,
        "hash": str,
        "part": {"first": int, "of": int},
        "seed": int,
        "splits": list[str],
    },
    "run_id": str,
}
"""What the leaderboard and a replay read beside the scores; other keys are for people."""


_WHERE_IT_APPLIES = frozenset({"extends", "part"})
"""Objects that a record may lack: that of whole splits tells of no part."""


def sealed(record: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``record`` with its `SEAL`."""
    rest = {key: value for key, value in record.items() if key != SEAL}
    return {**rest, SEAL: sha256_hex(canonical_json(rest))}


def check_names(record: Mapping[str, Any]) -> None:
    """Raise ConfigError unless dataset and splits have such names as twbench gives them.

    They stand on boards, and other letters look like these.
    """
    dataset = record["dataset"]
    parse_name(dataset["name"], "dataset.name")
    matching(dataset["fingerprint"], "dataset.fingerprint", SHA256)
    for split in record["plan"]["splits"]:
        parse_split_name(split, "plan.splits")


def check_record(record: Any, form: Form = FORM, path: str = "") -> None:
    """Raise ConfigError, naming the key, unless ``record`` has all that ``form`` asks for."""
    values = mapping(record, path)
    for key, expected in form.items():
        where = f"{path}.{key}" if path else key
        if values.get(key) is None and key in _WHERE_IT_APPLIES:
            continue
        if values.get(key) is None and (expected is dict or isinstance(expected, Mapping)):
            raise ConfigError(f"{where} is missing.")
        if isinstance(expected, Mapping):
            check_record(values.get(key), expected, where)
        elif expected is dict:
            mapping(values.get(key), where)
        else:
            check_type(values.get(key), expected, where)
