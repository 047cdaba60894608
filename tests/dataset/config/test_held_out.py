import re

import pyarrow.parquet as pq
import pytest
from configs import config

from twbench.dataset.config.held_out import HeldOut, Names
from twbench.dataset.config.plan import Plan, Slot
from twbench.dataset.config.recipe import parse_build
from twbench.dataset.files.load import load_dataset
from twbench.dataset.items.deduplication import CandidateGame, Deduplication
from twbench.errors import ConfigError
from twbench.generator.grammar.text_grammar import Grammar

TEST_LEVELS = {"test": {"challenge": {"level": {"choice": [7, 8]}}}}


def recipe(**changes):
    return parse_build(config(**changes)).recipe


def test_levels_of_their_own():
    held = {"split": "test", "levels": True}
    parsed = recipe(dataset__held_out=held, dataset__per_split=TEST_LEVELS)
    assert parsed.dataset.held_out == HeldOut("test", levels=True)


WRONG = [
    ({"levels": True}, r"levels: splits test and \w+ can both have level 3 of coin_collector"),
    ({"themes": True}, r"themes: splits test and \w+ can both have theme house"),
    ({"level": True}, "dataset.held_out has no key 'level'.*Did you mean 'levels'"),
    ({"split": "tset"}, "split must be one of train, valid, test, not 'tset'.*'test'"),
    ({"levels": 1}, "dataset.held_out.levels must be true or false, not 1"),
    ({"entity_names": "apple"}, "entity_names must be a list of which every member is a text"),
    ({"entity_names": 1.5}, "entity_names must be a share above 0 and below 1, not 1.5"),
]


@pytest.mark.parametrize(("held", "message"), WRONG)
def test_what_cannot_be_held_out(held, message):
    with pytest.raises(ConfigError, match=message):
        recipe(dataset__held_out=held)


def test_a_second_split_is_needed_and_levels_need_a_challenge_with_levels():
    with pytest.raises(ConfigError, match="needs a second split"):
        recipe(dataset__held_out={"split": "train"}, dataset__splits={"train": 4})
    with pytest.raises(ConfigError, match="custom has none"):
        recipe(dataset__held_out={"levels": True}, challenge={"name": "custom"})


def test_a_recipe_with_held_out_parts_is_read_back():
    held = {"split": "test", "entity_names": ["Lamp", "apple"], "map_shapes": True}
    parsed = recipe(dataset__held_out=held)
    assert parsed.serialize()["dataset"]["held_out"] == {
        "split": "test",
        "entity_names": ["apple", "lamp"],
        "levels": False,
        "map_shapes": True,
        "themes": False,
    }


def test_other_splits_are_told_to_avoid_the_names():
    plan = Plan(recipe(dataset__held_out={"entity_names": ["apple"]}))
    train, test = (plan.spec(Slot(split, 0), 0) for split in ("train", "test"))
    assert train.grammar["names_to_exclude"] == ["apple"]
    assert test.grammar["names_to_exclude"] == []
    assert train.names == Names(none_of=("apple",))
    assert test.names == Names(one_of=("apple",))


def test_a_share_of_the_nouns():
    parsed = recipe(dataset__held_out={"entity_names": 0.2})
    assert parsed.serialize()["dataset"]["held_out"]["entity_names"] == 0.2
    plan = Plan(parsed)
    shares = [plan.spec(Slot(split, 0), 0).grammar["noun_share"] for split in ("train", "test")]
    assert shares == [0.8, -0.2]
    with pytest.raises(ConfigError, match="are set both"):
        recipe(dataset__held_out={"entity_names": 0.2}, grammar={"noun_share": 0.5})


def test_all_names_of_the_grammar_are_held_out(tmp_path):
    from twbench.dataset.building.build import build_dataset

    settings = config(
        out=str(tmp_path / "out"),
        challenge={"name": "treasure_hunter", "level": 15},
        dataset__splits={"train": 4, "test": 3},
        dataset__held_out={"entity_names": 0.2},
    )
    build_dataset(parse_build(settings), progress=False)
    names = {
        split: {entity["name"] for row in games.manifest() for entity in row["entities"]}
        for split, games in load_dataset(tmp_path / "out").items()
    }
    assert len(names["test"]) > 20
    for split, share in {"train": 0.8, "test": -0.2}.items():
        grammar = Grammar({"theme": "house", "noun_share": share})
        nouns = {noun for kind in "rdcsofk" for noun in grammar.get_all_nouns_for_type(kind)}
        assert all(name in nouns or name.split(" ", 1)[1] in nouns for name in names[split])


def test_names_are_compared_as_a_whole():
    assert Names(none_of=("apple",)).problem(["red apple", "lamp"]) is None
    assert "'apple'" in str(Names(none_of=("apple",)).problem(["Apple"]))
    assert Names(one_of=("apple",)).problem(["apple"]) is None
    assert re.search("none of the names", str(Names(one_of=("apple",)).problem(["lamp"])))


def test_maps_of_the_other_side_are_refused():
    deduplication = Deduplication(held_out=HeldOut("test", map_shapes=True))

    def accept(split, name, map_hash):
        game = CandidateGame(name, "custom", f"s{name}", f"p{name}", map_hash)
        return deduplication.accept(Slot(split, 0), game, "structure")

    assert accept("train", "a", "m1") is None
    assert accept("test", "b", "m1").reason == "held_out"
    assert accept("test", "b", "m2") is None
    assert accept("valid", "c", "m2").detail == "Its map is one of split test."
    assert accept("valid", "c", "m1") is None


def test_splits_built_with_held_out_maps_share_none(build):
    out = build(
        challenge__level={"stratified": [2, 3]},
        dataset__splits={"train": 8, "test": 4},
        dataset__held_out={"map_shapes": True},
    )
    maps = {
        split: {row["map_hash"] for row in games.manifest()}
        for split, games in load_dataset(out).items()
    }
    assert not maps["train"] & maps["test"]


def test_names_held_out_in_real_games(tmp_path):
    from twbench.dataset.building.build import build_dataset

    settings = config(
        out=str(tmp_path / "out"),
        challenge={"name": "coin_collector", "level": 4},
        dataset__splits={"train": 6, "test": 3},
        dataset__held_out={"entity_names": ["kitchen", "bathroom", "bedroom"]},
    )
    build_dataset(parse_build(settings), progress=False)
    held = {"kitchen", "bathroom", "bedroom"}
    for split, games in load_dataset(tmp_path / "out").items():
        for row in games.manifest():
            names = {entity["name"] for entity in row["entities"]}
            assert bool(names & held) == (split == "test")
    reasons = pq.read_table(tmp_path / "out/rejected.parquet").column("reason").to_pylist()
    assert set(reasons) <= {"held_out", "shared_structure", "duplicate"}
