"""Places of themes in configurations: all are found, and become names."""

import shutil

import pytest
from configs import config

from twbench.dataset.config.recipe import parse_build
from twbench.dataset.config.theme_settings import name_themes, theme_places
from twbench.generator.grammar import own_themes
from twbench.generator.grammar.own_themes import use_themes
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES


@pytest.fixture(autouse=True)
def _themes(tmp_path, monkeypatch):
    """Work where ``themes`` has two themes, one with the name of one of ours."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "themes").mkdir()
    for path in PACKAGED_THEMES.glob("basic_*.twg"):
        shutil.copy(path, tmp_path / "themes" / path.name.replace("basic", "ship"))
        text = path.read_text(encoding="utf-8").replace("object #", "oddity #")
        (tmp_path / "themes" / path.name).write_text(text, encoding="utf-8")
    before = own_themes._themes
    yield
    use_themes(before)


EVERYWHERE = {
    "grammar": {"theme": "themes/ship"},
    "challenge": {"name": "mine", "grammar": {"theme": "a/setting"}},
    "dataset": {
        "mixture": {"some": {"grammar": {"theme": {"choice": ["house", "themes/basic"]}}}},
        "per_split": {"test": {"grammar": {"theme": {"weighted": {"themes/ship": 1}}}}},
    },
}


def test_places_are_found_wherever_a_theme_is_chosen():
    assert list(theme_places(EVERYWHERE)) == ["themes/ship", "themes/basic", "themes/ship"]


def test_they_become_names():
    named = name_themes(EVERYWHERE)
    assert named["grammar"] == {"theme": "ship"}
    assert named["challenge"] == EVERYWHERE["challenge"]
    ours, theirs = named["dataset"]["mixture"]["some"]["grammar"]["theme"]["choice"]
    assert (ours, theirs[:6]) == ("house", "basic-")
    assert named["dataset"]["per_split"]["test"]["grammar"]["theme"] == {"weighted": {"ship": 1}}


def test_the_recipe_has_names_and_hashes_and_no_place():
    recipe = parse_build(config(grammar__theme="themes/basic")).recipe.serialize()
    (theme,) = recipe["dataset"]["themes"]
    assert theme["name"] == f"basic-{theme['sha256'][:8]}"
    assert recipe["dataset"]["mixture"]["all"]["grammar"]["theme"] == theme["name"]
    assert "themes/" not in str(recipe)


def test_a_theme_of_the_users_own_folder_is_known_by_its_name(tmp_path):
    folder = tmp_path / "textworld_data" / "text_grammars"
    folder.parent.mkdir()
    (tmp_path / "themes").rename(folder)
    by_name = parse_build(config(grammar__theme="ship")).recipe
    assert [theme.name for theme in by_name.dataset.extensions.themes] == ["ship"]
    assert parse_build(config(grammar__theme="textworld_data/ship")).recipe == by_name
