"""Themes that are named by where their files are."""

import shutil

import pytest

from twbench.errors import GrammarError
from twbench.generator.data import create_data_files
from twbench.generator.grammar.own_themes import read_theme_files
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES
from twbench.generator.grammar.theme_places import is_place, place_hint, read_place


@pytest.fixture
def themes(tmp_path, monkeypatch):
    """A folder ``themes`` with two themes, in the working folder."""
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "themes"
    folder.mkdir()
    for path in PACKAGED_THEMES.glob("basic_*.twg"):
        shutil.copy(path, folder / path.name.replace("basic", "ship"))
    (folder / "house_lamp.twg").write_text("(lamp)_noun:lamp\n", encoding="utf-8")
    return folder


def test_a_theme_in_a_folder_of_several(themes):
    assert read_place("themes/ship") == ("ship", read_theme_files(themes, "ship"))


def test_the_only_theme_of_a_folder(themes):
    (themes / "house_lamp.twg").unlink()
    assert read_place("themes") == read_place("themes/ship")


def test_a_folder_of_data_stands_for_its_text_grammars(themes, tmp_path):
    themes.rename(tmp_path / "text_grammars")
    assert read_place(tmp_path / "ship")[0] == "ship"
    (tmp_path / "data").mkdir()
    (tmp_path / "text_grammars").rename(tmp_path / "data" / "text_grammars")
    assert read_place("data/ship")[0] == "ship"


def test_a_theme_with_a_name_of_ours_gets_one_of_its_own_by_its_texts(themes):
    name, files = read_place("themes/house")
    assert name.startswith("house-")
    assert files[-1] == ("house_lamp.twg", "(lamp)_noun:lamp\n")
    assert files[:-1] == read_theme_files(PACKAGED_THEMES, "house")
    again = themes.rename(themes.with_name("elsewhere"))
    assert read_place(again / "house") == (name, files)
    (again / "house_lamp.twg").write_text("(lamp)_noun:lantern\n", encoding="utf-8")
    assert read_place(again / "house")[0] != name


def test_ours_unchanged_is_ours(themes):
    create_data_files()
    assert read_place("textworld_data/house") == ("house", ())


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("themes", r"several themes in themes; name one of themes/house, themes/ship\.$"),
        ("themes/shop", r"no theme 'shop' in themes\. Did you mean 'ship'\? There are themes/h"),
        ("nowhere/ship", r"no folder with text grammars \(\.twg\) at nowhere/ship\.$"),
    ],
)
def test_where_there_is_no_theme(themes, place, message):
    with pytest.raises(GrammarError, match=message):
        read_place(place)


@pytest.mark.parametrize(
    ("theme", "expected"),
    [("themes/ship", True), ("none/at/all", True), ("themes", True), ("ship", False), ("", False)],
)
def test_what_is_a_place(themes, theme, expected):
    assert is_place(theme) is expected


def test_a_name_is_no_place_even_if_a_folder_has_it(themes):
    (themes.parent / "house").mkdir()
    assert not is_place("house")


def test_how_a_place_is_named_again(themes):
    assert place_hint(read_place("themes/house")[0]) == "FOLDER/house"
    assert place_hint("ship") == place_hint("ship-12345678") == "FOLDER"
