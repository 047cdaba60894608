"""Compiling the runtime of crafting worlds into the template that ships with the package.

After a change of its source, or of what it shares with the first runtime, run
``python -m twbench.story.crafts.compile_crafts`` with Debian's ``inform6-compiler`` installed. A
test repeats that and compares the bytes.
"""

__all__ = ["SHARED", "main", "sources"]

from twbench.story.crafts.layout import CRAFTS, inform_constants
from twbench.story.zcode.compile_runtime import Sources, write_template
from twbench.story.zcode.template import RUNTIME

SHARED = ("endings.inf", "protocol.inf", "sessions.inf", "spelling.inf")
"""What both runtimes have: the first one's source."""


def sources() -> Sources:
    """Return what the runtime is compiled of."""
    return Sources(CRAFTS, inform_constants, tuple(RUNTIME / name for name in SHARED))


def main() -> None:
    """Write the template anew into the package."""
    write_template(sources())


if __name__ == "__main__":
    main()
