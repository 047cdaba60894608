"""Pictures as PNG: drawn by an extra, with a font of the machine."""

import struct
import sys
from types import SimpleNamespace

import pytest

from twbench.errors import ConfigError
from twbench.generator.maker import GameMaker
from twbench.render import visualize
from twbench.render.png import FAMILIES, SCALE, png


@pytest.fixture
def picture():
    maker = GameMaker()
    maker.set_player(maker.new_room("Kitchen"))
    return visualize(maker.build(validate=False))


def library(monkeypatch, families):
    """Stand in for resvg on a machine with these fonts; return what it was asked to draw."""
    asked = []

    def svg_to_bytes(svg_string, font_family=None, monospace_family=None, zoom=1):
        asked.append((svg_string, monospace_family, zoom))
        letters = svg_string if font_family in families else svg_string.replace("M", " ")
        return letters.encode()

    monkeypatch.setitem(sys.modules, "resvg_py", SimpleNamespace(svg_to_bytes=svg_to_bytes))
    return asked


class TestWithTheExtra:
    def test_a_picture_is_saved_with_its_text(self, picture, tmp_path):
        pytest.importorskip("resvg_py", reason="the extra 'png' is not installed")
        picture.save(tmp_path / "world.png")
        content = (tmp_path / "world.png").read_bytes()
        size = struct.unpack(">II", content[16:24])
        assert f'width="{size[0] // SCALE}" height="{size[1] // SCALE}"' in picture.svg
        assert content != png(picture.svg.replace("Kitchen", "       "))


class TestFonts:
    def test_the_first_font_that_the_machine_has_is_taken(self, picture, monkeypatch):
        asked = library(monkeypatch, {FAMILIES[1], FAMILIES[3]})
        assert picture.content(".png") == picture.svg.replace("M", " ").encode()
        assert asked[-1] == (picture.svg, FAMILIES[1], SCALE)

    def test_a_machine_without_fonts_is_told(self, picture, monkeypatch):
        library(monkeypatch, set())
        with pytest.raises(ConfigError, match=r"needs a font of this machine, one of DejaVu"):
            picture.content(".png")


def test_without_the_extra(picture, monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ConfigError, match=r"pip install 'twbench\[png\]'; one in SVG needs none"):
        picture.save(tmp_path / "world.png")
    assert list(tmp_path.iterdir()) == []
