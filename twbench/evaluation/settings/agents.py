"""Agents as an evaluation knows them: as a configuration names them, and what they say they are."""

__all__ = ["MOST_LIBRARIES", "AgentCard", "AgentSpec"]

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from twbench.agents import SHIPPED, AgentEntry, get, load_module
from twbench.errors import AgentError

MOST_LIBRARIES = 20_000
"""Modules of libraries that an agent may name."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as a configuration names it; ``module`` is a file that registers more agents."""

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    module: str | None = None

    @property
    def is_shipped(self) -> bool:
        """Whether the agent comes with twbench, and nothing else is run for it."""
        return self.module is None and self.name in SHIPPED

    def resolve(self) -> AgentEntry:
        """Return the registered agent, the module imported for it.

        Raises AgentError for a wrong name or argument. A stranger's module is for processes that
        have shut themselves in.
        """
        if self.module is not None:
            load_module(self.module)
        entry = get(self.name)
        entry.check(self.arguments)
        return entry


@dataclass(frozen=True, slots=True)
class AgentCard:
    """What an agent was registered as; see `twbench.agents.AgentEntry`.

    ``libraries`` are the modules of installed libraries that it imports, if they are known.
    """

    name: str
    description: str
    evaluable: bool = True
    deterministic: bool = False
    network: bool = False
    defaults: Mapping[str, Any] = field(default_factory=dict)
    libraries: Sequence[str] = ()

    @classmethod
    def of(cls, entry: AgentEntry, libraries: Sequence[str] = ()) -> "AgentCard":
        """Return the card of a registered agent."""
        return cls(
            entry.name,
            entry.description,
            entry.evaluable,
            entry.deterministic,
            entry.network,
            _json_values(entry.defaults()),
            libraries,
        )

    def to_json(self) -> dict[str, Any]:
        """Return a value that JSON can hold."""
        return asdict(self)

    @classmethod
    def from_json(cls, values: Any) -> "AgentCard":
        """Return the card that a stranger's process has sent; raises AgentError for no card."""
        if type(values) is not dict or {k: type(v) for k, v in values.items()} != _CARD:
            raise AgentError("The agent's process does not say what agent it has.")
        if any(type(name) is not str for name in values["libraries"][:MOST_LIBRARIES]):
            raise AgentError("The agent's process does not say what libraries it has.")
        return cls(**{**values, "libraries": tuple(values["libraries"][:MOST_LIBRARIES])})


_CARD = {
    "name": str,
    "description": str,
    "evaluable": bool,
    "deterministic": bool,
    "network": bool,
    "defaults": dict,
    "libraries": list,
}


def _json_values(arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Return ``arguments`` with those that JSON cannot hold as their text."""
    return {name: value if _fits_json(value) else repr(value) for name, value in arguments.items()}


def _fits_json(value: object) -> bool:
    if isinstance(value, float):
        return math.isfinite(value)
    if isinstance(value, int):
        return abs(value) < 2**63
    return value is None or isinstance(value, str)
