"""The themes that twbench ships: complete, rich, and safe to type."""

import re
import runpy
from collections import Counter
from pathlib import Path
from unittest.mock import patch

import pytest

from twbench.errors import GrammarError
from twbench.generator.grammar import grammar_file, text_grammar
from twbench.generator.grammar.grammar_file import load_theme, parse_theme
from twbench.generator.grammar.needs import REQUIRED_SYMBOLS
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, theme_files

ROOT = Path(__file__).resolve().parents[3]
TOOL = runpy.run_path(str(ROOT / "tools" / "update_known_themes.py"))
THEMES = ("basic", "house")
DICTIONARY_LETTERS = 9
NAMED_TYPES = ("r", "d", "k", "c", "s", "f", "o")

# What a story understands as something else than a part of a name.
COMMANDS = """
    take get pick drop put insert place open close shut lock unlock eat examine look inventory go
    walk run north south east west up down in out all it them him her with from into on off to
    under of the a an and then wait again undo restart restore save quit score help script x l i
    z g n s e w u d everything except but me myself cook fry roast grill slice dice chop prepare
"""
COMMAND_WORDS = frozenset(COMMANDS.split())
ENTRY_SYMBOLS = re.compile(
    r"room_type|match|(?:\w+_)?\(\w\)(?:_adj|_noun|_desc|_type)?|(?:\w+_)?dec|room_.*|.*_desc"
    r"|ig_\w+|go/.*|take(?:/[cs])?|drop|insert|put|eat|open|close|unlock|lock|examine|look"
    r"|inventory|wait|prologue|epilogue|\w+_step|next_quest|command"
)


def grammar(theme, seed=0):
    return Grammar({"theme": theme}, seed)


def names_of(theme):
    """All names of a theme, as (type, name)."""
    source = grammar(theme)
    return [(kind, name) for kind in NAMED_TYPES for name in source.name_pool(kind, None).names]


def words_of(theme):
    words = {word for _, name in names_of(theme) for word in name.full.split()}
    return words | set(grammar(theme).get_all_expansions_for_tag("match"))


def test_the_packaged_themes_are_these():
    stems = sorted(path.stem for path in PACKAGED_THEMES.glob("*.twg"))
    parts = ("instruction", "obj", "room")
    shared = [f"{theme}_{part}" for theme in THEMES for part in parts]
    assert stems == sorted([*shared, "house_fixture", "house_thing"])


@pytest.mark.parametrize("theme", THEMES)
class TestEveryTheme:
    def test_is_complete(self, theme):
        assert grammar(theme).check()
        assert all(grammar(theme).has_tag(symbol) for symbol in REQUIRED_SYMBOLS)

    def test_every_symbol_expands(self, theme):
        source = grammar(theme, 1)
        for tag in source.tags:
            for _ in range(20):
                text = source.get_random_expansion(tag)
                assert "#" not in text
                assert text.count("[if") == text.count("[end if]")

    def test_every_symbol_is_used(self, theme):
        text = "\n".join(
            path.read_text(encoding="utf-8") for path in PACKAGED_THEMES.glob(f"{theme}_*.twg")
        )
        unused = [
            tag
            for tag in grammar(theme).tags
            if f"#{tag}#" not in text and not ENTRY_SYMBOLS.fullmatch(tag)
        ]
        assert unused == []

    def test_is_plain_ascii(self, theme):
        for path in PACKAGED_THEMES.glob(f"{theme}_*.twg"):
            assert path.read_bytes().isascii()

    def test_names_are_lower_case_words(self, theme):
        for _, name in names_of(theme):
            assert re.fullmatch(r"[a-z]+(?: [a-z]+)?(?: \d+)?", name.noun), name
            assert name.adj is None or re.fullmatch(r"[a-z]+", name.adj), name

    def test_a_dictionary_tells_all_words_apart(self, theme):
        cut = Counter(word[:DICTIONARY_LETTERS] for word in words_of(theme))
        assert [word for word, count in cut.items() if count > 1] == []

    def test_no_word_of_a_name_is_a_command(self, theme):
        assert words_of(theme) & COMMAND_WORDS == set()

    def test_no_noun_names_two_types(self, theme):
        types = Counter()
        for kind in NAMED_TYPES:
            types.update(grammar(theme).get_all_nouns_for_type(kind))
        assert [noun for noun, count in types.items() if count > 1] == []

    def test_objects_have_names_in_every_room(self, theme):
        source = grammar(theme)
        for room_type in source.room_types():
            for kind in NAMED_TYPES:
                assert source.name_pool(kind, room_type).names

    def test_rooms_read_well_without_objects(self, theme):
        source = grammar(theme, 2)
        symbols = [tag for tag in source.tags if tag == "dec" or tag.endswith("_dec")]
        for symbol in symbols:
            for _ in range(200):
                text = source.get_random_expansion(symbol)
                assert re.fullmatch(r"(?:[A-Z(][^.!?]*[.!?]\"?(?: |$))+", text), text
                assert "  " not in text


class TestHouse:
    def test_there_are_many_nouns_of_each_type(self):
        source = grammar("house")
        counts = {kind: len(source.get_all_nouns_for_type(kind)) for kind in NAMED_TYPES}
        assert counts["r"] >= 90
        assert counts["o"] >= 150
        assert counts["c"] >= 50
        assert counts["s"] >= 50
        assert counts["f"] >= 40
        assert counts["d"] >= 10
        for room_type in source.room_types():
            assert len(source.name_pool("r", room_type).nouns) >= 15

    def test_nouns_differ_in_their_first_letters(self):
        nouns = {name.noun for _, name in names_of("house")}
        cut = Counter(noun[:DICTIONARY_LETTERS] for noun in nouns)
        assert [letters for letters, count in cut.items() if count > 1] == []

    def test_there_are_many_adjectives_and_matching_names(self):
        source = grammar("house")
        assert len(source.get_all_adjective_for_type("r")) >= 30
        assert len(source.get_all_adjective_for_type("o")) >= 30
        assert len(source.get_all_expansions_for_tag("match")) >= 40

    def test_adjectives_are_not_nouns(self):
        nouns = {word for _, name in names_of("house") for word in name.noun.split()}
        adjectives = {name.adj for _, name in names_of("house")}
        assert nouns & adjectives == set()

    def test_every_noun_of_a_thing_has_descriptions_of_its_own(self):
        source = grammar("house")
        nouns = {noun for kind in "dkcsfo" for noun in source.get_all_nouns_for_type(kind)}
        told = {noun: f"{noun.replace(' ', '_')}_desc" for noun in sorted(nouns)}
        assert [noun for noun, symbol in told.items() if not source.has_tag(symbol)] == []
        texts = [source.get_all_expansions_for_tag(symbol) for symbol in told.values()]
        assert min(map(len, texts)) >= 2

    def test_every_description_of_a_noun_has_that_noun(self):
        source = grammar("house")
        nouns = {noun for kind in "dkcsfo" for noun in source.get_all_nouns_for_type(kind)}
        known = {f"{noun.replace(' ', '_')}_desc" for noun in nouns}
        known |= {"in_desc", "on_desc", "openable_desc", "room_exit_desc"}
        symbols = {tag for tag in source.tags if re.fullmatch(r"[a-z_]+_desc", tag)}
        assert symbols - known == set()

    def test_a_thousand_rooms_do_not_open_alike(self):
        source = grammar("house", 5)
        for room_type in source.room_types():
            openings = {source.get_random_expansion(f"{room_type}_dec") for _ in range(1000)}
            assert len(openings) >= 700

    def test_a_thousand_objectives_do_not_begin_alike(self):
        source = grammar("house", 5)
        assert len({source.get_random_expansion("prologue") for _ in range(1000)}) >= 400


def test_basic_is_terse():
    source = grammar("basic")
    assert source.get_all_expansions_for_tag("dec") == ["You are in (name)."]
    assert len(source.get_vocabulary()) < len(grammar("house").get_vocabulary()) / 8


def sources(name):
    return [(path.name, path.read_text()) for path in theme_files(PACKAGED_THEMES, name)]


def test_the_themes_that_are_known_are_those_that_ship():
    assert grammar_file.KNOWN_THEMES.read_text() == TOOL["known_themes"]()


@pytest.mark.parametrize("name", THEMES)
def test_a_known_theme_is_read_as_one_that_is_checked(name):
    load_theme.cache_clear()
    known = parse_theme(name, sources(name))
    with patch.object(grammar_file, "known_texts", lambda _: None):
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
