from itertools import permutations

import pytest
from hand_made_games import SAMPLE_GAMES, apple_game, facts, needs_samples
from hypothesis import given, settings
from hypothesis import strategies as st

from twbench.generator import Event, Game, Quest, World, make_world, structure_hash
from twbench.logic import Proposition, Variable
from twbench.seeding import Rng


def renamed(game, seed):
    """Return the game with all entities but P and I renamed, facts and quests shuffled."""
    rng = Rng(seed)
    entities = [entity for entity in game.world.entities if entity.name not in ("P", "I")]
    numbers = list(range(len(entities)))
    rng.shuffle(numbers)
    names = {entity.name: f"x{n}" for entity, n in zip(entities, numbers, strict=True)}

    def rename(fact):
        arguments = [Variable(names.get(v.name, v.name), v.type) for v in fact.arguments]
        return Proposition(fact.name, arguments)

    def rename_event(event):
        conditions = [rename(fact) for fact in event.conditions]
        rng.shuffle(conditions)
        return Event(conditions=conditions)

    world_facts = [rename(fact) for fact in game.world.facts]
    rng.shuffle(world_facts)
    quests = [
        Quest(
            [rename_event(event) for event in quest.win_events],
            [rename_event(event) for event in quest.fail_events],
            quest.reward,
            optional=quest.optional,
            repeatable=quest.repeatable,
        )
        for quest in game.quests
    ]
    rng.shuffle(quests)
    return Game(World.from_facts(world_facts, game.kb), quests=quests)


@st.composite
def games(draw):
    seed = draw(st.integers(0, 10**6))
    rngs = {"map": Rng(seed), "objects": Rng(seed + 1)}
    world = make_world(draw(st.integers(1, 6)), draw(st.integers(0, 14)), rngs)
    quests = []
    for index in range(draw(st.integers(0, 3))):
        rng = Rng(seed + 2 + index)
        conditions = rng.sample(world.facts, min(2, len(world.facts)))
        quests.append(Quest([Event(conditions=conditions)], optional=rng.chance(0.3)))
    return Game(world, quests=quests)


@given(games(), st.integers(0, 1000))
@settings(max_examples=60)
def test_names_and_orders_do_not_matter(game, seed):
    assert structure_hash(renamed(game, seed)) == structure_hash(game)


@given(games(), st.integers(0, 10**6))
@settings(max_examples=60)
def test_every_fact_matters(game, seed):
    changed = list(game.world.facts)
    del changed[seed % len(changed)]
    other = Game(World.from_facts(changed, game.kb), quests=game.quests)
    assert structure_hash(other) != structure_hash(game)


def test_everything_about_quests_matters():
    base = apple_game()
    won, lost = base.quests[0].win_events[0], base.quests[0].fail_events[0]
    variants = [
        base.quests,
        [],
        [Quest([won], [lost], reward=3)],
        [Quest([won], reward=2)],
        [Quest([won], [lost], reward=2, optional=True)],
        [Quest([won], [lost], reward=2, repeatable=True)],
        [Quest([lost], [won], reward=2)],
        [Quest([won, lost], reward=2)],
        [Quest([Event(conditions=[*won.conditions, *lost.conditions])], reward=2)],
        [*base.quests, *base.quests],
        [Quest([won], [lost], reward=2), Quest([lost], [won], reward=2)],
    ]
    hashes = {structure_hash(Game(base.world, quests=quests)) for quests in variants}
    assert len(hashes) == len(variants)


def test_texts_and_commands_do_not_matter():
    game, other = apple_game(), apple_game()
    other.infos["f_0"].name = "pear"
    other.metadata["walkthrough"] = ["look"]
    other.objective = "Hurry."
    other.quests = (
        Quest([Event(conditions=facts("in(f_0: f, I)"))], other.quests[0].fail_events, 2),
    )
    assert structure_hash(game) == structure_hash(other)


def plainly_isomorphic(one, other):
    """Try all renamings that keep types: the plain twin of the hash."""
    first, second = set(one.world.facts), set(other.world.facts)
    mine = sorted({v for fact in first for v in fact.arguments})
    theirs = sorted({v for fact in second for v in fact.arguments})
    if len(mine) != len(theirs) or len(first) != len(second):
        return False
    for candidate in permutations(theirs):
        if any(a.type != b.type for a, b in zip(mine, candidate, strict=True)):
            continue
        names = dict(zip(mine, candidate, strict=True))
        if {Proposition(f.name, [names[v] for v in f.arguments]) for f in first} == second:
            return True
    return False


@st.composite
def tiny_worlds(draw):
    """Graphs of up to five rooms: full of symmetries that refinement alone cannot resolve."""
    count = draw(st.integers(2, 5))
    rooms = [Variable(f"r_{index}", "r") for index in range(count)]
    pairs = [(a, b) for a in rooms for b in rooms if a != b]
    chosen = draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=6, unique=True))
    made = [Proposition("free", pair) for pair in chosen]
    if draw(st.booleans()):
        made.append(Proposition("at", (Variable("P"), draw(st.sampled_from(rooms)))))
    return Game(World.from_facts(made))


@given(tiny_worlds(), tiny_worlds())
@settings(max_examples=300)
def test_hashes_agree_with_the_plain_search_for_a_renaming(one, other):
    assert (structure_hash(one) == structure_hash(other)) == plainly_isomorphic(one, other)


def ring(*lengths):
    """Return a world of rings of rooms: all of them look alike to colour refinement."""
    made, first = [], 0
    for length in lengths:
        rooms = [Variable(f"r_{first + index}", "r") for index in range(length)]
        for index, room in enumerate(rooms):
            following = rooms[(index + 1) % length]
            made += [Proposition("free", (room, following)), Proposition("free", (following, room))]
        first += length
    return Game(World.from_facts(made))


def test_regular_structures_are_told_apart():
    hashes = [structure_hash(ring(*lengths)) for lengths in ((6,), (3, 3), (12,), (6, 6), (3, 9))]
    assert len(set(hashes)) == 5
    assert structure_hash(ring(3, 9)) == structure_hash(ring(9, 3))


def test_many_equal_things_cost_no_factorial():
    texts = ["at(P, r_0: r)"]
    for index in range(30):
        texts += [
            f"at(o_{index}: o, r_0: r)",
            f"at(c_{index}: c, r_0: r)",
            f"locked(c_{index}: c)",
            f"match(k_{index}: k, c_{index}: c)",
            f"in(k_{index}: k, I)",
        ]
    game = Game(World.from_facts(facts(*texts)))
    assert structure_hash(game) == structure_hash(renamed(game, 5))
    crossed = [text for text in texts if text != "match(k_7: k, c_7: c)"]
    other = Game(World.from_facts(facts(*crossed, "match(k_7: k, c_8: c)")))
    assert structure_hash(game) != structure_hash(other)


@needs_samples
def test_games_of_textworld_are_all_different_and_survive_renaming():
    hashes = {}
    for path in SAMPLE_GAMES:
        game = Game.load(path)
        hashes[path.stem] = structure_hash(game)
        assert structure_hash(renamed(game, 1)) == hashes[path.stem]
    assert len(set(hashes.values())) == len(SAMPLE_GAMES)


@pytest.mark.parametrize("texts", [(), ("at(P, r_0: r)",)])
def test_tiny_games_have_hashes_too(texts):
    assert len(structure_hash(Game(World.from_facts(facts(*texts))))) == 26
