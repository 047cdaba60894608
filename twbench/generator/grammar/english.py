"""Small English: articles, plurals, lists and the choice between singular and plural."""

__all__ = [
    "capitalise",
    "fix_determinant",
    "list_to_string",
    "number_word",
    "plural",
    "repl_sing_plur",
    "replace_num",
    "tidy",
]

import re
from collections.abc import Sequence
from functools import lru_cache

_MAYBE_WRONG_ARTICLES = (
    ("a ", re.compile(r"a (?<!\wa )(?=([AEIOUHaeiouh][A-Za-z]*|[FLMNRSX][A-Z][A-Za-z]*))")),
    ("an ", re.compile(r"an (?<!\wan )(?=([A-Za-z]+))")),
    ("A", re.compile(r"An? (?<!\wA )(?<!\wAn )(?=([A-Za-z]+))")),
)
"""Each with how it begins: texts without that are not searched. A word boundary in front would be
tried at every character."""
_SOUNDS_LIKE_CONSONANT = re.compile(
    r"(?:uni(?!n|m)|us(?:e|u|ing)|eu|ewe|one\b|once\b|ut(?:e|i)|ubiq|ukulele)"
)
_SOUNDS_LIKE_VOWEL = re.compile(r"(?:hour|honest|honou?r|heir)")
_SPELLED_OUT = re.compile(r"[A-Z][B-DF-HJ-NP-TV-Z][A-XZ]?")
"""Letters that are said one by one, as in "MBA": those of "RAM" and of "SKY" make a word."""
_LETTERS_LIKE_VOWELS = "AEFHILMNORSX"
_CHOICE = re.compile(r"\[([^\[\]|]*)\|([^\[\]|]*)\]")
_COMMAS = re.compile(",,+")
_IRREGULAR_PLURALS = {
    "bookshelf": "bookshelves",
    "knife": "knives",
    "loaf": "loaves",
    "mouse": "mice",
    "shelf": "shelves",
}


@lru_cache(maxsize=4096)
def _article(word: str) -> str:
    lowered = word.lower()
    if _SOUNDS_LIKE_CONSONANT.match(lowered):
        return "a"
    if _SPELLED_OUT.fullmatch(word):
        return "an" if word[0] in _LETTERS_LIKE_VOWELS else "a"
    return "an" if lowered[0] in "aeiou" or _SOUNDS_LIKE_VOWEL.match(lowered) else "a"


def fix_determinant(var: str) -> str:
    """Return ``var`` with every indefinite article made to agree with the word after it.

    >>> fix_determinant("a apple and an used pen in a hour, an USB stick and a MBA diploma")
    'an apple and a used pen in an hour, a USB stick and an MBA diploma'
    """
    for beginning, pattern in _MAYBE_WRONG_ARTICLES:
        if beginning in var:
            var = pattern.sub(_right_article, var)
    return var


def _right_article(found: re.Match[str]) -> str:
    return found[0][0] + _article(found[1])[1:] + " "


@lru_cache(maxsize=4096)
def plural(noun: str) -> str:
    """Return the plural of ``noun`` (of its last word).

    >>> plural("cardboard box"), plural("shelf"), plural("tray"), plural("pantry")
    ('cardboard boxes', 'shelves', 'trays', 'pantries')
    """
    head, _, last = noun.rpartition(" ")
    if last in _IRREGULAR_PLURALS:
        last = _IRREGULAR_PLURALS[last]
    elif last.endswith(("s", "x", "z", "ch", "sh")):
        last += "es"
    elif last.endswith("y") and last[-2:-1] not in "aeiou":
        last = last[:-1] + "ies"
    else:
        last += "s"
    return f"{head} {last}" if head else last


def list_to_string(lst: Sequence[str], det: bool, det_type: str = "a") -> str:
    """Return ``lst`` as an English list, each item behind ``det_type`` if ``det``.

    >>> list_to_string(["chest", "ashtray", "box"], det=True)
    'a chest, an ashtray and a box'
    """
    items = [f"{det_type} {item}" for item in lst] if det else list(lst)
    text = f"{', '.join(items[:-1])} and {items[-1]}" if len(items) > 1 else "".join(items)
    return fix_determinant(text) if det and det_type == "a" else text


def repl_sing_plur(phrase: str, length: int) -> str:
    """Resolve each choice ``[one|several]`` of ``phrase`` for ``length`` things.

    >>> repl_sing_plur("There [is an exit|are exits] here", 2)
    'There are exits here'
    """
    if "[" not in phrase:
        return phrase
    return _CHOICE.sub(lambda found: found[1 if length == 1 else 2], phrase)


def number_word(count: int) -> str:
    """Return "one", "two" or, for more, "several" (documented for ``(^)``)."""
    return {1: "one", 2: "two"}.get(count, "several")


def replace_num(phrase: str, val: int) -> str:
    """Put the number ``val`` in words where ``phrase`` has ``(^)``."""
    return phrase.replace("(^)", number_word(val))


def capitalise(sentence: str) -> str:
    """Return ``sentence`` with its first character in upper case."""
    first = sentence[:1]
    return sentence if first.isupper() else first.upper() + sentence[1:]


def tidy(text: str) -> str:
    """Return ``text`` with articles that agree, without double blanks or blanks before '.,'.

    An expansion may be empty, which leaves such blanks around it, or two commas.
    """
    while "  " in text:
        text = text.replace("  ", " ")
    text = text.replace(" .", ".").replace(" ,", ",")
    if ",," in text:
        text = _COMMAS.sub(",", text)
    return fix_determinant(text)
