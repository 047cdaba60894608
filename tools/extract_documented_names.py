"""Writes tests/documented_api.txt: every name that TextWorld's documentation has, from its text.

python tools/extract_documented_names.py [FOLDER OF THE SEEDS]

It also writes, from tests/documented_absences.toml, which of them are not here, and why: that is a
section of docs/textworld-compatibility.md.

Two pages are read. A name of ``000`` (TextWorld 1.x) stands alone on a line below a line that is
one tab; a name of ``001`` (its older environments) is a line that ends in ``[source]``, or that
gives a value in ASCII (the code in its texts has typographic quotation marks). A name without dots
belongs to the class above it. ``textworld`` is written as ``twbench``, so that the table says where
each name has to be here.

In ``000`` there are 777 such entries; 11 attributes are documented a second time as the property
that they are, which leaves 766 names. ``001`` has 23 entries and names.
"""

import re
import sys
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
SEEDS = ROOT.parent / "shared" / "seeds"
TABLE = ROOT / "tests" / "documented_api.txt"
ABSENCES = ROOT / "tests" / "documented_absences.toml"
GUIDE = ROOT / "docs" / "textworld-compatibility.md"
HEADING = "## Names that are not here, and why"
ENTRY = re.compile(
    r"(?:(?P<kind>class|exception|classmethod|static|property) )?"
    r"(?P<path>[\w.]+)(?P<parameters>\(.*\))?(?: = (?P<value>.*))?"
)
OF_A_MODULE = ("class", "exception")


@dataclass(frozen=True)
class Entry:
    """A name of the documentation; ``bases`` are those of a class, "" where it has none."""

    module: str
    owner: str
    name: str
    kind: str
    parameters: str
    value: str
    bases: str

    def __str__(self) -> str:
        return ".".join(filter(None, [self.module, self.owner, self.name]))

    def line(self) -> str:
        """Return its line in the table, below the line of its module."""
        margin = " " * (8 if self.owner else 4)
        kind = self.kind and f"{self.kind} "
        value = self.value and f" = {self.value}"
        bases = self.bases and f" : {self.bases}"
        return f"{margin}{kind}{self.name}{self.parameters}{value}{bases}"


def entries_of_000(text: str) -> list[Entry]:
    """Return what the pages of TextWorld document, in their order, each name once."""
    return list(_once(entry for _, entry in located_entries(text.splitlines())))


def located_entries(lines: list[str]) -> list[tuple[int, Entry]]:
    """Return the entries among the lines of the pages of TextWorld, with their numbers, from 0."""
    marked = [
        number
        for number, (above, line) in enumerate(pairwise(lines), 1)
        if above.rstrip("\n") == "\t" and line[:1].strip()
    ]
    found = [
        (lines[number].rstrip("\n"), "".join(lines[number + 1 : number + 3]).strip())
        for number in marked
    ]
    return list(zip(marked, _entries(found), strict=True))


def entries_of_001(text: str) -> list[Entry]:
    """Return what the page of the older environments documents, in its order."""
    lines = text.splitlines()
    found = [
        (line.removesuffix("[source]"), "\n".join(lines[number + 1 : number + 3]).strip())
        for number, line in enumerate(lines)
        if line.endswith("[source]") or re.fullmatch(r"\w+ = [ -~]*", line)
    ]
    return list(_once(_entries(found)))


def _entries(found: list[tuple[str, str]]) -> Iterator[Entry]:
    module = owner = ""
    for line, text in found:
        match = ENTRY.fullmatch(line)
        if match is None:
            raise ValueError(f"no name is read in the line {line!r}: ENTRY has to know its form")
        kind, path, parameters, value = (part or "" for part in match.groups())
        place, _, name = path.rpartition(".")
        if place:
            module, owner = place.replace("textworld", "twbench", 1), ""
        bases = re.match(r"Bases: (.*)", text)
        yield Entry(
            module,
            owner,
            name,
            kind,
            parameters.replace("'textworld.", "'twbench."),
            value.replace("<textworld.", "<twbench."),
            bases[1].replace("textworld.", "twbench.", 1) if bases else "",
        )
        if kind in OF_A_MODULE:
            owner = name


def _once(entries: Iterator[Entry]) -> Iterator[Entry]:
    seen = set()
    for entry in entries:
        if str(entry) not in seen:
            seen.add(str(entry))
            yield entry


def table(pages: dict[str, list[Entry]]) -> str:
    """Return the text of the table: pages, their modules, and below those the names."""
    text = ""
    for page, entries in pages.items():
        text += f"# {page}: {len(entries)} names\n"
        module = ""
        for entry in entries:
            if entry.module != module:
                module = entry.module
                text += f"\n{module}\n"
            text += f"{entry.line()}\n"
        text += "\n"
    return text.rstrip("\n") + "\n"


def extract(seeds: Path) -> dict[str, list[Entry]]:
    """Return the entries of both pages, which lie in a folder, by the number of the page."""
    [modern] = seeds.glob("000_*.txt")
    [older] = seeds.glob("001_*.txt")
    return {
        "000": entries_of_000(modern.read_text(encoding="utf-8")),
        "001": entries_of_001(older.read_text(encoding="utf-8")),
    }


def read_table() -> dict[str, list[Entry]]:
    """Return the entries of the pages as the table has them."""
    pages: dict[str, list[Entry]] = {}
    module = owner = ""
    for line in filter(None, TABLE.read_text(encoding="utf-8").splitlines()):
        if line.startswith("# "):
            entries = pages[line[2:].partition(":")[0]] = []
            continue
        if not line.startswith(" "):
            module = line
            continue
        text, _, bases = line.strip().partition(" : ")
        match = ENTRY.fullmatch(text)
        if match is None:
            raise ValueError(f"{TABLE}: no name is read in the line {line!r}")
        kind, name, parameters, value = (part or "" for part in match.groups())
        if not line.startswith(" " * 8):
            owner = ""
        entries.append(Entry(module, owner, name, kind, parameters, value, bases))
        if kind in OF_A_MODULE:
            owner = name
    return pages


def read_absences() -> dict[str, list[dict[str, Any]]]:
    """Return the groups of names that are not here: ``absent`` by reason, ``waiting`` by part."""
    return tomllib.loads(ABSENCES.read_text(encoding="utf-8"))


def section() -> str:
    """Return what the guide says of the names that are absent."""
    names = [str(entry) for entries in read_table().values() for entry in entries]
    lines = [HEADING, ""]
    lines.append(f"Of the {len(names)} documented names, these are not here; all others are, under")
    lines.append("`twbench` in place of `textworld`, with the parameters that are documented.")
    lines += ["", "| not here | names | why |", "|---|---|---|"]
    absences = read_absences()
    for group in absences["absent"]:
        places = [f"{name}." for name in group["names"]]
        count = sum(any(f"{name}.".startswith(place) for place in places) for name in names)
        lines.append(f"| {_shown(group)} | {count} | {group['reason']} |")
    lines += ["", "| here, with other parameters | why |", "|---|---|"]
    lines += [f"| {_shown(group)} | {group['reason']} |" for group in absences["different"]]
    return "\n".join(lines) + "\n"


def _shown(group: dict[str, Any]) -> str:
    """Return the names of a group, without what all names begin with."""
    return ", ".join(f"`{name.removeprefix('twbench.')}`" for name in group["names"])


def update_guide() -> None:
    """Put the section into the guide, in place of the one of its heading."""
    text = GUIDE.read_text(encoding="utf-8") if GUIDE.exists() else ""
    before, heading, after = text.partition(HEADING)
    following = re.search(r"^## ", after, re.MULTILINE) if heading else None
    rest = after[following.start() :] if following else ""
    parts = [before.rstrip("\n"), section().rstrip("\n"), rest.rstrip("\n")]
    GUIDE.write_text("\n\n".join(filter(None, parts)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    seeds = Path(sys.argv[1]) if len(sys.argv) > 1 else SEEDS
    TABLE.write_text(table(extract(seeds)), encoding="utf-8")
    update_guide()
