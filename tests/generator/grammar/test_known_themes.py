"""The themes that ship are known to be sound, and so are not checked in each process."""

import runpy
from pathlib import Path
from unittest.mock import patch

import pytest

from twbench.errors import GrammarError
from twbench.generator.grammar import grammar_file, text_grammar
from twbench.generator.grammar.grammar_file import load_theme, parse_theme
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, theme_files, theme_names

ROOT = Path(__file__).resolve().parents[3]
TOOL = runpy.run_path(str(ROOT / "tools" / "update_known_themes.py"))
NAMES = theme_names([PACKAGED_THEMES])


def sources(name):
    return [(path.name, path.read_text()) for path in theme_files(PACKAGED_THEMES, name)]


def test_the_themes_that_are_known_are_those_that_ship():
    known = Path(grammar_file.__file__).with_name("known_themes.json").read_text()
    assert known == TOOL["known_themes"]()


@pytest.mark.parametrize("name", NAMES)
def test_a_known_theme_is_read_as_one_that_is_checked(name):
    load_theme.cache_clear()
    known = parse_theme(name, sources(name))
    with patch.object(grammar_file, "known_themes", frozenset):
        checked = parse_theme(name, sources(name))
    assert known == checked
    assert known.shortest == checked.shortest
    assert known.memo != checked.memo


def test_what_is_known_is_not_checked():
    load_theme.cache_clear()
    with (
        patch.object(grammar_file, "_option_faults", lambda *_: pytest.fail("it was checked")),
        patch.object(text_grammar, "missing_symbols", lambda _: pytest.fail("it was checked")),
    ):
        assert Grammar({"theme": "house"}).check()


def test_a_theme_that_was_changed_is_checked():
    changed = [*sources("house"), ("house_more.twg", "mine:#nowhere#\n")]
    with pytest.raises(GrammarError, match="Unknown symbol #nowhere#"):
        parse_theme("house", changed)
    endless = [*sources("house"), ("house_more.twg", "mine:#mine# more\n")]
    with pytest.raises(GrammarError, match="Symbol 'mine' never ends"):
        parse_theme("house", endless)
