"""Quests: as long as asked for, proven so, and told whole branch by branch."""

from made_games import options_for

from twbench.generator import (
    Game,
    World,
    make_quest,
)
from twbench.generator.games.solution import shortest_solution
from twbench.generator.making.quest_generation import count_objects
from twbench.logic import Proposition


def test_make_quest_in_a_given_world():
    world = World.from_facts(
        [
            Proposition.parse(fact)
            for fact in (
                "at(P, r_0: r)",
                "at(c_0: c, r_0: r)",
                "locked(c_0: c)",
                "match(k_0: k, c_0: c)",
                "at(k_0: k, r_0: r)",
                "in(f_0: f, c_0: c)",
            )
        ]
    )
    before = world.facts
    (quest,) = make_quest(world, options_for(quest_length=5))
    assert (
        quest.commands
        == (
            "take k_0",
            "unlock c_0 with k_0",
            "open c_0",
            "take f_0 from c_0",
            "eat f_0",
        )
        or len(quest.commands) == 5
    )
    assert world.facts == before
    assert shortest_solution(Game(world, quests=[quest]), 50_000).length == 5


def test_make_quest_backwards_changes_the_world():
    options = options_for(quest_length=3)
    options.chaining.backward = options.chaining.create_variables = True
    options.chaining.restricted_types = {"r", "d"}
    world = World.from_facts([Proposition.parse("at(P, r_0: r)")])
    (quest,) = make_quest(world, options)
    assert count_objects(world.state) >= 1
    assert shortest_solution(Game(world, quests=[quest]), 50_000).length == 3
