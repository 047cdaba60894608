"""Seeded damage: bytes and JSON values as they come from broken disks and from bad people."""

import copy
import random
from collections.abc import Callable, Iterator
from typing import Any

Container = dict[str, Any] | list[Any]

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 3, 2**31, -(2**63), 2**70, 10**400, 0.5, float("nan"), 1e308),
    *("", " ", "x", "P", "r_0", "#", "..", "/etc/passwd", "\x00", "\x1b]0;pwned\x07", "\u202etxt"),
    *("\ud800", "\U0001f40d", "ü" * 300, "<script>alert(1)</script>", "{x}", "[if x]", "x\ny"),
    *([], {}, [[]], [None], {"name": 1}, {"": None}, ["x", 1], [["x", {}]]),
)
"""Values that a careless reader does not expect where they are put."""

INTERESTING_BYTES = (
    b"\x00",
    b"\xff",
    b"\xc3",
    b"\xed\xa0\x80",
    b"\xef\xbb\xbf",
    b"\r\n",
    b"[" * 99,
)


def mutated_bytes(data: bytes, rng: random.Random) -> bytes:
    """Return ``data`` with one to three of its places damaged, differently for each ``rng``."""
    for _ in range(rng.randint(1, 3)):
        data = rng.choice(_BYTE_DAMAGE)(data, rng)
    return data


def mutated_json(value: Any, rng: random.Random) -> Any:
    """Return a copy of a JSON value with one to three of its parts changed; ``value`` stays.

    Changes keep to the structure: types, keys, order and repetition. The result can hold what JSON
    has no text for but Python writes: NaN, halves of surrogate pairs, numbers of any size.
    """
    changed = copy.deepcopy(value)
    for _ in range(rng.randint(1, 3)):
        places = list(_places(changed))
        if not places:
            return rng.choice(ODD_VALUES)
        holder, key = _likely_place(places, rng)
        rng.choice(_JSON_DAMAGE)(holder, key, rng)
    return changed


def nested(levels: int, inner: Any = 0) -> Any:
    """Return lists within lists, so many levels deep."""
    for _ in range(levels):
        inner = [inner]
    return inner


def _flip(data: bytes, rng: random.Random) -> bytes:
    if not data:
        return b"\x80"
    at = rng.randrange(len(data))
    return data[:at] + bytes([data[at] ^ (1 << rng.randrange(8))]) + data[at + 1 :]


def _overwrite(data: bytes, rng: random.Random) -> bytes:
    start, _ = _span(data, rng)
    noise = rng.randbytes(rng.randint(1, 8))
    return data[:start] + noise + data[start + len(noise) :]


def _cut(data: bytes, rng: random.Random) -> bytes:
    start, end = _span(data, rng)
    return data[:start] + data[end:]


def _truncate(data: bytes, rng: random.Random) -> bytes:
    return data[: rng.randint(0, len(data))]


def _splice(data: bytes, rng: random.Random) -> bytes:
    start, end = _span(data, rng)
    at = rng.randint(0, len(data))
    return data[:at] + data[start:end] + data[at:]


def _insert(data: bytes, rng: random.Random) -> bytes:
    at = rng.randint(0, len(data))
    return data[:at] + rng.choice(INTERESTING_BYTES) + data[at:]


def _span(data: bytes, rng: random.Random) -> tuple[int, int]:
    """Return the ends of a part, short as a rule."""
    start = rng.randint(0, len(data))
    return start, min(len(data), start + int(rng.expovariate(1 / 40)) + 1)


_BYTE_DAMAGE: tuple[Callable[[bytes, random.Random], bytes], ...] = (
    *(_flip, _flip, _overwrite, _cut, _truncate, _splice, _insert),
)


def _places(value: Any) -> Iterator[tuple[Container, Any]]:
    """Yield each container in ``value`` with each of its keys or indexes, outer ones first."""
    queue = [value] if isinstance(value, dict | list) else []
    for holder in queue:
        for key in list(holder) if isinstance(holder, dict) else range(len(holder)):
            yield holder, key
            if isinstance(holder[key], dict | list):
                queue.append(holder[key])


def _likely_place(places: list[tuple[Container, Any]], rng: random.Random) -> tuple[Container, Any]:
    """Draw a place; the outer ones, which are few, are as likely as all the others together."""
    return rng.choice(places[:40] if rng.random() < 0.5 else places)


def _replace(holder: Any, key: Any, rng: random.Random) -> None:
    holder[key] = copy.deepcopy(rng.choice(ODD_VALUES))


def _drop(holder: Any, key: Any, rng: random.Random) -> None:
    del holder[key]


def _duplicate(holder: Any, key: Any, rng: random.Random) -> None:
    again = copy.deepcopy(holder[key])
    if isinstance(holder, list):
        holder.insert(rng.randint(0, len(holder)), again)
    else:
        holder[f"{key}{rng.choice('_2s ')}"] = again


def _rename(holder: Any, key: Any, rng: random.Random) -> None:
    if isinstance(holder, dict):
        holder[rng.choice(["", "x", "name", f"{key} ", str(key).upper()])] = holder.pop(key)
    else:
        rng.shuffle(holder)


def _swap(holder: Any, key: Any, rng: random.Random) -> None:
    other = rng.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
    holder[key], holder[other] = holder[other], holder[key]


def _wrap(holder: Any, key: Any, rng: random.Random) -> None:
    levels = rng.choice([1, 1, 2, 70])
    holder[key] = nested(levels, holder[key])


def _damage_text(holder: Any, key: Any, rng: random.Random) -> None:
    value = holder[key]
    if isinstance(value, str):
        data = mutated_bytes(value.encode("utf-8", "surrogatepass"), rng)
        holder[key] = data.decode("utf-8", rng.choice(["replace", "ignore"]))
    elif isinstance(value, bool | int | float):
        holder[key] = rng.choice([-value, str(value), value + 1, value * 2**40, [value]])
    else:
        _replace(holder, key, rng)


_JSON_DAMAGE: tuple[Callable[[Any, Any, random.Random], None], ...] = (
    *(_replace, _replace, _drop, _duplicate, _rename, _swap, _wrap, _damage_text, _damage_text),
)
