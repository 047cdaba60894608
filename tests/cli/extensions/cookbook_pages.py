"""The pages of docs/cookbook: their examples, and the commands that they say to type."""

import re
import shlex
from pathlib import Path

PAGES = Path(__file__).resolve().parents[3] / "docs" / "cookbook"
_BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def blocks(page: str, language: str) -> list[str]:
    """Return the blocks of a page in one language, "" for commands."""
    text = (PAGES / f"{page}.md").read_text()
    return [block for known, block in _BLOCK.findall(text) if known == language]


def write_example(page: str, folder: Path) -> Path:
    """Write the example of a page to the file that its first line names."""
    (example,) = blocks(page, "python")
    name = example.splitlines()[0].removeprefix("# ")
    (folder / name).write_text(example)
    return folder / name


def commands(page: str) -> list[list[str]]:
    """Return the command lines of a page, without the word twbench."""
    lines = [shlex.split(line) for block in blocks(page, "") for line in block.splitlines()]
    assert all(line[0] == "twbench" for line in lines)
    return [line[1:] for line in lines]


def code_lines(page: str) -> int:
    """Return how many lines of its example are code."""
    (example,) = blocks(page, "python")
    return sum(bool(line.strip()) and not line.startswith("#") for line in example.splitlines())
