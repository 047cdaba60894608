"""The damage that other tests do is drawn from a seed, and always is some."""

import copy
import json
import random

from mutations import mutated_bytes, mutated_json

VALUE = {"name": "chest", "facts": [{"name": "open", "arguments": ["c_0"]}, 3, None], "score": 1}


def test_equal_seeds_damage_alike_and_leave_the_original() -> None:
    before = copy.deepcopy(VALUE)
    for seed in range(100):
        one, two = (json.dumps(mutated_json(VALUE, random.Random(seed))) for _ in range(2))
        assert one == two
        data = b"some bytes" * 9
        one, two = (mutated_bytes(data, random.Random(seed)) for _ in range(2))
        assert one == two
    assert before == VALUE


def test_nearly_all_damage_is_different() -> None:
    values = {json.dumps(mutated_json(VALUE, random.Random(seed))) for seed in range(200)}
    assert len(values) > 150
    assert len({mutated_bytes(b"some bytes" * 9, random.Random(seed)) for seed in range(200)}) > 190


def test_whatever_is_given_can_be_damaged() -> None:
    for seed in range(100):
        for value in (None, 3, [], {}, [[]]):
            json.dumps(mutated_json(value, random.Random(seed)))
        mutated_bytes(b"", random.Random(seed))
