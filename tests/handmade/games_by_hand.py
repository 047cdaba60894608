"""Small games made by hand, each of another kind.

A builder returns the maker of a game that has not been built yet. What it is registered with is
what has to come of it: the commands that win, the score then reached, and the highest score.
"""

import io
import itertools
import math
from collections.abc import Callable
from dataclasses import dataclass
from unittest import mock

from twbench import GameMaker, GameOptions
from twbench.generator import Event, KnowledgeBase, Quest
from twbench.generator.worlds.graph_networks import create_map
from twbench.logic import GameLogic

LAMPS = """
type lamp : o {
    predicates { unlit(lamp); lit(lamp); }
    rules {
        light/lamp :: $in(lamp, I) & unlit(lamp) -> lit(lamp);
        quench/lamp :: $in(lamp, I) & lit(lamp) -> unlit(lamp);
    }
    reverse_rules { light/lamp :: quench/lamp; }
    constraints { lamp1 :: lit(lamp) & unlit(lamp) -> fail(); }
    inform7 {
        commands {
            light/lamp :: "light {lamp}" :: "lighting the {lamp}";
            quench/lamp :: "quench {lamp}" :: "quenching the {lamp}";
        }
    }
}
"""
MERCHANTS = """
type merchant : t {
    predicates { wants(merchant, o, o); has(merchant, o); market_day(); }
    rules {
        offer/merchant :: $market_day() & $at(P, r) & $at(merchant, r) & in(o, I)
            & wants(merchant, o, o') & has(merchant, o') -> in(o', I) & has(merchant, o);
    }
    inform7 {
        commands { offer/merchant :: "offer {o} to {merchant}" :: "offering the {o}"; }
    }
}
"""
LEVERS = """
type lever : t {
    predicates { up(lever); down(lever); moves(lever, d); }
    rules {
        pull/lever :: $at(P, r) & $at(lever, r) & $moves(lever, d) & $link(r, d, r')
            & $link(r', d, r) & up(lever) & locked(d) -> down(lever) & open(d) & free(r, r')
            & free(r', r);
    }
    inform7 { commands { pull/lever :: "pull {lever}" :: "pulling the {lever}"; } }
}
"""
OVENS = """
type oven : t {
    predicates { bakes(oven, o, f); }
    rules {
        bake/oven :: $at(P, r) & $at(oven, r) & in(o, I) & bakes(oven, o, f) -> in(f, I);
    }
    inform7 { commands { bake/oven :: "bake {o}" :: "baking the {o}"; } }
}
"""


@dataclass(frozen=True)
class HandmadeGame:
    """A game made by hand, and what has to come of it.

    Where names are made at random, only the number of commands is known.
    """

    name: str
    make: Callable[[], GameMaker]
    won_by: tuple[str, ...]
    steps: int
    score: int
    max_score: float


GAMES: list[HandmadeGame] = []


def handmade(*won_by, steps=None, score=1, max_score=None):
    """Register the builder of a game that is won by some commands, with a score."""

    def register(make):
        best = score if max_score is None else max_score
        number = len(won_by) if steps is None else steps
        GAMES.append(HandmadeGame(make.__name__, make, won_by, number, score, best))
        return make

    return register


def maker(logic="", seed=7):
    """Return a maker whose texts depend on nothing but a seed, with some more ``logic``."""
    options = GameOptions()
    options.seeds = seed
    if logic:
        text = KnowledgeBase.default().logic.serialize() + logic
        options.kb = KnowledgeBase(GameLogic.parse(text))
    return GameMaker(options)


def one_room(logic=""):
    """Return a maker with a room that the player is in, and the room."""
    made = maker(logic)
    room = made.new_room("attic", "Dust, and a window.")
    made.set_player(room)
    return made, room


def thing(made, place, name, kind="o", *properties):
    """Put a new thing somewhere, and return it."""
    new = made.new(type=kind, name=name)
    for name_of_property in properties:
        new.add_property(name_of_property)
    place.add(new)
    return new


def held(made, *things, **settings):
    """Return the quest to carry some things."""
    facts = [made.new_fact("in", one, made.inventory) for one in things]
    return Quest([Event(conditions=facts)], **settings)


@handmade("take coin")
def a_single_room():
    made, attic = one_room()
    made.quests = [held(made, thing(made, attic, "coin"))]
    return made


@handmade(*["go east"] * 39, "take lantern")
def forty_rooms():
    made = maker()
    rooms = [made.new_room(f"cell {number}") for number in range(1, 41)]
    for one, next_one in itertools.pairwise(rooms):
        made.connect(one.east, next_one.west)
    made.set_player(rooms[0])
    made.quests = [held(made, thing(made, rooms[-1], "lantern"))]
    return made


@handmade("open box", "take cup", "take ring from box", "put cup on table", score=6)
def several_quests():
    made, attic = one_room()
    box = thing(made, attic, "box", "c", "closed")
    table = thing(made, attic, "table", "s")
    ring, cup = thing(made, box, "ring"), thing(made, attic, "cup")
    made.quests = [
        Quest([Event(conditions=[made.new_fact("open", box)])]),
        held(made, ring, reward=2),
        Quest([Event(conditions=[made.new_fact("on", cup, table)])], reward=3),
    ]
    return made


@handmade("open gate", "go north", "take rose", score=2)
def quests_of_commands():
    made = maker()
    yard, garden = made.new_room("yard"), made.new_room("garden")
    made.new_door(made.connect(yard.north, garden.south), "gate").add_property("closed")
    thing(made, garden, "rose")
    made.set_player(yard)
    commands = ["open the gate", "n", "get rose"]
    made.quests = [made.new_quest_using_commands(commands[:number]) for number in (1, 3)]
    return made


@handmade("take gem", "take hat", score=5)
def an_optional_quest():
    made, attic = one_room()
    hat, gem = thing(made, attic, "hat"), thing(made, attic, "gem")
    made.quests = [held(made, hat, reward=3), held(made, gem, reward=2, optional=True)]
    return made


@handmade("take hat", score=3)
def an_optional_quest_that_costs_points():
    made, attic = one_room()
    hat, gem = thing(made, attic, "hat"), thing(made, attic, "cursed gem")
    made.quests = [held(made, hat, reward=3), held(made, gem, reward=-1, optional=True)]
    return made


@handmade("take map", "take spade", score=2)
def a_quest_that_costs_points_and_has_to_be_done():
    made, attic = one_room()
    map_, spade = thing(made, attic, "map"), thing(made, attic, "spade")
    made.quests = [held(made, spade, reward=-1), held(made, map_, reward=3)]
    return made


@handmade("eat pear", "take hat", score=6)
def optional_quests_that_exclude_each_other():
    made, attic = one_room()
    pear, hat = thing(made, made.inventory, "pear", "f", "edible"), thing(made, attic, "hat")
    box = thing(made, attic, "box", "c", "open")
    eaten = made.new_fact("eaten", pear)
    given = made.new_fact("in", pear, box)
    made.quests = [
        held(made, hat),
        Quest([Event(conditions=[given])], [Event(conditions=[eaten])], 2, optional=True),
        Quest([Event(conditions=[eaten])], [Event(conditions=[given])], 5, optional=True),
    ]
    return made


@handmade("take coin", "take hat", score=3, max_score=math.inf)
def a_repeatable_reward():
    made, attic = one_room()
    coin, hat = thing(made, attic, "coin"), thing(made, attic, "hat")
    made.quests = [held(made, hat), held(made, coin, reward=2, optional=True, repeatable=True)]
    return made


@handmade("go west", "insert apple into basket", score=1)
def a_quest_that_can_fail():
    made = maker()
    kitchen, cellar = made.new_room("kitchen"), made.new_room("cellar")
    made.connect(kitchen.west, cellar.east)
    made.set_player(kitchen)
    apple = thing(made, made.inventory, "apple", "f", "edible")
    basket = thing(made, cellar, "basket", "c", "open")
    won = Event(conditions=[made.new_fact("in", apple, basket)])
    lost = Event(conditions=[made.new_fact("eaten", apple)])
    made.quests = [Quest([won], [lost])]
    return made


@handmade("take sword")
def one_of_two_ways_to_win():
    made, attic = one_room()
    chest = thing(made, attic, "chest", "c", "locked")
    crown, sword = thing(made, chest, "crown"), thing(made, attic, "sword")
    ways = [Event(conditions=[made.new_fact("in", one, made.inventory)]) for one in (crown, sword)]
    made.quests = [Quest(ways)]
    return made


@handmade("take brass lamp", "light brass lamp")
def a_type_of_its_own():
    made, attic = one_room(LAMPS)
    lamp = thing(made, attic, "brass lamp", "lamp", "unlit")
    made.quests = [Quest([Event(conditions=[made.new_fact("lit", lamp)])])]
    return made


@handmade("take egg", "offer egg to grocer")
def a_predicate_of_three_and_one_of_none():
    made, market = one_room(MERCHANTS)
    grocer, egg = thing(made, market, "grocer", "merchant"), thing(made, market, "egg")
    key = made.new(type="o", name="silver key")
    made.add_fact("wants", grocer, egg, key)
    made.add_fact("has", grocer, key)
    made.add_fact("market_day")
    made.quests = [held(made, key)]
    return made


@handmade("pull lever", "go east")
def nothing_to_carry():
    made = maker(LEVERS)
    cell, freedom = made.new_room("cell"), made.new_room("freedom")
    gate = made.new_door(made.connect(cell.east, freedom.west), "iron gate")
    gate.add_property("locked")
    made.add_fact("moves", thing(made, cell, "lever", "lever", "up"), gate)
    made.set_player(cell)
    made.quests = [Quest([Event(conditions=[made.new_fact("at", made.player, freedom)])])]
    return made


@handmade(
    *("take bronze key", "unlock trunk with bronze key", "open trunk", "take iron key from trunk"),
    *("unlock oak door with iron key", "open oak door", "go south"),
)
def keys_in_locked_things():
    made = maker()
    hall, study = made.new_room("hall"), made.new_room("study")
    door = made.new_door(made.connect(hall.south, study.north), "oak door")
    door.add_property("locked")
    trunk = thing(made, hall, "trunk", "c", "locked")
    made.add_fact("match", thing(made, hall, "bronze key", "k"), trunk)
    made.add_fact("match", thing(made, trunk, "iron key", "k"), door)
    made.set_player(hall)
    made.quests = [Quest([Event(conditions=[made.new_fact("at", made.player, study)])])]
    return made


@handmade("put fork on table", "put plate on table", "put spoon on table", score=3)
def several_facts_of_one_event():
    made, dining_room = one_room()
    table = thing(made, dining_room, "table", "s")
    cutlery = [thing(made, made.inventory, name) for name in ("fork", "plate", "spoon")]
    laid = [made.new_fact("on", one, table) for one in cutlery]
    made.quests = [Quest([Event(conditions=laid)], reward=3)]
    return made


@handmade("take Mother-in-law's soup", "go east", "take crème brûlée")
def names_with_everything_in_them():
    made = maker()
    kitchen, room = made.new_room("café"), made.new_room("Room No. 9 3/4")
    made.connect(kitchen.east, room.west)
    made.set_player(kitchen)
    soup = thing(made, kitchen, "Mother-in-law's soup", "f", "edible")
    soup.infos.definite, soup.infos.indefinite = "your", "a bowl of"
    soup.infos.adj, soup.infos.synonyms = "hot", ["goulash", "beef stew"]
    kitchen.infos.room_type = "cook"
    made.quests = [held(made, soup, thing(made, room, "crème brûlée", "f", "edible"))]
    return made


@handmade("open hatch", "go north", "take torch", "go south", "drop torch")
def a_recorded_quest():
    made = maker()
    deck, hold = made.new_room("deck"), made.new_room("hold")
    made.new_door(made.connect(deck.north, hold.south), "hatch").add_property("closed")
    thing(made, hold, "torch")
    made.set_player(deck)
    typed = "open hatch\nn\ntake toch\nget torch\nse\ns\ndrop it\nquit\n"
    with mock.patch("sys.stdin", io.StringIO(typed)), mock.patch("sys.stdout", io.StringIO()):
        made.record_quest()
    return made


@handmade("open wooden crate", "take rope from wooden crate", "drop rope")
def a_random_quest():
    made, shed = one_room()
    thing(made, thing(made, shed, "wooden crate", "c", "closed"), "rope")
    thing(made, shed, "bench", "s")
    made.generate_random_quests(length=3)
    return made


@handmade(steps=4, score=2)
def names_and_things_at_random():
    made = maker()
    rooms = made.import_graph(create_map(3, 6, 3, 3, possible_door_states=None))
    made.set_player(rooms[0])
    made.generate_distractors(8)
    made.generate_random_quests(nb_quests=2, length=2)
    return made


@handmade("take dough", "bake dough", "eat bread", score=4)
def a_thing_that_comes_into_being():
    made, bakery = one_room(OVENS)
    oven, dough = thing(made, bakery, "oven", "oven"), thing(made, bakery, "dough")
    bread = made.new(type="f", name="bread")
    bread.add_property("edible")
    made.nowhere.append(bread)
    made.add_fact("bakes", oven, dough, bread)
    made.quests = [
        held(made, bread),
        Quest([Event(conditions=[made.new_fact("eaten", bread)])], reward=3),
    ]
    return made
