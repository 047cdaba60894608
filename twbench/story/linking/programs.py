"""The programs of logics: each is made once, and placed into every story with its logic."""

__all__ = ["logic_program"]

from twbench.bounded_cache import BoundedCache
from twbench.generator.data import KnowledgeBase
from twbench.generator.data.phrasebook import Phrasebook
from twbench.logic import GameLogic
from twbench.story.linking.program import LogicProgram
from twbench.story.linking.stored_programs import stored_program

_CACHED = 16
"""A dataset has a few logics; a compiled one takes up to a megabyte."""
_PROGRAMS: BoundedCache[tuple[int, int], tuple[GameLogic, Phrasebook, LogicProgram]] = BoundedCache(
    _CACHED
)


def logic_program(kb: KnowledgeBase) -> LogicProgram:
    """Return the compiled program of the logic of ``kb``, with its words.

    The last programs are kept, by the identity of logic and words: these are never changed, and
    equal documents share a logic. Raises LogicError for a phrasebook that gives a word of the
    parser another meaning, GameFileError for texts with unknown functions, StoryLimitError for what
    no story has room for.
    """
    logic, book = kb.logic, kb.phrasebook
    key = id(logic), id(book)
    # The entry holds both as well: as long as it is kept, no other object has their ids.
    known = _PROGRAMS.get(key)
    if known is None:
        known = _PROGRAMS.keep(key, (logic, book, _made(kb)))
    return known[2]


def _made(kb: KnowledgeBase) -> LogicProgram:
    stored = stored_program(kb)
    if stored is not None:
        return stored
    # A quarter of what links a story, which the logics that ship do not need.
    from twbench.story.linking.program_compiler import compiled_program

    return compiled_program(kb)
