"""Extracting from a game that nobody trusts: in a process that may hang or die."""

__all__ = ["ExtractWork", "extracted_apart"]

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from twbench.dataset.workers.pool import Loss, do_apart
from twbench.errors import GameFileError, InputError
from twbench.families import family_of

SECONDS = 60.0
"""What reading a game may take, playing its walkthrough included."""
Found = tuple[list[str], str | None]
"""What was extracted, and what is wrong with the file, if anything is."""


@dataclass(frozen=True, slots=True)
class ExtractWork:
    """Extracts one of `twbench.families.KINDS` from the games in files."""

    kind: str
    quiet: bool = True

    def seconds(self, part: Path) -> float:
        """Return after what time a game is to be given up."""
        return SECONDS

    def do(self, parts: Sequence[Path], begin: Callable[[int], None]) -> Found:
        """Return what is in the games ``parts``, up to the first that cannot be read."""
        found: list[str] = []
        for number, path in enumerate(parts):
            begin(number)
            family = family_of(path)
            try:
                found += family.extract(self.kind, family.read(path))
            except InputError as error:
                return found, str(error)
        return found, None

    def give_up(self, part: Path, loss: Loss) -> Found:
        """Return what to say of a game that a worker was lost with."""
        if loss is Loss.HUNG:
            return [], f"{part.name} was given up after {SECONDS:g} seconds: it does not answer."
        return [], f"{part.name} ended the process that read it, twice."


def extracted_apart(path: Path, kind: str) -> list[str]:
    """Return all of one of `twbench.families.KINDS` in the game at ``path``, whatever it does.

    Raises GameFileError for one that cannot be read.
    """
    found, problem = do_apart(ExtractWork(kind), path.absolute())
    if problem is not None:
        raise GameFileError(problem)
    return found
