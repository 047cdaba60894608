from twbench.families.textworld.games import optimal_length
from twbench.generator import Event, Game, Quest, World
from twbench.logic import Proposition

NODES = 20_000


def coin_behind(rooms):
    """Return a game with a coin at the end of a row of rooms, and no walkthrough."""
    facts = ["at(P, r_0: r)", f"at(o_0: o, r_{rooms - 1}: r)"]
    for index in range(rooms - 1):
        here, there = f"r_{index}: r", f"r_{index + 1}: r"
        facts += [f"east_of({there}, {here})", f"west_of({here}, {there})"]
        facts += [f"free({here}, {there})", f"free({there}, {here})"]
    world = World.from_facts([Proposition.parse(fact) for fact in facts])
    taken = Event(conditions=[Proposition.parse("in(o_0: o, I)")])
    return Game(world, quests=[Quest([taken])])


def test_the_solver_proves_it_where_the_challenge_does_not():
    assert optimal_length(coin_behind(7), NODES) == 7


def test_what_the_challenge_has_proven_counts():
    game = coin_behind(7)
    game.metadata["optimal_length"] = 8
    assert optimal_length(game, NODES) == 8


def test_unknown_where_there_is_no_solution():
    game = coin_behind(3)
    game.world.state.remove_fact(Proposition.parse("free(r_1: r, r_2: r)"))
    assert optimal_length(game, NODES) is None
