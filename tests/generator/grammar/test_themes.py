"""The registry of themes: folders with text grammars that installed packages announce."""

import pytest

from twbench.errors import GrammarError
from twbench.generator import make_grammar
from twbench.generator.grammar.text_grammar import MissingTextGrammar
from twbench.generator.grammar.themes import THEMES, ThemeEntry, announced_theme_files

PACKAGE = """\
from twbench.generator.grammar.themes import ThemeEntry

CASTLE = ThemeEntry("castle", {folder!r}, "halls and towers")
"""


@pytest.fixture
def castle(tmp_path):
    """A theme that somebody has registered, for one test."""
    folder = tmp_path / "grammars"
    folder.mkdir()
    (folder / "castle_room.twg").write_text("greet:hail")
    entry = THEMES.register(ThemeEntry("castle", folder, "halls and towers"))
    yield entry
    THEMES.forget([entry])


def test_no_theme_that_ships_needs_an_entry():
    assert THEMES.registered() == []
    assert THEMES.shipped == frozenset()


def test_the_files_of_a_registered_theme_are_those_of_its_folder(castle):
    assert announced_theme_files("castle") == (("castle_room.twg", "greet:hail"),)
    assert make_grammar({"theme": "castle"}).expand("#greet#") == "hail"


def test_a_folder_may_be_a_text(castle):
    THEMES.forget([castle])
    same = THEMES.register(ThemeEntry("castle", str(castle.folder)))
    try:
        assert announced_theme_files("castle") == (("castle_room.twg", "greet:hail"),)
    finally:
        THEMES.forget([same])
        THEMES.register(castle)


def test_a_theme_that_an_installed_package_announces_is_found(tmp_path, monkeypatch):
    info = tmp_path / "castles-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: castles\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text("[twbench.themes]\ncastle = castles:CASTLE\n")
    (tmp_path / "castles.py").write_text(PACKAGE.format(folder=str(tmp_path)))
    (tmp_path / "castle.twg").write_text("greet:well met")
    monkeypatch.syspath_prepend(tmp_path)
    assert THEMES.names() == ["castle"]
    assert announced_theme_files("castle") == (("castle.twg", "greet:well met"),)


def test_a_theme_without_files_is_told_so(castle):
    (castle.folder / "castle_room.twg").unlink()
    with pytest.raises(GrammarError, match=r"'castle' has no text grammars \(.twg\) in .*grammars"):
        announced_theme_files("castle")


def test_what_nobody_has_announced_is_not_found(castle):
    with pytest.raises(GrammarError, match=r"no theme 'castel'; known are castle"):
        announced_theme_files("castel")
    with pytest.raises(MissingTextGrammar, match="castel"):
        make_grammar({"theme": "castel"})
