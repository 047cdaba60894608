"""Forms of games are equal exactly where those are that are found the plain way."""

import pytest
from hand_made_games import facts
from plain_equality import same_structure
from plain_forms import plain_form

from twbench.generator import Event, Game, Quest, World, structure_hash
from twbench.generator.hashes import forms
from twbench.generator.hashes.forms import game_form
from twbench.logic import Proposition, Variable
from twbench.seeding import Rng

THINGS = [Variable(f"o_{number}", "o") for number in range(3)]
SHELVES = [Variable(f"s_{number}", "s") for number in range(2)]
ROOMS = [Variable(f"r_{number}", "r") for number in range(3)]


def drawn_fact(rng):
    """Return a fact that need not make sense: a thing on itself, a thing beyond another."""
    name = rng.choice(["lit", "red", "on", "on", "at", "at", "near", "beside", "north_of"])
    places = {
        "lit": [[*ROOMS, *THINGS]],
        "red": [THINGS],
        "on": [THINGS, SHELVES],
        "at": [[*THINGS, *SHELVES], ROOMS],
        "near": [THINGS, THINGS],
        "beside": [THINGS, ROOMS, [*THINGS, *SHELVES]],
        "north_of": [ROOMS, ROOMS],
    }[name]
    return Proposition(name, [rng.choice(some) for some in places])


def drawn_event(rng):
    return Event(conditions=[drawn_fact(rng) for _ in range(1 + rng.integer(2))])


def drawn_quest(rng):
    return Quest(
        [drawn_event(rng) for _ in range(1 + rng.integer(2))],
        [drawn_event(rng) for _ in range(rng.integer(2))],
        reward=1 + rng.integer(2),
        optional=rng.chance(0.3),
    )


def drawn(seed):
    """Return facts and quests of a small game, which is full of things that are alike."""
    rng = Rng(seed)
    told = list(dict.fromkeys([drawn_fact(rng) for _ in range(rng.integer(8))]))
    return told, [drawn_quest(rng) for _ in range(rng.integer(3))]


def renamed(told, quests, rng, kept=()):
    """Return the same with other names but for what is ``kept``, and in another order."""
    names = {}
    for some in (THINGS, SHELVES, [room for room in ROOMS if room not in kept]):
        others = list(some)
        rng.shuffle(others)
        names |= dict(zip(some, others, strict=True))

    def shuffled(some):
        some = list(some)
        rng.shuffle(some)
        return some

    def fact(one):
        return Proposition(one.name, [names.get(variable, variable) for variable in one.arguments])

    def events(some):
        return shuffled(Event(conditions=shuffled(map(fact, one.conditions))) for one in some)

    return shuffled(map(fact, told)), shuffled(
        Quest(
            events(quest.win_events),
            events(quest.fail_events),
            quest.reward,
            optional=quest.optional,
        )
        for quest in quests
    )


def changed(told, quests, rng):
    """Return nearly the same: with one fact, or one quest, in another's place."""
    told, quests = list(told), list(quests)
    if told and rng.chance(0.5):
        told[rng.integer(len(told))] = drawn_fact(rng)
    elif quests:
        quests[rng.integer(len(quests))] = drawn_quest(rng)
    return list(dict.fromkeys(told)), quests


def numbered(seed):
    """Return some of the rooms with numbers: none, one or two."""
    return {room: str(number) for number, room in enumerate(ROOMS[: seed % 3])}


def form(told, quests, rooms=None):
    return game_form(told, quests, rooms or {}, {})


def test_names_and_orders_do_not_matter():
    for seed in range(400):
        game, rooms = drawn(seed), numbered(seed)
        assert form(*renamed(*game, Rng(seed), rooms), rooms) == form(*game, rooms), seed


def test_forms_are_equal_exactly_where_the_plain_ones_are():
    equal = 0
    for seed in range(1500):
        game, rooms = drawn(seed), numbered(seed)
        other = changed(*renamed(*game, Rng(seed), rooms), Rng(seed + 1))
        is_equal = plain_form(*game, rooms) == plain_form(*other, rooms)
        assert (form(*game, rooms) == form(*other, rooms)) == is_equal, seed
        equal += is_equal
    assert 150 < equal < 1350


@pytest.mark.parametrize("count", [0, 1, 2])
def test_forms_of_any_two_games_are_equal_where_the_plain_ones_are(count):
    rooms = numbered(count)
    games = [drawn(seed) for seed in range(400)]
    plain = [repr(plain_form(*game, rooms)) for game in games]
    found = [repr(form(*game, rooms)) for game in games]
    assert len(set(plain)) == len(set(found)) == len(set(zip(plain, found, strict=True))) < 400


def test_things_that_are_alike_may_be_related_in_different_ways():
    """Each of three is near one thing, and one is near it: no refinement tells them apart."""
    rings = [["00", "11", "22"], ["00", "12", "21"], ["01", "12", "20"]]
    found = [
        form(facts(*[f"near(o_{one}: o, o_{other}: o)" for one, other in ring]), ())
        for ring in rings
    ]
    assert len({repr(one) for one in found}) == 3


def test_structures_are_the_same_where_some_renaming_shows_it():
    """With rooms that a walk has numbered, and rooms out of its reach."""
    start, equal, tried = facts("at(P, r_0: r)"), 0, 0
    for seed in range(400):
        told, quests = drawn(seed)
        one = [*start, *told], quests
        other = changed(*renamed(*one, Rng(seed)), Rng(seed + 1))
        games = [Game(World.from_facts(some), quests=asked) for some, asked in (one, other)]
        if max(len(named(*some)) for some in (one, other)) > 6:
            continue  # too many renamings
        is_equal = same_structure(*games)
        assert (structure_hash(games[0]) == structure_hash(games[1])) == is_equal, seed
        equal += is_equal
        tried += 1
    assert 20 < equal < tried - 20


def named(told, quests):
    """Return all entities that facts or quests name."""
    events = [event for quest in quests for event in (*quest.win_events, *quest.fail_events)]
    about = [*told, *(fact for event in events for fact in event.conditions)]
    return {variable for fact in about for variable in fact.arguments}


APPLES = facts("on(f_0: f, s_0: s)", "on(f_1: f, s_0: s)", "on(f_2: f, s_0: s)")


def eating(*quests):
    """Return the form of three apples on a table, with quests about some: ``win, fail``."""
    return form(
        APPLES,
        [
            Quest(
                [Event(conditions=facts(*[f"eaten(f_{n}: f)" for n in event])) for event in wins],
                [Event(conditions=facts(*[f"eaten(f_{n}: f)" for n in event])) for event in fails],
            )
            for wins, fails in quests
        ],
    )


def test_quests_tell_things_apart_that_are_alike_in_the_world():
    different = [
        eating(),
        eating(([[0]], [])),
        eating(([[0]], []), ([[0]], [])),
        eating(([[0]], []), ([[1]], [])),
        eating(([[0], [1]], [])),
        eating(([[0, 1]], [])),
        eating(([[0]], [[0]])),
        eating(([[0]], [[1]])),
        eating(([[0]], [[1], [2]])),
        eating(([[0]], [[1]]), ([[1]], [[0]])),
        eating(([[0]], [[1]]), ([[1]], [[2]])),
        eating(([[0]], [[1]]), ([[1]], [[2]]), ([[2]], [[0]])),
        eating(([[0]], [[1]]), ([[0]], [[2]])),
    ]
    assert len({repr(one) for one in different}) == len(different)
    assert eating(([[0]], [[1]])) == eating(([[2]], [[0]]))
    assert eating(([[0]], [[1]]), ([[1]], [[2]])) == eating(([[2]], [[0]]), ([[1]], [[2]]))


def test_where_all_is_told_apart_nothing_is_left(monkeypatch):
    monkeypatch.setattr(forms, "certificate", None)
    told = facts("on(f_0: f, s_0: s)", "on(f_1: f, s_0: s)", "ripe(f_0: f)", "on(f_2: f, s_0: s)")
    ripe = Quest([Event(conditions=facts("eaten(f_0: f)"))])
    assert form(told, [ripe]).endswith("\n\n")
    with pytest.raises(TypeError, match="not callable"):
        form(told, [Quest([Event(conditions=facts("eaten(f_1: f)"))])])
