import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plain_equality import TURNS, same_map, same_puzzle, same_structure
from small_puzzles import FREE, MAP, PARAMETERS, START, game, made

from twbench.generator import Event, Game, Quest, World, structure_hash
from twbench.generator.hashes import turnings
from twbench.generator.hashes.forms import game_form
from twbench.generator.hashes.maps import map_hash
from twbench.generator.hashes.puzzle import puzzle_hash
from twbench.logic import GameLogic, Proposition, Variable


def turned(one, turn, names=None):
    """Return a game with directions and names changed."""

    def change(fact):
        direction, mark, rest = fact.name.partition("_of")
        name = f"{turn[direction]}_of{rest}" if mark else fact.name
        return Proposition(
            name, [Variable((names or {}).get(v.name, v.name), v.type) for v in fact.arguments]
        )

    quests = [
        Quest(
            [Event(conditions=map(change, event.conditions)) for event in quest.win_events],
            [Event(conditions=map(change, event.conditions)) for event in quest.fail_events],
            quest.reward,
        )
        for quest in one.quests
    ]
    return Game(World.from_facts(map(change, one.world.facts), one.kb), quests=quests)


def test_bystanders_do_not_count():
    plain = game(*MAP, *FREE, START, "at(o_0: o, r_1: r)")
    others = ("at(o_1: o, r_0: r)", "at(s_0: s, r_1: r)", "on(f_0: f, s_0: s)", "edible(f_0: f)")
    furnished = game(*MAP, *FREE, START, "at(o_0: o, r_1: r)", *others)
    assert structure_hash(plain) != structure_hash(furnished)
    assert puzzle_hash(plain) == puzzle_hash(furnished)


def test_what_a_thing_is_counts_as_far_as_it_is_used():
    place = "at(f_0: f, r_1: r)"
    fetched = game(*MAP, *FREE, START, place, "edible(f_0: f)", wins=["in(f_0: f, I)"])
    eaten = game(*MAP, *FREE, START, place, "edible(f_0: f)", wins=["eaten(f_0: f)"])
    assert puzzle_hash(fetched) == puzzle_hash(game(*MAP, *FREE, START, "at(o_0: o, r_1: r)"))
    assert puzzle_hash(fetched) != puzzle_hash(eaten)


def test_open_doors_are_bystanders_and_closed_ones_are_not():
    link = ("link(r_0: r, d_0: d, r_1: r)", "link(r_1: r, d_0: d, r_0: r)", "at(o_0: o, r_1: r)")
    none = game(*MAP, *FREE, START, "at(o_0: o, r_1: r)")
    opened = game(*MAP, *FREE, START, *link, "open(d_0: d)")
    closed = game(*MAP, START, *link, "closed(d_0: d)")
    locked = game(*MAP, START, *link, "locked(d_0: d)")
    assert puzzle_hash(none) == puzzle_hash(opened)
    assert len({puzzle_hash(one) for one in (opened, closed, locked)}) == 3


@pytest.mark.parametrize(("challenge", "parameters"), PARAMETERS)
def test_a_turned_and_mirrored_game_is_the_same_puzzle_on_the_same_map(challenge, parameters):
    one = made(challenge, parameters)
    rooms = sorted({v.name for v in one.world.state.variables if v.type == "r"})
    names = dict(zip(rooms, rooms[::-1], strict=True))
    hashes = {
        (puzzle_hash(other), map_hash(other.world.facts))
        for other in [one, *(turned(one, turn, names) for turn in TURNS)]
    }
    assert len(hashes) == 1


ONE_WAY = """
type r {
    predicates { at(P, r); at(o, r); north_of(r, r); east_of(r, r); south_of(r, r); west_of(r, r); }
    rules { go/north :: at(P, r) & $north_of(r', r) -> at(P, r');
            take :: $at(P, r) & at(o, r) -> in(o, I); }
}
type o { predicates { in(o, I); } }
type P { }
type I { }
"""


def test_where_the_rules_know_one_direction_only_the_compass_is_left_alone():
    from twbench.generator import KnowledgeBase

    kb = KnowledgeBase(GameLogic.parse(ONE_WAY))
    one = game(MAP[0], START, "at(o_0: o, r_1: r)", kb=kb)
    mirrored = {"north": "north", "south": "south", "east": "west", "west": "east"}
    quarter = {"north": "east", "east": "south", "south": "west", "west": "north"}
    assert puzzle_hash(turned(one, mirrored)) == puzzle_hash(one)
    assert puzzle_hash(turned(one, quarter)) != puzzle_hash(one)


def test_turnings_that_nothing_tells_apart_are_looked_at_once(monkeypatch):
    looked = []

    def counting(*arguments):
        looked.append(arguments)
        return game_form(*arguments)

    monkeypatch.setattr(turnings, "game_form", counting)
    room = game(START, "at(o_0: o, r_0: r)")
    puzzle_hash(room)
    assert len(looked) == 1  # of eight
    hidden = puzzle_hash(game(START, "at(o_0: o, r_0: r)", wins=["north_of(r_0: r, r_1: r)"]))
    assert len(looked) == 5  # a room to the north: it is also one to the east, but for its mirror
    assert hidden != puzzle_hash(room)


ROOMS = [Variable(f"r_{number}", "r") for number in range(4)]
THINGS = [Variable("o_0", "o"), Variable("o_1", "o"), Variable("c_0", "c")]


@st.composite
def tiny_games(draw):
    """Games that need not make sense: one-way exits, two rooms to the north, no player."""
    rooms = ROOMS[: draw(st.integers(1, 4))]
    made = []
    for _ in range(draw(st.integers(0, 4))):
        direction = draw(st.sampled_from(["north", "east", "south", "west", "free"]))
        pair = draw(st.sampled_from(rooms)), draw(st.sampled_from(rooms))
        if pair[0] != pair[1]:
            opposite = {"north": "south", "south": "north", "east": "west", "west": "east"}
            name = "free" if direction == "free" else f"{direction}_of"
            made.append(Proposition(name, pair))
            if direction != "free" and draw(st.booleans()):
                made.append(Proposition(f"{opposite[direction]}_of", pair[::-1]))
    if draw(st.booleans()):
        made.append(Proposition("at", (Variable("P"), draw(st.sampled_from(rooms)))))
    things = sorted(draw(st.sets(st.sampled_from(THINGS), max_size=2)))
    for thing in things:
        made.append(Proposition("at", (thing, draw(st.sampled_from(rooms)))))
    some_thing = st.sampled_from(things or THINGS[:1])
    quests = []
    for _ in range(draw(st.integers(1, 2))):
        wanted, dangers = draw(some_thing), draw(st.lists(some_thing, max_size=1))
        quests.append(
            Quest(
                [Event(conditions=[Proposition("in", (wanted, Variable("I")))])],
                [Event(conditions=[Proposition("open", (danger,))]) for danger in dangers],
            )
        )
    return Game(World.from_facts(made), quests=quests)


@st.composite
def pairs(draw):
    """A game and another one, mostly the same one turned and renamed, with a fact less or not."""
    one = draw(tiny_games())
    if draw(st.integers(0, 3)) == 0:
        return one, draw(tiny_games())
    names = dict(
        zip(
            [room.name for room in ROOMS],
            draw(st.permutations([r.name for r in ROOMS])),
            strict=True,
        )
    )
    other = turned(one, draw(st.sampled_from(TURNS)), names)
    known, quests = list(other.world.facts), list(draw(st.permutations(other.quests)))
    if known and draw(st.booleans()):
        del known[draw(st.integers(0, len(known) - 1))]
    if draw(st.integers(0, 3)) == 0:
        quests[0] = one.quests[0]  # maybe what is another one now
    return one, Game(World.from_facts(known), quests=quests)


@given(pairs())
@settings(max_examples=60)
def test_hashes_agree_with_the_plain_search_for_renamings(pair):
    one, other = pair
    assert (structure_hash(one) == structure_hash(other)) == same_structure(one, other)
    assert (puzzle_hash(one) == puzzle_hash(other)) == same_puzzle(one, other)
    maps = [map_hash(side.world.facts) for side in pair]
    assert (maps[0] == maps[1]) == same_map(one, other)


def test_hashes_agree_with_the_plain_search_on_small_games():
    games = [made("coin_collector", {"level": 4}, seed) for seed in range(7)]
    for number, one in enumerate(games):
        for other in games[:number]:
            assert (puzzle_hash(one) == puzzle_hash(other)) == same_puzzle(one, other)
