"""What can be named in a state of a story: one name for each thing.

Words of what is seen and held, and of the names of objects around, are nouns or adjectives of the
story's dictionary. Each is examined: those that get the answer that absent things get are dropped,
and words with equal answers are names of one thing, unless objects say otherwise.
"""

__all__ = [
    "Names",
    "names_of_things",
    "normalised",
    "owners_of_words",
    "without_asides",
    "words_around",
]

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import lru_cache

from jericho.util import recognized

from twbench.envs.objects.dictionary import ALL, NAME_WORD, NO_NAMES, Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.trials import Trials

_PARTS = re.compile(r"[-']")
_ABSENT = 3
_MOST_PAIRS = 6
_MARK = "*"
_SAME = tuple(
    (re.compile(pattern), plain)
    for pattern, plain in (
        (r"(?:\b(?:the|an?|some|your) )?\*(?:[ -](?:of )?(?:the )?\*)*", _MARK),
        (
            r"\b(?:they're|they are|that is|it's|it is|those are|he's|he is|she's|she is)\b",
            "that's",
        ),
        (r"\bare\b|'re\b", "is"),
        (r"\b(?:those|they|them|it|he|him|she|her)\b", "that"),
        (r"\baren't\b", "isn't"),
        (r"\bdon't\b", "doesn't"),
    )
)
"""What answers say in other words about many things, or somebody, than about one thing."""
_ASIDE = re.compile(r"^(?:\([^)]*\) ?)+")
_AMBIGUOUS = re.compile(r"\b(?:did|do) you mean\b.*\?", re.DOTALL)
_OPTION = re.compile(r"(?:mean|,|\bor) (?:the|an?|your) ([^,?]+?)(?=,|\?| or )")


@dataclass(frozen=True, slots=True)
class Names:
    """Names for one thing each, and those for ``several`` at once, such as "coins".

    ``refusal`` is what is answered, normalised, where several may not be named.
    """

    things: tuple[str, ...]
    several: tuple[str, ...]
    refusal: str


def normalised(reply: str, names: Iterable[str]) -> str:
    """Return an answer with a mark in place of what is named by words among ``names``.

    What depends on number is made one, as "is" and "are" are, and what the parser has understood,
    "(the blue one)", is left out.
    """
    return _normalised(reply, tuple(names))


@lru_cache(maxsize=1024)
def _normalised(reply: str, names: tuple[str, ...]) -> str:
    text = without_asides(reply.lower())
    text = _any_of(names).sub(_MARK, text)
    for pattern, plain in _SAME:
        text = pattern.sub(plain, text)
    return text


def without_asides(reply: str) -> str:
    """Return an answer without what the parser has understood, on one line."""
    return _ASIDE.sub("", " ".join(reply.split()))


@lru_cache(maxsize=512)
def _any_of(names: tuple[str, ...]) -> re.Pattern[str]:
    longest_first = sorted(names, key=lambda name: (-len(name), name))
    choice = "|".join(map(re.escape, longest_first))
    return re.compile(rf"(?<![a-z])(?:{choice})(?![a-z])")


def names_of_things(trials: Trials, world: World, dictionary: Dictionary) -> Names:
    """Return a name for each thing that can be referred to, sorted, and words for several."""
    owners = owners_of_words(trials, world)
    texts = [trials.try_out(command).reply for command in ("look", "inventory")]
    words = _words(texts, dictionary)
    spelled = {dictionary.cut(word) for word in words}
    words.update(word for word in owners if len(word) > 1 and word not in spelled)
    words -= NO_NAMES
    judge = _Judge(trials, dictionary, words)
    ambiguous = [word for word in sorted(words) if judge.hears(word)]
    phrases = _phrases(trials, world, dictionary)
    nouns = set(phrases.values())
    names = [
        min(same, key=lambda word: (word not in nouns, "'" in word, len(word), word))
        for group in judge.told_apart(nouns)
        for same in _of_one_thing(group, owners, dictionary)
    ]
    unique = {word for group in judge.groups.values() for word in group}
    named = {number for word in unique for number in owners.get(dictionary.cut(word), ())}
    names += _phrases_that_name(judge, phrases, words)
    names += _pairs(judge, owners, ambiguous, named)
    several = {*judge.several, *judge.plurals()} - set(names)
    return Names(tuple(sorted(set(names))), tuple(sorted(several)), judge.of_many)


class _Judge:
    """Examines things, and keeps names that are understood by what is answered."""

    def __init__(self, trials: Trials, dictionary: Dictionary, words: set[str]):
        self.groups: dict[str, list[str]] = {}
        self.several: list[str] = []
        # What was meant, by the questions of the story.
        self.options: set[str] = set()
        self._told: dict[str, str] = {}
        self._dictionary = dictionary
        self._trials = trials
        self._absent = _absent_replies(trials, dictionary, words)
        self.of_many = normalised(trials.try_out(f"examine {ALL}").reply, [ALL])

    def hears(self, name: str) -> bool:
        """Examine something, and return whether the story asks which one is meant."""
        if self._trials.is_over:
            return False
        reply = self._trials.try_out(f"examine {name}").reply
        plain = " ".join(reply.split())
        if _AMBIGUOUS.search(plain):
            for option in _OPTION.findall(plain.lower()):
                known = [word for word in NAME_WORD.findall(option) if self._is_word(word)]
                self.options.add(" ".join(known))
            self.options.discard("")
            return True
        told = self._told[name] = normalised(reply, [name, *name.split()])
        if recognized(plain) and told not in self._absent:
            if told == self.of_many:
                self.several.append(name)
            else:
                self.groups.setdefault(plain, []).append(name)
        return False

    def told_apart(self, nouns: set[str]) -> list[list[str]]:
        """Return names in groups that get the same answers.

        A name that is none of the ``nouns`` is left out if the story has to say what it takes it
        for, "(the lens)", and that has a name of its own, with the same answer: by the next verb it
        may take it for another thing.
        """
        groups = []
        for reply, names in self.groups.items():
            plain = without_asides(reply)
            guessed = NAME_WORD.findall(reply[: len(reply) - len(plain)].lower())
            is_guess = bool(set(guessed) & set(self.groups.get(plain, ())))
            kept = [name for name in names if not is_guess or name in nouns]
            groups += [kept] if kept else []
        return groups

    def plurals(self) -> list[str]:
        """Return words for several things that were understood as one of them."""
        return [
            word
            for same in self.groups.values()
            for word in same
            if word.endswith("s") and self._dictionary.cut(word[:-1]) in self._dictionary.names
        ]

    def is_remarkable(self, name: str) -> bool:
        """Whether nothing else that was examined looks like something of this name."""
        own = [same for same in self.groups.values() if name in same]
        told = self._told.get(name, "")
        return own == [[name]] and list(self._told.values()).count(told) == 1

    def _is_word(self, word: str) -> bool:
        return self._dictionary.cut(word) in self._dictionary.words and word not in NO_NAMES

    def knows(self, name: str) -> bool:
        """Whether a name has been understood as that of one thing."""
        return any(name in same for same in self.groups.values())


def _phrases_that_name(judge: _Judge, phrases: Iterable[str], words: Set[str]) -> Iterator[str]:
    """Yield those options of questions, and of the ``phrases``, that name something new."""
    for phrase in sorted(judge.options - words):
        judge.hears(phrase)
        if judge.is_remarkable(phrase):
            yield phrase
    for phrase in sorted(set(phrases) - words - judge.options):
        before = len(judge.groups)
        judge.hears(phrase)
        if len(judge.groups) > before:
            yield phrase


def _pairs(
    judge: _Judge, owners: Mapping[str, set[int]], ambiguous: Sequence[str], named: set[int]
) -> list[str]:
    """Return pairs of words for objects that no single word tells from others.

    They may look like others that have a name.
    """
    found = []
    for number in sorted({n for word in ambiguous for n in owners.get(word, ())} - named):
        own = [word for word in ambiguous if number in owners.get(word, ())]
        others = [word for word in sorted(owners) if number in owners[word]]
        pairs = [f"{one} {other}" for one in own for other in others if one != other]
        for pair in pairs[:_MOST_PAIRS]:
            judge.hears(pair)
            if judge.knows(pair):
                found.append(pair)
                break
    return found


def words_around(trials: Trials, world: World, called: Iterable[str]) -> set[str]:
    """Return the names of objects around, and all their words, whether a parser knows them or not.

    So with objects elsewhere that are ``called`` by one of some words, as walls and floors may be.
    """
    found: set[str] = set()
    memory, names = trials.memory, frozenset(called)
    numbers = set(world.around(memory))
    numbers.update(n for n in range(1, world.table.count + 1) if names & world.words(memory, n))
    for number in numbers:
        name = world.table.name(trials.memory, number).lower()
        found.update((name, *NAME_WORD.findall(name)))
        found |= world.words(trials.memory, number)
    return {word for word in found if len(word) > 1} - NO_NAMES


def _words(texts: Iterable[str], dictionary: Dictionary) -> set[str]:
    """Return the names that stand in some texts, as the dictionary has them."""
    found = set()
    for text in texts:
        for word in NAME_WORD.findall(text.lower()):
            for part in (word, word.strip("'-"), *_PARTS.split(word)):
                if dictionary.cut(part) in dictionary.names:
                    found.add(part)
    return {word for word in found if len(word) > 1}


def owners_of_words(trials: Trials, world: World) -> Mapping[str, set[int]]:
    """Return which objects around can be called by each word."""
    owners: dict[str, set[int]] = {}
    for number in world.around(trials.memory):
        for word in world.words(trials.memory, number):
            owners.setdefault(word, set()).add(number)
    return owners


def _phrases(trials: Trials, world: World, dictionary: Dictionary) -> dict[str, str]:
    """Return the names of objects around in full, with their last words."""
    phrases = {}
    for number in world.around(trials.memory):
        words = NAME_WORD.findall(world.table.name(trials.memory, number).lower())
        if words and all(dictionary.cut(word) in dictionary.words for word in words):
            phrases[" ".join(words)] = words[-1]
    return phrases


def _absent_replies(trials: Trials, dictionary: Dictionary, words: set[str]) -> set[str]:
    """Return the answers about things that are not there."""
    cut = {dictionary.cut(word) for word in words}
    others = sorted(w for w in dictionary.names if w.isalpha() and len(w) > 3 and w not in cut)
    step = max(len(others) // _ABSENT, 1)
    samples = others[step // 2 :: step][:_ABSENT]
    outcomes = {word: trials.try_out(f"examine {word}") for word in samples}
    # What takes a turn is there, as walls are that no text speaks of, unless everything takes one.
    refused = [word for word in samples if not outcomes[word].understood] or samples
    replies = [normalised(outcomes[word].reply, [word]) for word in refused]
    # One of them may be there, out of sight: what two say alike is the answer.
    return {reply for reply in replies if replies.count(reply) > 1 or _MARK in reply}


def _of_one_thing(
    words: Sequence[str], owners: Mapping[str, set[int]], dictionary: Dictionary
) -> list[list[str]]:
    """Return words in groups: those of the same objects, and those that no object has."""
    groups: dict[frozenset[int], list[str]] = {}
    for word in words:
        groups.setdefault(frozenset(owners.get(dictionary.cut(word), ())), []).append(word)
    return [sorted(group) for group in groups.values()]
