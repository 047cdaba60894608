"""A story of crafting as a program meets it: what is read in its memory, and what is refused."""

from dataclasses import replace
from pathlib import Path

import pytest
from smithy import SMITHY, STORY, said

from twbench.core import EnvInfos
from twbench.envs.craft_env import CraftEnv
from twbench.envs.frotz.story_file import StoryFile, check_story
from twbench.errors import EnvInfoMissingError, StoryFileError
from twbench.story.crafts.linker import compile_tables
from twbench.story.crafts.memory import CraftMemory


def test_what_is_read_in_memory_is_what_is_told(env: CraftEnv) -> None:
    env.step("go to cave")
    env.step("mine ore")
    state = env.state
    assert said(env, "look") == state.description == "-= Dark Cave =-\nYou see nothing here.\n"
    assert said(env, "i") == state.inventory == "You have iron ore (2).\n"
    assert state.location == "dark cave"


def test_single_things_read_in_memory_have_the_articles_that_are_told() -> None:
    one_of_each = replace(SMITHY, start=(0, 1, 1, 1, 0))
    with CraftEnv(EnvInfos(description=True, inventory=True)) as env:
        env.open(StoryFile("single.z8", compile_tables(one_of_each).data))
        state = env.reset()
        look, held = state.description, state.inventory
        assert said(env, "look") == look == "-= Smithy =-\nYou see a furnace here.\n"
        assert said(env, "i") == held == "You have iron ore and an iron bar.\n"


def test_copies_and_snapshots_are_independent(env: CraftEnv) -> None:
    snapshot = env.save()
    with env.copy() as other:
        other.step("go to cave")
        assert (env.counts[0], other.counts[0]) == (0, 1)
        env.step("dance")
        assert not env.acted
        env.step("look")
        assert env.acted
        env.restore(snapshot)
        assert env.state.moves == 0


def test_information_that_there_is_not_is_refused() -> None:
    with CraftEnv(EnvInfos(facts=True)) as env:
        env.open(StoryFile("smithy.z8", STORY.data))
        with pytest.raises(EnvInfoMissingError, match="facts"):
            env.reset()


def test_its_words_are_those_that_it_prints_and_knows() -> None:
    assert {"smelt", "furnace", "inventory", "xyzzy", "cave"} - set(STORY.vocabulary) == {"xyzzy"}


def test_a_story_is_harmless_if_its_tables_make_its_bytes(tmp_path: Path) -> None:
    assert StoryFile("smithy.z8", STORY.data).doubt is None
    changed = bytearray(STORY.data)
    place = int.from_bytes(STORY.data[0x0E:0x10]) + 8
    changed[place] ^= 1
    with pytest.raises(StoryFileError, match="its checksum is wrong"):
        check_story(StoryFile("changed.z8", bytes(changed)))
    checksum = (int.from_bytes(changed[0x1C:0x1E]) + (1 if changed[place] & 1 else -1)) & 0xFFFF
    changed[0x1C:0x1E] = checksum.to_bytes(2)
    (tmp_path / "changed.z8").write_bytes(changed)
    with CraftEnv() as env, pytest.raises(StoryFileError, match="is not what this twbench"):
        env.load(tmp_path / "changed.z8")


def test_a_story_whose_directory_lies_is_refused() -> None:
    for size in (0, 1, 10**9):
        with pytest.raises(StoryFileError, match=r"directory|JSON"):
            CraftMemory.of(STORY.data[:-4] + size.to_bytes(4))
