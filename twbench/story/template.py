"""The compiled runtime: a story file without a game, the addresses of its variables, its words.

The package ships ``runtime/runtime.z8`` and ``runtime/symbols.json``, made of the Inform 6 source
beside them by `twbench.story.compile_runtime`; users need no compiler.
"""

__all__ = ["RUNTIME", "Template", "load_template"]

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

RUNTIME = Path(__file__).parent / "runtime"


@dataclass(frozen=True, slots=True)
class Template:
    """A compiled runtime: ``code`` is the story file's bytes up to its last string.

    ``symbols`` maps the names of global variables and arrays to byte addresses; ``texts`` are all
    texts that the runtime itself can print.
    """

    code: bytes
    symbols: dict[str, int]
    texts: tuple[str, ...]


@cache
def load_template() -> Template:
    """Return the template that ships with the package."""
    symbols = json.loads((RUNTIME / "symbols.json").read_text())
    return Template(
        (RUNTIME / "runtime.z8").read_bytes(), symbols["addresses"], tuple(symbols["texts"])
    )
