"""Why files of a user's were refused, in words."""

__all__ = ["reasons"]

from collections import Counter
from pathlib import Path


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
