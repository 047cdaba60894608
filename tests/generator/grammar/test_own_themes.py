"""Themes of one's own: known by their content, in every process of a build."""

import pytest

from twbench.errors import GrammarError
from twbench.generator import make_grammar
from twbench.generator.grammar import own_themes
from twbench.generator.grammar.own_themes import (
    own_theme,
    parse_own_theme,
    read_theme_files,
    use_themes,
)
from twbench.generator.grammar.text_grammar import MissingTextGrammar

CASTLE = (("castle_obj.twg", "a:#b#"), ("castle_room.twg", "b:hail"))


@pytest.fixture(autouse=True)
def _no_themes_stay_in_use():
    before = own_themes._themes
    yield
    use_themes(before)


@pytest.fixture
def folder(tmp_path):
    for name, text in (*CASTLE, ("castles.twg", "a:other"), ("castle_notes.txt", "not read")):
        (tmp_path / name).write_text(text)
    return tmp_path


def test_the_files_of_a_theme_are_read_in_the_order_of_their_names(folder):
    assert read_theme_files(folder, "castle") == CASTLE
    assert read_theme_files(folder, "tower") == ()


def test_a_file_that_is_no_text_is_refused(folder):
    (folder / "castle_odd.twg").write_bytes(b"a:\xff")
    with pytest.raises(GrammarError, match=r"castle_odd\.twg"):
        read_theme_files(folder, "castle")


def test_a_theme_in_use_is_found_wherever_its_files_are(folder):
    files = read_theme_files(folder, "castle")
    for path in folder.iterdir():
        path.unlink()
    use_themes({"castle": files})
    assert own_theme("castle").files == ("castle_obj.twg", "castle_room.twg")
    assert make_grammar({"theme": "castle"}).expand("#a#") == "hail"


def test_only_the_themes_used_last_are_known():
    use_themes({"castle": CASTLE})
    use_themes({"tower": (("tower.twg", "a:x"),)})
    assert own_theme("castle") is None
    assert own_theme("tower") is not None
    with pytest.raises(MissingTextGrammar, match="no text grammar 'castle"):
        make_grammar({"theme": "castle"})


def test_equal_files_are_one_theme_and_others_another():
    again = tuple((name, text) for name, text in CASTLE)
    assert parse_own_theme("castle", CASTLE) is parse_own_theme("castle", again)
    other = parse_own_theme("castle", (*CASTLE[:1], ("castle_room.twg", "b:hello")))
    assert other.options != parse_own_theme("castle", CASTLE).options


def test_faults_are_those_of_any_theme():
    use_themes({"castle": CASTLE[:1]})
    with pytest.raises(GrammarError, match=r"castle_obj\.twg:1:3: Unknown symbol #b#"):
        own_theme("castle")
