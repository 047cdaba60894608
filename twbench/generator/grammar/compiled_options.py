"""The options of a text grammar, compiled: what an expansion draws from, and how high it grows.

An option is compiled once, to a tuple of literal texts and `Symbol` marks in reverse order, which
is the order in which an expansion's stack wants them.

Some marks are no symbols, but stand for the thing that is described: ``(name)``, ``(name-adj)`` and
``(name-n)`` are documented (docs: Context-Free Grammars, Object Descriptors). TextWorld's own
themes also ask for an article, ``(name-indefinite)`` and ``(name-definite)``, and for the
identifier of the thing, ``(obj)``.
"""

__all__ = [
    "ARTICLES",
    "ENDLESS",
    "NAME_MARKS",
    "OBJECT",
    "Choices",
    "Option",
    "Symbol",
    "choices_of",
    "compile_option",
    "heights_of",
    "least_high",
]

from collections.abc import Iterable, Mapping

ENDLESS = 10**9
"""The height of a symbol whose expansion cannot end."""

ARTICLES = {"indefinite": "a", "definite": "the"}
"""By what follows a mark; which of "a" and "an" it is, the word behind it tells."""
_PLAIN = ("name", "name-adj", "name-n")
NAME_MARKS = (*_PLAIN, *(f"{name}-{article}" for name in _PLAIN for article in ARTICLES))
"""All marks that begin with ``name``, without their brackets."""
OBJECT = "(obj)"


class Symbol(str):
    """A mark in a compiled option: to be replaced by an option of the symbol of this name."""

    __slots__ = ()


Option = tuple[str, ...]


class Choices(list["str | tuple[str | Choices, ...]"]):
    """The options of a symbol as they are drawn.

    An option that has no symbols is a text. Others are tuples of tokens, in which each symbol is
    replaced by its own `Choices`: to look these up by name takes longer than to draw one of them.
    """

    __slots__ = ("symbol",)

    def __init__(self, symbol: str):
        super().__init__()
        self.symbol = Symbol(symbol)


def compile_option(text: str) -> Option:
    """Compile one option or other text with ``#symbol#`` marks.

    >>> compile_option("a #colour# door")
    (' door', 'colour', 'a ')
    """
    if "#" not in text:
        return (text,) if text else ()
    # The last token comes first: expanding takes from the end of a list, where that is cheap.
    parts = text.split("#")
    tokens = [Symbol(part) if index % 2 else part for index, part in enumerate(parts)]
    return tuple(token for token in reversed(tokens) if token)


def choices_of(compiled: Mapping[str, Iterable[Option]]) -> dict[str, Choices]:
    """Return the options of all symbols as they are drawn."""
    found = {symbol: Choices(symbol) for symbol in compiled}
    for symbol, options in compiled.items():
        found[symbol] += [
            tuple([found[token] if type(token) is Symbol else token for token in option])
            if Symbol in map(type, option)
            else "".join(option)
            for option in options
        ]
    return found


def heights_of(compiled: Mapping[str, tuple[Option, ...]]) -> dict[str, int]:
    """Return for each symbol the height of its lowest derivation, `ENDLESS` without one.

    Height by height: an option counts as soon as the last of its symbols has a height.
    """
    # Each option is visited once for each symbol in it. Going over all options until nothing
    # changes would take as many rounds as the theme has nested symbols.
    heights = dict.fromkeys(compiled, ENDLESS)
    waiting: dict[str, list[tuple[str, int]]] = {}
    missing: dict[tuple[str, int], int] = {}
    level: set[str] = set()
    for symbol, options in compiled.items():
        for number, option in enumerate(options):
            marks = {token for token in option if type(token) is Symbol and token in compiled}
            missing[symbol, number] = len(marks)
            for mark in marks:
                waiting.setdefault(mark, []).append((symbol, number))
            if not marks:
                level.add(symbol)
    height = 0
    while level:
        height += 1
        heights.update(dict.fromkeys(level, height))
        above: set[str] = set()
        for known in level:
            for place in waiting.get(known, ()):
                missing[place] -= 1
                if not missing[place] and heights[place[0]] == ENDLESS:
                    above.add(place[0])
        level = above
    return heights


def least_high(options: tuple[Option, ...], heights: Mapping[str, int]) -> tuple[Option, ...]:
    """Return the options that can be expanded to the end in the fewest levels."""
    least = min(_option_height(option, heights) for option in options)
    return tuple(option for option in options if _option_height(option, heights) == least)


def _option_height(option: Option, heights: Mapping[str, int]) -> int:
    marks = (heights.get(token, 0) for token in option if type(token) is Symbol)
    return min(ENDLESS, max(marks, default=0))
