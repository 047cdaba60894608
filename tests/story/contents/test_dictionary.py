"""The dictionary, and which things a word names."""

from collections.abc import Callable

import pytest
import z_machine
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_games import (
    cottage,
    describe,
    facts,
)

from twbench.envs import StoryEnv
from twbench.errors import StoryLimitError
from twbench.generator import KnowledgeBase
from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World
from twbench.story import link
from twbench.story.contents.dictionary import (
    ENTRY_SIZE,
    SEPARATORS,
    WORD_ENTRY,
    ProgramWord,
    ProgramWords,
    build_dictionary,
)
from twbench.story.contents.world import StoryWorld
from twbench.story.linking.programs import logic_program
from twbench.story.zcode.layout import WordClass
from twbench.story.zcode.zstring import encode_word


def test_dictionary_is_sorted_and_knows_names_and_verbs() -> None:
    entries = z_machine.dictionary(link(cottage()))
    codes = [code for code, _ in entries]
    assert codes == sorted(set(codes))
    words = {word for _, word in entries}
    assert {"take", "x", "unlock", "apple", "golden", "umbrella", "n", "it", ",", "."} <= words


def test_words_alike_in_nine_letters_name_both_things(open_story: Callable[..., StoryEnv]) -> None:
    world = World.from_facts(facts("at(P, r_0) at(o_0, r_0) at(o_1, r_0)"))
    names = {"r_0": ("room", ""), "o_0": ("conservationist", ""), "o_1": ("conservatory", "")}
    env = open_story(describe(Game(world), names))
    env.reset()
    state, _, _ = env.step("take conservatory")
    assert "Which do you mean, the conservationist or the conservatory?" in state.feedback


PROGRAM = logic_program(KnowledgeBase.default())

BASE, PROGRAM_BASE = 0x8000, 0x2000

NOUN, VERB, PREPOSITION = 0x80, 0x01, 0x08


def world_of(*names: str) -> StoryWorld:
    """Return a world with things of these names, which are objects from number 3 on."""
    ids = [f"o_{number}" for number in range(len(names))]
    world = World.from_facts(facts(" ".join(["at(P, r_0)", *(f"at({id_}, r_0)" for id_ in ids)])))
    texts = {"r_0": ("chamber", "")} | {
        id_: (name, "") for id_, name in zip(ids, names, strict=True)
    }
    return StoryWorld(describe(Game(world), texts), PROGRAM.representation)


def entries(*names: str) -> dict[str, tuple[int, tuple[int, ...], int]]:
    """Return flags, record and class of each word: of words that name nothing, an empty record."""
    data, dictionary = build_dictionary(world_of(*names), PROGRAM.words, PROGRAM_BASE, BASE)
    body = data[dictionary - BASE :]
    assert body[: 2 + len(SEPARATORS)] == bytes([len(SEPARATORS), *SEPARATORS, ENTRY_SIZE])
    rows = [*WORD_ENTRY.iter_unpack(body[4 + len(SEPARATORS) :])]
    assert int.from_bytes(body[2 + len(SEPARATORS) :][:2], "big") == len(rows)
    assert [row[0] for row in rows] == sorted({row[0] for row in rows})
    found = {}
    for code, flags, word_class, record in rows:
        numbers = []
        if record >= BASE:
            at = record - BASE
            count = z_machine.word(data, at + 2)
            numbers = [z_machine.word(data, at + 4 + 2 * n) for n in range(count)]
        found[z_machine.text(code)] = flags, tuple(numbers), word_class
    return found


def test_a_word_names_all_things_that_it_may_mean() -> None:
    found = entries("red ball", "blue ball", "red lamp")
    assert [found[word][:2] for word in ("ball", "blue", "lamp", "red")] == [
        (NOUN, (3, 4)),
        (NOUN, (4,)),
        (NOUN, (5,)),
        (NOUN, (3, 5)),
    ]
    assert "chamber" not in found, "nobody calls a room by its name"


def test_words_of_the_program_stay_what_they_are_beside() -> None:
    found = entries("open book", "it")
    assert found["open"][:2] == (NOUN | VERB, (3,))
    assert found["it"][0] == NOUN
    assert found["it"][2] == WordClass.IT
    assert entries()["open"][:2] == (VERB, ())


@given(st.lists(st.sampled_from(["ball", "open", "abc", "zebra", "x", "on"]), max_size=6))
@settings(max_examples=30)
def test_names_change_nothing_of_other_words(names: list[str]) -> None:
    plain, found = entries(), entries(*names)
    assert found.keys() == plain.keys() | set(names)
    assert all(found[word] == plain[word] for word in plain.keys() - set(names))


def test_words_that_look_alike_and_mean_different_things_are_refused() -> None:
    with pytest.raises(StoryLimitError, match=r"words 'inventory' and 'inventorying' apart"):
        entries("inventorying machine")
    entries("inventory machine")


@given(
    st.dictionaries(
        st.text("abcdefgh", min_size=1, max_size=9),
        st.builds(
            ProgramWord.of,
            st.none() | st.integers(0, 0x7FFF),
            st.none() | st.integers(0, 0x7FFF),
            st.sampled_from([0, 1, 3, 16, 200]),
        ),
        max_size=12,
    ),
    st.integers(0, 0x8000),
)
def test_entries_of_a_program_are_moved_with_it(
    words: dict[str, ProgramWord], program_base: int
) -> None:
    expected = b"".join(
        WORD_ENTRY.pack(
            encode_word(text),
            word.flags,
            word.word_class,
            0 if word.record is None else word.record + program_base,
        )
        for text, word in sorted(words.items(), key=lambda item: encode_word(item[0]))
    )
    assert ProgramWords(words).entries(program_base) == expected


@pytest.mark.parametrize(
    ("lines", "word_class", "flags"),
    [
        (None, WordClass.NONE, 0),
        (8, WordClass.NONE, VERB),
        (None, WordClass.FIRST_LITERAL, PREPOSITION),
        (8, WordClass.FIRST_LITERAL + 3, VERB | PREPOSITION),
        (None, WordClass.ARTICLE, 0),
    ],
)
def test_flags_tell_what_a_word_may_be(lines: int | None, word_class: int, flags: int) -> None:
    assert ProgramWord.of(lines, None, word_class).flags == flags
