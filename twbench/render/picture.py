"""A picture that can be shown in a notebook or a browser, and saved."""

__all__ = ["Picture"]

import tempfile
import webbrowser
from dataclasses import dataclass
from pathlib import Path

from twbench.errors import InputError

_PAGE = """<!DOCTYPE html>
<html lang="en">
<head><meta charset="utf-8"><title>World</title></head>
<body>
{svg}</body>
</html>
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing in SVG; notebooks show it by themselves."""

    svg: str

    def save(self, path: str | Path) -> None:
        """Write the picture to an ``.svg`` file, or a page with it to an ``.html`` file.

        Raises InputError for any other kind of file.
        """
        target = Path(path)
        if target.suffix == ".svg":
            target.write_text(self.svg, encoding="utf-8")
        elif target.suffix == ".html":
            target.write_text(_PAGE.format(svg=self.svg), encoding="utf-8")
        else:
            raise InputError(f"A picture is saved as .svg or .html, not as {target.name!r}.")

    def show(self) -> None:
        """Open the picture in the browser, from a temporary file that is left there."""
        with tempfile.NamedTemporaryFile(prefix="twbench-", suffix=".html", delete=False) as file:
            path = Path(file.name)
        self.save(path)
        webbrowser.open(path.as_uri())

    def _repr_svg_(self) -> str:
        return self.svg
