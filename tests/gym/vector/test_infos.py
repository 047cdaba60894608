"""Infos of many environments: whatever the parts, they are laid out as Gymnasium lays them out."""

from itertools import pairwise

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import VectorEnv
from hypothesis import given
from hypothesis import strategies as st

from twbench.gym.vector.infos import as_columns, laid_out

VALUES = {
    "turn": st.integers(0, 9),
    "share": st.floats(0, 1),
    "won": st.booleans(),
    "text": st.text(max_size=3),
    "list": st.lists(st.integers(0, 9), max_size=2),
    "mask": st.integers(0, 9).map(lambda number: np.arange(number, number + 3, dtype=np.int8)),
    "number": st.integers(0, 9).map(np.float32),
    "final_obs": st.integers(0, 9).map(lambda number: np.full(2, number)),
    "part": st.fixed_dictionaries({"a": st.integers(0, 9)}, optional={"b": st.none()}),
}
ALIKE = st.sets(st.sampled_from(sorted(VALUES))).flatmap(
    lambda keys: st.lists(
        st.fixed_dictionaries({key: VALUES[key] for key in sorted(keys)}), min_size=1, max_size=6
    )
)
DIFFERENT = st.lists(st.none() | st.fixed_dictionaries({}, optional=VALUES), min_size=1, max_size=6)


def gymnasiums(rows):
    """What Gymnasium makes of them, one after the other."""
    envs = VectorEnv()
    envs.num_envs = len(rows)
    infos = {}
    for number, row in enumerate(rows):
        infos = infos if row is None else envs._add_info(infos, row, number)
    return infos


@given(ALIKE | DIFFERENT, st.data())
def test_infos_are_laid_out_as_gymnasium_does_however_they_are_parted(rows, data):
    cuts = sorted(data.draw(st.sets(st.integers(1, len(rows)), max_size=3)) | {0, len(rows)})
    parts = [as_columns(rows[start:end]) for start, end in pairwise(cuts)]
    assert data_equivalence(laid_out(parts, len(rows)), gymnasiums(rows), exact=True)


@pytest.mark.parametrize(
    ("rows", "columns"),
    [
        ([{"a": 1, "b": "x"}, {"b": "y", "a": 2}], {"a": [1, 2], "b": ["x", "y"]}),
        ([{"a": 1}, {"b": 1}], None),
        ([{"a": 1}, {"a": 1, "b": 2}], None),
        ([{"a": 1, "b": 2}, {"a": 1}, {"a": 1, "b": 2, "c": 3}], None),
        ([None, {"a": 1}], None),
        ([{}, {}], None),
    ],
)
def test_what_all_tell_alike_is_columns_and_else_rows(rows, columns):
    assert as_columns(rows) == (rows if columns is None else columns)


@pytest.mark.parametrize(
    "rows",
    [
        [{"a": np.arange(3)}, {"a": 7}, {"a": np.arange(3)}],
        [{"a": np.arange(3)}, {"a": [1]}],
        [{"a": np.array(["x", "y"])}, {}, {"a": None}],
    ],
)
def test_what_fills_its_place_as_in_gymnasium_may_have_another_shape(rows):
    assert data_equivalence(laid_out([as_columns(rows)], len(rows)), gymnasiums(rows), exact=True)
