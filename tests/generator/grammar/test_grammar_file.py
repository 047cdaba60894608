"""Text grammar files: reading, compiling and checking a theme."""

import pytest

from twbench.errors import GrammarError
from twbench.generator.grammar import grammar_file
from twbench.generator.grammar.compiled_options import Symbol
from twbench.generator.grammar.grammar_file import GrammarWarning, load_theme, parse_theme
from twbench.generator.grammar.theme_folders import theme_files, theme_names


def theme_of(*sources):
    return parse_theme("some", [(f"some_{n}.twg", text) for n, text in enumerate(sources)])


def texts_of(theme, symbol):
    """Return the options of a symbol as an author writes them."""
    return [written(option) for option in theme.options[symbol]]


def written(option):
    return "".join(f"#{part}#" if type(part) is Symbol else part for part in reversed(option))


def faults_of(*sources):
    with pytest.raises(GrammarError) as caught:
        theme_of(*sources)
    return str(caught.value)


class TestReading:
    def test_a_line_is_a_rule_and_an_indented_line_continues_it(self):
        theme = theme_of("a:\n    one two\n    three;\n    four;\nb:;x")
        assert texts_of(theme, "a") == ["one two three", "four"]
        assert texts_of(theme, "b") == ["", "x"]

    def test_comments_and_empty_lines_are_no_rules_and_end_none(self):
        theme = theme_of("# a comment\na:x;\n\n# another\n    y\n")
        assert texts_of(theme, "a") == ["x", "y"]

    def test_only_the_first_colon_divides(self):
        assert texts_of(theme_of("a:b: c"), "a") == ["b: c"]

    def test_a_theme_is_all_its_files(self):
        theme = theme_of("a:#b#", "b:x")
        assert theme.files == ("some_0.twg", "some_1.twg")
        assert list(theme.options) == ["a", "b"]

    def test_a_later_file_replaces_a_symbol(self):
        theme = theme_of("a:#b#\nb:x;y", "b:z")
        assert (texts_of(theme, "a"), texts_of(theme, "b")) == (["#b#"], ["z"])

    def test_so_does_a_later_line_of_a_file_with_a_warning(self):
        with pytest.warns(GrammarWarning, match=r"some_0\.twg:3: 'a' replaces that of line 1$"):
            theme = theme_of("a:x\nb:x\na:y")
        assert texts_of(theme, "a") == ["y"]

    def test_flavour_files_are_read_as_well(self, tmp_path):
        (tmp_path / "ship_obj.twf").write_text("a:x", encoding="utf-8")
        (tmp_path / "ship_room.twg").write_text("b:#a#", encoding="utf-8")
        assert theme_names([tmp_path]) == ["ship"]
        assert load_theme(tmp_path, "ship").files == ("ship_obj.twf", "ship_room.twg")


class TestDerivedRules:
    @pytest.mark.parametrize(
        ("text", "symbol", "rule"),
        [
            ("(o)_noun:pen\n(o)_adj:old", "(o)", "#(o)_adj# | #(o)_noun#"),
            ("(o)_noun:pen", "(o)", "#(o)_noun#"),
            ("(o)_adj:old\ncook_(o)_noun:pan", "cook_(o)", "#(o)_adj# | #cook_(o)_noun#"),
            (
                "(o)_adj:old\ncook_(o)_adj:hot\ncook_(o)_noun:pan",
                "cook_(o)",
                "#cook_(o)_adj# | #cook_(o)_noun#",
            ),
            ("(o)_noun:pen\n(o)_adj:old\n(o):a | b", "(o)", "a | b"),
        ],
    )
    def test_names_follow_from_adjectives_and_nouns_unless_written(self, text, symbol, rule):
        assert texts_of(theme_of(text), symbol) == [rule]

    @pytest.mark.parametrize(
        ("option", "read"),
        [
            ("[if open]It is open.[otherwise]No.", "[if open]It is open.[otherwise]No.[end if]"),
            ("[if a]b[if c]d[end if]", "[if a]b[if c]d[end if][end if]"),
            ("[if a]b[end if]", "[if a]b[end if]"),
        ],
    )
    def test_a_condition_ends_with_its_option(self, option, read):
        assert texts_of(theme_of(f"a:{option}"), "a") == [read]


class TestFaults:
    def test_all_faults_at_once_with_place_and_caret(self):
        message = faults_of(
            "a:#b# and #c#\nno rule here\nb:open (name;closed]\n",
            "z:again\nd:one # only\ne:[if open]x\n    y[",
        )
        assert "The text grammar 'some' has 6 faults:" in message
        assert "some_0.twg:1:11: Unknown symbol #c#.\n  a:#b# and #c#\n            ^" in message
        assert "some_0.twg:2:1: A rule is written" in message
        assert "some_0.twg:3:8: A '(' without its ')'." in message
        assert "some_0.twg:3:20: A ']' without its '['." in message
        assert "some_1.twg:2:7: A '#' without its partner" in message
        assert "some_1.twg:4:6: A '[' without its ']'." in message

    def test_place_of_a_fault_in_a_continued_line(self):
        assert "some_0.twg:3:7: Unknown symbol #gone#." in faults_of("a:x;\n    y;\n    z #gone#")

    @pytest.mark.parametrize(
        ("text", "fault"),
        [
            ("a:#b#\nb:x #a#", "Symbol 'a' never ends"),
            ("a:#a#", "Symbol 'a' never ends"),
            ("a:x[end if]", "An [end if] without its [if ...]."),
            ("a:(name-adjective)", "Unknown placeholder (name-adjective). Did you mean 'name-adj'"),
            ("two words:x", "'two words' is no symbol"),
            (":x", "'' is no symbol"),
            ("  lost", "continues a rule, but none began"),
            ("colour:red\na:#color#", "Unknown symbol #color#. Did you mean 'colour'"),
            ("a:x\x07", "The character '\\x07' has no place in a text."),
            ("a:\u202ex", "The character '\\u202e' has no place in a text."),
            ("a:([x)]", "A ')' without its '('."),
        ],
    )
    def test_a_fault_is_told_with_its_file(self, text, fault):
        message = faults_of(text)
        assert "some_0.twg:" in message
        assert fault in message

    def test_no_more_faults_are_listed_than_anybody_reads(self):
        message = faults_of("\n".join(f"a{number}:#gone#" for number in range(300)))
        assert message.count("Unknown symbol") == grammar_file.MOST_FAULTS == 100


class TestSizes:
    @pytest.mark.parametrize(
        ("limit", "most", "text", "message"),
        [
            ("MOST_CHARACTERS", 9, "a:x\nb:yyyy", "has 10 characters, more than 9"),
            ("MOST_OPTIONS", 2, "a:1;2;3;4", "has 3 options, more than 2"),
            ("MOST_SYMBOLS", 1, "a:1\nb:2", "has 2 symbols, more than 1"),
            ("LONGEST_OPTION", 3, "a:xxxx", "at most 3 characters"),
            ("MOST_MARKS", 1, "a:#b##b#\nb:x", "and 1 symbols"),
        ],
    )
    def test_a_theme_has_limits(self, monkeypatch, limit, most, text, message):
        monkeypatch.setattr(grammar_file, limit, most)
        assert message in faults_of(text)


class TestFiles:
    def test_themes_are_known_by_the_names_of_their_files(self, tmp_path):
        for name in ("castle_room.twg", "castle_obj.twg", "castles.twg", "notes.txt"):
            (tmp_path / name).write_text("a:x")
        assert theme_names([tmp_path, tmp_path / "nowhere"]) == ["castle", "castles"]
        assert [path.name for path in theme_files(tmp_path, "castle")] == [
            *("castle_obj.twg", "castle_room.twg"),
        ]

    @pytest.mark.parametrize("name", ["*", "", "../castle", "cas*", "c" * 101])
    def test_what_is_no_name_has_no_files(self, tmp_path, name):
        (tmp_path / "castle_obj.twg").write_text("a:x")
        assert theme_files(tmp_path, name) == []

    def test_a_theme_is_loaded_once(self, tmp_path):
        (tmp_path / "tower.twg").write_text("a:x")
        first = load_theme(tmp_path, "tower")
        (tmp_path / "tower.twg").write_text("a:y")
        assert load_theme(tmp_path, "tower") is first
        assert texts_of(first, "a") == ["x"]

    def test_a_file_that_is_no_text_is_refused(self, tmp_path):
        (tmp_path / "odd.twg").write_bytes(b"a:\xff\xfe")
        with pytest.raises(GrammarError, match=r"odd\.twg"):
            load_theme(tmp_path, "odd")
