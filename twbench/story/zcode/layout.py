"""The numbers that the story runtime (Inform 6) and the linker (Python) agree on.

This module is their only definition: `twbench.story.zcode.compile_runtime` writes them out as
Inform constants before it compiles the runtime. Addresses are not here: they come from the
compiler's symbols.

Terms
-----
Every operand that names an object is one word: a positive number is the object itself,
``BOUND_SLOT | k`` is slot *k* of the rule being tried: word arithmetic drops the highest bit of
twice that, so that ``slots-->operand`` is the slot. ``FREE_SLOT | k`` is slot *k* waiting to be
filled by the test it stands in, where the kind of test does not say that already.

Tests
-----
A condition is a sequence of tests, words each, closed by ``Test.END``. A test with a free slot
fills it with one object after another until the rest of the sequence holds.

Tables
------
A relation between two or more entities is a table sorted by one argument, its key: ``[how many
others there are, highest key, index, rows]`` in words. Its address is that of the highest key, so
that the index, which has one word for each key from 1 on, is looked up by the key itself. A
positive word there is the only other argument of a fact that never changes. A negative one tells
how many bytes before the address of the table the rows would be, were they not as many behind it;
0 is for a key without rows. Before the rows of a key stands their number. A row is the other
arguments, followed by the address of the byte and the bit in it that say whether the fact holds
now, or 0 and 0 for a fact that always does.
"""

__all__ = [
    "ACTION_BYTES",
    "ATTRIBUTES",
    "BEHIND_NOUN",
    "BOUND_SLOT",
    "FREE_SLOT",
    "INFINITE_SCORE",
    "MAX_ACTIONS",
    "MAX_CANDIDATES",
    "MAX_SLOTS",
    "MOST_REREAD",
    "MOST_WORDS",
    "PAIR_FORM",
    "RELATIONS",
    "ROW_FORM",
    "STATIC_TEXT",
    "TRIGGER_ATTRIBUTE",
    "TRIGGER_FACTOR",
    "Attribute",
    "Call",
    "Effect",
    "Ending",
    "QuestFlag",
    "QuestState",
    "RefusalStep",
    "RuleKind",
    "RuleWord",
    "Test",
    "TextStep",
    "WordClass",
    "attribute_bit",
    "inform_constants",
]

from enum import IntEnum, IntFlag

BOUND_SLOT = 0x8000
FREE_SLOT = 0xC000
BEHIND_NOUN = 0x100
"""Added to the class of a word that stands between two nouns in a plain line."""
MAX_SLOTS = 16
MAX_CANDIDATES = 30
MAX_ACTIONS = 32
"""How many actions one line may lead to: "take all", or commands joined by "then"."""
ACTION_BYTES = 2 * (1 + MAX_SLOTS)
"""What the story notes of an action: its rule's number, and those of the objects in its slots."""
MOST_REREAD = 248
"""Words of text: a longer description is not searched for what a player asks about.

The runtime prints it to where `MAX_ACTIONS` would be noted; a word is 4.5 characters at most.
"""
MOST_WORDS = ord(" ")
"""Words of a name that are counted. All letters and signs of a line are higher.

Among how many words names have, the runtime looks for the letters that titles of rooms end in.
"""
PAIR_FORM = 0x84
"""How @scan_table looks through rows of two words."""
ROW_FORM = 0x86
"""The same for three, such as the rows of a relation of two."""
RELATIONS = 64
"""How many tables of relations have a variable that says where their index begins."""
TRIGGER_FACTOR = 4001
TRIGGER_ATTRIBUTE = 0x4000
"""A fact that an event is about is looked up by TRIGGER_FACTOR times its object, plus its parent or
TRIGGER_ATTRIBUTE and the number of the attribute, in one word; alike ones cost time only."""
INFINITE_SCORE = 0x7FFF
"""The highest score of a game whose rewards have no end: as many points as a story can count."""
STATIC_TEXT = 0x8000
"""A text handle with this bit is a packed string address, one without half a program's address."""
ATTRIBUTES = 48
"""Of an object (Z-Machine Standards, 12.3)."""


class Attribute(IntEnum):
    """Object attributes of the runtime; 0 to 38 are left to the game's types and predicates."""

    FIRST_FREE = 0
    LAST_FREE = 38
    BACKDROP = 39  # may be in scope without being anywhere: a door
    OPAQUE = 40  # hides its contents unless open
    FIXED = 41  # cannot be carried
    MENTIONED = 42  # the room's description speaks of it, so that the list of things does not
    ROOM_LISTS = 43  # the room's description lists what it holds
    LISTS_CONTENTS = 44  # its own description lists what it holds
    TELLS_STATE = 45  # its own description says whether it is open
    VOWEL = 46  # takes "an"
    PROPER = 47  # takes no article


def attribute_bit(number: int) -> int:
    """Return the bit of an attribute in those of an object: attribute 0 is the highest."""
    return 1 << (ATTRIBUTES - 1 - number)


class Test(IntEnum):
    """Tests of a condition, with their operands; slots are bound where nothing else is said.

    The number of an attribute but 0 is a test, too: whether the object in a slot, its operand, has
    it.
    """

    END = 0
    LAST_ATTRIBUTE = 47
    HERE = 48  # free slot of what the player is in
    IN = 49  # child, parent
    HAS = 50  # object, attribute
    DIFFERENT = 51  # object, object
    PLACE = 52  # child, free slot of its parent, attribute that the parent must have
    PAIR = 53  # key, table of two columns, the other argument
    PARTNER = 54  # key, table of two columns, free slot
    CONTENTS = 55  # free slot of the child, parent, attribute that the child must have
    ROW = 56  # key, table, the other arguments: some may be marked as free
    HAVING = 57  # free slot, attribute, attribute of its type
    EACH = 58  # free slot, attribute
    EMPTY = 59  # object
    FILLED = 60  # object


class Effect(IntEnum):
    """Effects of a rule, with their operands."""

    END = 0
    MOVE = 1  # child, parent
    REMOVE = 2  # child, 0
    GIVE = 3  # object, attribute
    TAKE = 4  # object, attribute
    SET_ROW = 5  # table, key, the other arguments
    CLEAR_ROW = 6  # table, key, the other arguments


class TextStep(IntEnum):
    """Steps of a text program, with their operands.

    A word above `LAST` is a packed string address: a step that prints the string. A way is how many
    bytes the step to go on with lies behind this one.
    """

    END = 0
    GO_TO = 1  # way
    IF_HAS = 2  # object, way as for IF, attribute
    IF_EMPTY = 3  # object, way as for IF
    IF_FILLED = 4  # object, way as for IF
    IF = 5  # condition, way to go when it does not hold
    NAME = 6  # term
    THE = 7  # term
    CAPITAL_THE = 8  # term
    A = 9  # term
    LIST = 10  # term: the things in or on it
    IS_LIST = 11  # term: the same after "is" or "are"
    CALL = 12  # a `Call`
    GO_THROUGH = 13  # address of the ways there are: condition of a door, tail of the line to obey,
    # condition of a room; 0
    GO_BACK = 14  # the same
    LAST = 63


class Call(IntEnum):
    """Texts that only the runtime can make."""

    LOOK = 1
    INVENTORY = 2
    EXAMINE = 3  # what is in slot 0
    SCORE = 4
    QUIT = 5
    OBJECTIVE = 6
    RESTART = 7
    SAVE = 8
    RESTORE = 9
    SCRIPT = 10
    UNSCRIPT = 11
    WHERE = 12


class WordClass(IntEnum):
    """What a dictionary word is to the parser, besides a verb or a part of names."""

    NONE = 0
    ARTICLE = 1
    IT = 2
    ALL = 3
    AND = 4
    THEN = 5
    AGAIN = 6
    ONE = 7  # may end a noun phrase: "the red one"
    BUT = 8  # follows "all"
    FIRST_STATE = 9  # and above: names what has the attribute that is counted from here
    FIRST_LACK = 48  # and above: names what does not have it
    FIRST_LITERAL = 87  # and above: a preposition or direction of the game's command templates


class RuleKind(IntEnum):
    """How the runtime counts a rule."""

    META = 0  # takes no turn
    TURN = 1  # takes a turn, changes no fact
    ACTION = 2  # an action of the game's logic


class RuleWord(IntEnum):
    """The words of a rule."""

    DO = 0  # packed address of the routine that carries it out
    NOUNS = 1  # condition: types of its nouns
    CONDITION = 2  # the same and its condition, if no routine tests it
    EFFECTS = 3
    REPORT = 4
    REFUSALS = 5
    EVENT = 6


class RefusalStep(IntEnum):
    """When the reason of a refusal is given."""

    END = 0
    IF_HOLDS = 1
    IF_FAILS = 2


class QuestFlag(IntFlag):
    """Kinds of quests."""

    OPTIONAL = 1
    REPEATABLE = 2


class QuestState(IntFlag):
    """How far a quest is; both marks may be set for a repeatable one."""

    COMPLETED = 1
    FAILED = 2
    WINNING = 4  # a winning event held after the last action
    CLOSED = 8  # nothing can happen to it any more


class Ending(IntEnum):
    """Whether and how the game has ended."""

    NONE = 0
    WON = 1
    LOST = 2


_GROUPS: dict[str, type[IntEnum] | type[IntFlag]] = {
    "ATTRIBUTE": Attribute,
    "TEST": Test,
    "EFFECT": Effect,
    "TEXT": TextStep,
    "CALL": Call,
    "WORD": WordClass,
    "RULE": RuleWord,
    "REFUSAL": RefusalStep,
    "QUEST_IS": QuestFlag,
    "QUEST": QuestState,
    "ENDING": Ending,
}


def inform_constants() -> str:
    """Return this module as Inform 6 source."""
    lines = ["! Made by compile_runtime from twbench/story/zcode/layout.py; do not edit."]
    lines += [
        f"Constant {name} = {value};"
        for name, value in (
            ("BOUND_SLOT", f"${BOUND_SLOT:x}"),
            ("FREE_SLOT", f"${FREE_SLOT:x}"),
            ("BEHIND_NOUN", BEHIND_NOUN),
            ("MAX_SLOTS", MAX_SLOTS),
            ("MAX_CANDIDATES", MAX_CANDIDATES),
            ("MAX_ACTIONS", MAX_ACTIONS),
            ("INFINITE_SCORE", INFINITE_SCORE),
            ("MOST_REREAD", MOST_REREAD),
            ("PAIR_FORM", f"${PAIR_FORM:x}"),
            ("ROW_FORM", f"${ROW_FORM:x}"),
            ("TRIGGER_FACTOR", TRIGGER_FACTOR),
            ("TRIGGER_ATTRIBUTE", TRIGGER_ATTRIBUTE),
        )
    ]
    for prefix, group in _GROUPS.items():
        lines += [f"Constant {prefix}_{member.name} = {member.value};" for member in group]
    lines += [f"Global relation_{number} = 0;" for number in range(RELATIONS)]
    return "\n".join(lines) + "\n"
