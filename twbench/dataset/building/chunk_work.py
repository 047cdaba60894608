"""Making chunks, as work for workers."""

__all__ = ["ChunkWork", "chunk_name"]

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from twbench.dataset.building.chunk_writer import ChunkWriter, Outcome, rejection_row
from twbench.dataset.config.plan import Spec
from twbench.dataset.items.item import Item, Made, Rejection
from twbench.dataset.workers.turns import in_turns
from twbench.dataset.workers.work import Loss
from twbench.system.collection import without_collection
from twbench.system.files import write_atomically
from twbench.system.parts import Parts

MadeChunk = tuple[Path, list[Outcome]]
"""The folder of a chunk, and what became of its candidates."""


class ChunkWork(NamedTuple):
    """Makes candidates into chunks: folders in ``folder``, named after their first candidate.

    ``make`` makes a candidate in parts (see `in_turns`), and ``lose`` says what to record of one
    that a worker was lost with; it may take so many ``seconds``. Tracebacks of what went
    wrong are kept in ``failures``, the last one of each challenge (None: not at all). ``packed``
    chunks keep no separate files.
    """

    make: Callable[[Any], Parts[Made]]
    lose: Callable[[Any, Loss], Rejection]
    seconds: Callable[[Any], float | None]
    folder: Path
    failures: Path | None
    packed: bool
    quiet: bool

    @without_collection()
    def do(self, parts: Sequence[Spec], begin: Callable[[int], None]) -> MadeChunk:
        """Make the candidates ``parts`` into one chunk."""
        folder = self.folder / chunk_name(parts[0])
        with ChunkWriter(folder, self.packed) as writer:
            made = in_turns(self.make, parts, begin)
            for spec, result in zip(parts, made, strict=True):
                self._keep(writer, result, spec.key)
        return folder, _outcomes(folder, writer)

    def give_up(self, part: Spec, loss: Loss) -> MadeChunk:
        """Write a chunk of the one candidate that a worker has been lost with."""
        folder = self.folder / chunk_name(part)
        with ChunkWriter(folder, self.packed) as writer:
            self._keep(writer, self.lose(part, loss), part.key)
        return folder, _outcomes(folder, writer)

    def _keep(self, writer: ChunkWriter, result: Made, key: str) -> None:
        if isinstance(result, Item):
            writer.add(result, key)
            return
        writer.reject(rejection_row(result.spec, result.reason, result.detail), key)
        if self.failures is not None and result.traceback is not None:
            self.failures.mkdir(exist_ok=True)
            write_atomically(self.failures / f"{result.spec.challenge}.txt", result.traceback)


def _outcomes(folder: Path, writer: ChunkWriter) -> list[Outcome]:
    if writer.is_kept:
        return writer.outcomes()
    from twbench.dataset.building.chunk import Chunk  # loads Arrow

    return Chunk(folder).outcomes()


def chunk_name(first: Spec) -> str:
    """Return the name of the chunk that begins with the candidate ``first``.

    Another recipe may have made another candidate for the same place before: its key tells them
    apart.
    """
    return f"{first.attempt:05d}-{first.split}-{first.index:09d}-{first.key[:8]}"
