"""How an agent's process is shut in for an evaluation: what it may read, and what it is told."""

__all__ = ["NOT_NEEDED", "Guard", "make_guard"]

from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from twbench.sandbox import OPEN, Confinement, confinement_for, sandbox_kind, visible_environment

NOT_NEEDED = "shipped"
"""What a run says of the sandbox of an agent that comes with twbench."""


@dataclass(frozen=True, slots=True)
class Guard:
    """How an agent's process is shut in.

    ``sandbox`` is the kind of it (`twbench.sandbox.sandbox_kind`), ``environment`` has the names of
    the variables that it sees beside the harmless ones.
    """

    sandbox: str = OPEN
    confinement: Confinement | None = None
    environment: tuple[str, ...] = ()

    def of_agent(self, network: bool) -> "Guard":
        """Return this guard for an agent that needs the ``network``, or shall have none."""
        if self.confinement is None:
            return self
        return replace(self, confinement=replace(self.confinement, network=network))


def make_guard(
    needed: Iterable[Path], hidden: Iterable[Path], environment: tuple[str, ...] = ()
) -> Guard:
    """Return the best guard that this machine allows.

    ``needed`` files and folders can be read beside the Python installation, ``hidden`` ones cannot.
    Raises SandboxError for a needed one that lies in a hidden one, and for a variable that is not
    set.
    """
    visible_environment(environment)  # raises SandboxError where one is not set
    kind = sandbox_kind()
    if kind == OPEN:
        return Guard(environment=environment)
    return Guard(kind, confinement_for(needed, hidden), environment)
