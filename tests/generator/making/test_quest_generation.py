"""Quests: as long as asked for, proven so, and told whole branch by branch."""

import gc

import pytest
from challenge_games import options_of
from hand_made_games import WAY_TO_APPLE, actions, pantry

from twbench.errors import ConfigError
from twbench.generator import (
    Game,
    QuestGenerationError,
    World,
    make_game,
    make_quest,
)
from twbench.generator.chains.chain_levels import Level
from twbench.generator.chains.chain_search import ChainNode, ChainSearch
from twbench.generator.chains.chaining import ChainingOptions
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.solution import shortest_solution
from twbench.generator.making.make import make_map
from twbench.generator.making.quest_generation import (
    Draft,
    Effort,
    QuestRequest,
    QuestSearch,
    count_objects,
    proves_length,
    quests_of,
)
from twbench.logic import Proposition
from twbench.seeding import Rng


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
    (quest,) = make_quest(world, options_of(quest_length=5))
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
    options = options_of(quest_length=3)
    options.chaining.backward = options.chaining.create_variables = True
    options.chaining.restricted_types = {"r", "d"}
    world = World.from_facts([Proposition.parse("at(P, r_0: r)")])
    (quest,) = make_quest(world, options)
    assert count_objects(world.state) >= 1
    assert shortest_solution(Game(world, quests=[quest]), 50_000).length == 3


@pytest.mark.parametrize(
    ("asked", "message"),
    [
        ({"length": 0}, "A quest takes 1 action or more, not 0"),
        ({"length": 2, "breadth": 2}, "A quest with 2 subquests takes 3 actions or more, not 2"),
        ({"length": 5, "breadth": 2, "deepest": 5}, "with 2 subquests has a depth between 3 and 4"),
        ({"length": 5, "breadth": 2, "max_depth": 2}, "has a depth between 3 and 4"),
        ({"length": 5, "min_depth": 6}, "with 1 subquest has a depth between 5 and 5"),
    ],
)
def test_requests_that_contradict_themselves_are_refused(
    asked: dict[str, int], message: str
) -> None:
    with pytest.raises(QuestGenerationError, match=message):
        QuestRequest(**asked)


def test_subquests_that_need_not_meet_may_be_of_any_depth() -> None:
    assert QuestRequest(2, breadth=2, independent=True).breadth == 2


def test_a_depth_of_1_is_any_depth() -> None:
    request = QuestRequest.of(options_of(quest_length=4, quest_breadth=2), max_objects=9)
    assert request == QuestRequest(4, breadth=2, max_objects=9)
    request = QuestRequest.of(options_of(quest_length=4, quest_breadth=2, quest_depth=3))
    assert request == QuestRequest(4, breadth=2, max_depth=3, deepest=3)
    with pytest.raises(ConfigError, match="quest_depth must be a whole number of at least 1"):
        QuestRequest.of(options_of(quest_depth=0))


def nodes_of(world: World, commands: list[str], breadths: list[int]) -> list[ChainNode]:
    """Return the nodes of a chain of commands, each on a branch of its own number."""
    return [
        ChainNode(action=action, depth=1, breadth=breadth, parent=None)
        for action, breadth in zip(actions(world, commands), breadths, strict=True)
    ]


def test_each_branch_ends_in_a_quest() -> None:
    nodes = nodes_of(pantry(), list(WAY_TO_APPLE), [2, 1, 1, 1, 1])
    first, whole = quests_of(nodes)
    assert first.commands == WAY_TO_APPLE[:1]
    assert whole.commands == WAY_TO_APPLE


@pytest.mark.parametrize(
    ("commands", "is_shortest"),
    [
        (WAY_TO_APPLE, True),
        (("take k_0", "drop k_0", "take k_0"), False),
        (("go east", "go west", "take k_0"), False),
        (("go east",), True),
    ],
)
def test_detours_have_no_proof(commands: tuple[str, ...], is_shortest: bool) -> None:
    world = pantry()
    nodes = nodes_of(world, list(commands), [1] * len(commands))
    assert proves_length(world.state, world.kb, nodes) == is_shortest


def test_doors_and_rooms_are_no_objects() -> None:
    world = World.from_facts(
        [Proposition.parse(fact) for fact in ("at(P, r_0: r)", "link(r_0: r, d_0: d, r_1: r)")]
    )
    assert count_objects(world.state) == 0
    assert count_objects(pantry().state) == len(("c_0", "f_0", "k_0"))


def drafts(world: World, length: int) -> list[Draft]:
    """Return all drafts of a search, which ends with the reason why there are no others."""
    request = QuestRequest(length)
    search = QuestSearch(world.state, world.kb, ChainingOptions(), request, Rng(1)).drafts()
    found: list[Draft] = []
    with pytest.raises(QuestGenerationError, match=f"No quest of {length} command.* 2 rooms"):
        found.extend(search)
    return found


def test_a_search_ends_with_the_reason() -> None:
    """In two rooms without a thing there is nothing to do but to walk to the other one."""
    facts = ("at(P, r_0: r)", "free(r_0: r, r_1: r)", "free(r_1: r, r_0: r)")
    facts += ("west_of(r_0: r, r_1: r)", "east_of(r_1: r, r_0: r)")
    world = World.from_facts(map(Proposition.parse, facts))
    assert {draft.quests[0].commands for draft in drafts(world, 1)} == {("go east",)}
    assert drafts(world, 2) == []


def finds_quests(seed: int, breadth: int, effort: Effort) -> bool:
    """Say whether a search finds a quest of 15 commands on a map of its own."""
    kb = KnowledgeBase.default()
    world = World.from_map(make_map(20, rng=Rng(seed)), kb)
    world.set_player_room(world.room_variables[0])
    chaining = ChainingOptions()
    chaining.backward = chaining.create_variables = True
    chaining.restricted_types = frozenset({"r", "d"})
    request = QuestRequest(length=15, breadth=breadth)
    search = QuestSearch(world.state, kb, chaining, request, Rng(seed + 1), effort)
    try:
        return next(search.drafts(), None) is not None
    except QuestGenerationError:
        return False


def test_several_subquests_are_found_at_a_quick_look_if_branches_come_first() -> None:
    plain, first = (
        sum(finds_quests(seed, 4, Effort.quick(15, branches_first)) for seed in range(20))
        for branches_first in (False, True)
    )
    assert first >= 14
    assert plain <= first // 2


def chained(seed=1, length=1, **ranges):
    options = options_of(seed=seed, nb_rooms=4, nb_objects=8, quest_length=length)
    for name, value in ranges.items():
        setattr(options.chaining, name, value)
    return options


@pytest.mark.parametrize(
    ("length", "ranges", "lengths"),
    [
        (1, {"max_length": 3}, {1, 2, 3}),
        (1, {"min_length": 4, "max_length": 4}, {4}),
        (4, {"min_length": 3}, {3, 4}),
        (4, {"max_length": 5}, {4, 5}),
        (1, {"max_length": 4, "min_breadth": 2, "max_breadth": 2}, {3, 4}),
    ],
)
def test_chaining_options_have_ranges_of_lengths(length, ranges, lengths):
    made = [make_game(chained(seed, length, **ranges)) for seed in range(8)]
    found = [len(game.quests[-1].win_events[0].actions) for game in made]
    assert set(found) == lengths
    assert found == [game.metadata["quest_length"] for game in made]
    # The game of a length that is drawn is the one of that length.
    plain = options_of(seed=0, nb_rooms=4, nb_objects=8, quest_length=found[0])
    plain.quest_breadth = ranges.get("max_breadth", 1)
    assert make_game(plain) == made[0]


@pytest.mark.parametrize(
    ("ranges", "lengths"),
    [
        ({"max_breadth": 6}, {1}),
        ({"max_breadth": 6, "max_length": 3}, {2, 3}),
        ({"max_depth": 3, "max_length": 8}, {2, 3}),
        ({"max_depth": 2, "min_length": 3, "max_length": 3, "max_breadth": 3}, {3}),
    ],
)
def test_sizes_that_are_drawn_fit_together(ranges, lengths):
    made = [make_game(chained(seed, **ranges)) for seed in range(8)]
    assert {game.metadata["quest_length"] for game in made} == lengths


def test_sizes_that_cannot_fit_together_are_refused():
    with pytest.raises(QuestGenerationError, match="3 subquests takes 4 actions or more, not 3"):
        make_game(chained(min_breadth=3, max_breadth=4, max_length=3))


def test_quests_of_a_world_have_lengths_of_a_range():
    world = make_game(options_of(nb_rooms=4, nb_objects=8)).world
    (quest,) = make_quest(world, chained(min_length=3, max_length=3))
    assert len(quest.win_events[0].actions) == 3


@pytest.mark.parametrize("ranges", [{"max_length": 12}, {"max_length": 12, "max_breadth": 2}])
def test_a_small_world_has_quests_of_those_lengths_of_a_range_that_fit_in(ranges):
    facts = ("at(P, r_0: r)", "at(c_0: c, r_0: r)", "closed(c_0: c)", "in(f_0: f, c_0: c)")
    found = set()
    for seed in range(12):
        world = World.from_facts(map(Proposition.parse, facts))
        *_, quest = make_quest(world, chained(seed, **ranges))
        found.add(len(quest.win_events[0].actions))
    assert found >= {1, 2}
    assert max(found) < 6


def test_a_range_that_does_not_fit_in_a_world_is_refused_for_what_was_drawn():
    world = World.from_facts([Proposition.parse("at(P, r_0: r)")])
    with pytest.raises(QuestGenerationError, match=r"No quest of ([3-9]|1\d) commands"):
        make_quest(world, chained(min_length=3, max_length=19))


def test_a_length_that_is_set_is_no_range_any_more():
    options = chained(min_length=2, max_length=3)
    options.quest_length = 5
    assert make_game(options).metadata["quest_length"] == 5
    with pytest.raises(ConfigError, match=r"min_length must be at most .*: 6 is more than 3"):
        make_game(chained(min_length=6, max_length=3))


@pytest.mark.parametrize(
    "asked",
    [{"quest_length": 4}, {"quest_length": 5, "quest_breadth": 2}, {"nb_parallel_quests": 2}],
)
def test_searches_leave_nothing_to_the_collector_of_garbage(asked):
    gc.collect()  # what other tests have left
    gc.disable()
    try:
        for seed in range(5):
            make_game(options_of(seed, nb_rooms=6, nb_objects=10, **asked))
        kinds = [type(one) for one in gc.get_objects()]
    finally:
        gc.enable()
    assert not {QuestSearch, ChainSearch, Level}.intersection(kinds)
