"""The registry of exporters: what writes a dataset, or some of its splits, in another format."""

__all__ = ["EXPORTERS", "Export", "Exporter", "export_dataset"]

import contextlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from twbench.dataset.exporting.tables import write_csv, write_jsonl
from twbench.dataset.files.load import Dataset
from twbench.errors import ConfigError, TwbenchError
from twbench.registry import Registry
from twbench.system.files import behind_links, is_written_to, opened_for_writing
from twbench.system.scratch import BESIDE, scratch_beside, scratch_folder

Export = Callable[[Dataset, Sequence[str], Path], None]
"""Writes the splits of a dataset, in their order, to a path where there is nothing yet."""


@dataclass(frozen=True, slots=True)
class Exporter:
    """A format by its ``name``: ``export`` makes a file, or a folder, at the path it is given.

    Rows come from ``dataset[split]`` with the paths of their files, or from its ``manifest()``
    with names relative to the dataset.
    """

    name: str
    description: str
    export: Export


EXPORTERS = Registry(Exporter, "exporter", "twbench.exporters", ConfigError)
"""The exporters by name."""

for _exporter in (
    Exporter("csv", "a table with a line per game, for spreadsheets", write_csv),
    Exporter("jsonl", "a JSON object per game and line: all that the manifest says", write_jsonl),
):
    EXPORTERS.register(_exporter)
EXPORTERS.seal()


def export_dataset(
    exporter: Exporter, dataset: Dataset, splits: Sequence[str], out: Path, *, force: bool = False
) -> None:
    """Let ``exporter`` write ``splits`` to ``out``, which is there in full or not at all.

    With ``force`` a file is replaced, behind links too, and a folder never; what is neither, a pipe
    for example, is written to, and so is the standard output. Raises ConfigError where something is
    there already or the exporter fails, DatasetError for a split that there is not, and OSError.
    """
    for split in splits:
        dataset[split]  # raises DatasetError
    if out.is_dir():
        raise ConfigError(f"{out} is a folder that exists already: choose another name.")
    in_place = is_written_to(out)
    # A link that leads nowhere would let its author say where a file is made.
    if os.path.lexists(out) and not (force or in_place):
        raise ConfigError(f"{out} exists already; -f replaces it.")
    target = out if in_place else behind_links(out)
    target.parent.mkdir(parents=True, exist_ok=True)
    with _naming(out), scratch_folder() if in_place else scratch_beside(target) as scratch:
        made = scratch / out.name
        try:
            exporter.export(dataset, splits, made)
        except (OSError, TwbenchError):
            raise
        except Exception as error:  # the border to code of anybody
            raise ConfigError(
                f"The exporter {exporter.name} has failed: {type(error).__name__}: {error}"
            ) from error
        if not made.exists():
            raise ConfigError(f"The exporter {exporter.name} has written nothing.")
        if made.is_dir() and out.exists():
            raise ConfigError(f"{exporter.name} makes a folder, which {out} is not: name another.")
        if in_place:
            with made.open("rb") as source, opened_for_writing(out) as sink:
                shutil.copyfileobj(source, sink)
        else:
            shutil.move(made, target)


@contextlib.contextmanager
def _naming(out: Path) -> Iterator[None]:
    """Let an OSError of what is written on the way to ``out`` name that, as a full disk's does."""
    try:
        yield
    except OSError as error:
        if error.filename is None or BESIDE in os.fspath(error.filename):
            error.filename = str(out)
        raise
