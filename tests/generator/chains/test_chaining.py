"""Chains: what makes one, against brute force on small worlds, and every documented option."""

from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.errors import GenerationError
from twbench.generator import KnowledgeBase, make_world
from twbench.generator.chains.chaining import (
    ChainingOptions,
    QuestGenerationError,
    get_chains,
    sample_quest,
)
from twbench.generator.games.game import GameOptions
from twbench.generator.making.maker import get_failing_constraints
from twbench.logic import GameLogic, Proposition, State
from twbench.seeding import Rng

KB = KnowledgeBase.default()

# Two rooms with a closed door between them, a closed chest with an apple, and its key.
TWO_ROOMS = (
    "at(P, r_0: r)",
    "north_of(r_1: r, r_0: r)",
    "link(r_0: r, d_0: d, r_1: r)",
    "link(r_1: r, d_0: d, r_0: r)",
    "closed(d_0: d)",
    "at(c_0: c, r_1: r)",
    "closed(c_0: c)",
    "in(f_0: f, c_0: c)",
    "at(k_0: k, r_0: r)",
    "match(k_0: k, c_0: c)",
)


def state_of(*facts):
    return State(KB.logic, [Proposition.parse(fact) for fact in facts])


def options_with(**values):
    options = ChainingOptions()
    for name, value in values.items():
        setattr(options, name, value)
    return options


def linear(length, **values):
    return options_with(min_length=length, max_length=length, max_depth=length, **values)


def commands(chain):
    return [action.format_command() for action in chain.actions]


def empty_world(seed, rooms):
    options = GameOptions()
    options.seeds = seed
    return make_world(rooms, 0, options.rngs).state


def creating(length, **values):
    return linear(length, create_variables=True, restricted_types={"r", "d"}, **values)


def check_chain(chain):
    """Check that a chain can be performed, and that each action is of use and leads somewhere new.

    Branches end in goals of their own, so their ends need not be of use.
    """
    state = chain.initial_state.copy()
    assert get_failing_constraints(state, KB) == []
    seen = [state.copy()]
    for action in chain.actions:
        assert state.apply(action)
        assert state not in seen
        seen.append(state.copy())
    assert get_failing_constraints(state, KB) == []
    assert state.are_facts(chain.actions[-1].postconditions)
    ends = {
        index
        for index, (node, following) in enumerate(pairwise(chain.nodes))
        if node.breadth != following.breadth
    }
    for index in range(len(chain.actions) - 1):
        if index not in ends:
            assert is_used(chain.actions, index)


def is_used(actions, index):
    """Return whether a later action needs a fact that this one adds and no action between does."""
    for fact in actions[index].added:
        for later in actions[index + 1 :]:
            if fact in later.preconditions:
                return True
            if fact in later.added or fact in later.removed:
                break
    return False


def undoes_in_vain(actions):
    """Return whether an action does nothing but undo an earlier one, which was of no use yet."""
    return any(
        set(later.added) == set(earlier.removed)
        and set(later.removed) == set(earlier.added)
        and not is_used(actions[:number], index)
        for number, later in enumerate(actions)
        for index, earlier in enumerate(actions[:number])
    )


def brute_force(state, length):
    """Return the commands of all linear quests of a length, by trying all sequences."""
    rules = [rule for rule in KB.rules.values() if rule.added]
    found = []

    def extend(states, actions):
        if len(actions) == length:
            used = all(is_used(actions, index) for index in range(length - 1))
            if used and not undoes_in_vain(actions):
                found.append(tuple(action.format_command() for action in actions))
            return
        for action in state_actions(states[-1]):
            if actions and set(actions[-1].postconditions).isdisjoint(action.preconditions):
                continue
            following = states[-1].apply_on_copy(action)
            if following not in states:
                extend([*states, following], [*actions, action])

    def state_actions(now):
        return now.all_applicable_actions(rules, KB.constants)

    extend([state], [])
    return sorted(found)


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_forward_chains_are_those_of_brute_force(length):
    state = state_of(*TWO_ROOMS)
    found = [tuple(commands(chain)) for chain in get_chains(state, linear(length))]
    expected = brute_force(state, length)
    assert sorted(found) == expected
    assert expected


@pytest.mark.parametrize("length", [1, 2, 3])
def test_backward_chains_end_in_the_state_and_invert_forward_ones(length):
    state = state_of(*TWO_ROOMS)
    for chain in get_chains(state, linear(length, backward=True)):
        check_chain(chain)
        end = chain.initial_state.copy()
        for action in chain.actions:
            end.apply(action)
        assert end == state
        assert tuple(commands(chain)) in brute_force(chain.initial_state, length)


def test_backward_chains_are_complete():
    """Each forward chain from a state is found backwards from where it ends."""
    state = state_of(*TWO_ROOMS)
    for chain in get_chains(state, linear(3)):
        end = state.copy()
        for action in chain.actions:
            end.apply(action)
        found = get_chains(end, linear(3, backward=True))
        assert commands(chain) in [commands(other) for other in found]


@settings(max_examples=60)
@given(
    seed=st.integers(0, 10_000),
    rooms=st.integers(1, 6),
    length=st.integers(1, 7),
    breadth=st.integers(1, 2),
)
def test_backward_quests_with_new_variables(seed, rooms, length, breadth):
    length += breadth
    options = creating(length, backward=True, min_breadth=breadth, max_breadth=breadth)
    options.rng = Rng(seed)
    chain = sample_quest(empty_world(seed, rooms), options)
    check_chain(chain)
    assert len(chain.actions) == length
    assert len({node.breadth for node in chain.nodes}) == breadth
    assert chain.nodes[-1].depth == 1
    assert all(node.depth == node.parent.depth + 1 for node in chain.nodes[:-1])


@settings(max_examples=15)
@given(seed=st.integers(0, 10_000), length=st.integers(1, 4))
def test_forward_quests_with_new_variables_start_from_the_state(seed, length):
    state = empty_world(seed, 3)
    chain = sample_quest(state, creating(length, rng=Rng(seed)))
    check_chain(chain)
    assert set(state.facts) <= set(chain.initial_state.facts)
    for fact in set(chain.initial_state.facts) - set(state.facts):
        assert not all(map(state.has_variable, fact.arguments))


def test_a_long_quest_in_one_room():
    options = creating(50, backward=True, rng=Rng(3))
    chain = sample_quest(state_of("at(P, r_0: r)"), options)
    check_chain(chain)
    assert len(chain.actions) == 50


def test_equal_seeds_give_equal_quests():
    def sample(seed):
        return commands(sample_quest(empty_world(1, 4), creating(6, backward=True, rng=Rng(seed))))

    assert sample(5) == sample(5)
    assert len({tuple(sample(seed)) for seed in range(10)}) > 5


def test_chains_come_one_by_one():
    options = creating(30, backward=True, rng=Rng(2))
    chains = iter(get_chains(empty_world(1, 5), options))
    assert len(next(chains).actions) == 30


def test_the_given_state_is_not_changed():
    state = empty_world(1, 3)
    before = state.copy()
    sample_quest(state, creating(4, backward=True, rng=Rng(1)))
    assert state == before


def test_forwards_nothing_is_undone_in_vain():
    state = state_of("at(P, r_0: r)", "at(c_0: c, r_0: r)", "open(c_0: c)", "at(k_0: k, r_0: r)")
    found = [tuple(commands(chain)) for chain in get_chains(state, linear(4))]
    assert sorted(found) == brute_force(state, 4)
    assert ("close c_0", "take k_0", "open c_0", "insert k_0 into c_0") not in found


@pytest.mark.parametrize("longest", [3, 4])
def test_lengths_between_limits_are_maximal_unless_subquests_are_wanted(longest):
    state = state_of(*TWO_ROOMS)
    options = options_with(max_length=longest, max_depth=longest)
    found = [quest for length in range(longest) for quest in brute_force(state, length + 1)]
    parts = {quest[:end] for quest in found for end in range(1, len(quest))}
    maximal = [tuple(commands(chain)) for chain in get_chains(state, options)]
    assert sorted(maximal) == sorted(set(found) - parts)
    options.subquests = True
    assert sorted(tuple(commands(chain)) for chain in get_chains(state, options)) == sorted(found)


def test_room_for_more_actions_changes_nothing_where_there_are_none():
    locked = [fact if fact != "closed(c_0: c)" else "locked(c_0: c)" for fact in TWO_ROOMS]
    rules = KB.rules.get_matching("take", "take/c", "go/.*", "open/.*", "unlock/.*")
    quests = []
    for longest in (6, 8, 12):
        options = options_with(max_length=longest, max_depth=longest)
        options.rules_per_depth = [rules] * longest
        quests.append([commands(chain) for chain in get_chains(state_of(*locked), options)])
    assert quests[0] == quests[1] == quests[2]
    assert [len(quest) for quest in quests[0]] == [6, 6, 2]


def test_depth_limits_branches_not_the_whole_quest():
    options = creating(6, backward=True, rng=Rng(0), min_breadth=2, max_breadth=3)
    options.max_depth = 4
    options.min_depth = 2
    state = empty_world(2, 3)
    for seed in range(10):
        options.rng = Rng(seed)
        chain = sample_quest(state, options)
        check_chain(chain)
        leaves = {node.breadth: node.depth for node in reversed(chain.nodes)}
        assert 2 <= len(leaves) <= 3
        assert all(2 <= depth <= 4 for depth in leaves.values())


def test_independent_chains_meet_nowhere():
    options = creating(2, backward=True, min_breadth=2, max_breadth=2)
    options.independent_chains = True
    chains = list(get_chains(state_of("at(P, r_0: r)"), options))
    assert chains
    for chain in chains[:50]:
        assert [node.parent for node in chain.nodes] == [None, None]


def test_rules_per_depth_begin_at_the_root():
    options = creating(3, backward=True)
    options.rules_per_depth = [[KB.rules["take/c"]], [KB.rules["open/c"]], [KB.rules["unlock/c"]]]
    chain = sample_quest(state_of("at(P, r_0: r)"), options)
    assert [action.name for action in chain.actions] == ["unlock/c", "open/c", "take/c"]
    assert list(options.get_rules(1)) == [KB.rules["open/c"]]
    assert list(options.get_rules(3)) == list(KB.rules.values())


def test_types_of_new_variables():
    state = state_of("at(P, r_0: r)")
    allowed = creating(2, backward=True, allowed_types={"c", "k"})
    kinds = {
        variable.type
        for chain in get_chains(state, allowed)
        for variable in chain.initial_state.variables
    }
    assert kinds == {"P", "r", "c", "k", "I"}
    restricted = linear(
        1, backward=True, create_variables=True, restricted_types={"r", "d", "o", "f"}
    )
    kinds = {
        variable.type
        for chain in get_chains(state, restricted)
        for variable in chain.initial_state.variables
    }
    assert kinds.isdisjoint({"d", "o", "f"})
    assert "c" in kinds


@pytest.mark.parametrize(
    ("placed", "starts"), [(True, {"room"}), (False, {"room", "kitchen", "r_2"})]
)
def test_a_player_who_is_nowhere_may_be_put_into_any_room(placed, starts):
    """A door, a way and what is taken behind them are new, or the way is the one that is there."""
    facts = ["north_of(kitchen: r, room: r)", "south_of(room: r, kitchen: r)"]
    facts += ["free(kitchen: r, room: r)", "free(room: r, kitchen: r)"]
    facts += ["at(P, room: r)"] if placed else []
    ways = [rule for name, rule in KB.rules.items() if name.startswith("go/")]
    options = linear(3, backward=True, create_variables=True, subquests=True)
    options.min_length = options.min_depth = 1
    options.rules_per_depth = [[KB.rules["take/c"], KB.rules["take/s"]], ways, [KB.rules["open/d"]]]
    chains = list(get_chains(state_of(*facts), options))
    # In each room and from each thing: the taking, four ways to it, and four doors before these.
    assert len(chains) == len(starts) * 2 * (1 + 4 + 4)
    ends = {chain.nodes[-1].action.variables[1].name for chain in chains}
    assert ends == starts


def test_without_new_variables_a_hint_says_that_the_player_is_nowhere():
    options = linear(1, backward=True)
    with pytest.raises(QuestGenerationError, match="No fact says where the player is"):
        sample_quest(state_of("at(o_0: o, r_0: r)"), options)


def test_check_new_variable_counts_the_variable():
    class AtMostOne(ChainingOptions):
        def check_new_variable(self, state, type, count):  # noqa: A002
            return type == "c" and count <= 1

    options = AtMostOne()
    options.create_variables = options.backward = True
    options.max_length = options.min_length = options.max_depth = 1
    chains = list(get_chains(state_of("at(P, r_0: r)"), options))
    assert sorted(commands(chain)[0] for chain in chains) == ["close c_0", "open c_0"]


def test_check_action_may_forbid_actions():
    class NoDoors(ChainingOptions):
        def check_action(self, state, action):
            return super().check_action(state, action) and not action.name.endswith("/d")

    options = NoDoors()
    found = [commands(chain) for chain in get_chains(state_of(*TWO_ROOMS), options)]
    assert found == [["take k_0"]]


def test_check_action_may_allow_new_facts_without_new_variables():
    class Anything(ChainingOptions):
        def check_action(self, state, action):
            return action.name == "go/north"

    options = Anything()
    options.create_variables = True
    options.restricted_types = {"r"}
    state = state_of("at(P, r_0: r)", "north_of(r_1: r, r_0: r)", "free(r_0: r, r_1: r)")
    (chain,) = list(get_chains(state, options))
    assert commands(chain) == ["go north"]
    new = set(chain.initial_state.facts) - set(state.facts)
    assert new == {Proposition.parse("free(r_1: r, r_0: r)")}


def test_the_default_check_allows_new_facts_about_new_variables_only():
    options = creating(1)
    state = state_of("at(P, r_0: r)", "at(c_0: c, r_0: r)", "closed(c_0: c)")
    open_chest = next(state.all_instantiations(KB.rules["open/c"], KB.constants))
    assert options.check_action(state, open_chest)
    missing = state_of("at(P, r_0: r)", "at(c_0: c, r_0: r)")
    assert not options.check_action(missing, open_chest)
    assert options.check_action(state_of("at(P, r_0: r)"), open_chest)


def test_fixed_mapping_knows_singletons():
    mapping = ChainingOptions().fixed_mapping
    assert {str(key): str(value) for key, value in mapping.items()} == {"P": "P", "I": "I"}


def test_a_copy_can_be_changed_on_its_own():
    options = creating(4, rng=Rng(1))
    other = options.copy()
    other.max_length = 9
    assert (options.max_length, other.max_length) == (4, 9)
    assert other.rng is options.rng


def test_what_cannot_be_found_is_said():
    with pytest.raises(QuestGenerationError, match="There is no quest with length 50") as caught:
        sample_quest(state_of("at(P, r_0: r)", "at(o_0: o, r_0: r)"), linear(50))
    assert isinstance(caught.value, GenerationError)
    with pytest.raises(QuestGenerationError, match="min_depth must be at most max_depth"):
        sample_quest(state_of(*TWO_ROOMS), options_with(min_depth=2))


def test_a_knowledge_base_gives_chaining_its_logic():
    options = ChainingOptions()
    assert options.kb is KnowledgeBase.default()
    options.kb = KnowledgeBase(GameLogic.parse("type d { rules { open :: shut(d) -> open(d); } }"))
    assert options.logic is options.kb.logic
    (chain,) = get_chains(State(options.logic, [Proposition.parse("shut(gate: d)")]), options)
    assert [action.name for action in chain.actions] == ["open"]
    options.logic = KnowledgeBase.default().logic
    assert options.kb is KnowledgeBase.default()
