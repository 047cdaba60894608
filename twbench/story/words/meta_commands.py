"""Commands about the game, and those that change nothing in it."""

__all__ = ["GO_BACK", "GO_THROUGH", "HELP_WORDS", "META_COMMANDS"]

from twbench.generator.data.phrasebook import MetaCommand
from twbench.story.words.synonyms import TOO_VAGUE, WALKING

GO_THROUGH = "[go through]"
"""The text of the command that goes through a door, wherever it leads."""
GO_BACK = "[go back]"
"""The text of the command that goes to where the player was before."""
HELP_WORDS = ("help", "help me", "hint", "hints", "info", "about", "commands", "?")
"""What asks for the help of a story."""
HELP = (
    "Try commands such as look, inventory, examine, take, drop, open, close, and directions such as"
    " north; goal repeats what you are after.\n"
)

_WHAT_TO_DO = (
    *("what can i do", "what do i do", "what should i do", "what now", "what next"),
    *("how do i win", "how do i play"),
)
_SELF = ("me", "myself", "self", "yourself")
_LOOKING = ("x", "examine", "look at", "l at", "check", "inspect", "describe")
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
    MetaCommand((*HELP_WORDS, *_WHAT_TO_DO), HELP),
    MetaCommand(
        (
            *("goal", "objective", "task"),
            *(f"{asking} {task}" for asking in ("what is", "what's") for task in ("goal", "task")),
        ),
        "[objective]",
    ),
    MetaCommand(("quit", "q", "give up", "die"), "[quit]"),
    MetaCommand(("restart",), "[restart]"),
    MetaCommand(("save",), "[save]"),
    MetaCommand(("restore", "load"), "[restore]"),
    MetaCommand(("undo",), "What is done is done.\n"),
    MetaCommand(_each("script transcript", "", "on"), "[script]"),
    MetaCommand(("script off", "transcript off", "unscript"), "[unscript]"),
    MetaCommand(
        (
            *_each("notify", "", "on", "off"),
            *("verbose", "brief"),
        ),
        "That changes nothing here.\n",
    ),
    MetaCommand(("version", "credits", "license", "verify"), "A twbench story, release 1.\n"),
    MetaCommand(("oops",), "There is nothing to correct.\n"),
    MetaCommand(
        (
            *("what", "where", "what is", "what is into", "what is on", "where is", "where's"),
            *_each("what's", "", "into", "on"),
        ),
        "Say the name of something that you can see.\n",
    ),
    MetaCommand(("yes", "y", "no"), "Nobody has asked you anything.\n"),
    MetaCommand(("xyzzy", "plugh"), "A hollow voice says nothing at all.\n"),
    MetaCommand(
        (*WALKING, "move", "enter", "leave", "exit", "get out"),
        "Say a direction: north, south, east or west.\n",
    ),
    MetaCommand(
        (
            *(f"{verb} {{}}" for go in WALKING for verb in (go, f"{go} to", f"{go} into")),
            *(f"{verb} through {{}}" for verb in (*WALKING, "move", "leave", "exit")),
            *("enter {}", "exit {}"),
        ),
        GO_THROUGH,
    ),
    MetaCommand(("back", "return", *(f"{verb} back" for verb in WALKING)), GO_BACK),
    MetaCommand(("wait", "z"), "Time passes.\n", takes_turn=True),
    MetaCommand(("examine {}", "x {}", "look at {}", "read {}"), "[examine]", takes_turn=True),
    MetaCommand(
        (
            *_each("take get drop open close shut lock unlock eat", "{}"),
            *("lock {} with {}", "unlock {} with {}", "put {} in {}", "put {} on {}"),
        ),
        "That is not what this story is about.\n",
        takes_turn=True,
    ),
    MetaCommand(
        (
            "look",
            "l",
            "exits",
            *(f"{looking} here" for looking in ("what is", "what's", *_LOOKING)),
        ),
        "[look]",
        takes_turn=True,
    ),
    MetaCommand(
        ("inventory", "i", "inv", *_each("what", "do i have", "am i carrying", "am i holding")),
        "[inventory]",
        takes_turn=True,
    ),
    MetaCommand(
        (
            *(f"{verb} {word}" for verb in _LOOKING for word in _SELF),
            *("look me", "look myself", "l me", "l myself"),
            "who am i",
        ),
        "You look as you always do.\n",
        takes_turn=True,
    ),
    MetaCommand(_OTHER_WAYS, "You can't go that way.\n", takes_turn=True),
    MetaCommand(
        (
            *(f"{verb} {way}" for verb in ("look", "l") for way in _UPWARD),
            *(f"{verb} {{}}" for verb in ("look under", "look behind")),
        ),
        "You find nothing of interest there.\n",
        takes_turn=True,
    ),
    MetaCommand(
        ("where is {}", "where's {}", "find {}", "look for {}", "search for {}"), "[where]"
    ),
    MetaCommand(
        ("smell", "smell {}", "sniff", "sniff {}", "listen", "listen to {}"),
        "You notice nothing out of the ordinary.\n",
        takes_turn=True,
    ),
    MetaCommand(
        _each("touch feel rub shake squeeze", "{}"),
        "It feels just as you would expect.\n",
        takes_turn=True,
    ),
    MetaCommand(
        (
            *_each("push pull press move turn switch drag shift rotate twist light set", "{}"),
            *_each("clean polish dust wash wipe swing wave tie fill adjust", "{}"),
            *_each("turn switch", "on {}", "off {}", "{} on", "{} off"),
            "hide in {}",
            *("tie {} to {}", "throw {} to {}", "throw {} at {}"),
        ),
        "That would achieve nothing here.\n",
        takes_turn=True,
    ),
    MetaCommand(
        (TOO_VAGUE, "use {} on {}", "use {} with {}"), "Say what to do with it.\n", takes_turn=True
    ),
    MetaCommand(("empty {}",), "To empty it, take all from it.\n", takes_turn=True),
    MetaCommand(
        (
            *_each("stand sit lie rest sleep", "", "up", "down", "on {}", "in {}"),
            *("get up", "get off", "get down", "climb {}", "step on {}"),
            *_each("get climb jump", "on {}", "in {}"),
        ),
        "You would rather stay on your feet.\n",
        takes_turn=True,
    ),
    MetaCommand(
        (
            *_each("attack break hit kick smash burn cut kill fight destroy punch", "{}"),
            *_each("force tear chop slice", "{}"),
            *_each("attack break hit smash kill", "{} with {}"),
        ),
        "Violence is not called for.\n",
        takes_turn=True,
    ),
    MetaCommand(
        _each("drink taste lick", "{}"),
        "That is not something you would want to do.\n",
        takes_turn=True,
    ),
    MetaCommand(
        ("wear {}", "put on {}", "put {} on"),
        "You are dressed well enough as you are.\n",
        takes_turn=True,
    ),
    # "Off" stands for "from" as well: "take from chest".
    MetaCommand(
        ("take off {}",), "Say what to take from it; you aren't wearing it.\n", takes_turn=True
    ),
    MetaCommand(
        (
            *("jump", "sing", "dance", "think", "pray", "wave", "swim", "dig", "shout", "scream"),
            *("laugh", "cry", "smile", "hide", "dig {}", "hide {}", "hide under {}"),
            "jump over {}",
        ),
        "Nothing comes of it.\n",
        takes_turn=True,
    ),
    MetaCommand(("buy {}", "sell {}"), "Nothing is for sale here.\n", takes_turn=True),
    MetaCommand(("knock", "knock on {}", "knock {}"), "Nobody answers.\n", takes_turn=True),
    MetaCommand(
        (
            *("hello", "hi", "thanks", "sorry", "please", "say hello", "wake up"),
            *("talk", "talk to {}", "give {} to {}", "give me {}", "show {} to {}", "follow {}"),
            *_each("ask tell say kiss hug give show", "{}"),
        ),
        "There is nobody here but you.\n",
        takes_turn=True,
    ),
)
