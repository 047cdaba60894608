"""The helpers that scripts of TextWorld's users import."""

import doctest
from itertools import product
from pathlib import Path

import pytest

from twbench import GameOptions, utils
from twbench.generator import World, make_game, make_small_map
from twbench.utils import (
    RandomGenerator,
    RegexDict,
    check_flag,
    check_modules,
    chunk,
    encode_seeds,
    g_rng,
    make_temp_directory,
    maybe_mkdir,
    str2bool,
    take,
    unique_product,
    uniquify,
)


def test_each_generator_of_a_row_has_the_next_seed():
    row = RandomGenerator(3)
    assert row.seed == 3
    first = row.next().randint(1000, size=5).tolist()
    assert row.seed == 4
    assert row.next().randint(1000, size=5).tolist() != first
    row.set_seed(3)
    assert row.next().randint(1000, size=5).tolist() == first


def test_a_row_without_a_seed_draws_one():
    assert isinstance(g_rng, RandomGenerator)
    assert len({RandomGenerator().seed for _ in range(20)}) > 1


def test_a_dictionary_is_asked_by_regular_expressions():
    rules = RegexDict([("take/c", 1), ("take/s", 2), ("take", 3), ("go/north", 4)])
    assert rules.get_matching("take.*") == [1, 2, 3]
    assert rules.get_matching("take") == [3]  # the whole key
    assert rules.get_matching("go.*", "take/.") == [4, 1, 2]
    assert rules.get_matching(".*", exclude=["take/.", "go.*"]) == [3]
    assert rules.get_matching(".*", exclude="take.*") == [4]
    for asked, exclude in ((["eat"], []), ([], []), (["go.*"], [".*"])):
        with pytest.raises(ValueError, match="No key of the 4 there are fits"):
            rules.get_matching(*asked, exclude=exclude)


def test_missing_modules_are_told():
    assert check_modules(["os", "numpy"], ["pydot"]) is None
    with pytest.raises(ImportError, match="Missing: pydot"):
        check_modules(["os", "pydot"], ["pydot", "flask"])


def test_values_come_in_chunks():
    assert list(chunk(iter(range(7)), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(chunk("abcd", 2, "".join)) == ["ab", "cd"]
    assert list(chunk("", 2)) == []
    with pytest.raises(ValueError, match="at least 1 value in a chunk, not 0"):
        list(chunk("ab", 0))


def test_seeds_have_a_text_of_their_own():
    texts = [encode_seeds(seeds) for seeds in ([1, 2], [2, 1], [12], [])]
    assert len(set(texts)) == 4
    assert all(text.isalnum() for text in texts)
    assert encode_seeds((1, 2)) == texts[0]


def test_a_temporary_folder_goes_with_its_context():
    with make_temp_directory(suffix="_x") as folder:
        assert Path(folder).is_dir()
        assert Path(folder).name.startswith("tw_")
        assert folder.endswith("_x/")
        (Path(folder) / "file").touch()
    assert not Path(folder).exists()


def test_a_folder_is_made_once(tmp_path):
    path = str(tmp_path / "one" / "other")
    assert maybe_mkdir(path) == maybe_mkdir(path) == path
    assert Path(path).is_dir()


@pytest.mark.parametrize("said", ["yes", "TRUE", "t", 1, True])
def test_words_for_yes(said):
    assert str2bool(said)


@pytest.mark.parametrize("said", ["no", "false", "0", "", "maybe", None, "y"])
def test_all_others_are_no(said):
    assert not str2bool(said)


@pytest.mark.parametrize(
    ("value", "is_set"), [("1", True), ("true", True), ("0", False), (None, False)]
)
def test_a_flag_of_the_environment(value, is_set, monkeypatch):
    monkeypatch.delenv("TWBENCH_FLAG", raising=False)
    if value is not None:
        monkeypatch.setenv("TWBENCH_FLAG", value)
    assert check_flag("TWBENCH_FLAG") == is_set


def test_the_first_values():
    assert take(2, iter("abc")) == ["a", "b"]
    assert take(5, "abc") == ["a", "b", "c"]


@pytest.mark.parametrize("pools", [(), ("ab",), ("ABC", "Ax", "xy"), ("ab", "ab", "ab")])
def test_tuples_of_different_values(pools):
    expected = [values for values in product(*pools) if len(set(values)) == len(values)]
    assert list(unique_product(*pools)) == expected


def test_different_values_in_their_order():
    assert uniquify("abca") == ["a", "b", "c"]


def test_the_example_runs():
    assert doctest.testmod(utils).failed == 0


def test_the_row_gives_seeds_once_one_was_set():
    row = utils.RandomGenerator()
    assert [row.next_seed(7), row.next_seed(7)] == [7, 7]
    row.set_seed(40)
    assert [row.next_seed(7), row.next_seed(7), row.seed] == [40, 41, 42]
    row.set_seed(None)
    assert row.next_seed(7) == 7


@pytest.fixture
def set_g_rng():
    yield g_rng.set_seed
    g_rng.set_seed(None)


def test_what_is_given_no_seed_draws_from_it(set_g_rng):
    def drawn():
        set_g_rng(5)
        world = World.from_map(make_small_map(5))
        world.populate(4)
        return GameOptions().seeds, list(world.facts)

    first = drawn()
    assert drawn() == first
    set_g_rng(6)
    assert GameOptions().seeds != first[0]


def test_what_is_given_its_seeds_does_not(set_g_rng):
    def make():
        options = GameOptions()
        options.seeds = 11
        return make_game(options)

    expected = make()
    set_g_rng(5)
    assert make() == expected
    assert g_rng.seed == 5
