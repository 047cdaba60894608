"""Walks that lead nowhere are not gone into, and no chain is missed for it."""

from itertools import pairwise

import pytest

from twbench.generator import KnowledgeBase, World, make_map
from twbench.generator.chains.chain import branch_ends
from twbench.generator.chains.chain_search import ChainSearch
from twbench.generator.chains.chaining import ChainingOptions
from twbench.generator.chains.open_subgoals import OpenSubgoals
from twbench.generator.chains.redundant_moves import Walks
from twbench.generator.knowledge.moves import Moves
from twbench.logic import GameLogic, Proposition, State
from twbench.seeding import Rng

KB = KnowledgeBase.default()
FIXED = ("r", "d")


def world(seed: int, rooms: int, objects: int) -> State:
    rng = Rng(seed)
    made = World.from_map(make_map(rooms, rng=rng, possible_door_states=["open", "closed"]), KB)
    made.set_player_room(rng.choice(made.room_variables))
    made.populate(objects, rng)
    return made.state


def search(
    state: State,
    length: int,
    create: bool,
    prune: bool,
    kb: KnowledgeBase = KB,
    breadth: int = 1,
) -> tuple[list[list[str]], int]:
    """Return all chains without detours, sorted, and how many extensions were kept or not."""
    options = ChainingOptions()
    options.backward = True
    options.create_variables = create
    options.logic = kb.logic
    options.min_length = options.max_length = options.max_depth = length
    options.min_breadth = options.max_breadth = breadth
    options.restricted_types = FIXED
    walks, looked_at = Walks(kb), 0

    def keep(state, nodes):
        nonlocal looked_at
        looked_at += 1
        ends = branch_ends(nodes) if breadth > 1 else ()
        return not walks.has_detour(state, [node.action for node in nodes], ends)

    subgoals = OpenSubgoals(walks) if prune else None
    chains = ChainSearch(state, options, None, keep, subgoals).chains()
    return sorted([str(action) for action in chain.actions] for chain in chains), looked_at


@pytest.mark.parametrize(
    ("rooms", "objects", "length", "create"),
    [
        (1, 3, 3, True),
        (3, 0, 4, True),
        (4, 2, 3, True),
        (6, 1, 3, True),
        (5, 3, 4, True),
        (4, 4, 5, True),
        (4, 3, 5, False),
        (6, 4, 4, False),
        (8, 5, 6, False),
        (9, 2, 6, False),
    ],
)
def test_no_chain_is_missed(rooms, objects, length, create):
    saved = 0
    for seed in range(4):
        state = world(seed, rooms, objects)
        all_chains, looked_at_all = search(state, length, create, prune=False)
        chains, looked_at = search(state, length, create, prune=True)
        assert chains == all_chains
        saved += looked_at_all - looked_at
    assert saved > 0 or rooms == 1


@pytest.mark.parametrize(
    ("rooms", "objects", "length", "breadth", "create"),
    [
        (3, 0, 3, 2, True),
        (4, 1, 4, 2, True),
        (4, 3, 5, 3, True),
        (6, 4, 5, 2, False),
        (8, 5, 6, 2, False),
    ],
)
def test_no_chain_of_several_branches_is_missed(rooms, objects, length, breadth, create):
    found = 0
    for seed in range(4):
        state = world(seed, rooms, objects)
        all_chains, looked_at_all = search(state, length, create, prune=False, breadth=breadth)
        chains, looked_at = search(state, length, create, prune=True, breadth=breadth)
        assert chains == all_chains
        assert looked_at <= looked_at_all
        found += len(chains)
    assert found > 0


def test_walks_that_lead_nowhere_are_not_gone_into():
    # A row of four rooms: nobody walks five rooms far, and nothing needs to be done on the way.
    rooms = [f"r_{number}: r" for number in range(4)]
    facts = ["at(P, r_1: r)"]
    for west, east in pairwise(rooms):
        facts += [f"west_of({west}, {east})", f"east_of({east}, {west})"]
        facts += [f"free({west}, {east})", f"free({east}, {west})"]
    state = State(KB.logic, map(Proposition.parse, facts))
    options = ChainingOptions()
    options.backward = True
    options.logic = KB.logic
    options.min_length = options.max_length = options.max_depth = 5
    walks, kept = Walks(KB), []

    def keep(state, nodes):
        kept.append([node.action.name for node in nodes])
        return not walks.has_detour(state, [node.action for node in nodes])

    assert not list(ChainSearch(state, options, None, keep, OpenSubgoals(walks)).chains())
    assert all(len(names) == 1 for names in kept)
    kept.clear()
    assert not list(ChainSearch(state, options, None, keep).chains())
    assert max(map(len, kept)) == 2


PUSHING = """
type r {
    predicates { next(r, r'); }
}
type P {
    predicates { at(P, r); }
    rules { walk :: at(P, r) & $next(r, r') -> at(P, r'); }
}
type b {
    predicates { lies(b, r); heavy(b); found(b); }
    rules {
        push :: $at(P, r) & $heavy(b) & $next(r, r') & lies(b, r) -> lies(b, r');
        find :: $at(P, r) & $lies(b, r) -> found(b);
    }
}
"""


def test_things_that_move_on_their_own_account():
    kb = KnowledgeBase(GameLogic.parse(PUSHING))
    facts = ["at(P, r_2: r)", "lies(b_0: b, r_2: r)", "heavy(b_0: b)", "found(b_0: b)"]
    for number in range(3):
        one, other = f"r_{number}: r", f"r_{number + 1}: r"
        facts += [f"next({one}, {other})", f"next({other}, {one})"]
    state = State(kb.logic, map(Proposition.parse, facts))
    assert Moves.of(kb).location(state) is None
    for length in range(1, 6):
        all_chains, _ = search(state, length, create=False, prune=False, kb=kb)
        chains, _ = search(state, length, create=False, prune=True, kb=kb)
        assert chains == all_chains
    assert all_chains


def test_where_the_player_is():
    moves = Moves.of(KB)
    here = Proposition.parse("at(P, r_0: r)")
    assert moves.location(State(KB.logic, [here])) == here
    assert moves.location(State(KB.logic, [Proposition.parse("at(o_0: o, r_0: r)")])) is None
    there = Proposition.parse("at(P, r_1: r)")
    assert moves.location(State(KB.logic, [here, there])) is None
