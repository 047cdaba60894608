"""The words of a story of crafting: what a player types, as numbers, and what begins a command."""

__all__ = ["DEFAULT_OBJECT_WORDS", "Vocabulary", "spoken_words"]

import re
import struct
from collections.abc import Container, Iterable, Sequence
from functools import lru_cache

from twbench.errors import StoryLimitError
from twbench.story.crafts.layout import Meta
from twbench.story.zcode.zstring import encode_word, fold

ENTRY_SIZE = 10
_SEPARATORS = b'.,?!;:"()>'
"""Characters that end a word and are words themselves; ``>`` is of prompts that are typed along."""
_VERB, _NOUN = 0x01, 0x80
_ENTRY = struct.Struct(">6sBHB")
_WORD = re.compile(r"[a-z0-9]+(?:['-][a-z0-9]+)*")
_LEFT_OUT = ("the", "a", "an", "some", "my", "please", "to", "it", "them", *_SEPARATORS.decode())
"""Words that mean nothing, unless something is called so."""
_NEEDLESS = (
    *("for", "up", "down", "then", "and", "into", "inside", "through", "towards"),
    *("now", "just", "something", "anything"),
)
"""Words that mean nothing where, besides, all commands can be told apart without them."""
DEFAULT_OBJECT_WORDS = ("for", "of", "how", "do", "i", "can", "make")
_CRAFT = ("craft", "make", "build", "create", "produce", "prepare")
_GO = ("go", "move", "walk", "travel", "run", "head", "goto", "enter", "visit")
_ALIKE = (
    _CRAFT,
    _GO,
    ("pickup", "pick"),
    (
        *("search", "find", "seek", "look", "mine", "dig", "gather", "collect", "hunt"),
        *("chop", "cut", "fell", "harvest"),
    ),
    ("take", "get", "grab", "pick", "collect", "gather", "obtain", "fetch"),
    ("place", "put", "drop"),
    ("unlock", "open"),
    ("smelt", "melt"),
    ("wood", "wooden", "tree", "log", "timber"),
    ("gold", "golden"),
    ("from", "using", "of"),
    ("at", "in", "near"),
)
"""Words of which one may be typed for another, if not all of them are words of the world."""
_META = {
    **dict.fromkeys(("look", "l", "here"), Meta.LOOK),
    **dict.fromkeys(("inventory", "inv", "i", "have", "carrying", "holding"), Meta.INVENTORY),
    **dict.fromkeys(("what",), Meta.POSSIBLE),
    **dict.fromkeys(
        ("help", "hint", "hints", "commands", "options", "actions", "info", "about"), Meta.HELP
    ),
    **dict.fromkeys(("recipes", "recipe", "how"), Meta.RECIPES),
    **dict.fromkeys(
        ("examine", "x", "check", "inspect", "count", "show", "view", "list", "read"), Meta.EXAMINE
    ),
    "score": Meta.SCORE,
    **dict.fromkeys(("goal", "objective", "task", "tasks", "win"), Meta.OBJECTIVE),
    **dict.fromkeys(("again", "g", "repeat"), Meta.AGAIN),
    **dict.fromkeys(("quit", "q"), Meta.QUIT),
    "restart": Meta.RESTART,
    "save": Meta.SAVE,
    **dict.fromkeys(("restore", "load"), Meta.RESTORE),
    **dict.fromkeys(("script", "transcript"), Meta.SCRIPT),
    "unscript": Meta.UNSCRIPT,
    "undo": Meta.UNDO,
    **dict.fromkeys(("wait", "z"), Meta.WAIT),
    **dict.fromkeys(("me", "myself", "who"), Meta.SELF),
    **dict.fromkeys(("back", "return"), Meta.BACK),
    "where": Meta.WHERE,
    "oops": Meta.OOPS,
    **dict.fromkeys(("yes", "y"), Meta.YES),
    "no": Meta.NO,
    **dict.fromkeys(("version", "credits", "license", "verify"), Meta.VERSION),
    **dict.fromkeys((".", ",", ";", "then", "and"), Meta.THEN),
}
_WISHES = {
    **dict.fromkeys(
        (
            *("get", "take", "grab", "pick", "pickup", "collect", "gather", "obtain", "fetch"),
            *("search", "find", "seek", "mine", "dig", "hunt", "chop", "cut", "fell", "harvest"),
            *_CRAFT,
        ),
        Meta.GET,
    ),
    "use": Meta.USE,
    **dict.fromkeys(
        (
            *("north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"),
            *("n", "ne", "e", "se", "s", "sw", "w", "nw", "u", "d", "out"),
            *("exits", "ways", "directions", "explore"),
        ),
        Meta.WAYS,
    ),
    **dict.fromkeys(_GO, Meta.GO),
    **dict.fromkeys(("leave", "exit"), Meta.LEAVE),
    **dict.fromkeys(("from", "using", "of", "by"), Meta.FROM),
    **dict.fromkeys(("it", "them"), Meta.IT),
    "with": Meta.WITH,
    **dict.fromkeys(("all", "everything"), Meta.ALL),
    **dict.fromkeys(("need", "needed", "needs", "require", "required"), Meta.RECIPES),
    **dict.fromkeys(
        ("want", "would", "should", "like", "try", "let", "let's", "i'd", "i'll"), Meta.COURTESY
    ),
}
"""Words that ask for something without being its command; they may be the world's as well."""


@lru_cache(maxsize=16384)
def spoken_words(text: str) -> tuple[str, ...]:
    """Return the words of a name, or of a command, as they are typed."""
    return tuple(_WORD.findall(fold(text.lower().replace("_", " "))))


class Vocabulary:
    """The numbers of words: those of ``names``, of ``phrases``, and of what means the same.

    Words that look alike to a story have one number.
    """

    def __init__(self, names: Iterable[str], phrases: Iterable[str]):
        own: dict[str, None] = {}
        for name in names:
            own |= dict.fromkeys(spoken_words(name))
        self._wishes = {encode_word(word) for word in _WISHES if word not in own}
        spoken = dict.fromkeys(map(spoken_words, phrases))  # in order, as words are numbered
        self._left_out = _left_out(own, spoken)
        left_out = map(encode_word, self._left_out)
        for words in spoken:
            own |= dict.fromkeys(words)
        self._own = own
        self._numbers = dict.fromkeys(left_out, 0)
        for word in own:
            self._number(word)
        for words in _ALIKE:
            known = [word for word in words if encode_word(word) in self._numbers]
            for word in words:
                if known and word not in known and word not in _META:
                    self._numbers[encode_word(word)] = self._numbers[encode_word(known[0])]
        for word in (*_META, *_WISHES, *DEFAULT_OBJECT_WORDS):
            self._number(word)

    def _number(self, word: str) -> int:
        return self._numbers.setdefault(encode_word(word), 1 + len(self._numbers))

    def key(self, text: str) -> tuple[int, ...]:
        """Return the numbers of the words of a text; raises StoryLimitError if it has none."""
        key = tuple(
            number for word in spoken_words(text) if (number := self._numbers[encode_word(word)])
        )
        if not key:
            raise StoryLimitError(f"{text!r} has no word that could be typed.")
        return key

    def dictionary(self, verbs: Sequence[str]) -> bytes:
        """Return the dictionary; ``verbs`` are the words that commands begin with."""
        meta = {encode_word(word): number for word, number in (_WISHES | _META).items()}
        begins = {encode_word(word) for word in (*verbs, *_META)} | self._wishes
        entries = [
            _ENTRY.pack(code, _VERB if code in begins else _NOUN, number, meta.get(code, 0))
            for code, number in sorted(self._numbers.items())
        ]
        header = bytes([len(_SEPARATORS), *_SEPARATORS, ENTRY_SIZE]) + len(entries).to_bytes(2)
        return header + b"".join(entries)

    def spoken(self) -> set[str]:
        """Return the words that a player may type."""
        return {*self._own, *filter(str.isalpha, (*_META, *_WISHES, *self._left_out))}


def _left_out(names: Container[str], phrases: Iterable[tuple[str, ...]]) -> list[str]:
    """Return the words that mean nothing where names have some words, and commands are these."""
    left_out = [word for word in _LEFT_OUT if word not in names]
    known = _without(phrases, left_out)
    for needless in _NEEDLESS:
        if needless in names:
            continue
        having = {words for words in known if needless in words}
        shorter = _without(having, (needless,))
        others = known - having
        if () not in shorter and len(shorter) == len(having) and shorter.isdisjoint(others):
            left_out.append(needless)
            known = others | shorter
    return left_out


def _without(phrases: Iterable[tuple[str, ...]], left_out: Container[str]) -> set[tuple[str, ...]]:
    return {tuple([word for word in words if word not in left_out]) for words in phrases}
