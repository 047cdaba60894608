"""Every kind of question that NetHack asks is answered by the command, or escaped and told.

Each is asked by NetHack itself, in a small level. After every command, waiting passes a turn: so
NetHack waited for a command.
"""

import random
from typing import Any

import pytest

from twbench.minihack.text.commands import known_beginnings
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

pytestmark = pytest.mark.nle

CAVEMAN, WIZARD, KNIGHT = "cav-hum-neu-mal", "wiz-hum-neu-mal", "kni-hum-law-mal"
ESCAPE = 27


def here(name: str, symbol: str, *more: str) -> dict[str, Any]:
    """A thing where the player begins."""
    return {"add_object": [name, symbol, [2, 2], *more]}


def beside(call: str, *arguments: Any) -> dict[str, Any]:
    """Something one step to the east."""
    return {call: [*arguments[:-1], [3, 2], *(arguments[-1:] if arguments else [])]}


def opened(calls: list[dict[str, Any]], character: str = CAVEMAN, seed: int = 1) -> NetHackEnv:
    level = {"w": 9, "h": 5, "calls": [{"set_start_pos": [[2, 2]]}, *calls]}
    events = [{"message": {"msgs": ["no such message"]}}]
    game = {"family": "minihack", "level": level, "seed": seed, "events": events}
    env = NetHackEnv()
    env.open(LevelGame.from_data({**game, "character": character}))
    return env


def waits_for_a_command(env: NetHackEnv, moves: int) -> bool:
    """Press NetHack's own key for searching, past our commands; say whether a turn has passed."""
    screen = env._screen
    assert screen is not None
    ended = screen.press(ord("s"))
    for _ in range(30):
        if ended or not screen.waits:
            break
        ended = screen.press(ESCAPE)  # somebody may have interrupted
    return ended or screen.is_over or int(screen.observation[2][20]) > moves


PEACEFUL = {"add_monster": ["newt", ":", [3, 2], ["peaceful"]]}
ASLEEP = {"add_monster": ["newt", ":", [4, 2], ["asleep"]]}
PROMPTS = [
    (
        "a thing",
        [here("apple", "%")],
        CAVEMAN,
        [("wield", "Say what. It may be a +1 club"), ("a", "")],
    ),
    ("a thing on the floor", [here("apple", "%")], CAVEMAN, [("eat the apple", "Core dumped.")]),
    (
        "which kinds of things",
        [here("apple", "%"), here("dagger", ")"), here("dart", ")")],
        CAVEMAN,
        [("pick up the dagger", "f - a dagger."), ("take all", "an apple")],
    ),
    ("how many", [here("arrow", ")")], CAVEMAN, [("pick up 2 arrows", "f - 2 arrows.")]),
    ("how many of what is carried", [], CAVEMAN, [("drop 5 rocks", "You drop 5 uncursed rocks.")]),
    ("too many", [], CAVEMAN, [("drop 7 clubs", "You don't have that many!")]),
    (
        "a direction",
        [],
        CAVEMAN,
        [("kick north", "You kick at empty space."), ("kick", "Say in which"), ("west", "")],
    ),
    (
        "a direction up or down",
        [here("pick-axe", "(")],
        CAVEMAN,
        [
            ("take it", "f - a pick-axe"),
            ("wield pick-axe", ""),
            ("apply pick-axe", "In what direction do you want to dig? Say"),
            ("apply pick-axe down", "The stairs are too hard to dig in."),
            ("apply pick-axe", "In what direction do you want to dig?"),
            ("apply pick-axe south", "You swing your pick-axe through thin air."),
        ],
    ),
    ("a prayer", [], CAVEMAN, [("pray", "You begin praying to Ishtar.")]),
    (
        "an attack",
        [PEACEFUL],
        CAVEMAN,
        [
            ("east", 'Really attack the newt? (not done; "yes" does it)'),
            ("no", "Nothing is done."),
            ("east", "Really attack"),
            ("yes", "the newt"),
            ("attack the newt", "newt"),
        ],
    ),
    ("a tin", [here("tin", "%")], CAVEMAN, [("eat tin", "You consume")]),
    (
        "a ring finger",
        [here("adornment", "=")],
        CAVEMAN,
        [("take it", "f - "), ("put on ring on left hand", "(on left hand)")],
    ),
    (
        "a way out",
        [],
        CAVEMAN,
        [("up", 'Still climb? (not done; "yes" does it)'), ("north", "You see")],
    ),
    (
        "a container",
        [here("large box", "(")],
        CAVEMAN,
        [("open the box", "That was all."), ("tip the box", "empty")],
    ),
    (
        "a lock",
        [here("skeleton key", "("), here("chest", "(")],
        CAVEMAN,
        [
            ("pick up the key", "f - a key."),
            ("lock the chest", "You succeed in locking the chest."),
            ("unlock the chest with the key", "You succeed in unlocking the chest."),
            ("force the lock", "You decide not to force the issue."),
        ],
    ),
    (
        "a potion to dip into",
        [here("water", "!", "blessed")],
        CAVEMAN,
        [
            ("take it", "f - a clear potion."),
            ("dip the rocks into the potion", "glow with a light blue"),
        ],
    ),
    (
        "a fountain to dip into",
        [{"add_fountain": [[3, 2]]}],
        CAVEMAN,
        [("east", ""), ("dip the sling into the fountain", ""), ("dip sling", "")],
    ),
    (
        "a drink from a fountain",
        [{"add_fountain": [[3, 2]]}],
        CAVEMAN,
        [("east", ""), ("drink", "")],
    ),
    (
        "a sink to drink from",
        [{"add_sink": [[3, 2]]}],
        CAVEMAN,
        [("east", ""), ("drink from the sink", ""), ("kick down", "")],
    ),
    (
        "a text to write",
        [],
        CAVEMAN,
        [
            ("engrave Elbereth", "You write in the dust with your fingertip."),
            ("look", "You read:"),
            ("engrave", "Say what, such as engrave"),
            ("Hello there", "You wipe out"),
            ("look", "Hel"),
        ],
    ),
    ("a name", [], CAVEMAN, [("name the club: Basher", ""), ("inventory", "+1 club named Basher")]),
    (
        "a kind's name",
        [here("diamond", "*")],
        CAVEMAN,
        [("take it", "gem"), ("call the gem: bauble", "")],
    ),
    ("a level's name", [], CAVEMAN, [("annotate home", ""), ("overview", '"home"')]),
    (
        "a wish",
        [here("wishing", "/")],
        CAVEMAN,
        [
            ("take it", "f - "),
            ("zap the wand", "For what do you wish? (not done)"),
            ("zap wand for 2 blessed scrolls of genocide", "h - 2 scrolls"),
        ],
    ),
    (
        "a genocide",
        [here("genocide", "?", "uncursed")],
        CAVEMAN,
        [("take it", ""), ("read scroll for newt", "Wiped out all newts.")],
    ),
    (
        "a genocide that is not said",
        [here("genocide", "?", "uncursed")],
        CAVEMAN,
        [("take it", ""), ("read scroll", "What monster do you want to genocide? (not done)")],
    ),
    (
        "what to identify",
        [here("identify", "?"), here("healing", "!")],
        CAVEMAN,
        [("take all", ""), ("read scroll", "identify scroll")],
    ),
    (
        "what to charge",
        [here("charging", "?"), here("sleep", "/")],
        CAVEMAN,
        [("take all", ""), ("read scroll on the wand", "")],
    ),
    (
        "where to centre a cloud",
        [here("stinking cloud", "?")],
        CAVEMAN,
        [("take it", ""), ("read scroll", "Where do you want to center the cloud? (not done)")],
    ),
    (
        "where to teleport",
        [here("teleportation", "?"), here("teleport control", "=")],
        CAVEMAN,
        [
            ("take all", ""),
            ("put on ring", ""),
            ("read scroll at 2 east", "You see staircase up 2 west"),
        ],
    ),
    (
        "where to travel",
        [{"add_object": ["apple", "%", [7, 4]]}],
        CAVEMAN,
        [
            ("travel to the apple", "You see here an apple."),
            ("travel", "Where do you want to travel to?"),
            ("1 north 2 west", "You see apple 1 south 2 east"),
            ("travel to the dragon", "I see no dragon."),
        ],
    ),
    (
        "where to jump",
        [],
        KNIGHT,
        [
            ("jump 2 east 1 north", "You see staircase up 1 south 2 west"),
            ("jump 7 east", "Illegal move!"),
        ],
    ),
    (
        "where to hit",
        [here("glaive", ")"), ASLEEP],
        CAVEMAN,
        [
            ("take it", "f - "),
            ("wield polearm", ""),
            ("apply polearm", "Where do you want to hit?"),
            ("the newt", "newt"),
        ],
    ),
    (
        "a spell and a direction",
        [],
        WIZARD,
        [
            ("cast", "It may be force bolt (a), or wizard lock (b)."),
            ("cast force bolt at north", "You see"),
            ("cast sleep", "You have no sleep. It may be force bolt (a)"),
        ],
    ),
    (
        "a tune",
        [here("tooled horn", "(")],
        CAVEMAN,
        [("take it", "f - a horn."), ("play the horn", "frightful, grave sound")],
    ),
    (
        "what to take off",
        [],
        WIZARD,
        [("take off all", "You finish disrobing."), ("inventory", "+0 cloak")],
    ),
    (
        "what a marker writes",
        [here("magic marker", "("), here("blank paper", "?")],
        CAVEMAN,
        [("take all", ""), ("apply marker on scroll for light", "")],
    ),
    (
        "a call that nobody made",
        [here("force bolt", "+", "cursed")],
        CAVEMAN,
        [("take it", ""), ("read book", "")],
    ),
    (
        "a monster to ride",
        [{"add_monster": ["pony", "u", [3, 2], ["peaceful"]]}],
        KNIGHT,
        [("ride east", ""), ("chat to the pony", "")],
    ),
    ("a bill", [], CAVEMAN, [("pay", "There appears to be no shopkeeper")]),
    ("a menu of several pages", [], CAVEMAN, [("skills", "matter spells [Unskilled]")]),
    (
        "pages",
        [here("apple", "%"), here("dagger", ")")],
        CAVEMAN,
        [("look", "Things that are here: a dagger, an apple.")],
    ),
    (
        "a trap to disarm",
        [{"add_trap": ["bear", [3, 2]]}],
        CAVEMAN,
        [("untrap east", ""), ("untrap", "Say in")],
    ),
    (
        "an offer",
        [{"add_altar": [[3, 2], "law", "altar"]}, here("apple", "%")],
        CAVEMAN,
        [("take it", ""), ("east", ""), ("offer the apple", "")],
    ),
    (
        "what to invoke, rub, adjust, ready",
        [],
        CAVEMAN,
        [
            ("invoke club", ""),
            ("rub rocks", ""),
            ("adjust club", ""),
            ("ready the rocks", "in quiver pouch"),
        ],
    ),
    ("a throw at somebody", [ASLEEP], CAVEMAN, [("throw rock at the newt", "You kill the newt!")]),
]


@pytest.mark.parametrize(
    ("calls", "character", "lines"),
    [each[1:] for each in PROMPTS],
    ids=[each[0] for each in PROMPTS],
)
def test_each_question_is_answered_or_escaped(
    calls: list[dict[str, Any]], character: str, lines: list[tuple[str, str]]
) -> None:
    with opened(calls, character) as env:
        env.reset()
        for line, told in lines:
            state, _, done = env.step(line)
            assert told in state.feedback, (line, state.feedback)
            assert done or not env._screen.waits  # type: ignore[union-attr]
        assert done or waits_for_a_command(env, state.moves)


def test_what_players_of_interactive_fiction_type_is_understood() -> None:
    with opened([here("apple", "%")]) as env:
        objective = env.reset()["raw"].splitlines()[0]

        def told(line: str) -> str:
            return env.step(line)[0].feedback or ""

        assert told("g").startswith("Nothing has been done yet.")
        assert told("goal").startswith(f"{objective}\n")
        assert told("score").startswith("You have scored 0 of 1 so far.\n")
        assert told(" ").startswith("Say what you do.")
        assert "attributes:" in told("x me")
        assert env.state.moves == 1
        assert told("wait").startswith("You see")
        assert told("again").startswith("You see")
        assert env.state.moves == 3
        told("drop")
        told("sling")  # an answer: again means the whole command
        assert told("g").startswith("You have no sling.")


def test_an_answer_that_comes_too_late_is_none() -> None:
    """What was asked for counts in the next line alone, and not after it has cost something."""
    with opened([here("wishing", "/")]) as env:
        env.reset()
        for line in ("kick", "inventory", "take it", "zap wand", "apple"):
            state, _, _ = env.step(line)
        assert state.feedback.startswith("That is no command: 'apple'.")
        env.step("kick")
        env.step("help")
        assert "You see wand" not in env.step("north")[0].feedback
        assert env.step("look")[0].feedback.startswith("You see no objects here.")


def test_a_letter_is_an_answer_where_one_is_asked_for() -> None:
    with opened([]) as env:
        env.reset()
        assert "leather armor (being worn) (e)" in env.step("drop")[0].feedback
        state, _, _ = env.step("e")  # and not a step to the east
        assert "You cannot drop something you are wearing." in state.feedback
        state, _, _ = env.step("e")
        assert "staircase up 1 west" in state.feedback


def test_what_is_looked_at_is_told_without_a_turn() -> None:
    with opened([{"add_object": ["apple", "%", [5, 4]]}]) as env:
        moves = env.reset().moves
        for line, told in (
            ("look at the apple", "There is one 2 south 3 east."),
            ("examine my rocks", "You carry d - 20 uncursed rocks."),
            ("x dragon", "You see no dragon."),
            ("inv", "You carry:\na: a +1 club (weapon in hand)"),
            ("help", 'Go "north" or "far east"'),
            ("what do I have?", "You carry:"),
            ("undo", "There is nothing to take back."),
            ("restore", "This game keeps no saved games."),
        ):
            state, _, _ = env.step(line)
            assert state.feedback.startswith(told), line
            assert state.moves == moves


THINGS = (
    *(("wishing", "/"), ("polymorph", "/"), ("digging", "/"), ("create monster", "/")),
    *(("genocide", "?"), ("identify", "?"), ("stinking cloud", "?"), ("teleportation", "?")),
    *(("charging", "?"), ("amnesia", "?"), ("blank paper", "?"), ("teleport control", "=")),
    *(("polymorph control", "="), ("magic marker", "("), ("large box", "("), ("chest", "(")),
    *(("bag of holding", "("), ("skeleton key", "("), ("tooled horn", "("), ("crystal ball", "(")),
    *(("saddle", "("), ("leash", "("), ("tinning kit", "("), ("oil lamp", "("), ("towel", "(")),
    *(("figurine", "("), ("grappling hook", "("), ("expensive camera", "("), ("pick-axe", "(")),
    *(("glaive", ")"), ("bullwhip", ")"), ("jumping boots", "["), ("hallucination", "!")),
    *(("levitation", "!"), ("tin", "%"), ("apple", "%"), ("sleep", "+"), ("touchstone", "*")),
)
LEVELS = {
    "things": [
        {"add_object": [name, symbol, [2 + number % 3, 2]]}
        for number, (name, symbol) in enumerate(THINGS)
    ],
    "features": [
        *({f"add_{name}": [[3 + n, 2]]} for n, name in enumerate(("fountain", "sink"))),
        {"add_altar": [[5, 2], "law", "altar"]},
        *({"add_trap": [name, [2 + n, 3]]} for n, name in enumerate(("bear", "pit", "magic"))),
        {"add_trap": ["teleport", [6, 1]]},
        {"add_boulder": [[6, 3]]},
        here("apple", "%"),
    ],
    "monsters": [
        {"add_monster": ["newt", ":", [3, 2], ["peaceful"]]},
        {"add_monster": ["pony", "u", [4, 2], ["peaceful"]]},
        {"add_monster": ["acid blob", "b", [6, 3], ["hostile"]]},
        {"add_monster": ["watchman", "@", [1, 1], ["peaceful"]]},
        here("saddle", "("),
        here("dagger", ")"),
    ],
}
RESTS = (
    *("", "apple", "dagger", "all", "box", "chest", "scroll", "wand", "potion", "ring", "key"),
    *("horn", "book", "a", "b", "f", "p", "north", "here", "down", "self", "east", "club", "it"),
    *("newt", "pony", "2 rocks", "scroll for newt", "wand for 2 apples", "wand north", "sink"),
    *("ring on left hand", "rocks into fountain", "Elbereth", "dagger Sting", "the altar", "tin"),
    *("1 south 2 east", "marker", "lamp", "bag", "whip west", "boots", "hook", "polearm"),
)
LINES = (
    *("yes", "no", "y", "e", "f", "Elbereth", "1 south 1 east", "cancel", "", "20 search"),
    *("search 3", "3 east", "far north", "help", "inventory", "look", "\x1b", "#quit", "S", "!"),
    *("é", "x" * 300, "north north", "take all", "drop all", "'", "9999 search", "0 east"),
)


@pytest.mark.parametrize("seed", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("character", [CAVEMAN, WIZARD, KNIGHT])
@pytest.mark.parametrize("level", LEVELS)
def test_nothing_that_is_typed_traps_the_player(level: str, character: str, seed: int) -> None:
    """Of 18 runs with 400 lines each, NetHack waits for a command after every line."""
    draw = random.Random(f"{level} {character} {seed}")
    verbs = [verb for verb in known_beginnings() if verb != "pray"]
    answered = 0
    with opened(LEVELS[level], character, seed) as env:
        env.reset()
        trail = []
        for _ in range(400):
            line = f"{draw.choice(verbs)} {draw.choice(RESTS)}"
            trail.append(draw.choice(LINES) if draw.random() < 0.2 else line)
            state, _, done = env.step(trail[-1])
            if not done:
                assert waits_for_a_command(env, state.moves), (trail[-5:], state.feedback)
                answered += 1
                done = not env._screen.observation[5][3] or env._screen.is_over  # type: ignore[union-attr]
            if done:
                env.reset()
                trail = []
    assert answered > 200
