"""Syntax of Infocom's parsers, in stories made by hand."""

import pytest

from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.infocom import SyntaxLine, read_syntax
from twbench.envs.objects.templates import templates_of
from twbench.story.zcode.zstring import encode_word

WORDS = 0x100
STATIC = 0x200
PUT, STAND = 255, 254
IN, UP = 251, 252
LINES_OF_EIGHT = {
    PUT: [(2, 0, IN, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0, 0, 0)],
    STAND: [(0, 0, 0, 0, 0, 0, 0, 2), (1, UP, 0, 0, 0, 0, 0, 2)],
}
LINES_AS_LONG_AS_NEED_BE = {
    PUT: [(0x80, 1, 0, 0, IN & 0x3F, 0, 0), (0x40, 0, 0, 0)],
    STAND: [(0x00, 2), (0x40 | UP & 0x3F, 2, 0, 0)],
}
DICTIONARY = {
    # The flags, and two numbers: that of the verb is the first of those of "put".
    "north": (0x13, 31, 0),
    "place": (0x41, PUT, 0),
    "put": (0x41, PUT, 0),
    "stand": (0x48, 0, STAND),
    "in": (0x08, IN, 0),
    "up": (0x08, UP, 0),
}


def story_with(lines, preposition_mask=0xFF) -> bytes:
    """A story of version 3 that has the ``lines`` of two verbs, and nothing else."""
    story = bytearray(0x400)
    story[0] = 3
    story[0x08:0x0A] = WORDS.to_bytes(2)
    story[0x0E:0x10] = STATIC.to_bytes(2)
    story[WORDS : WORDS + 4] = bytes([0, 7, 0, len(DICTIONARY)])
    places = {}
    for number, (word, data) in enumerate(sorted(DICTIONARY.items())):
        at = places[word] = WORDS + 4 + 7 * number
        code = encode_word(word)
        story[at : at + 7] = bytes((code[0], code[1], code[2] | 0x80, code[3], *data))
    at = STATIC + 4
    for place, verb in ((STATIC, PUT), (STATIC + 2, STAND)):
        story[place : place + 2] = at.to_bytes(2)
        part = bytes([len(lines[verb])]) + b"".join(map(bytes, lines[verb]))
        story[at : at + len(part)] = part
        at += len(part)
    at += 3 * 4  # the routines of three actions
    table = [(places[word], number & preposition_mask) for word, number in (("in", IN), ("up", UP))]
    story[at : at + 2] = len(table).to_bytes(2)
    for number, (word, value) in enumerate(table):
        entry = at + 2 + 4 * number
        story[entry : entry + 4] = word.to_bytes(2) + value.to_bytes(2)
    return bytes(story)


STORIES = {
    "eight bytes": story_with(LINES_OF_EIGHT),
    "as long as need be": story_with(LINES_AS_LONG_AS_NEED_BE, 0x3F),
    "with whole numbers": story_with(LINES_AS_LONG_AS_NEED_BE),
}


@pytest.mark.parametrize("story", STORIES.values(), ids=STORIES)
def test_lines_of_any_length_are_read(story: bytes) -> None:
    lines = set(read_syntax(Dictionary(story)))
    put, stand = ("place", "put"), ("stand",)
    assert lines == {
        SyntaxLine(put, ("", "in"), 1),
        SyntaxLine(put, ("",), 0),
        SyntaxLine(stand, (), 2),
        SyntaxLine(stand, ("up",), 2),
    }
    templates = templates_of({}, None, Dictionary(story))
    assert {"put OBJ in OBJ", "put OBJ", "stand", "stand up OBJ"} <= set(templates)


@pytest.mark.parametrize("at", range(STATIC, STATIC + 0x60))
def test_damaged_tables_are_read_or_left(at: int) -> None:
    """Whatever stands there, nothing is raised, and where no lines are, verbs alone are taken."""
    for story in STORIES.values():
        for value in (0, 0x7F, 0xFF):
            damaged = bytearray(story)
            damaged[at] = value
            dictionary = Dictionary(bytes(damaged))
            lines = read_syntax(dictionary)
            templates = templates_of({}, None, dictionary)
            assert "put OBJ" in templates or lines


def test_stories_of_others_have_no_such_lines() -> None:
    story = bytearray(STORIES["eight bytes"])
    north = story.index(encode_word("north")[:2], WORDS)
    story[north + 4] &= ~0x10  # a direction no more
    assert read_syntax(Dictionary(bytes(story))) == ()


def test_a_dictionary_that_is_not_in_the_file_has_no_words() -> None:
    story = bytearray(STORIES["eight bytes"])
    story[0x08:0x0A] = b"\xff\xff"
    dictionary = Dictionary(bytes(story))
    assert dictionary.words == {}
    assert read_syntax(dictionary) == ()
    assert templates_of({}, None, dictionary)
