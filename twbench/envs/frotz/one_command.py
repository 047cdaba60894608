"""One command a step, for stories of other makers: which lines hold more than one.

Such a story splits a line where its own parser does, and nobody outside is asked. So a line that it
might split is not handed to it. What parsers take for the end of a command:

- all of them: a full stop, and "then"; some stories other stops, too;
- Infocom's: a quotation mark as well, and a comma or "and" behind a direction, or before a verb or
  a direction ("open mailbox and north");
- Inform's: a comma behind a command that is complete ("look, north").

So behind a comma or "and" no word may stand that can begin a command, unless somebody is spoken to
("bob, go north"). Which words can is told by the story's dictionary, and by `_DIRECTIONS`, which
Inform's stories keep as things. "take lamp and sword" is one command; but so is "take bell and
light", which is refused where "light" is a verb as well: the story alone could tell.

What somebody says between quotation marks, at the end of a line that begins with a verb of speaking
(`say to twin "the sum is 9"`, `type "hello"`), is one command: it is no command of the player's in
any story that was looked at, and some stories cannot be won without it.

Refused, too, are commands that take back turns, keep them or play them again, that begin anew or
leave: Infocom's parser skips articles and the like before them, and "oops" may put them in place of
another word. The rule is made for stories in English.

Sources: The Z-Machine Standards Document 1.1, section 13; what stories of both sorts answer.
"""

__all__ = ["CHAINED", "FORBIDDEN", "OneCommand", "typed"]

import re
from collections.abc import Iterator

from twbench.bounded_cache import BoundedCache
from twbench.envs.frotz.typing_in import MAX_COMMAND, sanitise
from twbench.story.zcode.zstring import encode_word

CHAINED = (
    "One command at a time, without stops or quotation marks in it: that line was not handed to"
    " the story.\n"
)
FORBIDDEN = (
    "Nothing is taken back, kept or replayed here, and nobody leaves: that line was not handed to"
    " the story.\n"
)
_STOPS = ".;!?"
_CHAINING = re.compile(r'[.;!?"]|\bthen\b')
_SPOKEN = re.compile(
    r"\s*((?:say|answer|reply|respond|tell|ask|speak|shout|yell|scream|call|whisper|type|write|chant|"
    r'recite|utter|incant|sing)\b[^"]*)"([^"]*)"?\s*'
)
"""A line of somebody who speaks: what stands before the quotation marks, and between them."""
_WORD = re.compile(r"[^\s,]+|,")
_JOINTS = {",", "and"}


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


_DIRECTIONS = _words(
    "n s e w ne nw se sw u d north south east west northeast northwest southeast southwest up down"
    " in out inside outside enter exit fore forward aft port starboard sb upstream downstream"
    " upstairs downstairs"
)
_AGAIN = _words("again g oops o")
_SHORT = 6
"""Letters that the shortest dictionaries keep of a word."""
_REPLAYING = frozenset(
    word[:_SHORT]
    for word in _words(
        "undo save restore restart quit q script unscript noscript transcript record recording"
        " unrecord replay"
    )
)
_RECORDING = frozenset({"record", "unreco"})
"""Those that do nothing but where a story can replay: elsewhere tapes are recorded."""
_PREFIXES = ("#", "$", "tw-")
"""What commands of Infocom's to its own testers begin with, and TextWorld's for programs."""
_SKIPPED = _words("a all an and but except here is no of one please the y yes")
_BEFORE_REPLAYING = _SKIPPED | {"oops", "o"}
_VERB_OR_DIRECTION = 0x51
"""Flags of a word: Infocom's verbs (0x40) and directions (0x10), Inform's verbs (0x01)."""
_LONG_WORDS = 4
"""The first version of the Z-machine whose dictionaries keep nine letters of a word, not six."""
_MAX_KNOWN = 4096
"""Half a megabyte of lines; a game has a few hundred commands, and agents type much else."""


class OneCommand:
    """The rule for one story, given as the bytes of its file."""

    def __init__(self, story: bytes):
        self._version = story[0]
        self._flags = dict(_dictionary(story))
        replays = _encoded("replay", self._version) in self._flags
        self._replaying = _REPLAYING if replays else _REPLAYING - _RECORDING
        # Agents type the same lines again and again.
        self._known: BoundedCache[str, str | None] = BoundedCache(_MAX_KNOWN)

    def refusal(self, line: str) -> str | None:
        """Return what to answer in the story's place, or None if the line is one command."""
        known = self._known
        if line in known:
            return known[line]
        refusal = self._judge(line)
        # The cache counts lines: long ones, which nobody types again, would make it large.
        if len(line) <= MAX_COMMAND:
            known.keep(line, refusal)
        return refusal

    def _judge(self, line: str) -> str | None:
        text = typed(line).lower()
        spoken = _SPOKEN.fullmatch(text)
        if spoken is not None:
            return self._judge_spoken(*spoken.groups())
        if _CHAINING.search(text) or len(line.strip().splitlines()) > 1:
            return CHAINED
        words = _WORD.findall(text)
        joints = [word for word in words if word in _JOINTS]
        parts = _parts(words) if joints else [words]
        if joints and self._is_chain(parts, joints):
            return CHAINED
        return FORBIDDEN if any(map(self._replays, parts)) else None

    def _judge_spoken(self, before: str, words: str) -> str | None:
        """Judge a line in which somebody speaks: no stops in it, nor anything that replays."""
        if _CHAINING.search(words):
            return CHAINED
        if self._replays(_WORD.findall(words)):
            return FORBIDDEN
        return self._judge(before)

    def _is_chain(self, parts: list[list[str]], joints: list[str]) -> bool:
        begins = [self._begins_command(part) for part in parts]
        # Somebody is spoken to: "bob, go north". Some stories hang at "bob, again".
        is_order = joints[0] == "," and not begins[0] and _AGAIN.isdisjoint(parts[1])
        return any(begins[2 if is_order else 1 :])

    def _replays(self, part: list[str]) -> bool:
        word = next((word for word in part if word not in _BEFORE_REPLAYING), "")
        return word[:_SHORT] in self._replaying or word.startswith(_PREFIXES)

    def _begins_command(self, part: list[str]) -> bool:
        for word in part:
            if self._is_command(word):
                return True
            if word not in _SKIPPED:
                return False
        return False

    def _is_command(self, word: str) -> bool:
        """Return whether a command may begin with a word."""
        if word in _DIRECTIONS or word in _AGAIN or word[:_SHORT] in self._replaying:
            return True
        code = _encoded(word, self._version)
        return bool(self._flags.get(code, 0) & _VERB_OR_DIRECTION)


def typed(line: str) -> str:
    """Return what of a line is handed to a story: without the stops that it ends in."""
    plain = sanitise(line.strip()).strip()
    return plain.rstrip(_STOPS + " ") or plain


def _parts(words: list[str]) -> list[list[str]]:
    """Return the words before, between and behind commas and "and"."""
    parts: list[list[str]] = [[]]
    for word in words:
        if word in _JOINTS:
            parts.append([])
        else:
            parts[-1].append(word)
    return parts


def _dictionary(story: bytes) -> Iterator[tuple[bytes, int]]:
    """Return the code of each word of a story, and its flags.

    Where the story says nonsense, there are fewer words.
    """
    start = story[0x08] << 8 | story[0x09]
    sizes = start + 1 + int.from_bytes(story[start : start + 1])
    header = story[sizes : sizes + 3]
    if len(header) < 3:
        return
    code_size = 4 if story[0] < _LONG_WORDS else 6
    size, count = header[0], abs(int.from_bytes(header[1:], "big", signed=True))
    if size <= code_size:
        return
    entries = story[sizes + 3 : sizes + 3 + size * count]
    for at in range(0, len(entries) - code_size, size):
        yield entries[at : at + code_size], entries[at + code_size]


def _encoded(word: str, version: int) -> bytes:
    """Return the code that the dictionary of a story of such a version has for a word."""
    code = encode_word(word)
    if version >= _LONG_WORDS:
        return code
    # Six Z-characters are the first two words of the nine; the second is the last one then.
    return bytes((code[0], code[1], code[2] | 0x80, code[3]))
