"""The words of a story: all that it prints or knows.

They are found without linking it, and without laying out its tables: its texts are cut as
`twbench.story.texts.texts.TextCompiler` cuts them, whose errors are raised here too.
"""

__all__ = ["all_words", "vocabulary"]

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from twbench.bounded_cache import BoundedCache
from twbench.generator.games.game import Game
from twbench.story.contents.world import StoryWorld
from twbench.story.linking.program import LogicProgram
from twbench.story.linking.programs import logic_program
from twbench.story.linking.tables import articles, description, maximum_score, terms_of
from twbench.story.state.representation import Representation
from twbench.story.texts.names import heading
from twbench.story.texts.text_pieces import FUNCTION, piece_code
from twbench.story.texts.texts import cut, unknown_entity
from twbench.story.zcode.template import load_template
from twbench.story.zcode.zstring import StringTable

_WORDS = re.compile(r"[a-zà-öø-ÿ]+(?:['-][a-zà-öø-ÿ]+)*")
_APART = "".join(chr(n) if re.match("[a-z'-]", chr(n)) else " " for n in range(128))
"""What each letter becomes so that the words in a text of ASCII letters stand alone."""
_NUMBERED = re.compile(r"[a-z]*\d\w*")
_PRINTABLE = bytes([*b"\t\n", *range(ord(" "), ord("~") + 1)])
"""The letters of texts that any story can print; others may be so too."""
_BETWEEN = "\x1e"
"""What stands between texts that are cut at once."""


class _Told(NamedTuple):
    """What a piece prints, but for what depends on the game, and what it calls entities.

    Each name comes with the text that has it; it is "" for the entity that the text is about.
    """

    texts: str
    names: tuple[tuple[str, str], ...]


def vocabulary(game: Game) -> list[str]:
    """Return every word that the story of ``game`` prints or knows, in lower case and sorted.

    Raises StoryLimitError for names and texts that no story has room for or can print,
    GameFileError for texts with unknown functions or entities.
    """
    program = logic_program(game.kb)
    world = StoryWorld(game, program.representation, describes=False)
    maximum_score(game)
    return all_words(world, program, _texts(world))


def all_words(world: StoryWorld, program: LogicProgram, texts: Iterable[str]) -> list[str]:
    """Return the words of a story with these ``texts``, besides those of its program and names."""
    names = [entity.name for entity in world.objects]
    common = _common_words(program)
    words = _words_in("\n".join(chain(texts, names)).lower())
    words.update(filter(_WORDS.fullmatch, world.named.keys() - words))
    words.difference_update(common)
    words.update(*map(_numbered, names))
    # Two runs, each of them sorted: to merge them takes less than to sort all.
    return sorted([*common, *sorted(words)])


def _words_in(text: str) -> set[str]:
    """Return the words of a text in lower case."""
    if not text.isascii():
        return set(_WORDS.findall(text))
    words = set(text.translate(_APART).split())
    # Few have signs, which may stand before or behind them, or twice.
    signed = [word for word in words if not word.isalpha()]
    words.difference_update(signed)
    words.update(*map(_WORDS.findall, signed))
    return words


@lru_cache(maxsize=8192)
def _numbered(name: str) -> tuple[str, ...]:
    """Return what has a digit in it: names may be no more than ids."""
    return tuple(_NUMBERED.findall(name.lower()))


def _common_words(program: LogicProgram) -> dict[str, None]:
    """Return the words that all stories of a program have, sorted."""
    found = _OF_PROGRAMS.get(program.identity)
    if found is None:
        texts = [*load_template().texts, *program.block.strings, *program.literal_strings]
        known = filter(_WORDS.fullmatch, program.words.words)
        words = _words_in("\n".join(texts).lower()).union(known)
        found = _OF_PROGRAMS.keep(program.identity, dict.fromkeys(sorted(words)))
    return found


_OF_PROGRAMS: BoundedCache[str, dict[str, None]] = BoundedCache(16)
"""By the identities of programs, of which as many are kept."""


def _texts(world: StoryWorld) -> list[str]:
    """Return all texts that a story of the world prints besides those of its program."""
    literals, pieces = _cut_all([*_written(world)])
    told = [_told_by(piece, world.representation) for piece in dict.fromkeys(pieces)]
    terms = terms_of(world)
    for one in told:
        for name, source in one.names:
            if name and not terms.get(name):
                raise unknown_entity(name, source, terms)
    texts = [*literals, *[one.texts for one in told]]
    texts += [heading(entity.name) for entity in world.objects if entity.is_room]
    texts.append(world.game.objective)
    letters = "\n".join(texts)
    if not letters.isascii() or letters.encode().translate(None, _PRINTABLE):
        StringTable().place(texts)  # raises StoryLimitError
    return texts


def _cut_all(texts: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the literal parts of all ``texts``, and the pieces between them: see `cut`.

    They are cut at once where no piece reaches from one text into the next, and none has brackets
    that are not those of functions: then each is cut as if it were alone.
    """
    joined = _BETWEEN.join(texts)
    literals, pieces = cut(joined)
    text = "".join(literals)
    if text.count(_BETWEEN) == joined.count(_BETWEEN) == len(texts) - 1:
        return "\n".join(literals).split(_BETWEEN), pieces
    parts = [cut(text) if FUNCTION.search(text) else ([text], []) for text in texts]
    return [*chain.from_iterable([each for each, _ in parts])], [
        *chain.from_iterable([each for _, each in parts])
    ]


def _written(world: StoryWorld) -> Iterator[str]:
    """Yield the texts about entities, with their functions."""
    for entity in world.objects:
        yield from filter(None, (description(entity), *articles(entity)))


@lru_cache(maxsize=16384)
def _told_by(piece: str, representation: Representation) -> _Told:
    """Return what a piece of a text prints, and calls entities: texts share most of theirs."""
    code = piece_code(piece, representation, False)
    names = [name for name, _ in code.terms] + [one.subject for one in code.conditions]
    printed = "\n".join([part for _, part in code.texts])
    return _Told(printed, tuple([(name, code.source) for name in names]))
