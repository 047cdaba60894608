"""The scripts of users of TextWorld, and which of them cannot be run where, with the reason."""

import re
from pathlib import Path

FOLDER = Path(__file__).parent
SCRIPTS = sorted(
    path.relative_to(FOLDER).as_posix()
    for path in FOLDER.glob("*/*.py")
    if path.parent.name != "__pycache__"
)
"""Each is written for TextWorld, and asserts what TextWorld gives."""

NOT_IN_TEXTWORLD = {
    "playing/end_of_games.py": "documented, but TextWorld 1.7 raises GameNotRunningError in no such"
    " case: a step after the end of a game, or before it begins, is answered",
}
"""What TextWorld 1.7 does not do itself, by script."""

NEEDS_GYM = frozenset(name for name in SCRIPTS if name.startswith("gym/"))
"""Scripts that need the extra ``gym``."""


def renamed(source: str) -> str:
    """Return what a script becomes when its user changes the import, as docs/ tell how.

    The module ``gym.envs.textworld`` keeps its name.
    """
    return re.sub(r"(^|[^.])\btextworld\b", r"\1twbench", source, flags=re.MULTILINE)
