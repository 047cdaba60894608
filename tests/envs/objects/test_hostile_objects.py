"""Objects of stories that were made to take for ever: what is no tree is read as fast as one is."""

import time

import pytest

from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.table import ObjectTable
from twbench.envs.objects.texts import decode
from twbench.envs.objects.world import World

OBJECTS = 0x80
FIRST = OBJECTS + 2 * 63
END = 0xFF00
ENTRY = 14
SECONDS = 5.0
"""A hundred times what it takes; as it was, it would have taken an hour."""


def story(links, properties: bytes = b"\0\0") -> bytes:
    """A story of version 5 whose objects are linked by parent, sibling and child."""
    found = bytearray(1 << 17)
    found[0] = 5
    found[0x0A:0x0C] = OBJECTS.to_bytes(2)
    found[0x0E:0x10] = END.to_bytes(2)
    shared = FIRST + ENTRY * len(links)
    for number, numbers in enumerate(links):
        entry = b"".join(number.to_bytes(2) for number in (*numbers, shared))
        at = FIRST + ENTRY * number + 6
        found[at : at + 8] = entry
    found[shared : shared + len(properties)] = properties
    return bytes(found)


@pytest.fixture(autouse=True)
def quick():
    before = time.process_time()
    yield
    assert time.process_time() - before < SECONDS


def test_objects_that_are_all_in_all_are_found_once():
    last = 4000
    links = [(1, number + 1, 1) for number in range(1, last)]
    table, memory = ObjectTable(story([*links, (1, 0, 1)])), story([*links, (1, 0, 1)])
    assert table.count == last
    assert table.children(memory, 1) == [*range(1, last + 1)]
    assert table.within(memory, last) == [*range(1, last)]


def test_what_is_in_objects_is_told_before_what_stands_beside_them():
    memory = story([(0, 0, 2), (1, 4, 3), (2, 0, 0), (1, 0, 5), (4, 0, 0)])
    assert ObjectTable(memory).within(memory, 1) == [2, 3, 4, 5]


def test_an_object_has_as_many_properties_as_there_are_numbers():
    memory = story([(0, 0, 0)] * 2000, b"\0" + b"\x01" * 30_000)
    table = ObjectTable(memory)
    assert {len(table.properties(memory, number)) for number in range(1, table.count + 1)} == {63}


def test_an_abbreviation_without_an_end_is_cut_off():
    abbreviated = (1 << 10 | 0 << 5 | 1).to_bytes(2)
    memory = bytearray(story([(0, 0, 0)], b"\xff" + 255 * abbreviated))
    table, text = 0x40, 1 << 16
    memory[0x18:0x1A] = table.to_bytes(2)
    memory[table : table + 2] = (END // 2).to_bytes(2)
    memory[END:text] = (text - END) // 2 * (6 << 10 | 6 << 5 | 6).to_bytes(2)
    name = ObjectTable(bytes(memory)).name(bytes(memory), 1)
    assert 0 < len(name) < 255 * 3 * 3 * 128
    assert len(decode(bytes(memory), END, 2)) == 6


def test_long_texts_that_many_objects_share_are_read_once():
    texts = b"".join(bytes((0x40 | which, 0x50, which)) for which in range(63, 0, -1))
    memory = bytearray(story([(0, 0, 0)] * 4000, b"\0" + texts))
    memory[END:] = (len(memory) - END) // 2 * (20 << 10 | 20 << 5 | 20).to_bytes(2)
    world = World(bytes(memory), Dictionary(bytes(memory)))
    assert world.player(bytes(memory)) is None
    assert len(world.tree(bytes(memory))) == 4000
