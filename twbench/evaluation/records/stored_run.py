"""A run on disk whose episodes were all played: what it says of itself, and its scores."""

__all__ = ["Run"]

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from twbench.errors import ConfigError, RunError
from twbench.evaluation.records.extension import Extension
from twbench.evaluation.records.marks import SELF_REPORTED, mark_of
from twbench.evaluation.records.recompute import recomputed_scores
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.settings.protocol import Protocol
from twbench.evaluation.statistics.scores import Scores


@dataclass(frozen=True, slots=True)
class Run:
    """A run of which all episodes were played: its folder, its record (run.json) and its scores.

    ``played`` is how many episodes were played just now; the others were there already. ``mark``
    says who has checked it, see `twbench.evaluation.records.marks`; ``sha256`` is that of the file
    that the record was read from.
    """

    folder: Path
    record: Mapping[str, Any]
    scores: Scores
    played: int = 0
    mark: str = SELF_REPORTED
    sha256: str = ""

    @classmethod
    def read(cls, folder: Path, played: int = 0) -> "Run":
        """Read the run in ``folder``; raises RunError where it is damaged or was never finished."""
        files = RunFolder(folder)
        record, digest = files.read_record_and_hash()
        files.check_tables(record)
        scores = recomputed_scores(files, record)
        run = cls(folder, record, scores, played, mark_of(folder), digest)
        run._check()
        return run

    def _check(self) -> None:
        """Raise RunError unless the record says of itself what its settings and episodes say."""
        if self.protocol.hash != self.record["protocol_hash"]:
            raise RunError(f"{self.folder} is damaged: it has another protocol than its hash says.")
        if self.protocol.to_json() != self.record["protocol"]:
            raise RunError(f"{self.folder} is damaged: its protocol is not as twbench writes it.")
        if self.record["complete"] != (not self.scores.incomplete):
            raise RunError(f"{self.folder} is damaged: whether it is complete is not as recorded.")
        plan, extends = self.record["plan"], Extension.recorded(self.record)
        problem = extends and extends.problem(plan["games"] * plan["episodes_per_game"])
        if problem is not None:
            raise RunError(f"{self.folder} is damaged: {problem}")

    @property
    def protocol(self) -> Protocol:
        """The protocol; raises RunError where it is damaged."""
        try:
            return Protocol.from_json(self.record["protocol"])
        except ConfigError as error:
            raise RunError(f"{self.folder} is damaged: {error}") from error
