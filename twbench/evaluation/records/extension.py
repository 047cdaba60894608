"""A run that goes on where an earlier one of a shorter plan has ended, and what is said of that.

All episodes of the earlier run are taken over as they were recorded. Those that were failed by the
story, the machine or a service are played again, as in any run that goes on. An earlier run can be
chosen among several, and so can the episodes that it brings: its record is named, by its hash.
"""

__all__ = ["BY_PLAN", "BY_PLAYER", "MOST_BEGUN", "Extension", "check_alike"]

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twbench.errors import RunError
from twbench.hashing import canonical_json
from twbench.whole_numbers import counted, whole_number

Record = Mapping[str, Any]

MOST_BEGUN = 10**9 - 1
"""How many episodes a run can have begun: two thousand times as many as any plan has."""
BY_PLAYER = {
    "dataset": "on another dataset",
    "versions": "with other versions of twbench, Python or Jericho",
    "agent.name": "by another agent",
    "agent.module": "by an agent from another file",
    "agent.arguments": "with other arguments of the agent",
    "agent": "by another version of the agent",
    "wall": "behind another wall, or with other agent_folders or agent_environment",
    "plan.seed": "with another seed",
}
"""What an earlier run must have in common with the one that extends it, whatever their plans are,
and what is said of it otherwise."""
BY_PLAN = {
    "protocol_hash": "by another protocol",
    "plan": "by a plan that its settings do not give",
    "run_id": "with other agent_folders or families, or was renamed",
}
"""What it must have in common with the run that its own plan would give now."""


@dataclass(frozen=True, slots=True)
class Extension:
    """What a record says of the earlier run that it extends.

    ``run_sha256`` is the hash of its ``run.json``, ``episodes`` are those of its plan, of which so
    many were ``begun``. ``runs`` is how many there were one after the other: an earlier run may
    itself extend one.
    """

    run_id: str
    run_sha256: str
    episodes: int
    begun: int
    runs: int

    @classmethod
    def by(cls, record: Record, sha256: str) -> "Extension":
        """Return what is said of a run with this ``record``, in a file with this hash.

        Raises ConfigError for a record that does not say how many episodes were begun.
        """
        plan, before = record["plan"], cls.recorded(record)
        episodes, name = plan["games"] * plan["episodes_per_game"], "attempts.begun"
        return cls(
            run_id=record["run_id"],
            run_sha256=sha256,
            episodes=episodes,
            begun=whole_number(_value(record, name), name, episodes, MOST_BEGUN),
            runs=1 if before is None else before.runs + 1,
        )

    @classmethod
    def recorded(cls, record: Record) -> "Extension | None":
        """Return what a record says; None for that of a run that extends none."""
        told = record.get("extends")
        return None if told is None else cls(**{name: told[name] for name in cls.__slots__})

    def to_json(self) -> dict[str, Any]:
        """Return it as a record has it under ``extends``."""
        return asdict(self)

    def told(self) -> str:
        """Return what a board says.

        >>> Extension("random-0", "0", 60, 60, runs=2).told()
        'extended 2 times'
        """
        return "extended" if self.runs == 1 else f"extended {self.runs} times"

    def problem(self, episodes: int) -> str | None:
        """Return what cannot be true of it in a run of so many episodes."""
        if 0 < self.runs <= self.episodes < episodes and self.episodes <= self.begun:
            return None
        earlier = f"{counted(self.runs, 'run')} of {counted(self.episodes, 'episode')}"
        return f"it extends {earlier}, {self.begun} begun, and has {episodes}."


def check_alike(folder: Path, record: Record, now: Record, names: Mapping[str, str]) -> None:
    """Raise RunError unless the ``record`` of an earlier run has what would be recorded ``now``.

    ``names`` are the keys that are compared. Where the values of one differ, its text says how the
    run in ``folder`` was played.
    """
    for name, words in names.items():
        if canonical_json(_value(record, name)) != canonical_json(_value(now, name)):
            raise RunError(f"{folder} cannot be extended: it was played {words}.")


def _value(record: Record, name: str) -> Any:
    value: Any = record
    for key in name.split("."):
        value = value.get(key) if isinstance(value, Mapping) else None
    return value
