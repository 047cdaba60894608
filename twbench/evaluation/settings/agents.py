"""Agents as an evaluation knows them: as a configuration names them, and what they say they are."""

__all__ = ["MOST_LIBRARIES", "AgentCard", "AgentSpec"]

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from typing import Any

from twbench.agents import AGENTS, SHIPPED, AgentEntry, load_module
from twbench.agents.third_party import module_file
from twbench.errors import AgentError
from twbench.registry import Announced, defining_file

MOST_LIBRARIES = 20_000
"""Modules of libraries that an agent may name."""


@dataclass(frozen=True, slots=True)
class AgentSpec:
    """An agent as a configuration names it; ``module`` is a file that registers more agents.

    ``reference`` is where an installed package has it (MODULE:OBJECT), and ``folders`` are those in
    which the file finds modules of its own, see `located`.
    """

    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    module: str | None = None
    reference: str | None = None
    folders: Sequence[str] = ()

    @property
    def is_shipped(self) -> bool:
        """Whether the agent comes with twbench, and nothing else is run for it."""
        return self.is_known_here and self.name in SHIPPED

    @property
    def is_known_here(self) -> bool:
        """Whether no file and no package is to be run before the agent is known."""
        return self.module is None and self.reference is None

    def located(self, folders: Sequence[str] = ()) -> "AgentSpec":
        """Return it with its ``reference``, if an installed package announces it.

        A ``module`` gets a path that holds in any working folder, and so do its ``folders``.
        Nothing of the package is run. Raises AgentError where several announce it, or nobody.
        """
        if self.module is not None:
            # In an order of their own: to name them in another one makes no other run.
            real = sorted(str(Path(folder).resolve()) for folder in folders)
            return replace(self, module=str(Path(self.module).absolute()), folders=real)
        if AGENTS.has(self.name):
            return self
        found = AGENTS.reference(self.name)
        if found is None:
            AGENTS.get(self.name)  # which names the nearest one
        return replace(self, reference=found)

    @property
    def origin(self) -> Announced | None:
        """The package that a located agent comes from, and the hash of the file that defines it."""
        return None if self.reference is None else AGENTS.origin(self.name)

    @property
    def file(self) -> Path | None:
        """The file that defines the agent, None if it is registered here.

        Raises AgentError where there is none.
        """
        if self.module is not None:
            return module_file(self.module)
        if self.reference is None:
            return None
        file = defining_file(self._module_name)
        if file is None:
            raise AgentError(f"The agent {self.name!r}, {self.reference}, is in no file.")
        return file

    @property
    def own_files(self) -> Path | None:
        """What the agent reads of its own: its file, or the package that this is in."""
        if self.reference is None:
            return self.file
        first = defining_file(self.top_package)
        return first.parent if first is not None and first.stem == "__init__" else self.file

    @property
    def top_package(self) -> str:
        """The name of the package that a located agent is in, which is no library of others."""
        return self._module_name.partition(".")[0]

    def resolve(self) -> AgentEntry:
        """Return the registered agent, its module or package imported for it.

        Raises AgentError for a wrong name or argument. A stranger's module is for processes that
        have shut themselves in.
        """
        if self.reference is not None:
            entry = AGENTS.load(self.name, self.reference)
        else:
            if self.module is not None:
                load_module(self.module, self.folders)
            entry = AGENTS.get(self.name, installed=False)
        entry.check(self.arguments)
        return entry

    @property
    def _module_name(self) -> str:
        return (self.reference or "").partition(":")[0].strip()


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
