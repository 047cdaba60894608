"""Compiling the runtime's Inform 6 source into the template that ships with the package.

After a change of the source, or of `twbench.story.zcode.layout`, run
``python -m twbench.story.zcode.compile_runtime`` with Debian's ``inform6-compiler`` installed. A
test repeats that and compares the bytes.
"""

__all__ = ["Sources", "compile_runtime", "main", "write_template"]

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from twbench.errors import TwbenchError
from twbench.story.zcode.assembler import PACKED
from twbench.story.zcode.layout import inform_constants
from twbench.story.zcode.template import RUNTIME, Template
from twbench.story.zcode.zstring import encode

COMPILER_FLAGS = ("-v8", "-~S", "-w", "-k", "-r")
_FIRST_NAME = "<unknown attribute>"
"""Where Inform's names of arrays, properties and the like begin, behind all texts."""
_PADDING = 2 + 0x800
"""Moves code by 0x800 bytes, so that packed addresses differ by 1 in their upper byte."""


@dataclass(frozen=True, slots=True)
class Sources:
    """What a runtime is compiled of: ``runtime.inf`` and others of a folder, some of another's.

    ``constants`` makes the source of the numbers that runtime and linker agree on.
    """

    folder: Path
    constants: Callable[[], str]
    shared: tuple[Path, ...] = ()


def compile_runtime(sources: Sources | None = None) -> Template:
    """Compile Inform source into a template. Raises TwbenchError where that fails."""
    sources = _own() if sources is None else sources
    template = _compile(sources, "")
    moved = _compile(sources, f"Constant PADDING = {_PADDING};\n")
    code, other = (t.story[int.from_bytes(t.story[4:6], "big") :] for t in (template, moved))
    # All else in the code is equal wherever it lies: jumps are relative, and variables stay where
    # they are.
    calls = [n for n, pair in enumerate(zip(code, other, strict=True)) if pair[0] != pair[1]]
    return replace(template, calls=tuple(calls))


def _own() -> Sources:
    return Sources(RUNTIME, inform_constants)


def _compile(sources: Sources, definition: str) -> Template:
    """Compile the source, and a definition before it, into a template that knows no calls."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in (*sources.folder.glob("*.inf"), *sources.shared):
            shutil.copy(source, folder)
        (folder / "constants.inf").write_text(sources.constants() + definition)
        command = ["inform6", *COMPILER_FLAGS, "runtime.inf", "runtime.z8"]
        try:
            result = subprocess.run(  # noqa: S603 - the arguments are the constants above
                command, cwd=folder, capture_output=True, text=True, check=False
            )
        except FileNotFoundError:
            raise TwbenchError(
                "inform6 is not installed; it comes with Debian's package inform6-compiler."
            ) from None
        if result.returncode:
            raise TwbenchError(f"inform6 refuses the runtime:\n{result.stdout}{result.stderr}")
        story = (folder / "runtime.z8").read_bytes()
        debug = ElementTree.parse(folder / "gameinfo.dbg")  # noqa: S314 - written a moment ago
        return Template(
            story[: story.rindex(encode(_FIRST_NAME))],  # nothing reads the names
            _addresses(debug),
            _texts(folder / "gametext.txt"),
            _main(debug),
            (),
            _routines(debug, int.from_bytes(story[4:6], "big")),
        )


def _main(debug: "ElementTree.ElementTree[ElementTree.Element]") -> int:
    """Return the address of the routine Main."""
    routines = debug.iter("routine")
    return next(
        int(r.findtext("address", "")) for r in routines if r.findtext("identifier") == "Main"
    )


def _routines(debug: "ElementTree.ElementTree[ElementTree.Element]", start: int) -> dict[str, int]:
    """Return the packed addresses of all routines, counted from where code begins."""
    return {
        routine.findtext("identifier", ""): (int(routine.findtext("address", "")) - start) // PACKED
        for routine in debug.iter("routine")
    }


def _addresses(tree: "ElementTree.ElementTree[ElementTree.Element]") -> dict[str, int]:
    """Read the addresses of our globals and arrays out of Inform's debugging information (XML)."""
    addresses = {}
    for kind, tag in (("global-variable", "address"), ("array", "value")):
        for element in tree.iter(kind):
            if element.find("source-code-location") is not None:
                addresses[element.findtext("identifier", "")] = int(element.findtext(tag, ""))
    return dict(sorted(addresses.items()))


def _texts(transcript: Path) -> tuple[str, ...]:
    """Read the printed texts out of Inform's transcript (-r): one a line, ``^`` for a new line."""
    lines = transcript.read_text(encoding="latin-1").splitlines()
    end = next(index for index, line in enumerate(lines) if line.startswith("[Dictionary"))
    texts = {line.replace("^", "\n") for line in lines[2:end] if line.strip()}
    return tuple(sorted(texts))


def main() -> None:
    """Write the template anew into the package."""
    write_template(_own())


def write_template(sources: Sources) -> None:
    """Compile a runtime, and write the template into the folder of its source."""
    template = compile_runtime(sources)
    (sources.folder / "constants.inf").write_text(sources.constants())
    (sources.folder / "runtime.z8").write_bytes(template.story)
    content = {
        "addresses": template.symbols,
        "calls": template.calls,
        "main": template.main,
        "routines": template.routines,
        "texts": template.texts,
    }
    (sources.folder / "symbols.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
