"""Pictures as PNG: an SVG document drawn by resvg, which comes with the extra ``png``.

The library finds letters in the fonts of the machine by the name of a family, and leaves out all
text where there is no such family. So the first known family is taken that letters come of.
"""

__all__ = ["png"]

from importlib import import_module
from types import ModuleType

from twbench.errors import ConfigError

FAMILIES = (
    *("DejaVu Sans Mono", "Liberation Mono", "Noto Sans Mono", "Courier New", "Menlo", "Consolas"),
    *("Ubuntu Mono", "FreeMono", "Noto Mono", "Nimbus Mono PS", "Courier", "Andale Mono"),
)
"""Fonts whose letters are all of one width, which pictures count on."""
SCALE = 2
"""Pixels for each unit of the drawing: text is read at twice the size of a screen's."""

_LETTER = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><text y="9">{}</text></svg>'


def png(svg: str) -> bytes:
    """Return the PNG file of an SVG document.

    Raises ConfigError where resvg is not installed, or where the machine has none of `FAMILIES`.
    """
    library = _library()
    picture: bytes = library.svg_to_bytes(
        svg_string=svg, monospace_family=_family(library), zoom=SCALE
    )
    return picture


def _library() -> ModuleType:
    try:
        return import_module("resvg_py")
    except ImportError as error:
        raise ConfigError(
            "A picture in PNG needs a package that is not installed: pip install 'twbench[png]';"
            " one in SVG needs none."
        ) from error


def _family(library: ModuleType) -> str:
    """Return the first of `FAMILIES` that this machine has."""

    def drawn(letter: str, family: str) -> object:
        return library.svg_to_bytes(svg_string=_LETTER.format(letter), font_family=family)

    for family in FAMILIES:
        if drawn("M", family) != drawn(" ", family):
            return family
    raise ConfigError(
        f"A picture in PNG needs a font of this machine, one of {', '.join(FAMILIES)} (Debian: apt"
        " install fonts-dejavu-core); one in SVG needs none."
    )
