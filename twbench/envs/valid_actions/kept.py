"""Valid actions kept on disk, so that nobody has to search a state again.

The file is lines of JSON. The first says of which story they are, and by which version of the
search they were found; each of the others has the valid actions of one state, under a hash of all
that the story has in its memory there, and how many seconds their search might take. They are what
such a search would find, so a file changes how long it takes and nothing else; what the clock has
ended is not kept, nor that it was slow if only the clock says so. Beside ``zork.z5`` lies
``zork.z5.valid-actions.jsonl``, and is used by whoever plays the story from there.
"""

__all__ = ["KeptActions", "file_beside", "state_key"]

import json
import re
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from twbench.core.environments import MOST_SEARCH_SECONDS, SEARCH_SECONDS
from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.frotz.typing_in import MAX_COMMAND
from twbench.envs.valid_actions.search import EXHAUSTIVE, FAST, SEARCH_VERSION, FoundActions
from twbench.errors import DatasetError
from twbench.hashing import sha256_hex
from twbench.system.files import write_where_asked

_FORMAT = "twbench valid actions"
_SUFFIX = ".valid-actions.jsonl"
_KEY = re.compile(r"[0-9a-f]{64}")
_COMMAND = re.compile(rf"[ -\[\]-~]{{1,{MAX_COMMAND}}}")
_OF_A_STATE = frozenset(
    {"state", "mode", "seconds", "groups", "incomplete", "slow", "tried", "in_variables"}
)
"""What a line has."""
_LONGEST_LINE = 1 << 20
_LARGEST = 1 << 30


def file_beside(story: Path) -> Path:
    """Return where the valid actions of a story file are kept."""
    return story.with_name(story.name + _SUFFIX)


def state_key(state: Snapshot) -> str:
    """Return a hash of a state of a story: equal states have equal ones, on any machine."""
    # What a stack has beyond its end is left from before, and nobody's.
    top = 2 * state.registers[1]
    whole = repr((state.registers, state.random)).encode() + state.memory + state.stack[top:]
    return sha256_hex(whole + state.keys)


class KeptActions:
    """The valid actions of states of one ``story``, which is given as the bytes of its file."""

    def __init__(self, story: bytes):
        self._story = sha256_hex(story)
        # By mode and state, and the seconds that the search might take.
        self._found: defaultdict[tuple[str, str], dict[float, FoundActions]] = defaultdict(dict)

    def __len__(self) -> int:
        return len(self._found)

    def get(self, mode: str, key: str, seconds: float = SEARCH_SECONDS) -> FoundActions | None:
        """Return what ``seconds`` of search find in a state (see `state_key`), None if unknown.

        What was whole after fewer seconds is what more of them would find.
        """
        known = self._found.get((mode, key), {})
        whole = (known[one] for one in sorted(known) if one < seconds and not known[one].incomplete)
        return known.get(seconds) or next(whole, None)

    def keep(self, key: str, found: FoundActions, seconds: float = SEARCH_SECONDS) -> None:
        """Remember what so many seconds have found in a state, unless the clock has ended them."""
        if not found.timed_out:
            self._found[found.mode, key][float(seconds)] = found.without_clock

    def save(self, path: str | Path) -> None:
        """Write all that is known to a file; the same bytes whatever the order it was found in.

        What more seconds have found is left out where fewer have found all. Raises OSError.
        """
        head = {"format": _FORMAT, "version": SEARCH_VERSION, "story": self._story}
        lines = [json.dumps(head)]
        for mode, key in sorted(self._found):
            for seconds, found in sorted(self._found[mode, key].items(), key=lambda one: one[0]):
                line: dict[str, Any] = {"state": key, "mode": mode, "seconds": seconds}
                line |= {"groups": [list(group) for group in found.groups]}
                line |= {"incomplete": found.incomplete, "slow": found.slow, "tried": found.tried}
                lines.append(json.dumps({**line, "in_variables": list(found.in_variables)}))
                if not found.incomplete:
                    break
        write_where_asked(Path(path), "".join(line + "\n" for line in lines))

    def load(self, path: str | Path) -> None:
        """Read a file and know what stands in it as well.

        Raises DatasetError, with the number of the line, for a file that is damaged, of another
        story, or made by another version of the search; then nothing of it is known. Raises OSError
        if it cannot be read.
        """
        path = Path(path)
        size = path.stat().st_size
        if size > _LARGEST:
            raise DatasetError(f"{path} has {size} bytes: valid actions are of {_LARGEST} at most.")
        kept: list[tuple[str, float, FoundActions]] = []
        with path.open("rb") as source:
            number = 0
            while line := source.readline(_LONGEST_LINE + 1):
                number += 1
                try:
                    told = _object_of(line)
                    if number == 1:
                        self._check_head(told)
                    else:
                        kept.append(_found_of(told))
                except _DamageError as error:
                    raise DatasetError(f"{path}, line {number}: {error}.") from None
        if not number:
            raise DatasetError(f"{path}, line 1: it is empty, where the format should be named.")
        for key, seconds, found in kept:
            self.keep(key, found, seconds)

    def _check_head(self, told: Mapping[str, Any]) -> None:
        if told.get("format") != _FORMAT:
            raise _DamageError(f'the format is not "{_FORMAT}"')
        if told.get("version") != SEARCH_VERSION:
            raise _DamageError(
                f"this is of version {told.get('version')!r} of the search, which is now at "
                f"{SEARCH_VERSION}: make the file anew"
            )
        if told.get("story") != self._story:
            raise _DamageError("these are valid actions of another story file")


class _DamageError(Exception):
    """What is wrong with a line."""


def _object_of(line: bytes) -> dict[str, Any]:
    if len(line) > _LONGEST_LINE or not line.endswith(b"\n"):
        raise _DamageError("the line is cut off, or longer than a megabyte")
    try:
        told = json.loads(line)
    except (ValueError, RecursionError):
        raise _DamageError("this is no JSON") from None
    if not isinstance(told, dict):
        raise _DamageError("this is no JSON object")
    return told


def _found_of(told: Mapping[str, Any]) -> tuple[str, float, FoundActions]:
    """Return state, seconds and valid actions of a line, all of which is proven."""
    if set(told) != _OF_A_STATE:
        raise _DamageError(f"it has {sorted(told)}, not {sorted(_OF_A_STATE)}")
    key, mode, seconds, groups = told["state"], told["mode"], told["seconds"], told["groups"]
    if not (isinstance(key, str) and _KEY.fullmatch(key)):
        raise _DamageError('"state" is no hash')
    if mode not in (FAST, EXHAUSTIVE):
        raise _DamageError(f'"mode" is neither "{FAST}" nor "{EXHAUSTIVE}"')
    if type(seconds) not in (int, float) or not 0 < seconds <= MOST_SEARCH_SECONDS:
        raise _DamageError('"seconds" is no time')
    if not (isinstance(groups, list) and all(map(_is_group, groups))):
        raise _DamageError('"groups" are no lists of commands')
    for name in ("incomplete", "slow"):
        if not isinstance(told[name], bool):
            raise _DamageError(f'"{name}" is no truth value')
    if type(told["tried"]) is not int:
        raise _DamageError('"tried" is no number')
    same = tuple(tuple(group) for group in groups)
    weak = told["in_variables"]
    commands = {group[0] for group in same}
    if not isinstance(weak, list) or not all(isinstance(one, str) for one in weak):
        raise _DamageError('"in_variables" is no list of commands')
    if not commands.issuperset(weak):
        raise _DamageError('"in_variables" has commands that no group begins with')
    found = FoundActions(
        same,
        mode,
        told["incomplete"],
        told["tried"],
        in_variables=tuple(weak),
        slow=told["slow"],
    )
    return key, seconds, found


def _is_group(group: object) -> bool:
    return (
        isinstance(group, list)
        and bool(group)
        and all(isinstance(one, str) and _COMMAND.fullmatch(one) for one in group)
    )
