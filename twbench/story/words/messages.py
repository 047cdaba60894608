"""What stories say: reports of commands carried out, reasons of refusals, synonyms.

Everything here is keyed by the names of the documented default logic (seeds, "Data"). Rules that
it does not name get texts made from their command template and their preconditions, see
`rule_messages`.
"""

__all__ = [
    "ABBREVIATIONS",
    "ARTICLES",
    "GO_THROUGH",
    "LITERAL_SYNONYMS",
    "META_COMMANDS",
    "MetaCommand",
    "Refusal",
    "RuleMessages",
    "alternatives",
    "room_beyond",
    "rule_messages",
    "way_through",
    "without_means",
]

from collections.abc import Sequence
from dataclasses import replace

from twbench.generator.knowledge.roles import DIRECTIONS, INVENTORY
from twbench.logic import Predicate
from twbench.story.words.kitchen_messages import KITCHEN_ALTERNATIVES, KITCHEN_MESSAGES
from twbench.story.words.message_forms import MetaCommand, Refusal, RuleMessages
from twbench.story.zcode.layout import RuleKind

ARTICLES = ("the", "a", "an", "some", "my", "your")

LITERAL_SYNONYMS = (
    ("north", "n"),
    ("south", "s"),
    ("east", "e"),
    ("west", "w"),
    ("into", "in", "inside"),
    ("on", "onto", "upon"),
    ("from", "off"),
    ("with", "using"),
    ("through", "thru"),
    ("floor", "ground"),
)
"""Words that stand for the same preposition or direction; the first one is printed."""

ABBREVIATIONS = {"x": "examine", "l": "look"}
"""Verbs that the story says in full."""

_WALKING = ("go", "walk", "run", "head")
GO_THROUGH = "[go through]"
"""The text of the command that goes through a door, wherever it leads."""

_GROUND = ("floor", "the floor")
_ALTERNATIVES: dict[str, tuple[str, ...]] = {
    "take {}": (
        "get {}", "grab {}", "pick up {}", "pick {} up", "pick {}", "carry {}", "hold {}",
        "collect {}", "steal {}", "take {} out", "get {} out", "remove {}",
        *(f"{take} {{}} from {ground}" for take in ("take", "get") for ground in _GROUND),
    ),
    "take {} from {}": (
        "get {} from {}", "grab {} from {}", "remove {} from {}", "take {} out of {}",
        "get {} out of {}", "pick up {} from {}", "pick {} up from {}",
    ),
    "drop {}": ("put down {}", "put {} down", "discard {}", "throw {}", "throw away {}",
        *(f"{verb} {{}} on {ground}" for verb in ("drop", "put") for ground in _GROUND),
    ),
    "insert {} into {}": (
        "put {} into {}", "place {} into {}", "drop {} into {}", "throw {} into {}",
    ),
    "put {} on {}": ("place {} on {}", "set {} on {}", "drop {} on {}", "insert {} on {}"),
    "examine {}": (
        "x {}", "look at {}", "l at {}", "look {}", "inspect {}", "check {}", "read {}",
        "look into {}", "look on {}", "l into {}", "l on {}", "search {}", "describe {}",
        "view {}", "watch {}", "study {}", "look through {}", "what is {}", "what is into {}",
        "what is on {}", "what's into {}", "what's on {}",
    ),
    "open {}": ("open up {}",),
    "close {}": ("shut {}",),
    "unlock {} with {}": ("open {} with {}",),
    "eat {}": ("bite {}", "consume {}"),
    "inventory": (
        "i", "inv", "take inventory", "inventory tall", "inventory wide", "i tall", "i wide",
    ),
    "look": ("l", "look around", "where am i"),
    **{
        f"go {way}": (
            way, way[0], *(f"{verb} {way}" for verb in ("walk", "run", "head", "move")),
            *(f"{verb} {to} {way}" for verb in (*_WALKING, "move") for to in ("to", "to the")),
        )
        for way in DIRECTIONS
    },
    **KITCHEN_ALTERNATIVES,
}  # fmt: skip

_SELF = ("me", "myself", "self", "yourself")
_UPWARD = ("up", "down", "u", "d")
_OTHER_WAYS = (
    *_UPWARD,
    *("northeast", "ne", "northwest", "nw", "southeast", "se", "southwest", "sw"),
    *("out", "outside", "in", "inside"),
)


def _each(verbs: str, *endings: str) -> tuple[str, ...]:
    """Return the commands of several verbs that go on alike; verbs and endings stand for `{}`."""
    return tuple(f"{verb} {ending}".rstrip() for ending in endings for verb in verbs.split())


META_COMMANDS = (
    MetaCommand(("score", "full score", "full", "fullscore"), "[score]"),
    MetaCommand(
        ("help", "hint", "hints", "info", "about", "commands"),
        "Try commands such as look, inventory, examine, take, drop, open, close, and directions"
        " such as north; goal repeats what you are after.\n",
    ),
    MetaCommand(("goal", "objective", "task"), "[objective]"),
    MetaCommand(("quit", "q", "give up", "die"), "[quit]"),
    MetaCommand(("restart",), "[restart]"),
    MetaCommand(("save",), "This story keeps no saved games.\n"),
    MetaCommand(("restore", "load"), "This story keeps no saved games.\n"),
    MetaCommand(("undo",), "What is done is done.\n"),
    MetaCommand(
        (
            *_each("script transcript notify", "", "on", "off"),
            *("unscript", "verbose", "brief", "superbrief", "long", "normal", "short"),
            *("pronouns", "nouns"),
        ),
        "That changes nothing here.\n",
    ),
    MetaCommand(("version", "credits", "license", "verify"), "A twbench story, release 1.\n"),
    MetaCommand(("oops",), "There is nothing to correct.\n"),
    MetaCommand(("xyzzy", "plugh"), "A hollow voice says nothing at all.\n"),
    MetaCommand(
        ("go", "walk", "run", "head", "move", "enter", "leave", "go back"),
        "Say a direction: north, south, east or west.\n",
    ),
    MetaCommand(
        (
            *(f"{verb} {{}}" for go in _WALKING for verb in (go, f"{go} to", f"{go} into")),
            *(f"{verb} through {{}}" for verb in (*_WALKING, "leave")),
            "enter {}",
        ),
        GO_THROUGH,
    ),
    MetaCommand(("wait", "z"), "Time passes.\n", RuleKind.TURN),
    MetaCommand(("examine {}", "x {}", "look at {}", "read {}"), "[examine]", RuleKind.TURN),
    MetaCommand(
        (
            *_each("take get drop open close shut lock unlock eat", "{}"),
            *("lock {} with {}", "unlock {} with {}", "put {} in {}", "put {} on {}"),
        ),
        "That is not what this story is about.\n",
        RuleKind.TURN,
    ),
    MetaCommand(("look", "l", "exits"), "[look]", RuleKind.TURN),
    MetaCommand(("inventory", "i", "inv"), "[inventory]", RuleKind.TURN),
    MetaCommand(
        (
            *(f"{verb} {word}" for verb in ("x", "examine", "look at") for word in _SELF),
            "who am i",
        ),
        "You look as you always do.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        (
            *(f"{verb}{way}" for verb in ("", "go ", "walk ", "run ") for way in _OTHER_WAYS),
            "exit",
        ),
        "You can't go that way.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        (
            *(f"{verb} {way}" for verb in ("look", "l") for way in (*DIRECTIONS, *_UPWARD)),
            *(f"{verb} {{}}" for verb in ("look under", "look behind")),
        ),
        "You find nothing of interest there.\n",
        RuleKind.TURN,
    ),
    MetaCommand(("where is {}", "find {}"), "You have it before your eyes.\n", RuleKind.TURN),
    MetaCommand(
        ("smell", "smell {}", "sniff", "sniff {}", "listen", "listen to {}"),
        "You notice nothing out of the ordinary.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        _each("touch feel rub shake squeeze", "{}"),
        "It feels just as you would expect.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        (
            *_each("push pull press move turn use drag shift rotate twist light set", "{}"),
            *_each("clean polish dust wash wipe swing wave tie fill adjust", "{}"),
            *("turn on {}", "turn off {}", "switch on {}", "switch off {}", "hide in {}"),
            *("use {} on {}", "use {} with {}", "tie {} to {}", "throw {} to {}", "throw {} at {}"),
        ),
        "That would achieve nothing here.\n",
        RuleKind.TURN,
    ),
    MetaCommand(("empty {}",), "To empty it, take all from it.\n", RuleKind.TURN),
    MetaCommand(
        (
            *("stand", "stand up", "get up", "get out", "get off", "get down", "sit", "sit down"),
            *("lie", "lie down", "rest", "nap", "sleep", "climb {}"),
            *_each("get sit lie stand climb jump", "on {}", "in {}"),
        ),
        "You would rather stay on your feet.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        (
            *_each("attack break hit kick smash burn cut kill fight destroy punch", "{}"),
            *_each("force tear chop slice", "{}"),
        ),
        "Violence is not called for.\n",
        RuleKind.TURN,
    ),
    MetaCommand(
        (*_each("drink wear taste lick", "{}"), "put on {}"),
        "That is not something you would want to do.\n",
        RuleKind.TURN,
    ),
    MetaCommand(("take off {}",), "You aren't wearing that.\n", RuleKind.TURN),
    MetaCommand(
        (
            *("jump", "sing", "dance", "think", "pray", "wave", "swim", "dig", "shout", "scream"),
            *("laugh", "cry", "smile", "hide", "dig {}", "hide {}", "hide under {}"),
            "jump over {}",
        ),
        "Nothing comes of it.\n",
        RuleKind.TURN,
    ),
    MetaCommand(("buy {}", "sell {}"), "Nothing is for sale here.\n", RuleKind.TURN),
    MetaCommand(("knock", "knock on {}", "knock {}"), "Nobody answers.\n", RuleKind.TURN),
    MetaCommand(
        (
            *("hello", "hi", "yes", "y", "no", "thanks", "sorry", "please", "say hello", "wake up"),
            *("talk", "talk to {}", "give {} to {}", "show {} to {}", "follow {}"),
            *_each("ask tell say kiss hug give show", "{}"),
        ),
        "There is nobody here but you.\n",
        RuleKind.TURN,
    ),
)

_OPEN_REPORT = (
    "You open {the c}[if there is something in the c], revealing"
    " [a list of things in the c][end if].\n"
)
_HELD = Refusal("in(o, I)", "You already have {the o}.\n")
_FULL = "Your hands are full: you would have to put something down first.\n"
_HANDS_FULL = (  # in the cooking challenge, and in TextWorld's
    Refusal("carrying(slot) & next(slot, slot')", _FULL, False),
    Refusal("free(slot)", _FULL, False),
)
_NOT_HELD = Refusal("in(o, I)", "You aren't carrying {the o}.\n", False)
_NO_WAY = Refusal("", "You can't go that way.\n")


def _openable(x: str) -> dict[str, RuleMessages]:
    """Messages of the rules about containers (``c``) or doors (``d``)."""
    key = f"{{The k}} doesn't fit the lock of {{the {x}}}.\n"
    no_key = Refusal("in(k, I)", "You aren't carrying {the k}.\n", False)
    report = _OPEN_REPORT if x == "c" else "You open {the d}.\n"
    return {
        f"open/{x}": RuleMessages(
            report,
            (
                Refusal(f"open({x})", f"{{The {x}}} is already open.\n"),
                Refusal(f"locked({x})", f"{{The {x}}} is locked.\n"),
                Refusal("", f"You can't open {{the {x}}} from here.\n"),
            ),
            "That isn't something you can open.\n",
        ),
        f"close/{x}": RuleMessages(
            f"You close {{the {x}}}.\n",
            (
                Refusal(f"open({x})", f"{{The {x}}} is already closed.\n", False),
                Refusal("", f"You can't close {{the {x}}} from here.\n"),
            ),
            "That isn't something you can close.\n",
        ),
        f"lock/{x}": RuleMessages(
            f"You lock {{the {x}}}.\n",
            (
                Refusal(f"locked({x})", f"{{The {x}}} is already locked.\n"),
                Refusal(f"open({x})", f"You would have to close {{the {x}}} first.\n"),
                no_key,
                Refusal("", key),
            ),
            "That isn't something you can lock.\n",
            "You would need a key for that.\n",
        ),
        f"unlock/{x}": RuleMessages(
            f"You unlock {{the {x}}}.\n",
            (
                Refusal(f"locked({x})", f"{{The {x}}} isn't locked.\n", False),
                no_key,
                Refusal("", key),
            ),
            "That isn't something you can unlock.\n",
            "You would need a key for that.\n",
        ),
    }


def way_through(direction: str) -> str:
    """Return the condition under which door ``d`` leads in a direction from where the player is."""
    return f"{room_beyond(direction)} & link(r, d, r')"


def room_beyond(direction: str) -> str:
    """Return the condition under which ``r'`` is in a direction from where the player is."""
    return f"at(P, r) & {direction}_of(r', r)"


def _go(direction: str) -> RuleMessages:
    beyond = way_through(direction)
    return RuleMessages(
        "[look]",
        (
            Refusal(f"{beyond} & locked(d)", "{The d} is locked.\n"),
            Refusal(f"{beyond} & closed(d)", "{The d} is closed.\n"),
            _NO_WAY,
        ),
        _NO_WAY.text,
    )


_EXAMINE = RuleMessages(
    "[examine]",
    (Refusal("", "[examine]"),),
    "You see nothing special about that.\n",
)
_FIXED = "That is fixed in place.\n"

_MESSAGES: dict[str, RuleMessages] = {
    "look": RuleMessages("[look]", (), ""),
    "inventory": RuleMessages("[inventory]", (), ""),
    "take": RuleMessages(
        "You pick up {the o} from the ground.\n",
        (_HELD, *_HANDS_FULL, Refusal("", "You can't take {the o}.\n")),
        _FIXED,
    ),
    "take/c": RuleMessages(
        "You take {the o} from {the c}.\n",
        (
            _HELD,
            Refusal("open(c)", "{The c} is closed.\n", False),
            *_HANDS_FULL,
            Refusal("", "{The o} isn't in {the c}.\n"),
        ),
        _FIXED,
        "Nothing can be taken from that.\n",
    ),
    "take/s": RuleMessages(
        "You take {the o} from {the s}.\n",
        (_HELD, *_HANDS_FULL, Refusal("", "{The o} isn't on {the s}.\n")),
        _FIXED,
        "Nothing can be taken from that.\n",
    ),
    "drop": RuleMessages(
        "You drop {the o} on the ground.\n", (_NOT_HELD,), "You aren't carrying that.\n"
    ),
    "insert": RuleMessages(
        "You put {the o} into {the c}.\n",
        (
            _NOT_HELD,
            Refusal("locked(c)", "{The c} is locked.\n"),
            Refusal("closed(c)", "{The c} is closed.\n"),
            Refusal("", "You can't put {the o} into {the c}.\n"),
        ),
        _FIXED,
        "You can't put things into that.\n",
    ),
    "put": RuleMessages(
        "You put {the o} on {the s}.\n",
        (_NOT_HELD, Refusal("", "You can't put {the o} on {the s}.\n")),
        _FIXED,
        "You can't put things on that.\n",
    ),
    "eat": RuleMessages(
        "You eat {the f}. Not bad.\n",
        (
            Refusal("in(f, I)", "You would have to be holding {the f} for that.\n", False),
            Refusal("inedible(f)", "{The f} is not fit to be eaten.\n"),
            Refusal("drinkable(f)", "{The f} is rather for drinking.\n"),
        ),
        "That is nothing to eat.\n",
    ),
    **_openable("c"),
    **_openable("d"),
    **{f"go/{direction}": _go(direction) for direction in DIRECTIONS},
    **{f"examine/{kind}": _EXAMINE for kind in (INVENTORY, "s", "c", "d", "t")},
    **KITCHEN_MESSAGES,
}


def rule_messages(
    name: str, template: str, nouns: tuple[str, ...], preconditions: Sequence[Predicate]
) -> RuleMessages:
    """Return the messages of a rule, made up from its command template where none are written.

    ``nouns`` are the placeholders in the template. Of the rule's preconditions, those that the
    player understands best are given as reasons.
    """
    known = _MESSAGES.get(name)
    if known:
        return known
    spoken = template
    for noun in nouns:
        spoken = spoken.replace("{" + noun + "}", "{the " + noun + "}")
    reasons = [
        reason
        for predicate in preconditions
        if predicate.parameters
        and predicate.parameters[0].name in nouns
        and (reason := _reason(predicate))
    ]
    return RuleMessages(
        f"You {spoken}.\n",
        (*reasons, Refusal("", f"You can't {spoken} now.\n")),
        "That would achieve nothing.\n",
    )


def without_means(messages: RuleMessages, deed: str, means: str) -> RuleMessages:
    """Return the messages for a command that leaves out what the deed is done with.

    ``deed`` is the command without it ("unlock {d}"), ``means`` its placeholder.
    """
    nothing = "You have nothing to " + deed.replace("{", "{the ") + " with.\n"
    return replace(
        messages,
        report=f"(with {{the {means}}})\n{messages.report}",
        refusals=(*messages.refusals, Refusal("", nothing)),
    )


def _reason(predicate: Predicate) -> Refusal | None:
    """Return what to say when a precondition about a noun does not hold."""
    name = predicate.parameters[0].name
    types = [parameter.type for parameter in predicate.parameters]
    condition = (
        f"{predicate.name}({', '.join(f'{p.name}: {p.type}' for p in predicate.parameters)})"
    )
    if predicate.name == "in" and types[1:] == [INVENTORY]:
        return Refusal(condition, f"You aren't carrying {{the {name}}}.\n", False)
    if predicate.name in {"open", "closed"} and len(types) == 1:
        return Refusal(condition, f"{{The {name}}} isn't {predicate.name}.\n", False)
    return None


def alternatives(template: str) -> tuple[str, ...]:
    """Return other ways to say a command template, in which ``{}`` stands for each noun.

    A template with its placeholders has those ways that are meant for it alone.
    """
    return _ALTERNATIVES.get(template, ())
