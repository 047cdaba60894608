"""Values that are found in a file without reading all of it."""

import json
from pathlib import Path

from twbench.system.stored import stored_value

VALUES = {"a": [1, {"b": "x"}], "b": 'says\n"c":3', "d": None, "e": {"a": 2}}


def test_a_value_is_that_of_its_key(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    lines = [f"{json.dumps(key)}:{json.dumps(value)}" for key, value in VALUES.items()]
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert json.loads(path.read_text()) == VALUES
    assert {key: stored_value(path, key) for key in VALUES} == VALUES


def test_there_is_none_of_other_keys(tmp_path: Path) -> None:
    path = tmp_path / "values.json"
    path.write_text('{\n"a":{"b":1},\n"ab":"\\n\\"c\\":3"\n}\n')
    assert [stored_value(path, key) for key in ("b", "c", "")] == [None, None, None]
