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
        """Write the picture to an ``.svg`` or ``.png`` file, or a page with it to an ``.html`` one.

        Raises InputError for any other kind of file, and ConfigError where there can be no PNG: it
        needs the extra ``png`` (``pip install 'twbench[png]'``).
        """
        target = Path(path)
        target.write_bytes(self.content(target.suffix))

    def content(self, suffix: str) -> bytes:
        """Return what a file with this suffix would hold; raises what `save` raises."""
        if suffix == ".svg":
            return self.svg.encode("utf-8")
        if suffix == ".html":
            return _PAGE.format(svg=self.svg).encode("utf-8")
        if suffix == ".png":
            from twbench.render.png import png

            return png(self.svg)
        raise InputError(f"A picture is saved as .svg, .png or .html, not as {suffix!r}.")

    def show(self) -> None:
        """Open the picture in the browser, from a temporary file that is left there."""
        with tempfile.NamedTemporaryFile(prefix="twbench-", suffix=".html", delete=False) as file:
            path = Path(file.name)
        self.save(path)
        webbrowser.open(path.as_uri())

    def _repr_svg_(self) -> str:
        return self.svg
