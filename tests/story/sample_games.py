"""Games for the tests of stories: hand-made ones, coin collectors, and games of TextWorld."""

import re
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[1]))  # scripts find their own folder alone

from challenge_games import challenge_game

from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Event, Game, Quest
from twbench.generator.worlds.world import World, connect
from twbench.logic import GameLogic, Proposition, Variable
from twbench.story import link

TEXTWORLD = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "textworld"
STORIES = TEXTWORLD.parent / "stories"
COIN_LEVELS = (1, 5, 40, 120, 210, 300)

Opener = Callable[..., StoryEnv]


def variable(id_: str) -> Variable:
    """The variable of an id such as ``c_0``: its type is what comes before the underscore."""
    return Variable(id_, id_.split("_")[0])


def facts(text: str) -> list[Proposition]:
    """Facts written as ``at(P, r_0) in(o_0, I) ...``."""
    found = re.findall(r"([\w/]+)\(([^)]*)\)", text)
    return [
        Proposition(name, [variable(id_) for id_ in ids.split(", ") if id_]) for name, ids in found
    ]


def way(one: str, direction: str, other: str, door: str | None = None) -> list[Proposition]:
    """Facts: ``other`` lies in ``direction`` from ``one``, behind a shut ``door`` if named."""
    links = connect(variable(one), direction, variable(other), door and variable(door))
    return [fact for fact in links if door is None or fact.name != "free"]


def quest(win: str = "", fail: str = "", **settings: object) -> Quest:
    """A quest with one winning and one failing event at most, by their conditions."""
    win_events = [Event(conditions=facts(win))] if win else []
    fail_events = [Event(conditions=facts(fail))] if fail else []
    return Quest(win_events, fail_events, **settings)


def describe(game: Game, texts: dict[str, tuple[str, str]]) -> Game:
    """Give entities names and descriptions."""
    for id_, (name, description) in texts.items():
        info = game.infos[id_]
        info.name, info.desc = name, description or None
        info.adj, _, info.noun = name.rpartition(" ")
    return game


@cache
def cottage() -> Game:
    """Three rooms, locked things, two keys, food, and a quest of every kind."""
    world = World.from_facts(
        [
            *facts(
                "at(P, r_0) at(c_0, r_0) closed(c_0) in(k_0, c_0) match(k_0, d_0) locked(d_0)"
                " at(s_0, r_0) on(f_0, s_0) on(k_1, s_0) at(o_2, r_0) in(o_3, I)"
                " at(c_1, r_2) locked(c_1) match(k_1, c_1) in(o_0, c_1) at(f_1, r_2)"
                " at(s_1, r_1) on(o_1, s_1)"
            ),
            *way("r_0", "north", "r_1", "d_0"),
            *way("r_0", "east", "r_2"),
        ]
    )
    game = Game(
        world,
        quests=[
            quest("in(o_0, I)", "eaten(f_0)", reward=3, desc="Find the golden coin."),
            quest("at(P, r_1)", reward=1, desc="Get into the hall."),
            quest("in(f_1, I)", reward=2, optional=True),
            quest("on(o_2, s_0)", reward=1, optional=True, repeatable=True),
            quest("eaten(f_1)", reward=-2, optional=True),
            quest(fail="in(o_1, c_0)", desc="Keep the egg out of the chest."),
        ],
    )
    game.objective = "Find the golden coin and get into the hall, but do not eat the apple."
    game.metadata["walkthrough"] = [
        "take blue key from table",
        "open old chest",
        "take red key from old chest",
        "unlock oak door with red key",
        "open oak door",
        "go north",
        "go south",
        "go east",
        "unlock iron box with blue key",
        "open iron box",
        "take golden coin from iron box",
    ]
    return describe(
        game,
        {
            "r_0": (
                "kitchen",
                "A low room that smells of smoke. There is [if c_0 is open]an open[otherwise]a"
                " closed[end if] old chest in a corner"
                "[if c_0 is open and there is something in the c_0], with [a list of things in the"
                " c_0] in it[end if]. On the table [is-are a list of things on the s_0]. The oak"
                " door to the north is [if d_0 is open]open[else if d_0 is closed]closed"
                "[otherwise]locked[end if]; a passage leads east.",
            ),
            "r_1": ("hall", "A draughty hall with a shelf. The kitchen is south."),
            "r_2": ("garden", "An untidy garden, with an iron box by the wall. West is the house."),
            "d_0": ("oak door", "It is made of oak. It is [if open]open[otherwise]shut[end if]."),
            "c_0": ("old chest", "A chest bound with iron."),
            "c_1": ("iron box", ""),
            "s_0": ("table", "Solid work."),
            "s_1": ("shelf", ""),
            "k_0": ("red key", "A key with a spot of red paint."),
            "k_1": ("blue key", ""),
            "o_0": ("golden coin", "It shines."),
            "o_1": ("egg", ""),
            "o_2": ("lamp", "A brass lamp."),
            "o_3": ("umbrella", ""),
            "f_0": ("apple", "It looks poisonous."),
            "f_1": ("pear", ""),
        },
    )


@cache
def bare_rooms() -> Game:
    """Two rooms with nothing in them, and no texts; reaching the other room wins."""
    world = World.from_facts([*facts("at(P, r_0)"), *way("r_0", "west", "r_1")])
    game = Game(world, quests=[quest("at(P, r_1)")])
    game.metadata["walkthrough"] = ["go west"]
    return describe(game, {"r_0": ("cellar", ""), "r_1": ("attic", "")})


@cache
def shed() -> Game:
    """Things whose names are alike, plural, proper or accented."""
    world = World.from_facts(
        facts(
            "at(P, r_0) at(c_0, r_0) open(c_0) at(c_1, r_0) closed(c_1) in(o_3, c_1)"
            " at(s_0, r_0) at(o_0, r_0) at(o_1, r_0) on(o_2, s_0) in(o_4, c_0) in(k_0, I)"
            " at(o_5, r_0) in(k_1, I) match(k_1, c_1) at(f_0, r_0) at(o_6, r_0)"
        )
    )
    game = Game(world, quests=[quest("in(o_0, c_0) in(o_1, c_0)", reward=5)])
    game.metadata["walkthrough"] = [
        "take small wooden ball",
        "insert small wooden ball into bucket",
        "take large wooden ball",
        "insert large wooden ball into bucket",
    ]
    described = describe(
        game,
        {
            "r_0": ("garden shed", "Somebody keeps old toys here. There is a workbench."),
            "c_0": ("bucket", "A tin bucket."),
            "c_1": ("cupboard", ""),
            "s_0": ("workbench", ""),
            "o_0": ("small wooden ball", ""),
            "o_1": ("large wooden ball", ""),
            "o_2": ("ball of string", ""),
            "o_3": ("café sign", "It says CAFÉ."),
            "o_4": ("scissors", ""),
            "o_5": ("Excalibur", "A sword with a name."),
            "o_6": ("hourglass", ""),
            "k_0": ("TextWorld style key", ""),
            "k_1": ("small key", ""),
            "f_0": ("orange", ""),
        },
    )
    described.infos["o_4"].indefinite = "a pair of"
    described.infos["o_5"].definite = ""
    described.infos["o_6"].indefinite = "an"
    return described


@cache
def curios() -> Game:
    """Things with odd names: stops, commas, prepositions, articles, numbers and accents in them."""
    world = World.from_facts(
        [
            *facts(
                "at(P, r_0) at(c_0, r_0) open(c_0) at(c_1, r_0) closed(c_1) at(s_0, r_0)"
                " on(o_0, s_0) at(o_1, r_0) at(o_2, r_0) on(o_3, s_0) in(o_4, c_0) in(o_5, c_0)"
                " in(o_6, c_1) at(o_7, r_1) at(o_8, r_1) at(f_0, r_1) in(o_9, I) closed(d_0)"
            ),
            *way("r_0", "north", "r_1", "d_0"),
        ]
    )
    game = Game(world, quests=[quest("in(o_0, c_1)", reward=2)])
    game.metadata["walkthrough"] = [
        "open box in a box",
        "take bottle with a ship in it from table on wheels",
        "insert bottle with a ship in it into box in a box",
    ]
    described = describe(
        game,
        {
            "r_0": ("crème café", "A table on wheels stands between two boxes."),
            "r_1": ("north wing", ""),
            "d_0": ("trap door", ""),
            "c_0": ("box", ""),
            "c_1": ("box in a box", ""),
            "s_0": ("table on wheels", ""),
            "o_0": ("bottle with a ship in it", "The ship is in full sail."),
            "o_1": ("Mr. Smith's hat", ""),
            "o_2": ("red, white and blue flag", ""),
            "o_3": ("The Hobbit", ""),
            "o_4": ("2 pence coin", ""),
            "o_5": ("10 pence coin", ""),
            "o_6": ("8 ball", ""),
            "o_7": ("salt and pepper", ""),
            "o_8": ("used knife", ""),
            "o_9": ("on switch", ""),
            "f_0": ("éclair", "It looks délicieux."),
        },
    )
    described.infos["o_1"].definite = ""
    described.infos["o_3"].definite = ""
    return described


LAMPS = """
type lamp : o {
    predicates {
        lit(lamp);
        dark(lamp);
        wired(lamp, s);
        near(s, s);
    }

    rules {
        light :: $at(P, r) & $in(lamp, I) & dark(lamp) -> lit(lamp);
        douse :: $in(lamp, I) & lit(lamp) -> dark(lamp);
        wire :: $at(P, r) & $at(s, r) & $in(lamp, I) & $lit(lamp) -> wired(lamp, s);
        pass :: $at(P, r) & $at(s, r) & $near(s, s') & wired(lamp, s) -> wired(lamp, s');
        unwire :: $at(P, r) & $at(s, r) & wired(lamp, s) & $in(lamp, I) -> bright();
    }

    inform7 {
        commands {
            light :: "light {lamp}" :: "lighting the {lamp}";
            douse :: "douse {lamp}" :: "dousing the {lamp}";
            wire :: "wire {lamp} to {s}" :: "wiring the {lamp} to the {s}";
            pass :: "pass {lamp}" :: "passing the {lamp}";
            unwire :: "unwire {lamp} from {s}" :: "unwiring the {lamp} from the {s}";
        }
    }
}
type stage {
    predicates {
        bright();
    }
}
"""


@cache
def lamps() -> Game:
    """A game of a logic of its own, with facts of two things and of none that change."""
    default = KnowledgeBase.default()
    logic = GameLogic.deserialize(default.logic.serialize() + LAMPS)
    kb = KnowledgeBase(logic, default.text_grammars_path)
    lamp = Variable("lamp_0", "lamp"), Variable("lamp_1", "lamp")
    world = World.from_facts(
        [
            *facts("at(P, r_0) at(s_0, r_0) at(s_1, r_0) near(s_0, s_1) near(s_1, s_0)"),
            Proposition("dark", [lamp[0]]),
            Proposition("lit", [lamp[1]]),
            *(Proposition("in", [one, Variable("I")]) for one in lamp),
        ],
        kb,
    )
    game = Game(
        world,
        quests=[
            Quest([Event(conditions=[Proposition("wired", [lamp[0], variable("s_1")])])]),
            Quest([Event(conditions=[Proposition("bright", [])])], reward=2),
        ],
    )
    game.metadata["walkthrough"] = [
        "light green lamp",
        "wire green lamp to desk",
        "wire green lamp to bench",
        "unwire green lamp from bench",
    ]
    return describe(
        game,
        {
            "r_0": ("stage", ""),
            "s_0": ("desk", ""),
            "s_1": ("bench", ""),
            "lamp_0": ("green lamp", "[if lit]It is on.[otherwise]It is off.[end if]"),
            "lamp_1": ("white lamp", ""),
        },
    )


@cache
def coin_collector(level: int, seed: int = 1) -> Game:
    """A coin collector game of the registry."""
    return challenge_game("coin_collector", seed, level=level)


def textworld_files() -> list[Path]:
    """Game files written by TextWorld; none where the shared data are absent."""
    return sorted(TEXTWORLD.rglob("*.json"))


@cache
def textworld_game(path: Path) -> Game:
    return Game.load(path)


HAND_MADE = (cottage, bare_rooms, shed, curios, lamps)


def sample_games() -> list[Game]:
    """All games of our own making, but for the largest."""
    games = [make() for make in HAND_MADE]
    return games + [coin_collector(level) for level in COIN_LEVELS[:-1]]


def write(game: Game, folder: Path, name: str = "tw-sample") -> Path:
    """Write a game's story and JSON; return the path of the story."""
    path = folder / f"{name}.z8"
    path.write_bytes(link(game))
    game.save(path.with_suffix(".json"))
    return path


def open_story(game: Game, folder: Path, /, **infos: bool) -> StoryEnv:
    """Link a game and return an environment that is ready for `reset`."""
    env = StoryEnv(EnvInfos(**infos), trusted=True)
    env.load(write(game, folder))
    return env


def played(open_story: Opener, game: Game, *lines: str) -> str:
    """What the story answers to the last of some lines."""
    env = open_story(game)
    env.reset()
    return [env.step(line)[0].feedback for line in lines][-1].strip()
