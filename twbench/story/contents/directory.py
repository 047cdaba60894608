"""The directory of a story: where in its memory things are, and what they mean.

A story that twbench linked has the signature ``twb1`` in header bytes 0x38 to 0x3B. Its last bytes
are a directory in ASCII JSON, then the directory's length in four bytes:

``variables``  byte addresses of the runtime's variables (``score``, ``moves``, ``ending``, ...)
``objects``    [id, type] of each object, from object 1; the player is object 1
``entries``    address of the first object's entry, 14 bytes each (Z-Machine Standards, 12.3)
``places``     [predicate, type of child, type of parent] of facts kept in the object tree, for
               every pair of types in the game
``attributes`` predicate -> [attribute number, arguments (0 or 1)]
``changing``   [predicate, address of its bits, rows]: row *n* holds if bit *n* is set; a row has
               object numbers, and 0 for the player as inventory (of type ``I``)
``constant``   [predicate, object number, ...] of facts that never change
``rules``      [name, placeholders by slot] of each rule, from number 1
``quests``     address of the quests' states
``header``     the first sixteen bytes of the story, in hexadecimal: the checksum leaves them out
``format``     1
``game``       identity of the game (twbench.story.linking.identity): story and JSON belong together

Readers change none of this, but for the variable ``one_command``: a word that is 0, or 1 where a
line may have only one command. Stories of earlier versions do not have it.

Nothing that a directory says is believed: whoever has one from `read_directory` may use each number
in it as an address or as the number of an object.
"""

__all__ = ["Directory", "encode_directory", "read_directory"]

import json
import os
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any, NoReturn

from twbench.bounded_cache import BoundedCache
from twbench.errors import StoryFileError
from twbench.story.contents.objects import OBJECT_SIZE
from twbench.story.zcode.last_bytes import (
    check_kept_header,
    last_bytes,
    parse_last_bytes,
    with_length,
)
from twbench.story.zcode.layout import ACTION_BYTES, ATTRIBUTES, MAX_ACTIONS, MAX_SLOTS
from twbench.story.zcode.signature import HEADER_SIZE

_FORMAT = 1
_TEXTS = ("game", "header")
_VARIABLES = {"action_count": 2, "actions": ACTION_BYTES * MAX_ACTIONS, "ending": 2}
_VARIABLES |= {"moves": 2, "score": 2}
_MOST_LOGICS = 16
_SHARED = {"attributes": "changing", "places": "quests", "rules": "variables"}
"""What stories of a logic have in common, half of a directory, and the key behind each of these."""
_KNOWN: dict[str, BoundedCache[bytes, Any]] = {name: BoundedCache(_MOST_LOGICS) for name in _SHARED}
"""The values of those of the last logics, which were checked, by their JSON."""
_KNOWN_HERE = os.urandom(16).hex()
"""Stands where a known value was: no story can have it."""
_LATER_VARIABLES = {"one_command": 2}
"""Variables that stories of earlier versions lack."""


@dataclass(frozen=True, slots=True)
class Directory:
    """What a directory says; see the beginning of this module."""

    variables: dict[str, int]
    objects: tuple[tuple[str, str], ...]
    entries: int
    places: tuple[tuple[str, str, str], ...]
    attributes: dict[str, tuple[int, ...]]
    changing: tuple[tuple[str, int, tuple[tuple[int, ...], ...]], ...]
    constant: tuple[tuple[Any, ...], ...]
    rules: list[list[Any]]
    quests: int
    game: str
    header: str
    format: int


def encode_directory(directory: Mapping[str, str]) -> bytes:
    """Return the last bytes of a story, a multiple of eight, given the JSON of each value."""
    values = {"format": str(_FORMAT), **directory}
    fields = ",".join([f'"{key}":{values[key]}' for key in sorted(values)])
    return with_length(f"{{{fields}}}".encode())


def read_directory(story: bytes) -> Directory:
    """Read the directory at the end of a story, whose header has been checked.

    Raises StoryFileError, saying what is wrong with it.
    """
    text, written, found = _without_known(last_bytes(story))
    values = parse_last_bytes(text)
    known: dict[str, Any] = {}
    if type(values) is dict:
        known = {name: value for name, value in found.items() if values.get(name) == _KNOWN_HERE}
        values |= known
    names = Directory.__dataclass_fields__
    if type(values) is not dict or values.keys() != names.keys():
        _refuse(f"it must tell {', '.join(names)}, and nothing else")
    if values["format"] != _FORMAT:
        _refuse(f"its format must be {_FORMAT}")
    if not all(type(values[name]) is str for name in _TEXTS):
        _refuse(f"{' and '.join(_TEXTS)} must be texts")
    check_kept_header(story, values["header"])
    _Checker(story, known).check(values)
    directory = _kept(values)
    for name, part in written.items():
        if name not in known and _written(values[name]) == part:
            _KNOWN[name].keep(part, values[name])
    return directory


def _without_known(text: bytes) -> tuple[bytes, dict[str, bytes], dict[str, Any]]:
    """Return a directory's text without the values that are known, shared texts, and these values.

    Many stories have the same texts for some values (`_SHARED`). Those that are known are not
    parsed: `_KNOWN_HERE` stands in their places. The shared texts are returned as they were found,
    which in a hostile directory may be anything.
    """
    written: dict[str, bytes] = {}
    found: dict[str, Any] = {}
    for name, following in _SHARED.items():
        key = f'"{name}":'.encode()
        end = text.find(f',"{following}":'.encode())
        start = text.rfind(key, 0, max(end, 0))
        if start < 0:
            continue
        start += len(key)
        written[name] = text[start:end]
        value = _KNOWN[name].get(written[name])
        if value is not None:
            found[name] = value
            text = b'%b"%b"%b' % (text[:start], _KNOWN_HERE.encode(), text[end:])
    return text, written, found


def _written(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":")).encode()


def _kept(values: dict[str, Any]) -> Directory:
    """Return the directory of values that were checked.

    Stories that were read lately are remembered. Python's collector of garbage looks through lists
    as long as they are there, but only once through tuples that hold texts and numbers.
    """
    for name in ("objects", "places", "constant"):
        values[name] = tuple(map(tuple, values[name]))
    values["attributes"] = {name: tuple(given) for name, given in values["attributes"].items()}
    values["changing"] = tuple(
        [(name, address, tuple(map(tuple, rows))) for name, address, rows in values["changing"]]
    )
    return Directory(**values)


def _refuse(reason: str) -> NoReturn:
    raise StoryFileError(f"The story's directory cannot be used: {reason}.")


class _Checker:
    """Checks the values of one directory, the ones that others are checked by first."""

    def __init__(self, story: bytes, known: Container[str]):
        # The names of values that were checked for another story with the same ones.
        self.known = known
        # The header is said to be checked: static memory begins within the file.
        self.dynamic = int.from_bytes(story[0x0E:0x10], "big")
        self.count = 0

    def check(self, values: dict[str, Any]) -> None:
        """Refuse ``values`` that are of wrong types or out of range."""
        self._objects(values["objects"])
        self._address("the objects' entries", values["entries"], OBJECT_SIZE * self.count)
        self._address("the quests' states", values["quests"], 0)
        self._variables(values["variables"])
        if "places" not in self.known and not _are_rows(values["places"], (str, str, str)):
            _refuse("a place must have a predicate and two types")
        if "attributes" not in self.known:
            self._attributes(values["attributes"])
        if "rules" not in self.known:
            self._rules(values["rules"])
        self._constant(values["constant"])
        self._changing(values["changing"])

    def _objects(self, objects: Any) -> None:
        if not _are_rows(objects, (str, str)):
            _refuse("an object must have an id and a type")
        if not objects:
            _refuse("it has no player")
        if len({id_ for id_, _ in objects}) < len(objects):
            _refuse("two objects have one id")
        self.count = len(objects)

    def _variables(self, variables: Any) -> None:
        sizes = _VARIABLES | _LATER_VARIABLES
        if type(variables) is not dict or not _VARIABLES.keys() <= variables.keys() <= sizes.keys():
            _refuse(f"the variables must be {', '.join(sorted(sizes))}")
        for name, address in variables.items():
            self._address(name, address, sizes[name])

    def _attributes(self, attributes: Any) -> None:
        if type(attributes) is not dict or not _are_rows([*attributes.values()], (int, int)):
            _refuse("an attribute must have a number, and how many arguments there are")
        for number, arity in attributes.values():
            if not (0 <= number < ATTRIBUTES and 0 <= arity <= 1):
                _refuse(f"there is no attribute {number} of {arity} arguments")
        if len({number for number, _ in attributes.values()}) < len(attributes):
            _refuse("two predicates have one attribute")

    def _rules(self, rules: Any) -> None:
        if not _are_rows(rules, (str, list)):
            _refuse("a rule must have a name and placeholders")
        for name, slots in rules:
            if len(slots) > MAX_SLOTS or not {*map(type, slots)} <= {str}:
                _refuse(f"the rule {name!a:.80} cannot have such placeholders")

    def _constant(self, facts: Any) -> None:
        if not _are_lists(facts) or not all(facts):
            _refuse("a fact that never changes must have a predicate")
        if not {type(fact[0]) for fact in facts} <= {str}:
            _refuse("the predicate of a fact must be a text")
        self._numbers([fact[1:] for fact in facts])

    def _changing(self, tables: Any) -> None:
        if not _are_rows(tables, (str, int, list)):
            _refuse("a table must have a predicate, an address and rows")
        for name, address, rows in tables:
            size = -(-len(rows) // 8)
            if not self._is_dynamic(address, size):
                self._address(f"the bits of {name!a:.80}", address, size)
            if not _are_lists(rows):
                _refuse("a row of a table must be a list")
        self._numbers([row for *_, rows in tables for row in rows])

    def _numbers(self, rows: Iterable[Sequence[Any]]) -> None:
        """Refuse what is no number of an object, or 0 for the inventory."""
        numbers = list(chain.from_iterable(rows))
        # Types come first, since texts and numbers cannot be compared. They are compared as such:
        # for `isinstance`, JSON's true is a number.
        whole = {*map(type, numbers)} <= {int}
        if not whole or not 0 <= min(numbers, default=0) <= max(numbers, default=0) <= self.count:
            _refuse(f"a fact speaks of an object that is none of {self.count}")

    def _address(self, what: str, address: Any, size: int) -> None:
        """Refuse what does not lie in dynamic memory, behind the header."""
        if not self._is_dynamic(address, size):
            _refuse(f"{what} would lie outside the story's {self.dynamic} bytes of dynamic memory")

    def _is_dynamic(self, address: Any, size: int) -> bool:
        return type(address) is int and HEADER_SIZE <= address <= self.dynamic - size


def _are_rows(rows: Any, types: tuple[type, ...]) -> bool:
    """Whether this is a list of lists that have values of these types."""
    if not _are_lists(rows) or not {*map(len, rows)} <= {len(types)}:
        return False
    # Without rows there are no columns either, and any number of types is right.
    columns = zip(zip(*rows, strict=True), types, strict=bool(rows))
    return all({*map(type, column)} == {wanted} for column, wanted in columns)


def _are_lists(rows: Any) -> bool:
    return type(rows) is list and {*map(type, rows)} <= {list}
