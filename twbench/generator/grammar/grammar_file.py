"""Text grammar files (.twg, or .twf): reading, compiling and checking a theme.

A theme is every file ``<theme>_*.twg`` of a folder (and ``<theme>.twg``). A line is a rule
``symbol:option;option;...``; an indented line continues the rule above it; a line that begins with
``#`` is a comment. Within an option ``#symbol#`` stands for one of that symbol's options. Of
several rules for one symbol the last counts, in the order of the files' names.
"""

__all__ = [
    "CHECKED",
    "GrammarFault",
    "GrammarWarning",
    "Theme",
    "digest_of",
    "known_texts",
    "load_theme",
    "parse_theme",
    "texts_to_know",
]

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import chain, islice
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple, TypeVar

from twbench.errors import GrammarError, InputWarning, nearest
from twbench.generator.grammar.compiled_options import (
    ENDLESS,
    NAME_MARKS,
    Choices,
    Option,
    Symbol,
    choices_of,
    compile_option,
    heights_of,
    least_high,
)
from twbench.generator.grammar.needs import OTHERS_FOR_EXITS
from twbench.generator.grammar.theme_folders import MOST_CHARACTERS, read_files
from twbench.hashing import canonical_json, sha256_hex
from twbench.printable import excerpt, shortened
from twbench.system.stored import stored_value
from twbench.whole_numbers import counted

MOST_SYMBOLS = 20_000
MOST_OPTIONS = 100_000
LONGEST_OPTION = 10_000
MOST_MARKS = 500
"""Symbols within one option."""
MOST_FAULTS = 100
MOST_REPEATED = 10
"""Symbols defined twice that a warning names."""
_LONGEST_MESSAGE = 500
KNOWN_THEMES = Path(__file__).with_name("known_themes.json")
CHECKED = "checked"
"""What the memo of a theme has of one with all that text generation needs."""

_Made = TypeVar("_Made")

# Patterns as texts: compiled when they are needed, which they are not for themes that ship.
_ORDER = "[\x00-\x08\x0e-\x1f\x7f\x80-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
_NAME_LIKE = r"\((name[^()\s]*)\)"


class GrammarWarning(InputWarning):
    """A theme was read although something in it is surely not meant so; the message shows where."""


class GrammarFault(NamedTuple):
    """One thing wrong in a file: what, and where."""

    message: str
    file: str
    line: int
    column: int
    source: str

    def __str__(self) -> str:
        shown, caret = excerpt(self.source, self.column - 1)
        place = f"{self.file}:{self.line}:{self.column}"
        return f"{place}: {shortened(self.message, _LONGEST_MESSAGE)}\n  {shown}\n  {caret}"


class _Place(NamedTuple):
    """Where an option or a symbol was written."""

    file: str
    line: int
    column: int
    source: str

    def fault(self, message: str, offset: int = 0) -> GrammarFault:
        return GrammarFault(message, self.file, self.line, self.column + offset, self.source)


_NOWHERE = _Place("", 0, 1, "")


class _Written(NamedTuple):
    """An option as its author wrote it: its text, cut into the pieces of single lines."""

    text: str
    starts: tuple[int, ...]
    places: tuple[_Place, ...]

    def fault(self, message: str, offset: int) -> GrammarFault:
        piece = max(i for i, start in enumerate(self.starts) if start <= offset)
        return self.places[piece].fault(message, offset - self.starts[piece])


@dataclass(slots=True)
class _Rule:
    """A rule while its lines are read."""

    symbol: str
    place: _Place
    pieces: list[tuple[str, _Place]] = field(default_factory=list)

    def options(self) -> list[_Written]:
        """Cut the lines of the rule at its semicolons; an ending semicolon ends no option."""
        written: list[_Written] = []
        current: list[tuple[str, _Place]] = []
        for text, place in self.pieces:
            column = place.column
            for index, part in enumerate(text.split(";")):
                if index:
                    written.append(_join(current, self.place))
                    current = []
                stripped = part.strip()
                if stripped:
                    lead = len(part) - len(part.lstrip())
                    at = _Place(place.file, place.line, column + lead, place.source)
                    current.append((stripped, at))
                column += len(part) + 1
        if current or not written:
            written.append(_join(current, self.place))
        return written


@dataclass(frozen=True)
class Theme:
    """The compiled rules of a theme.

    ``options`` maps each symbol to its compiled options. ``choices`` are the options as drawn, see
    `Choices`. ``memo`` keeps what is computed from the rules alone, so that it is computed once per
    process; ``symbols`` which symbol of a form serves which type.
    """

    name: str
    files: tuple[str, ...]
    options: Mapping[str, tuple[Option, ...]]
    # Compared, printed: no, since the choices of a symbol may lead back to itself.
    choices: Mapping[str, Choices] = field(compare=False, repr=False)
    memo: dict[object, object] = field(default_factory=dict, compare=False, repr=False)
    symbols: dict[tuple[str, tuple[str, ...]], str | None] = field(
        default_factory=dict, compare=False, repr=False
    )

    @cached_property
    def shortest(self) -> Mapping[str, Choices]:
        """The options of each symbol that lead to a text with the fewest nested expansions.

        Few texts are so long that these are asked for.
        """
        heights = heights_of(self.options)
        return choices_of({name: least_high(some, heights) for name, some in self.options.items()})

    def once(self, key: object, make: Callable[[], _Made]) -> _Made:
        """Return what ``make`` makes of the rules alone; with one ``key`` it is made but once."""
        if key not in self.memo:
            self.memo[key] = make()
        return self.memo[key]  # type: ignore[return-value]


@lru_cache(maxsize=64)
def load_theme(folder: Path, theme: str) -> Theme:
    """Read, compile and check the files of ``theme`` in ``folder``; cached per process.

    Raises GrammarError that shows all faults at once, each with file, line, column and caret. A
    symbol that one file defines twice is told with a GrammarWarning.
    """
    return parse_theme(theme, read_files(folder, theme))


def parse_theme(theme: str, sources: Iterable[tuple[str, str]]) -> Theme:
    """Compile the ``sources``, pairs of a file name and its text; see `load_theme`."""
    sources = list(sources)
    _check_size(theme, "characters", sum(len(text) for _, text in sources), MOST_CHARACTERS)
    _check_size(theme, "options", sum(text.count(";") for _, text in sources), MOST_OPTIONS)
    known = known_texts(sources)
    compiled = _checked(theme, sources) if known is None else _compiled(known)
    return Theme(
        name=theme,
        files=tuple([file for file, _ in sources]),
        options=MappingProxyType(compiled),
        choices=MappingProxyType(choices_of(compiled)),
        memo={} if known is None else {CHECKED: True},
    )


def _checked(theme: str, sources: Sequence[tuple[str, str]]) -> dict[str, tuple[Option, ...]]:
    """Compile a theme that is not known to be sound; raises GrammarError with all its faults."""
    faults: list[GrammarFault] = []
    rules = _rules(sources, faults)
    _check_size(theme, "symbols", len(rules), MOST_SYMBOLS)
    written = {symbol: rule.options() for symbol, rule in rules.items()}
    compiled = _compiled(_texts_of(written))
    faults += _faults_of_options(written, MOST_FAULTS - len(faults))
    faults = faults or _endless(compiled, rules)
    if faults:
        listed = sorted(faults, key=_reading_order)[:MOST_FAULTS]
        shown = "\n".join(map(str, listed))
        count = counted(len(faults), "fault")
        raise GrammarError(f"The text grammar {theme!r} has {count}:\n{shown}")
    return compiled


def _compiled(texts: Mapping[str, Iterable[str]]) -> dict[str, tuple[Option, ...]]:
    """Compile the options of all symbols, and those of the symbols that they stand for."""
    compiled = {symbol: tuple(map(compile_option, options)) for symbol, options in texts.items()}
    _add_name_rules(compiled)
    _add_exits(compiled)
    return compiled


def _texts_of(written: Mapping[str, Iterable[_Written]]) -> dict[str, list[str]]:
    return {symbol: [_closed(each.text) for each in some] for symbol, some in written.items()}


def known_texts(sources: Iterable[tuple[str, str]]) -> Mapping[str, list[str]] | None:
    """Return the options of a theme that ships, in which nothing is wrong; None for any other."""
    texts: Mapping[str, list[str]] | None = stored_value(KNOWN_THEMES, digest_of(sources))
    return texts


def texts_to_know(sources: Iterable[tuple[str, str]]) -> Mapping[str, list[str]]:
    """Return what `known_texts` is to find of a theme."""
    return _texts_of({name: rule.options() for name, rule in _rules(sources, []).items()})


def _closed(text: str) -> str:
    """Return a text in which each ``[if ...]`` has an ``[end if]``: the last where none is written.

    So it is documented (docs: Context-Free Grammars, Object Descriptors). Without it, what follows
    the option in a larger text would depend on the condition too.
    """
    return text + "[end if]" * (text.count("[if ") - text.count("[end if]"))


def digest_of(sources: Iterable[tuple[str, str]]) -> str:
    """Return what a theme that is known to be sound is known by."""
    return sha256_hex(canonical_json([*map(list, sources)]))


def _faults_of_options(written: Mapping[str, list[_Written]], most: int) -> list[GrammarFault]:
    found = (_option_faults(option, written) for options in written.values() for option in options)
    return list(islice(chain.from_iterable(found), max(0, most)))


def _endless(
    compiled: Mapping[str, tuple[Option, ...]], rules: Mapping[str, _Rule]
) -> list[GrammarFault]:
    """Return a fault for each symbol whose expansion cannot end."""
    heights = heights_of(compiled)
    return [
        (rules[name].place if name in rules else _NOWHERE).fault(
            f"Symbol {name!r} never ends: each of its options leads back to it."
        )
        for name, height in heights.items()
        if height >= ENDLESS
    ]


def _rules(sources: Iterable[tuple[str, str]], faults: list[GrammarFault]) -> dict[str, _Rule]:
    """Return the last rule of each symbol, adding what is wrong to ``faults``.

    Warns of rules that another one in the same file replaces: one of the two does nothing.
    """
    rules: dict[str, _Rule] = {}
    repeated: list[str] = []
    for file, text in sources:
        for rule in _read_rules(file, text, faults):
            former = rules.get(rule.symbol)
            rules[rule.symbol] = rule
            if former is not None and former.place.file == file:
                line = f"{file}:{rule.place.line}: {shortened(rule.symbol)!r}"
                repeated.append(f"{line} replaces that of line {former.place.line}")
    if repeated and not faults:
        named = repeated[:MOST_REPEATED]
        if len(repeated) > len(named):
            named.append(f"and {len(repeated) - len(named)} more")
        listed = "\n  ".join(["Symbols of a text grammar are defined twice in one file:", *named])
        warnings.warn(listed, GrammarWarning, stacklevel=2)
    return rules


def _check_size(theme: str, what: str, count: int, most: int) -> None:
    if count > most:
        raise GrammarError(f"The text grammar {theme!r} has {count} {what}, more than {most}.")


def _reading_order(fault: GrammarFault) -> tuple[str, int, int]:
    return fault.file, fault.line, fault.column


def _join(pieces: list[tuple[str, _Place]], fallback: _Place) -> _Written:
    starts, length = [], 0
    for text, _ in pieces:
        starts.append(length)
        length += len(text) + 1
    return _Written(
        " ".join(text for text, _ in pieces),
        tuple(starts) or (0,),
        tuple(place for _, place in pieces) or (fallback,),
    )


def _read_rules(file: str, text: str, faults: list[GrammarFault]) -> Iterator[_Rule]:
    """Yield the rules of one file, adding what is no rule to ``faults``."""
    rule: _Rule | None = None
    for number, line in enumerate(text.splitlines(), 1):
        source = line.rstrip()
        if not source or source.startswith("#"):
            continue
        if len(faults) >= MOST_FAULTS:
            return
        order = re.search(_ORDER, source)
        if order:
            place = _Place(file, number, order.start() + 1, source)
            faults.append(place.fault(f"The character {order[0]!a} has no place in a text."))
            continue
        if source[0] in " \t":
            indent = len(source) - len(source.lstrip())
            place = _Place(file, number, indent + 1, source)
            if rule is None:
                faults.append(place.fault("An indented line continues a rule, but none began."))
            else:
                rule.pieces.append((source[indent:], place))
            continue
        if rule is not None:
            yield rule
        rule = _begun_rule(_Place(file, number, 1, source), faults)
    if rule is not None:
        yield rule


def _begun_rule(place: _Place, faults: list[GrammarFault]) -> _Rule | None:
    """Return the rule that begins with the line at ``place``; None if it is none, a fault."""
    symbol, colon, options = place.source.partition(":")
    if not colon:
        faults.append(place.fault("A rule is written 'symbol:option;option'; no ':' here."))
        return None
    if not symbol or re.search(r"[\s#;|]", symbol):
        faults.append(place.fault(f"{symbol!r} is no symbol: it needs text without blanks, '#;|'."))
        return None
    start = place._replace(column=len(symbol) + 2)
    return _Rule(symbol, place, [(options, start)] if options.strip() else [])


def _option_faults(option: _Written, known: Mapping[str, object]) -> Iterator[GrammarFault]:
    text = option.text
    parts = text.split("#")
    if len(text) > LONGEST_OPTION or len(parts) > 2 * MOST_MARKS:
        yield option.fault(
            f"An option has at most {LONGEST_OPTION} characters and {MOST_MARKS} symbols.", 0
        )
        return
    if len(parts) % 2 == 0:
        yield option.fault("A '#' without its partner: a tag is written #symbol#.", text.rfind("#"))
        return
    offset = 0
    for index, part in enumerate(parts):
        if index % 2 and part not in known:
            message = f"Unknown symbol #{part}#.{nearest(part, known)}"
            yield option.fault(message, offset - 1)
        offset += len(part) + 1
    yield from _bracket_faults(option)
    for found in re.finditer(_NAME_LIKE, text):
        if found[1] not in NAME_MARKS:
            message = f"Unknown placeholder ({found[1]}).{nearest(found[1], NAME_MARKS)}"
            yield option.fault(message, found.start())


def _bracket_faults(option: _Written) -> Iterator[GrammarFault]:
    """Check that brackets of each kind match, and that each ``[end if]`` has its ``[if ...]``."""
    opening: list[tuple[str, int]] = []
    conditions = 0
    text = option.text
    for offset, character in enumerate(text):
        if character in "([":
            opening.append((character, offset))
            if text.startswith("[if ", offset):
                conditions += 1
            elif text.startswith("[end if]", offset):
                if not conditions:
                    yield option.fault("An [end if] without its [if ...].", offset)
                    return
                conditions -= 1
        elif character in ")]":
            partner = "(" if character == ")" else "["
            if not opening or opening[-1][0] != partner:
                yield option.fault(f"A {character!r} without its {partner!r}.", offset)
                return
            opening.pop()
    for character, offset in opening:
        partner = ")" if character == "(" else "]"
        yield option.fault(f"A {character!r} without its {partner!r}.", offset)


def _add_name_rules(compiled: dict[str, tuple[Option, ...]]) -> None:
    """Derive ``X`` as ``#X_adj# | #X_noun#`` where only ``X_noun`` is written.

    ``X`` is ``(type)`` or ``roomtype_(type)``; without an ``X_adj`` of its own a room type uses
    the general adjectives, ``(type)_adj`` (docs: Context-Free Grammars, Naming conventions).
    """
    for symbol in [name for name in compiled if name.endswith(")_noun")]:
        base = symbol.removesuffix("_noun")
        if base in compiled or "(" not in base:
            continue
        general = base[base.index("(") :]
        adjective = next((a for a in (f"{base}_adj", f"{general}_adj") if a in compiled), None)
        text = f"#{adjective}# | #{symbol}#" if adjective else f"#{symbol}#"
        compiled[base] = (compile_option(text),)


def _add_exits(compiled: dict[str, tuple[Option, ...]]) -> None:
    """Let what is said of exits one by one stand for the documented symbols that a theme lacks."""
    for symbol, others in OTHERS_FOR_EXITS.items():
        other = next((name for name in others if name in compiled), None)
        if symbol not in compiled and other is not None:
            compiled[symbol] = ((Symbol(other),),)
