"""``run.json`` as somebody else may have written it: what must be in it, and of which types."""

__all__ = ["check_record"]

from collections.abc import Mapping
from typing import Any

from twbench.dataset.fields import check_type, mapping

Form = Mapping[str, Any]
"""For each key the type of its value, or the form of the object that it holds."""

FORM: Form = {
    "agent": {"arguments": dict, "name": str},
    "dataset": {"fingerprint": str, "name": str},
    "commands_sha256": str,
    "episodes_sha256": str,
    "limits": {"max_steps": int},
    "plan": {
        "episodes_per_game": int,
        "games": int,
        "hash": str,
        "seed": int,
        "splits": list[str],
    },
    "run_id": str,
}
"""What the leaderboard and a replay read beside the scores; other keys are for people."""


def check_record(record: Any, form: Form = FORM, path: str = "") -> None:
    """Raise ConfigError, naming the key, unless ``record`` has all that ``form`` asks for."""
    values = mapping(record, path)
    for key, expected in form.items():
        where = f"{path}.{key}" if path else key
        if isinstance(expected, Mapping):
            check_record(values.get(key), expected, where)
        elif expected is dict:
            mapping(values.get(key), where)
        else:
            check_type(values.get(key), expected, where)
