"""What a player makes of a story's answers: things, ways, refusals, questions, dangers.

Nothing here knows a story. It is what the parsers of Infocom and Inform have taught everybody.
"""

__all__ = [
    "Answer",
    "carried",
    "has_died",
    "is_animate",
    "is_dark",
    "is_gone",
    "is_inanimate",
    "is_locked",
    "is_on_something",
    "is_overloaded",
    "is_person",
    "is_received",
    "is_unknown_word",
    "key_to_leave",
    "listed",
    "more_to_come",
    "named_ways",
    "no_way",
    "only_ways",
    "question",
    "reveals",
    "taken",
    "things",
    "typed_name",
    "which_things",
]

import re
from collections.abc import Iterator

from twbench.agents.exploring.rooms import DIRECTIONS, without_status_line

_WORD = re.compile(r"[a-z]{2,}")
_TAKEN = re.compile(r"^(?:(?:the |an? )?([^:\n]+): *)?taken\b", re.IGNORECASE | re.MULTILINE)
_LISTED = re.compile(r"^([a-z][a-z' -]{1,40}): *(.*)", re.IGNORECASE | re.MULTILINE)
_PERSON = re.compile(r"(?:^|[.!?] +)(?:he|she) ", re.IGNORECASE)
_ANIMATE = re.compile(
    r"would care for that|less than courteous|your hands to yourself|picking pockets", re.I
)
"""What libraries say who is treated like a thing."""
_NO_WAY = re.compile(
    r"can't go|cannot go|no (?:exit|way|passage)|any exit|nothing in that|that direction|"
    r"aren't in anything|that way|only go",
    re.IGNORECASE,
)
_ONLY = re.compile(r"\bonly\b[^.]*", re.IGNORECASE)
_UNKNOWN_WORD = re.compile(
    r"don't know (?:the|how)|not (?:a (?:word|verb)|know the word)|isn't something you need|"
    r"don't need to (?:use|refer)|didn't (?:understand|recognise)|not (?:understand|recognise)|"
    r"used the word|only understood you",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"can't see|don't see|not here|isn't here|aren't here|no such|nothing (?:to|special|happens)|"
    r"you can't|you cannot|not something|isn't something|is fixed|hardly portable|"
    r"don't know|not understand|didn't|already|no effect|what do you want|that's not|"
    r"you see nothing|multiple objects|none at all|courteous|unable to|would achieve|"
    r"nothing obvious|not holding|don't have|isn't (?:open|locked)|doesn't (?:seem|appear)|"
    r"must (?:name|supply)|violence|you find nothing|can only|not going to|unlikely|"
    r"there's no|there is no|not likely|look dark|fiddl|how (?:romantic|can)|no reply|"
    r"seem to work|isn't notably|nothing but|must tell me|be serious|what a concept|valiant|"
    r"interesting idea|you're not|don't appear|not (?:accomplished|sure)|no response|tell me how|"
    r"aren't (?:an?|any)|to no avail|you should say|contortion|hit your head",
    re.IGNORECASE,
)
_WHICH = re.compile(r"\b(?:did|do) you mean,? ([^?]+)\?", re.IGNORECASE)
_QUESTION = re.compile(
    r"\b(?:yes|no)\b[^\n]*\?|answer \W?yes\b|\((?:y/n|yes/no)\)|\by/n\b", re.IGNORECASE
)
_MORE = re.compile(
    r"(?:press|hit|strike) (?:any|a key|some key|the (?:space|enter|return)|"
    r"<?(?:space|enter|return)\b)|\[more\]",
    re.IGNORECASE,
)
_MENU = re.compile(r"\bq(?:uit)? *[=:-] *(?:resume|quit|return|leave|exit)", re.IGNORECASE)
_DARK = re.compile(r"pitch (?:black|dark)|too dark|^darkness$|in the dark\b", re.I | re.MULTILINE)
_RECEIVED = re.compile(
    r"(?:gives?|hands?|throws?|tosses) (?:it to )?you\b|"
    r"you (?:now have|pick|find|found|get|catch|receive)",
    re.IGNORECASE,
)
_ON_SOMETHING = re.compile(
    r"(?:get|stand|climb) (?:off|up|out|down)\b[^.]*\bfirst|"
    r"(?:not|n't) (?:go|leave)[^.]*(?:while|until)",
    re.IGNORECASE,
)
_GONE = re.compile(
    r"(?:can't|don't|cannot) see (?:any|that|it|the)\b|(?:isn't|not) here|no such thing|"
    r"you don't have (?:that|the)\b",
    re.IGNORECASE,
)
_DIED = re.compile(r"\*\*\* *you have died|you (?:have died|are dead)\b", re.I)
_REVEALED = re.compile(
    r"reveal|notice|discover|you find|falls? |underneath|beneath|inside|click|contain", re.I
)
_LOAD = re.compile(
    r"too (?:heavy|many|much)\b|carrying too|holding too|hands are full|can't carry", re.I
)
_NEW_THING = re.compile(
    r"\b(?:an?|some|your|two|three|four|another) (?=((?:[a-z'-]+ ?){1,5}))", re.IGNORECASE
)
_KNOWN_THING = re.compile(
    r"\b(?:the|his|her|their|its|of|with|several|many|this|that|these|those|and|or|various|"
    r"numerous|few) (?=((?:[a-z'-]+ ?){1,5}))",
    re.IGNORECASE,
)
_STOP = frozenset(
    """
    is are was were be been being has have had do does can could will would must may might
    should here there and or but nor not of in on at to from by with without into onto upon
    through over under above below beneath behind beside near between among across along around
    inside outside for as than then which that who whom whose where when while if so very just
    only also about away back off out up down it its he she him her his they them their you your
    we our us my me i hangs leads lies stands sits stand lie sit lead heads goes go runs run
    seems seem appears appear looks contains continues descends rises opens extends lined
    labelled marked covered filled circles comes fills grows slightly the an this these those
    some such each every all any no cannot enough against towards toward until like seen heard
    made set placed located standing sitting lying hanging leading looking both either
    """.split()  # noqa: SIM905 - a list of a hundred words in quotes is harder to read
)
"""Words at which the name of a thing has ended."""
_NO_THINGS = frozenset(
    """
    one two three four five six seven eight nine ten side sides way ways end ends part parts
    kind sort bit lot rest other others thing things something anything nothing everything place
    location room area direction directions east west north south northeast northwest southeast
    southwest center centre middle top bottom left right corner distance moment time times day
    days night year years minute minutes turn turns score points story game people name names
    first last second same own more most much many lots while ground air point rate course fact
    idea sense sound noise noises smell taste feeling attention hand hands eyes head heart mind
    feet foot back face small large big little huge tiny old new dark bright great long short
    high low tall thin thick wide narrow deep heavy open closed empty full black white red green
    blue yellow brown grey gray good bad mighty massive ancient elegant strange single only
    certain different special further word words life lives death world interactive fiction
    copyright release serial number
    """.split()  # noqa: SIM905
)
"""Words that are no things one can do something to, whatever stands before them."""
_LONGEST_ED = 4
"""Letters of nouns like "shed" and "seed"."""
_MEANING_WAYS = {
    f"{way}{ending}": way for way in DIRECTIONS for ending in ("", "ward", "wards")
} | {
    "upstairs": "up",
    "downstairs": "down",
    "inside": "in",
    "outside": "out",
    "descends": "down",
    "descending": "down",
    "ascends": "up",
    "ascending": "up",
}
_NO_WAYS = frozenset({"in", "out"})
"""Words that mean other things most of the time."""


class Answer:
    """What a story answered: without status line, and its first paragraph alone."""

    def __init__(self, text: str, noun: str = ""):
        self.text = without_status_line(text)
        self.first = self.text.partition("\n\n")[0]
        lowered = self.first.lower()
        self.form = lowered.replace(noun, "_") if len(noun) > 2 else lowered
        """The first paragraph without the name of the thing: the same for all things."""
        self.is_refused = not self.text or _REFUSED.search(self.first) is not None


def things(text: str, is_all: bool = True) -> Iterator[tuple[str, ...]]:
    """Yield the things that a text names, each as the words that may be its noun, likeliest first.

    That is the end of what stands behind an article, a number or the like: of "a brass lantern
    hangs" it is "hangs", unless that is known to be no noun, and else "lantern". Those that a text
    speaks of for the first time ("a lantern") come before others ("the light", "of brass"), which
    are left out unless ``is_all``.
    """
    seen = set()
    found = [*_NEW_THING.finditer(text), *(_KNOWN_THING.finditer(text) if is_all else ())]
    for one in found:
        words: list[str] = []
        for word in one[1].lower().split():
            if word in _STOP:
                break
            words.append(word.strip("'-").removesuffix("'s"))
        nouns = tuple(word for word in reversed(words) if _may_be_noun(word))[:2]
        if len(nouns) > 1 and nouns[0].endswith("ed") and len(nouns[0]) > _LONGEST_ED:
            nouns = nouns[::-1]  # "an egg encrusted with jewels"
        if nouns and not nouns[0].endswith(("s", "ed", "ing", "en")):
            nouns = nouns[:1]  # it is no verb
        if nouns and nouns[0] not in seen:
            seen.add(nouns[0])
            yield nouns


def listed(text: str) -> dict[str, str]:
    """Return what the answer to "take all" says of each thing that it lists."""
    return {typed_name(found[1]): found[2] for found in _LISTED.finditer(text)}


def typed_name(name: str) -> str:
    """Return the name of a thing as a parser may know it: without "bird's" and "nasty-looking"."""
    words = name.lower().split()
    plain = [word for word in words if word.isalpha()]
    return " ".join(plain or words)


def carried(text: str) -> list[str]:
    """Return the things that an inventory lists."""
    _, _, below = text.partition(":")
    names = (re.sub(r"\(.*", "", line).strip() for line in below.splitlines())
    plain = (re.sub(r"^(?:the|an?|some) ", "", name, flags=re.IGNORECASE) for name in names)
    return [typed_name(name) for name in plain if name]


def _may_be_noun(word: str) -> bool:
    return (
        len(word) > 2
        and "'" not in word
        and word not in _NO_THINGS
        and not word.endswith(("ly", "ous", "able"))
    )


def named_ways(text: str) -> set[str]:
    """Return the directions that a text names."""
    words = set(_WORD.findall(text.lower())) - _NO_WAYS
    return {_MEANING_WAYS[word] for word in words if word in _MEANING_WAYS}


def only_ways(text: str) -> set[str]:
    """Return the directions that a refusal says to be the only ones, if it does."""
    found = _ONLY.search(text)
    return named_ways(found[0]) if found else set()


def taken(text: str) -> list[str]:
    """Return the things that were taken; an empty name is the one that was asked for."""
    return [typed_name(found[1] or "") for found in _TAKEN.finditer(text)]


def which_things(text: str) -> list[str]:
    """Return the things between which a question leaves the choice."""
    found = _WHICH.search(text)
    if found is None:
        return []
    options = re.split(r",? or |, ", found[1].lower())
    return [re.sub(r"^(?:the|an?) ", "", one.strip()) for one in options if one.strip()]


def key_to_leave(text: str) -> str | None:
    """Return the key that leaves a menu, None if a text shows none."""
    return "q" if _MENU.search(text) else None


def question(text: str) -> bool:
    """Whether a text ends with a question that wants yes or no."""
    return _QUESTION.search(text.strip()[-200:]) is not None


def more_to_come(text: str) -> bool:
    """Whether a story waits for a key."""
    return _MORE.search(text.strip()[-200:]) is not None


def is_person(text: str) -> bool:
    """Whether a description is that of somebody."""
    return _PERSON.search(text) is not None or is_animate(text)


def is_animate(text: str) -> bool:
    """Whether an answer says that a thing is somebody."""
    return _ANIMATE.search(text) is not None


def is_unknown_word(text: str) -> bool:
    """Whether a story says that it does not know a word."""
    return _UNKNOWN_WORD.search(text) is not None


def no_way(text: str) -> bool:
    """Whether there is nothing in a direction that could give way."""
    return _NO_WAY.search(text) is not None


def reveals(text: str) -> bool:
    """Whether something has come to light that was not there before."""
    return _REVEALED.search(text) is not None


def has_died(text: str) -> bool:
    """Whether the player has died, in a story that goes on."""
    return _DIED.search(text) is not None


def is_dark(text: str) -> bool:
    """Whether nothing can be seen for want of light."""
    return _DARK.search(text) is not None


def is_gone(text: str) -> bool:
    """Whether a thing is not there."""
    return _GONE.search(text) is not None


def is_received(text: str) -> bool:
    """Whether one may have something now that one has not asked for by that name."""
    return _RECEIVED.search(text) is not None


def is_locked(text: str) -> bool:
    """Whether a text speaks of a lock."""
    return "lock" in text


def is_on_something(text: str) -> bool:
    """Whether one has to get up, or out, before one can go."""
    return _ON_SOMETHING.search(text) is not None


def is_inanimate(text: str) -> bool:
    """Whether something was taken for a person that is none."""
    return "animate" in text


def is_overloaded(text: str) -> bool:
    """Whether something was not taken because too much is carried."""
    return _LOAD.search(text) is not None
