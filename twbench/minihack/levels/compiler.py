"""Checking a level with NetHack's own compiler of levels, and packing it for NetHack to read.

NetHack reads its levels and its plan of the dungeon from one archive. Ours is NLE's, in which the
first level of the dungeon is a level called ``mylevel``, with that level added: texts, rumours and
all other levels are there as ever. The archive begins with a line of five numbers (version, files,
letters of all names, where the first file begins, length), followed by a line for each file.
"""

__all__ = ["LevelFault", "check_level", "level_faults", "packed_level"]

import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from twbench.errors import ConfigError, GenerationError, nearest
from twbench.minihack.engine import hack_folder, nethack
from twbench.minihack.level_generator import TRAP_NAMES
from twbench.system.scratch import scratch_folder

LEVEL = "mylevel"
"""What NetHack's plan of the dungeon calls the level."""

_SOURCE = "level.des"
_SECONDS = 20
_HEAD = "{:3d} {:8d} {:8d} {:8d} {:8d}\n"
_PACKED = 32
"""Archives that are remembered, of 1.4 MB each."""
_FIRST_DUNGEON = re.compile(r"(?m)^ALIGNMENT:.*$")
_FAULT = re.compile(rf"^{re.escape(_SOURCE)}: line (\d+), pos \d+: (.*)$", re.MULTILINE)
_UNKNOWN = re.compile(
    r"""Unknown (object|monster|trap type) (?:\('(.)', )?["'](.*)["']\)?!""",
)


@dataclass(frozen=True, slots=True)
class LevelFault:
    """What the compiler finds wrong: the line of the description, from 1, and the reason."""

    line: int
    text: str
    reason: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.reason}\n    {self.text}"


def level_faults(des: str) -> list[LevelFault]:
    """Return what is wrong with a level's description, in the order of its lines.

    Raises MissingPackageError without NLE.
    """
    return list(_compiled(des)[1])


def check_level(des: str) -> None:
    """Raise ConfigError for a level that NetHack's compiler refuses, with line and reason."""
    _level(des)


@lru_cache(_PACKED)
def packed_level(des: str) -> bytes:
    """Return the archive with the level; raises ConfigError for a level that is refused."""
    return _packed({**_archive(), f"{LEVEL}.lev": _level(des)})


def _level(des: str) -> bytes:
    level, faults = _compiled(des)
    if faults:
        head = "The level cannot be compiled:"
        if len(faults) > 1:
            head = f"The level has {len(faults)} faults:"
        raise ConfigError("\n".join([head, *map(str, faults)]))
    return level


@lru_cache(_PACKED)
def _compiled(des: str) -> tuple[bytes, tuple[LevelFault, ...]]:
    """Return the compiled level, or the faults that it has."""
    with scratch_folder() as folder:
        (folder / _SOURCE).write_text(des, encoding="utf-8")
        done = _run("lev_comp", _SOURCE, folder)
        made = sorted(folder.glob("*.lev"))
        if done.returncode == 0 and len(made) == 1:
            return made[0].read_bytes(), ()
    output = f"{done.stdout}\n{done.stderr}"
    lines = des.split("\n")
    found = tuple(_fault(lines, int(number), text) for number, text in _FAULT.findall(output))
    if found:
        return b"", found
    count = "none" if not made else f"{len(made)} levels"
    reason = output.strip() or f"A description describes one level, this one {count}."
    return b"", (LevelFault(1, lines[0], reason),)


def _fault(lines: Sequence[str], number: int, message: str) -> LevelFault:
    """Return a fault with the nearest name where one is unknown.

    What is missing at the end of a line is missed when the next word is read: the line is then the
    last one that has words.
    """
    number = min(max(number, 1), len(lines))
    while number > 1 and not lines[number - 1].strip():
        number -= 1
    return LevelFault(number, lines[number - 1].strip(), f"{message}{_advice(message)}")


def _advice(message: str) -> str:
    """Return what is known about a name that the compiler does not know."""
    found = _UNKNOWN.search(message)
    if found is None:
        return ""
    kind, symbol, name = found.groups()
    if kind == "trap type":
        return nearest(name, TRAP_NAMES)
    classes = _objects() if kind == "object" else _monsters()
    if name in classes and symbol is not None:
        return f" {name!r} is of the class {' or '.join(map(repr, classes[name]))}."
    alike = [other for other, known in classes.items() if symbol is None or symbol in known]
    return nearest(name, alike) or nearest(name, classes)


@cache
def _objects() -> Mapping[str, tuple[str, ...]]:
    """Return the classes of objects by the names of these."""
    game = nethack()
    things = [game.objclass(index) for index in range(game.NUM_OBJECTS)]
    return _by_name(
        (game.OBJ_NAME(thing), game.class_sym.from_oc_class(thing.oc_class).sym) for thing in things
    )


@cache
def _monsters() -> Mapping[str, tuple[str, ...]]:
    game = nethack()
    kinds = [game.permonst(index) for index in range(game.NUMMONS)]
    return _by_name((kind.mname, game.class_sym.from_mlet(kind.mlet).sym) for kind in kinds)


def _by_name(pairs: Iterable[tuple[str | None, str]]) -> dict[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, symbol in pairs:
        if name:
            found[name] = tuple(dict.fromkeys((*found.get(name, ()), symbol)))
    return found


@cache
def _archive() -> Mapping[str, bytes]:
    """Return the files of NetHack's archive, with a plan of the dungeon that begins with ours."""
    files = _unpacked((hack_folder() / "nhdat").read_bytes())
    plan = (hack_folder() / "dat" / "dungeon.def").read_text(encoding="utf-8")
    plan = "\n".join(line for line in plan.split("\n") if not line.startswith("#"))
    first = _FIRST_DUNGEON.search(plan)
    if first is None:
        raise GenerationError("NetHack's plan of the dungeon has no first dungeon.")
    ours = f'{plan[: first.end()]}\nLEVEL: "{LEVEL}" "none" @ (1, 1){plan[first.end() :]}'
    with scratch_folder() as folder:
        (folder / "dungeon.pdf").write_text(ours, encoding="utf-8")
        done = _run("dgn_comp", "dungeon.pdf", folder)
        if done.returncode or not (folder / "dungeon").is_file():
            raise GenerationError(f"NetHack's plan of the dungeon cannot be made: {done.stderr}")
        return {**files, "dungeon": (folder / "dungeon").read_bytes()}


def _unpacked(data: bytes) -> dict[str, bytes]:
    """Return the files of an archive by their names; that of the archive itself is left out."""
    head, _, rest = data.partition(b"\n")
    count, start, end = (int(head.split()[place]) for place in (1, 3, 4))
    entries = [line.split() for line in rest.split(b"\n", count)[:count]]
    names = [name[1:].decode() for name, _ in entries]
    offsets = [int(offset) for _, offset in entries[1:]]
    if offsets[0] != start:
        raise GenerationError("NetHack's archive is of a kind that is not known here.")
    return {
        name: data[begin:stop]
        for name, begin, stop in zip(names[1:], offsets, [*offsets[1:], end], strict=True)
    }


def _packed(files: Mapping[str, bytes]) -> bytes:
    """Return an archive of files."""
    names = ["Directory", *files]
    letters = sum(len(name) + 1 for name in names)
    # Each entry is a letter for how it is stored, the name, a space, eight digits, and a new line.
    position = start = len(_HEAD.format(1, 0, 0, 0, 0)) + letters + 10 * len(names)
    entries = [f"nDirectory {0:8d}\n"]
    for name, content in files.items():
        entries.append(f"n{name} {position:8d}\n")
        position += len(content)
    head = _HEAD.format(1, len(names), letters, start, position)
    return b"".join([head.encode(), "".join(entries).encode(), *files.values()])


def _run(tool: str, source: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one of NetHack's tools; raises GenerationError where it does not end."""
    try:
        return subprocess.run(  # noqa: S603 - a tool of NLE, on a file that we have written
            [hack_folder() / tool, source],
            cwd=folder,
            capture_output=True,
            text=True,
            errors="replace",
            check=False,
            timeout=_SECONDS,
        )
    except subprocess.TimeoutExpired:
        raise GenerationError(f"{tool} did not end within {_SECONDS} seconds.") from None
