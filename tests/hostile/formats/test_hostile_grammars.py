"""Text grammars by strangers: any bytes make texts, or are refused within seconds."""

import random
import warnings
from collections.abc import Callable
from pathlib import Path

import pytest
from judging import message_of
from mutations import mutated_bytes

from twbench import GameOptions, make
from twbench.errors import GrammarError, TwbenchError
from twbench.generator.grammar.grammar_file import (
    LONGEST_OPTION,
    MOST_CHARACTERS,
    MOST_MARKS,
    MOST_OPTIONS,
    MOST_SYMBOLS,
    GrammarWarning,
    parse_theme,
)
from twbench.generator.grammar.text_grammar import Grammar, MissingTextGrammar
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES
from twbench.generator.knowledge.command_actions import _fits

SOUND = """\
# A comment
room_type:clean;cook
(o)_adj:new;old
(o)_noun:pen;pencil;#stone#
clean_(o)_noun:towel
cook_(o):sharp | knife
stone:pebble;[rock|rocks]
(o)_desc:The (name) is #how#.[if open]It is open.[end if]
how:fine;
    as new
"""

Theme = Callable[[str | bytes], Grammar]


@pytest.fixture
def theme(tmp_path: Path) -> Theme:
    """Return the grammar of a file of these bytes."""
    count = 0

    def read(text: str | bytes) -> Grammar:
        nonlocal count
        count += 1
        data = text if isinstance(text, bytes) else text.encode()
        (tmp_path / f"t{count}_all.twg").write_bytes(data)
        return Grammar({"theme": f"t{count}"}, text_grammars_path=tmp_path)

    return read


def use(grammar: Grammar) -> None:
    """Ask a grammar for all that it may be asked for."""
    for tag in grammar.tags:
        message_of(lambda tag=tag: grammar.expand(f"#{tag}#"), GrammarError)
        message_of(lambda tag=tag: grammar.get_all_expansions_for_tag(tag), GrammarError)
    grammar.get_vocabulary()
    for kind in grammar.named_types():
        message_of(lambda kind=kind: grammar.generate_name(kind, "clean"), TwbenchError)
    message_of(grammar.check, GrammarError)


def refused(theme: Theme, text: str | bytes) -> str:
    return message_of(lambda: theme(text), GrammarError) or ""


def test_the_grammar_is_sound(theme: Theme) -> None:
    use(theme(SOUND))


def laughs(levels: int, width: int) -> str:
    lines = [f"a{level}:{f'#a{level + 1}#' * width}\n" for level in range(levels)]
    return "".join([*lines, f"a{levels}:ha\n"])


@pytest.mark.parametrize(
    "text",
    [
        laughs(60, 2),
        laughs(5, MOST_MARKS - 1),
        pytest.param(laughs(60, 2).replace("ha", "x;y"), marks=pytest.mark.slow),
        "a0:#a0##a0##b#\n".replace("\n", ";x\nb:") + "y" * LONGEST_OPTION,
    ],
)
def test_texts_and_lists_of_texts_are_limited(theme: Theme, text: str) -> None:
    grammar = theme(text)
    listed = message_of(lambda: grammar.get_all_expansions_for_tag("a0"), GrammarError)
    assert "too many to list" in (listed or "")
    if ";" not in text or "x;y" in text:
        assert "is too long" in (message_of(lambda: grammar.expand("#a0#"), GrammarError) or "")
    else:  # its options that end are found
        assert len(grammar.expand("#a0#")) > 0


@pytest.mark.parametrize("names", [" ", "red | ; #blank#", "#blank##blank#"])
@pytest.mark.parametrize("numbering", [False, True])
def test_empty_names_are_told(theme: Theme, names: str, numbering: bool) -> None:
    grammar = theme(f"(o):{names}\nblank: \n")
    grammar.options.allowed_variables_numbering = numbering
    complaint = message_of(lambda: grammar.generate_name("o"), GrammarError)
    assert "has nothing but empty names for 'o'." in (complaint or "")


def test_many_types_of_rooms_are_refused(theme: Theme) -> None:
    words = ";".join(f"w{number}" for number in range(40))
    grammar = theme(f"room_type:#w##w#\nw:{words}\n(o):pen\n")
    assert "1600 types of rooms" in (message_of(grammar.named_types, GrammarError) or "")


def test_long_chains_are_worked_out(theme: Theme) -> None:
    count = 1000
    down = "".join(f"a{number}:#a{number + 1}#\n" for number in range(count)) + f"a{count}:x\n"
    up = "a0:x\n" + "".join(f"a{number + 1}:#a{number}#\n" for number in range(count))
    grammar = theme(down)
    assert grammar.expand("#a0#") == "x"
    assert grammar.get_all_expansions_for_tag("a0", count + 1) == ["x"]
    assert grammar.get_all_expansions_for_tag("a0", count) == []
    assert theme(up).expand(f"#a{count}#") == "x"


TOO_MUCH: dict[str, tuple[str | bytes, str]] = {
    "characters": ("#" * (MOST_CHARACTERS + 1), "has 1000001 characters, more than 1000000."),
    "bytes": ("ü" * 4 * MOST_CHARACTERS, "has more than 4000000 bytes."),
    "options": ("a:" + ";" * (MOST_OPTIONS + 1), "has 100001 options, more than 100000."),
    "symbols": ("\n".join(f"{n}:" for n in range(MOST_SYMBOLS + 1)), "has 20001 symbols, more"),
    "a long option": ("a:" + "x" * (LONGEST_OPTION + 1), "An option has at most 10000 characters"),
    "marks": ("a:" + "#a#" * (MOST_MARKS + 1) + ";x", "at most 10000 characters and 500 symbols."),
    "no rules": ("x\n" * 100_000, "has 100 faults:"),
    "unknown symbols": ("\n".join(f"a{n}:#b{n}#" for n in range(5000)), "has 100 faults:"),
    "open brackets": ("a:" + "([" * 4000, "A '(' without its ')'."),
    "circles": ("a:#b#\nb:#a#\n", "Symbol 'a' never ends"),
    "a noun of nothing": (")_noun:#x#\n", "Unknown symbol #x#."),
    "a name with a NUL": ("a:x\x00y\n", "The character '\\x00' has no place in a text."),
    "an order to a terminal": ("a:\x1b]0;pwned\x07\n", "The character '\\x1b' has no place"),
    "another direction": ("a:\u202egpj\n", "The character '\\u202e' has no place"),
    "UTF-16": (SOUND.encode("utf-16"), "is no text: byte 0 is no UTF-8."),
    "a surrogate": (b"a:\xed\xa0\x80", "is no text: byte 2 is no UTF-8."),
}


LONG = ("symbols", "unknown symbols")


@pytest.mark.parametrize(
    "kind", [pytest.param(kind, marks=[pytest.mark.slow] * (kind in LONG)) for kind in TOO_MUCH]
)
def test_too_much_and_nonsense_are_refused(theme: Theme, kind: str) -> None:
    text, expected = TOO_MUCH[kind]
    complaint = refused(theme, text)
    assert expected in complaint


def test_of_very_many_symbols_defined_twice_a_few_are_named(theme: Theme) -> None:
    with pytest.warns(GrammarWarning, match=r"'a' replaces that of line 10\n  and 99989 more$"):
        theme("a:x\n" * 100_000)


def test_brackets_and_bars_are_looked_through_once(theme: Theme) -> None:
    for text in (
        "a:[" + "|" * 9000 + "[]]",
        "a:" + "[if " * 2000 + "]" * 2000,
        "a:" + "[if x " * 1200 + "#b#" + "]" * 1200 + "\nb:x",
    ):
        complaint = message_of(lambda text=text: use(theme(text)), GrammarError)
        assert complaint is None or "without its" in complaint


def test_other_newlines_and_a_byte_order_mark_are_nothing(theme: Theme) -> None:
    plain = theme(SOUND)
    for data in (SOUND.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + SOUND.encode()):
        other = theme(data)
        assert other.tags == plain.tags
        assert other.get_vocabulary() == plain.get_vocabulary()


@pytest.mark.parametrize(
    "name",
    ["", "..", "../x", "/etc/passwd", "*", "ho?se", "[h]ouse", "x\x00", "\x1b[2J", "x" * 999],
)
def test_what_is_no_name_of_a_theme_is_not_looked_for(name: str) -> None:
    complaint = message_of(lambda: Grammar({"theme": name}), MissingTextGrammar)
    assert "There is no text grammar" in (complaint or "")


def test_commands_are_compared_in_time() -> None:
    assert _fits("put a red ball in the box", ["put ", " in ", ""])
    assert _fits("xay", ["x", "y"])
    assert not _fits("xy", ["x", "y"])
    assert not _fits("put in box", ["put ", " in ", ""])
    assert _fits("look", ["look"])
    assert not _fits("look up", ["look"])
    assert not _fits("a" * 10_000, [*"a" * 5_002, "b"])


def test_games_are_written_with_the_damaged_text_of_a_theme(tmp_path: Path) -> None:
    sources = {path.name: path.read_bytes() for path in PACKAGED_THEMES.glob("basic_*.twg")}
    for seed in range(4):
        rng = random.Random(seed)
        for name, data in sources.items():
            damaged = mutated_bytes(data, rng)
            (tmp_path / name.replace("basic", f"d{seed}")).write_bytes(damaged)
        message_of(lambda seed=seed: write_game(tmp_path, f"d{seed}"), TwbenchError)


def write_game(folder: Path, theme: str) -> None:
    options = GameOptions()
    options.seeds, options.nb_rooms, options.nb_objects = 3, 2, 6
    options.chaining.max_length = 3
    _, game = make(options, path=None)
    game.change_grammar(Grammar({"theme": theme}, text_grammars_path=folder))


def check_damaged(seed: int, theme: Theme) -> None:
    """Damage may also leave a grammar of which twbench only warns."""
    data = mutated_bytes(SOUND.encode(), random.Random(seed))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", GrammarWarning)
        message_of(lambda: use(theme(data)), GrammarError)


@pytest.mark.parametrize("seed", range(15))
def test_damaged_grammars_are_grammars_or_are_refused(seed: int, theme: Theme) -> None:
    check_damaged(seed, theme)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(5))
def test_many_damaged_grammars(block: int, theme: Theme) -> None:
    for seed in range(1000 + 30 * block, 1030 + 30 * block):
        check_damaged(seed, theme)


def test_many_faults_are_counted_to_a_hundred() -> None:
    text = "".join(f"a{number}:#b#\n" for number in range(500))
    with pytest.raises(GrammarError, match="has 100 faults"):
        parse_theme("many", [("many.twg", text)])
