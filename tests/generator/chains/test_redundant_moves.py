from itertools import permutations

import pytest

from twbench.generator import KnowledgeBase
from twbench.generator.chains.redundant_moves import Walks, last_only_undoes
from twbench.logic import Proposition, State

KB = KnowledgeBase.default()

# A square of rooms, and a fifth one behind a closed door south of r_0.
#   r_0 - r_1
#    |     |
#   r_3 - r_2
FACTS = [
    "at(P, r_0: r)",
    "west_of(r_0: r, r_1: r)",
    "west_of(r_3: r, r_2: r)",
    "north_of(r_0: r, r_3: r)",
    "north_of(r_1: r, r_2: r)",
    *(
        f"free(r_{one}: r, r_{other}: r)"
        for one, other in permutations(range(4), 2)
        if (one - other) % 4 in (1, 3)
    ),
    "north_of(r_4: r, r_0: r)",
    "link(r_0: r, d_0: d, r_4: r)",
    "link(r_4: r, d_0: d, r_0: r)",
    "closed(d_0: d)",
]


def walk(*ways, facts=FACTS):
    state = State(KB.logic, map(Proposition.parse, facts))
    now = state.copy()
    actions = []
    for way in ways:
        actions.append(next(now.all_instantiations(KB.rules[way], KB.constants)))
        now.apply(actions[-1])
    return state, actions


@pytest.mark.parametrize(
    ("ways", "detour"),
    [
        ([], False),
        (["go/east"], False),
        (["go/east", "go/south"], False),
        (["go/east", "go/south", "go/west"], True),
        (["go/east", "go/west"], True),
        (["go/east", "go/south", "go/north", "go/west", "open/d"], True),
        (["open/d", "go/north", "close/d"], False),
        (["open/d", "go/east"], True),
        (["open/d", "go/north", "go/south", "close/d"], False),
    ],
)
def test_walks_that_go_out_of_their_way_are_detours(ways, detour):
    state, actions = walk(*ways)
    walks = Walks(KB)
    assert walks.has_detour(state, actions) is detour
    assert walks.has_detour(state, actions) is detour


THINGS = ["at(P, r_0: r)", "at(c_0: c, r_0: r)", "open(c_0: c)", "match(k_0: k, c_0: c)"]


@pytest.mark.parametrize(
    ("ways", "detour"),
    [
        (["drop", "close/c", "take", "lock/c"], True),
        (["drop", "close/c", "take"], True),
        (["close/c", "drop", "open/c"], True),
        (["insert", "take/c", "close/c", "lock/c"], True),
        (["close/c", "lock/c", "unlock/c", "open/c"], False),  # it takes the first to do the others
        (["drop", "close/c"], False),
        (["close/c", "lock/c"], False),
    ],
)
def test_what_is_undone_to_no_purpose_is_a_detour(ways, detour):
    state, actions = walk(*ways, facts=[*THINGS, "in(k_0: k, I)"])
    assert Walks(KB).has_detour(state, actions) is detour


@pytest.mark.parametrize(
    ("ways", "ends", "detour"),
    [
        (["go/east", "go/south", "go/west"], (3,), True),
        (["go/east", "go/south", "go/west"], (1, 3), False),  # one has to have been there
        (["go/east", "go/south", "go/north", "go/west", "open/d"], (4, 5), True),
        (["go/east", "go/south", "go/north", "go/west", "open/d"], (2, 5), False),
        (["open/d", "go/east"], (1, 2), False),  # the door has to be opened
    ],
)
def test_what_ends_a_branch_is_not_left_out_of_a_walk(ways, ends, detour):
    state, actions = walk(*ways)
    assert Walks(KB).has_detour(state, actions, ends) is detour


@pytest.mark.parametrize(
    ("ways", "ends", "detour"),
    [
        (["drop", "close/c", "take", "lock/c"], (2, 4), True),
        (["drop", "close/c", "take", "lock/c"], (1, 4), False),
        (["drop", "close/c", "take", "lock/c"], (3, 4), False),
        (["drop", "close/c", "take"], (2, 3), True),
    ],
)
def test_what_ends_a_branch_is_done_to_a_purpose(ways, ends, detour):
    state, actions = walk(*ways, facts=[*THINGS, "in(k_0: k, I)"])
    assert Walks(KB).has_detour(state, actions, ends) is detour


@pytest.mark.parametrize(
    ("ways", "ends", "in_vain"),
    [
        (["close/c", "drop", "open/c"], (), True),
        (["close/c", "lock/c", "unlock/c"], (), True),
        (["close/c", "lock/c", "unlock/c", "open/c"], (), False),  # it was closed to be locked
        (["drop", "close/c"], (), False),
        (["drop", "close/c", "take"], (1, 3), False),  # it had to be put down
        (["drop", "close/c", "take"], (2, 3), True),
    ],
)
def test_the_last_action_may_undo_what_was_of_no_use(ways, ends, in_vain):
    _, actions = walk(*ways, facts=[*THINGS, "in(k_0: k, I)"])
    assert last_only_undoes(actions, ends) is in_vain


def test_a_graph_serves_until_a_way_opens_or_closes():
    walks = Walks(KB)
    state, actions = walk("go/east", "go/south", "go/west")
    assert walks.has_detour(state, actions)
    free = [Proposition.parse(f"free(r_{one}: r, r_{other}: r)") for one, other in ((0, 3), (3, 0))]
    blocked = state.copy()
    blocked.remove_facts(free)
    assert not walks.has_detour(blocked, actions)
    assert walks.has_detour(state, actions)
    state.remove_facts(free)
    assert not walks.has_detour(state, actions)
    state.add_facts(free)
    assert walks.has_detour(state, actions)
