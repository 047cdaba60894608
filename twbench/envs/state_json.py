"""Pieces of information about a game as JSON, in which propositions and actions have a form too.

They are objects with one marked key.
"""

__all__ = ["from_json", "to_json"]

import json
from typing import Any

_MARKED = ("proposition:", "action:")


def _encoded(value: object) -> dict[str, Any]:
    """Return what JSON does not know as a dictionary with one marked key."""
    from twbench.logic import Action, Proposition  # stories of other makers have none

    if isinstance(value, Proposition):
        return {"proposition:": value.serialize()}
    if isinstance(value, Action):
        return {"action:": value.serialize()}
    raise TypeError(f"{value!r} cannot be sent.")


to_json = json.JSONEncoder(default=_encoded).encode
"""Return a value as JSON; raises TypeError for what has no form there."""


def from_json(text: str) -> Any:
    """Return the value of which `to_json` has made a text; raises ValueError if it is none."""
    hook = _marked if any(key in text for key in _MARKED) else None
    return json.loads(text, object_hook=hook)


def _marked(value: dict[str, Any]) -> Any:
    """Return what `_encoded` has made a dictionary of."""
    from twbench.logic import Action, Proposition

    if value.keys() == {"proposition:"}:
        return Proposition.deserialize(value["proposition:"])
    if value.keys() == {"action:"}:
        return Action.deserialize(value["action:"])
    return value
