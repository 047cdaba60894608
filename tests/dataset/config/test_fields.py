"""Reading plain data: what is taken, and the one sentence that refuses all else."""

from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.config.fields import (
    check_type,
    check_value,
    flag,
    mapping,
    matching,
    one_of,
    text,
)
from twbench.errors import ConfigError
from twbench.whole_numbers import whole_number


def test_a_mapping_is_copied_and_nothing_is_an_empty_one() -> None:
    given_ = {"a": 1}
    taken = mapping(given_, "here", ["a", "b"])
    assert taken == given_
    assert taken is not given_
    assert mapping(None, "here") == {}


@pytest.mark.parametrize(
    ("value", "path", "message"),
    [
        ([1], "out", r"^out must be a mapping, not \[1\]\.$"),
        ([1], "", r"^The configuration must be a mapping"),
        ({"sede": 1}, "", r"^The configuration has no key 'sede'; it knows seed, size\. .*'seed'"),
        ({"sede": 1}, "dataset", r"^dataset has no key 'sede'"),
    ],
)
def test_other_mappings_are_refused(value: Any, path: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        mapping(value, path, ["seed", "size"])


def test_keys_are_texts() -> None:
    with pytest.raises(ConfigError, match="here has a key that is no text: 1"):
        mapping({1: 2}, "here")


@pytest.mark.parametrize("value", [1, 3])
def test_ends_of_a_span_belong_to_it(value: int) -> None:
    assert whole_number(value, "n", 1, 3) == value


@pytest.mark.parametrize(
    ("value", "high", "message"),
    [
        (0, 3, "n must be a whole number between 1 and 3, not 0"),
        (4, 3, "n must be a whole number between 1 and 3, not 4"),
        (0, None, "n must be a whole number of at least 1, not 0"),
        (True, 3, "not True"),
        (1.0, 3, r"not 1\.0"),
        ("1", 3, "not '1'"),
        (None, 3, "not None"),
    ],
)
def test_numbers_out_of_the_span_are_refused(value: Any, high: int | None, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        whole_number(value, "n", 1, high)


def test_flags_and_texts_are_nothing_else() -> None:
    assert flag(False, "f") is False
    assert text("", "t") == ""
    assert matching("ab", "m", "[ab]+") == "ab"
    for read, value in ((flag, 0), (flag, "true"), (text, 3), (text, None)):
        with pytest.raises(ConfigError, match=r"^here must be (true or false|a text), not "):
            read(value, "here")
    for value in ("abc", "ab\n", 3):
        with pytest.raises(ConfigError, match=r"^m must be a text of the form \[ab\]\+, not "):
            matching(value, "m", "[ab]+")


def test_one_of_tells_true_from_one() -> None:
    assert one_of(1, "o", (0, 1)) == 1
    assert one_of(True, "o", (True, "all")) is True
    for value, allowed in ((True, (0, 1)), (1, (True, "all"))):
        with pytest.raises(ConfigError, match="o must be one of"):
            one_of(value, "o", allowed)
    with pytest.raises(ConfigError, match=r"one of files, packed, not 'pakced'.* 'packed'"):
        one_of("pakced", "o", ("files", "packed"))


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (1, int),
        (1, float),
        (1.5, float),
        (False, bool),
        (None, int | None),
        ("a", Literal["a", 1]),
        ([1, 2], tuple[int, ...]),
        ((), list[str]),
        (object(), object),
    ],
)
def test_values_that_are_of_their_type(value: Any, expected: Any) -> None:
    check_type(value, expected, "p")


@pytest.mark.parametrize(
    ("value", "expected", "message"),
    [
        (True, int, "p must be a whole number, not True"),
        (True, float, "p must be a number, not True"),
        (1, str, "p must be a text, not 1"),
        (1, bool, "p must be true or false, not 1"),
        ("x", int | None, "p must be a whole number or null, not 'x'"),
        (True, Literal[1, 2], "p must be one of 1, 2, not True"),
        ("dens", Literal["dense", "sparse"], "one of dense, sparse, not 'dens'.* 'dense'"),
        ([1, "2"], list[int], "p must be a list of which every member is a whole number"),
        ("ab", list[str], "p must be a list"),
    ],
)
def test_values_of_another_type_are_refused(value: Any, expected: Any, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        check_type(value, expected, "p")


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=3),
    max_leaves=8,
)


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


@given(PLAIN)
def test_plain_values_keep_their_shape_with_tuples_for_lists(value: Any) -> None:
    assert check_value(value, "p") == as_tuples(value)


def test_the_place_of_a_fault_in_a_list_is_told() -> None:
    with pytest.raises(ConfigError, match=r"^p\[1\]\[0\] must be a number, a text, .*, not \{\}"):
        check_value([1, [{}]], "p")
