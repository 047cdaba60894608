"""YAML files as somebody else may have written them: plain and small, or refused in a sentence."""

import json
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from twbench.dataset.config.yaml_files import MAX_FILE, MAX_VALUES, check_yaml, load_yaml
from twbench.errors import ConfigError
from twbench.untrusted import MAX_DEPTH

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text("ab :#-", max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text("abc", min_size=1, max_size=3), inner, max_size=3)
    ),
    max_leaves=10,
)


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("yaml") / "some.yaml"


@given(value=PLAIN)
def test_plain_values_are_read_as_they_were_written(path: Path, value: Any) -> None:
    path.write_text(yaml.safe_dump(value))
    assert load_yaml(path) == value
    path.write_text(json.dumps(value))
    assert load_yaml(path) == value


def test_an_alias_stands_for_what_it_names(path: Path) -> None:
    path.write_text("a: &x [1, 2]\nb: *x\n")
    assert load_yaml(path) == {"a": [1, 2], "b": [1, 2]}


BOMB = "a0: &a0 [x, x]\n" + "".join(
    f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]\n" for n in range(1, 9)
)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (BOMB.encode(), f"holds more than {MAX_VALUES:,} values in line"),
        (b"[" * (MAX_DEPTH + 1), f"nested more than {MAX_DEPTH} levels deep in line 1"),
        (b"a: &a [*a]", r"the alias \*a means what it stands in, or nothing in line 1"),
        (b"a: *b", r"undefined alias|means what it stands in"),
        (b"a: !!python/object/apply:os.system [ls]", "is not one of plain values in line 1"),
        (b"a: !!binary aGk=", "is not one of plain values"),
        (b"_target_: os.system", "_target_ names code to be run"),
        (b"a: [1", r"is no sound YAML: .* in line \d+, column \d+"),
        (b"a: \xff", "byte 3 is no UTF-8"),
        (b"#" * (MAX_FILE + 1), "bytes"),
    ],
    ids=["bomb", "deep", "loop", "unknown", "code", "binary", "target", "open", "bytes", "large"],
)
def test_anything_else_is_refused_before_it_is_built(
    path: Path, content: bytes, message: str
) -> None:
    path.write_bytes(content)
    with pytest.raises(ConfigError, match=message) as caught:
        check_yaml(path)
    assert str(path) in str(caught.value)
    assert "\n" not in str(caught.value)


def test_as_many_values_as_there_may_be_are_read(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("twbench.dataset.config.yaml_files.MAX_VALUES", 50)
    path.write_text(f"[{','.join(['1'] * 49)}]")
    assert len(load_yaml(path)) == 49
    path.write_text(f"[{','.join(['1'] * 50)}]")
    with pytest.raises(ConfigError, match="holds more than 50 values"):
        load_yaml(path)
