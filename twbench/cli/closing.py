"""What a build or an import tells at its end: what was refused, and how its commands go on."""

__all__ = ["module_options", "reasons"]

import shlex
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from twbench.modules import ExtensionModule


def reasons(folder: Path) -> list[str]:
    """Return a line for each reason for which files are not in a dataset, with an example."""
    from twbench.dataset.files.columns import REJECTED_FILE
    from twbench.dataset.files.schema import REJECTED, read_rows

    rows = list(read_rows(folder / REJECTED_FILE, REJECTED))
    counts = Counter(row["reason"] for row in rows)
    examples = {row["reason"]: row["detail"] for row in reversed(rows)}
    return [
        f"  {count} {reason}: {examples[reason].rstrip('.')}."
        for reason, count in sorted(counts.items())
    ]


def module_options(modules: "Iterable[ExtensionModule]", *kinds: str) -> str:
    """Return the options that name those of the modules which register anything of these kinds.

    They are to be put behind a command that is told, which does not work without them.
    """
    here = Path.cwd()
    needed = [Path(module.path) for module in modules if any(map(module.names, kinds))]
    told = [path.relative_to(here) if path.is_relative_to(here) else path for path in needed]
    return "".join(f" --module {shlex.quote(str(path))}" for path in told)
