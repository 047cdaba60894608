import pytest

from twbench.challenges import coin_collector, cooking, simple, treasure_hunter
from twbench.errors import ConfigError
from twbench.generator import GameOptions, KnowledgeBase, make_game
from twbench.seeding import Rng, derive_seed

KEYS = ["map", "objects", "quest", "grammar"]


def test_an_int_derives_all_seeds():
    options = GameOptions()
    options.seeds = 1234
    assert list(options.seeds) == KEYS
    assert options.seeds == {key: derive_seed(1234, key) % 2**31 for key in KEYS}
    assert len(set(options.seeds.values())) == 4


def test_a_dict_gives_some_and_the_rest_is_drawn_once():
    options = GameOptions()
    options.seeds = {"map": 3, "quest": 4}
    first = options.seeds
    assert (first["map"], first["quest"]) == (3, 4)
    assert options.seeds == first
    options.seeds = {"map": 3, "quest": 4}
    assert options.seeds["objects"] != first["objects"]


def test_an_option_that_there_is_not_is_a_slip_but_in_classes_of_ones_own():
    class Mine(GameOptions):
        pass

    with pytest.raises(ConfigError, match=r"no option 'nb_room'; it has .* mean 'nb_rooms'\?"):
        GameOptions().nb_room = 3
    own = Mine()
    own.nb_room = 3
    for name in vars(GameOptions().copy()):  # what there is can be set
        if not name.startswith("_"):
            setattr(GameOptions(), name, getattr(GameOptions(), name))
    assert own.copy().nb_room == 3


def test_without_seeds_they_are_drawn_once():
    options, other = GameOptions(), GameOptions()
    assert options.seeds == options.seeds
    assert options.seeds != other.seeds
    options.seeds = 1
    options.seeds = None
    assert options.seeds["map"] != derive_seed(1, "map") % 2**31


def test_one_seed_is_set_alone():
    options = GameOptions()
    options.seeds = 1
    before, other = dict(options.seeds), options.copy()
    options.seeds["map"] = 99
    assert options.seeds == {**before, "map": 99}
    assert other.seeds == before
    assert options.rngs["map"].seed == 99
    with pytest.raises(ConfigError, match=r"seeds has no key 'mapp'.* Did you mean 'map'"):
        options.seeds["mapp"] = 3
    with pytest.raises(ConfigError, match="The seed 'map' must be a whole number"):
        options.seeds["map"] = "3"
    assert options.seeds["map"] == 99


def test_games_keep_the_seeds_that_they_were_made_of():
    options = GameOptions()
    options.seeds = 1
    before = dict(options.seeds)
    games = [
        make_game(options),
        coin_collector.make({"level": 1}, options),
        treasure_hunter.make({"level": 1}, options),
        simple.make({"rewards": "dense", "goal": "none"}, options),
        cooking.make({"recipe": 1, "take": 1}, options),
    ]
    options.seeds["map"] = 99
    assert [game.metadata["seeds"] for game in games] == [before] * len(games)


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ({"maps": 1}, r"no key 'maps'; the keys are map, .*\. Did you mean 'map'\?"),
        ({"map": "x"}, "seed 'map' must be a whole number of at least 0, not 'x'"),
        (-1, "seeds must be a whole number of at least 0, not -1"),
        ({"map": -1}, "seed 'map' must be a whole number of at least 0, not -1"),
        ("7", "must be a whole number, None or a dict, not '7'"),
        (True, "must be a whole number, None or a dict, not True"),
    ],
)
def test_wrong_seeds(value, message):
    with pytest.raises(ConfigError, match=message):
        GameOptions().seeds = value


def test_generators_start_afresh_and_are_independent():
    options = GameOptions()
    options.seeds = {"map": 1, "objects": 2, "quest": 3, "grammar": 4}
    assert list(options.rngs) == KEYS
    assert options.rngs["quest"].random() == Rng(3).random()
    rngs = options.rngs
    rngs["map"].random()
    assert rngs["objects"].random() == options.rngs["objects"].random()


def test_copies_are_independent():
    options = GameOptions()
    options.seeds = 1
    other = options.copy()
    assert other.uuid == options.uuid
    other.grammar.include_adj = True
    other.seeds = 2
    assert options.grammar.include_adj is False
    assert options.seeds["map"] == derive_seed(1, "map") % 2**31


def test_uuid_tells_options_apart():
    options = GameOptions()
    options.seeds = 1
    seen = {options.uuid}
    for name in ("nb_rooms", "nb_objects", "nb_parallel_quests", "quest_length", "quest_breadth"):
        other = options.copy()
        setattr(other, name, 5)
        seen.add(other.uuid)
    other = options.copy()
    other.seeds = 2
    seen.add(other.uuid)
    assert len(seen) == 7
    assert all(uuid.startswith("tw-house-") for uuid in seen)


def test_the_knowledge_base_is_the_default_one_unless_set():
    options = GameOptions()
    assert options.kb is KnowledgeBase.default()
    options.kb = other = KnowledgeBase.load()
    assert options.kb is other
    assert options.copy().kb is other


def test_options_are_told_one_a_line():
    options = GameOptions()
    options.nb_rooms, options.seeds = 7, 3
    lines = str(options).splitlines()
    assert "  nb_rooms: 7" in lines
    assert "    theme: house" in lines
    assert f"  seeds: {options.seeds}" in lines
