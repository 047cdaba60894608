"""Small maps and games, and one of each challenge, for the tests of hashes."""

from hand_made_games import facts

from twbench.dataset.config.plan import ItemSpec
from twbench.dataset.items import item
from twbench.generator import Event, Game, Quest, World
from twbench.logic import Proposition, Variable

MAP = ("north_of(r_1: r, r_0: r)", "south_of(r_0: r, r_1: r)")


FREE = ("free(r_0: r, r_1: r)", "free(r_1: r, r_0: r)")


START = "at(P, r_0: r)"


def game(*texts, wins=("in(o_0: o, I)",), fails=(), kb=None):
    quest = Quest([Event(conditions=facts(*wins))], [Event(conditions=facts(f)) for f in fails])
    return Game(World.from_facts(facts(*texts), kb), quests=[quest])


PARAMETERS = [
    ("coin_collector", {"level": 112}),
    ("treasure_hunter", {"level": 7}),
    ("treasure_hunter", {"level": 27}),
    ("custom", {"world_size": 4, "nb_objects": 10, "quest_length": 5}),
    ("simple", {"rewards": "dense", "goal": "brief"}),
    ("cooking", {"recipe": 2, "take": 2, "go": 6, "open": True, "cook": True, "cut": True}),
]


def made(challenge, parameters, seed=5):
    return item.make_game(ItemSpec("train", 0, 0, seed, challenge, parameters, {}))


def rooms(*edges):
    """Facts of a map: ``("a", "north_of", "b")`` and the like."""
    return [
        Proposition(name, (Variable(first, "r"), Variable(second, "r")))
        for first, name, second in edges
    ]
