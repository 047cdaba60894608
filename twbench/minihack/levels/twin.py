"""The lit twin of a level: the same level, of which everything is seen from the beginning.

Where NetHack places the rooms, mazes, stairs and doors itself, nobody knows the map before it is
played. The twin has the flag ``premapped``, and is lit wherever its description says that it is
dark; neither takes a random number, so the same seed makes the same map of both. (A light that is
left to chance stays so, as it would take one.)
"""

__all__ = ["lit_twin"]

import re

_HEAD = re.compile(r"^[ \t]*(?:MAZE|LEVEL)[ \t]*:.*$", re.MULTILINE)
_FLAGS = re.compile(r"^([ \t]*FLAGS[ \t]*:)(.*)$", re.MULTILINE)
_DARK = re.compile(r"^([ \t]*(?:REGION|ROOM|SUBROOM|ROOM_?TYPE)[ \t]*:.*?)\bunlit\b", re.MULTILINE)
_MAPPED = "premapped"


def lit_twin(des: str) -> str:
    """Return the description of the twin; what is no description comes back as it was."""
    lit = _DARK.sub(r"\1lit", des)
    flags = _FLAGS.search(lit)
    if flags is not None:
        if re.search(rf"\b{_MAPPED}\b", flags[2]):
            return lit
        return f"{lit[: flags.end(1)]} {_MAPPED}, {flags[2].strip()}{lit[flags.end() :]}"
    head = _HEAD.search(lit)
    if head is None:
        return lit
    return f"{lit[: head.end()]}\nFLAGS: {_MAPPED}{lit[head.end() :]}"
