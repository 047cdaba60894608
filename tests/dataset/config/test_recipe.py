import pytest
from configs import config

from twbench.dataset.config.recipe import parse_build, parse_recipe
from twbench.dataset.config.sampling import Choice, Constant, RandInt, Range
from twbench.errors import ConfigError

WRONG = {
    "unknown top-level key": ({"datset": {}}, r"has no key 'datset'.*Did you mean 'dataset'"),
    "unknown dataset key": ({"dataset__sede": 1}, r"dataset has no key 'sede'.*mean 'seed'"),
    "name missing": ({"dataset__name": None}, r"dataset.name must be a name"),
    "name with a slash": ({"dataset__name": "a/b"}, r"dataset.name must be a name"),
    "seed negative": ({"dataset__seed": -1}, r"dataset.seed must be .* not -1"),
    "seed a text": ({"dataset__seed": "one"}, r"dataset.seed must be a whole .* not 'one'"),
    "size zero": (
        {"dataset__splits__train": 0},
        r"dataset.splits.train has no games: leave it out, on a command line by ~dataset.splits",
    ),
    "size a text": ({"dataset__splits__train": "many"}, r"dataset.splits.train .*not 'many'"),
    "size true": ({"dataset__splits__train": True}, r"dataset.splits.train .*not True"),
    "no splits": ({"dataset__splits": {}}, r"dataset.splits must name at least one"),
    "splits a list": ({"dataset__splits": [1]}, r"dataset.splits must be a mapping"),
    "split name": ({"dataset__splits__Train": 1}, r"dataset.splits.Train: 'Train' is no name"),
    "split reserved": ({"dataset__splits__word": 1}, r"none of all, name, type, word"),
    "split of all": ({"dataset__splits__all": 1}, r"'all' is no name"),
    "difference of no split": (
        {"dataset__per_split": {"tets": {}}},
        r"dataset.per_split has no key 'tets'.*Did you mean 'test'",
    ),
    "unknown hygiene": (
        {"dataset__hygiene": "puzzles"},
        r"dataset.hygiene must be one of none, structure, puzzle, map.*Did you mean 'puzzle'",
    ),
    "unknown hygiene of a member": (
        {"dataset__mixture": {"long": {"hygiene": True}}},
        r"dataset.mixture.long.hygiene must be one of none, structure, puzzle, map, not True",
    ),
    "max_attempts": ({"dataset__max_attempts": 0}, r"dataset.max_attempts must be"),
    "unknown challenge": ({"challenge__name": "coin_colector"}, r"Did you mean 'coin_collector'"),
    "challenge missing": ({"challenge": {"level": 1}}, r"challenge.name is missing"),
    "unknown parameter": ({"challenge__lvl": 3}, r"challenge.lvl is no parameter.*mean 'level'"),
    "parameter missing": ({"challenge": {"name": "coin_collector"}}, r"challenge.level is missing"),
    "parameter mandatory": ({"challenge__level": "???"}, r"challenge.level is missing"),
    "level out of range": ({"challenge__level": 301}, r"challenge.level: .*between 1 and 300"),
    "level a text": ({"challenge__level": "5"}, r"challenge.level must be a whole number, not '5'"),
    "level true": ({"challenge__level": True}, r"challenge.level must be a whole number"),
    "sampled level out of range": (
        {"challenge__level": {"randint": [1, 301]}},
        r"challenge.level: .*between 1 and 300, not 301",
    ),
    "unknown sampler": ({"challenge__level": {"uniform": [1, 2]}}, r"no sampler 'uniform'"),
    "unknown grammar option": ({"grammar__them": "house"}, r"grammar has no key 'them'.*'theme'"),
    "unknown theme": ({"grammar__theme": "hause"}, r"grammar.theme must be one of.*Did.*'house'"),
    "grammar flag": ({"grammar__include_adj": 1}, r"grammar.include_adj must be true or false"),
    "backend": (
        {"compute__backend": "proceses"},
        r"compute.backend must be one of.*mean 'processes'",
    ),
    "n_jobs zero": ({"compute__n_jobs": 0}, r"compute.n_jobs must be .* not 0"),
    "chunk_size": ({"compute__chunk_size": 0}, r"compute.chunk_size must be"),
    "storage": (
        {"output__storage": "zip"},
        r"output.storage must be one of files, packed, not 'zip'",
    ),
    "story_format": ({"output__story_format": "ulx"}, r"output.story_format must be one of z8"),
    "out missing": ({"out": None}, r"out must be the path of a folder, not None"),
    "overwrite": ({"overwrite": "yes"}, r"overwrite must be true or false"),
    "empty mixture": ({"dataset__mixture": {}}, r"dataset.mixture must have at least one member"),
    "weight": (
        {"dataset__mixture": {"a": {"weight": 0}}},
        r"dataset.mixture.a.weight must be a number above 0, not 0",
    ),
    "parameter of a member": (
        {"dataset__mixture": {"a": {"challenge": {"level": 0}}}},
        r"dataset.mixture.a.challenge.level: .*between 1 and 300, not 0",
    ),
}


@pytest.mark.parametrize(("changes", "message"), WRONG.values(), ids=WRONG.keys())
def test_wrong_configurations_are_refused_in_one_sentence(changes, message):
    with pytest.raises(ConfigError, match=message) as caught:
        parse_build(config(**changes))
    assert "\n" not in str(caught.value)


def test_the_recipe_is_read_back_from_its_own_text():
    build = parse_build(
        config(
            dataset__mixture={
                "short": {"weight": 2, "challenge": {"level": {"randint": [1, 9]}}},
                "long": {"challenge": {"level": 40}, "grammar": {"include_adj": True}},
            },
            dataset__per_split={"test": {"grammar": {"theme": {"choice": ["house", "basic"]}}}},
        )
    )
    assert parse_recipe(build.recipe.serialize()) == build.recipe


def test_defaults_are_spelled_out():
    recipe = parse_build(config()).recipe.serialize()
    grammar = recipe["dataset"]["mixture"]["all"]["grammar"]
    assert grammar["blend_descriptions"] is False
    assert recipe["output"]["row_group_size"] == 500
    assert recipe["dataset"]["per_split"] == {}


def test_splits_have_an_order_of_their_own():
    build = parse_build(config(dataset__splits={"extra": 1, "test": 1, "valid": 1, "train": 1}))
    assert [split.name for split in build.recipe.dataset.splits] == [
        "train",
        "valid",
        "test",
        "extra",
    ]


@pytest.mark.parametrize(
    ("name", "usual"), [("trian", "train"), ("vaild", "valid"), ("tst", "test"), ("tset", "test")]
)
def test_a_misspelt_split_is_refused(name, usual):
    with pytest.raises(ConfigError, match=rf"'{name}' is nearly .*\. Did you mean '{usual}'"):
        parse_build(config(dataset__splits={"train": 1, name: 1}))


@pytest.mark.parametrize("name", ["train2", "tests", "test_far", "text", "rest", "human"])
def test_a_split_may_have_a_name_of_its_own(name):
    build = parse_build(config(dataset__splits={"train": 1, name: 1}))
    assert [split.name for split in build.recipe.dataset.splits] == ["train", name]


def levels(build):
    return {
        split.name: [dict(member.parameters)["level"] for member in split.mixture]
        for split in build.recipe.dataset.splits
    }


def test_a_split_overrides_the_common_parameters():
    build = parse_build(
        config(challenge__level=5, dataset__per_split={"test": {"challenge": {"level": 9}}})
    )
    assert levels(build) == {"train": [Constant(5)], "valid": [Constant(5)], "test": [Constant(9)]}


def test_layers_from_common_over_mixture_to_split():
    build = parse_build(
        config(
            challenge__level=1,
            dataset__mixture={"a": {"challenge": {"level": {"choice": [2, 3]}}}, "b": {}},
            dataset__per_split={
                "valid": {"challenge": {"level": {"range": [4, 5]}}},
                "test": {
                    "challenge": {"level": 6},
                    "mixture": {"c": {"challenge": {"level": {"randint": [7, 8]}}}, "d": {}},
                },
            },
        )
    )
    assert levels(build) == {
        "train": [Choice((2, 3)), Constant(1)],
        "valid": [Range(4, 5), Range(4, 5)],
        "test": [RandInt(7, 8), Constant(6)],
    }
