"""Compiling the runtime's Inform 6 source into the template that ships with the package.

After a change of the source, or of `twbench.story.layout`, run
``python -m twbench.story.compile_runtime`` with Debian's ``inform6-compiler`` installed. A test
repeats that and compares the bytes.
"""

__all__ = ["compile_runtime", "main"]

import json
import shutil
import subprocess
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from twbench.errors import TwbenchError
from twbench.story.layout import inform_constants
from twbench.story.template import RUNTIME, Template

COMPILER_FLAGS = ("-v8", "-~S", "-w", "-k", "-r")


def compile_runtime() -> Template:
    """Compile the Inform source into a template. Raises TwbenchError where that fails."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for source in RUNTIME.glob("*.inf"):
            shutil.copy(source, folder)
        (folder / "constants.inf").write_text(inform_constants())
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
        return Template(
            story[: int.from_bytes(story[0x1A:0x1C], "big") * 8],
            _addresses(folder / "gameinfo.dbg"),
            _texts(folder / "gametext.txt"),
        )


def _addresses(debug_file: Path) -> dict[str, int]:
    """Read the addresses of our globals and arrays out of Inform's debugging information (XML)."""
    tree = ElementTree.parse(debug_file)  # noqa: S314 - written by the compiler a moment ago
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
    template = compile_runtime()
    (RUNTIME / "constants.inf").write_text(inform_constants())
    (RUNTIME / "runtime.z8").write_bytes(template.code)
    content = {"addresses": template.symbols, "texts": template.texts}
    (RUNTIME / "symbols.json").write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
