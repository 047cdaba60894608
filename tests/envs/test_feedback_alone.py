"""Steps for which nothing is asked but what is in every state: little of the memory is read."""

from copy import copy, deepcopy
from pathlib import Path

import pytest
from sample_games import cottage, shed, write

from twbench.core import EnvInfos
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.families import start
from twbench.story import read_memory_map

IN_EVERY_STATE = ("raw", "feedback", "last_command", "score", "max_score", "moves", "won", "lost")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return write(cottage(), tmp_path)


def test_states_are_the_same_as_with_all_of_the_memory(path: Path) -> None:
    facts = EnvInfos(facts=True)
    with start(path, isolated=False) as env, start(path, facts, isolated=False) as asked:
        pairs = [(env.reset(), asked.reset())]
        for command in ("look", "take nothing", *cottage().walkthrough):
            (state, *others), (expected, *rest) = env.step(command), asked.step(command)
            assert others == rest
            pairs.append((state, expected))
            assert (env.acted, env.last_actions) == (asked.acted, asked.last_actions)
    assert pairs[-1][0].won
    for state, expected in pairs:
        assert [*state] == [*IN_EVERY_STATE, *(["done"] if state.last_command else [])]
        assert {name: expected[name] for name in state} == state


def test_what_was_done_is_known_though_a_copy_has_been_played_since(path: Path) -> None:
    first, *others = cottage().walkthrough
    with start(path, isolated=False) as env:
        env.reset()
        env.step(first)
        done = env.last_actions
        with env.copy() as other:
            for command in others:
                other.step(command)
            assert other.last_actions != done
        assert env.last_actions == done
        assert env.acted


def test_a_glance_sees_what_a_copy_of_the_memory_has(path: Path) -> None:
    glancing, copying = Session(read_story(path)), Session(read_story(path))
    glancing.reset()
    copying.reset()
    for command in cottage().walkthrough:
        text, memory, halted = glancing.glance(command)
        assert text == copying.step(command)
        assert (memory, halted) == (copying.memory(), copying.halted)
    glancing.close()
    copying.close()


def test_what_is_asked_for_may_change_between_steps(path: Path) -> None:
    with start(path, isolated=False) as env:
        env.reset()
        assert env.step("look")[0].facts is None
        env.infos.facts = True
        assert env.step("look")[0].facts
        env.infos.facts = False
        assert env.step("look")[0].facts is None
        env.infos = EnvInfos(inventory=True)
        assert env.step("look")[0].inventory


def test_flags_follow_what_is_set() -> None:
    infos = EnvInfos(score=True)
    before = infos.flags
    assert infos.flags is before
    infos.facts = True
    changed = {n for n, a, b in zip(EnvInfos.ALL_NAMES, before, infos.flags, strict=True) if a != b}
    assert changed == {"facts"}
    for twin in (infos.copy(), copy(infos), deepcopy(infos)):
        assert twin == infos
        assert twin.flags == infos.flags
        twin.won = True
        assert twin.flags != infos.flags


def test_how_the_game_stands_is_read_wherever_its_variables_are(tmp_path: Path) -> None:
    story = write(shed(), tmp_path).read_bytes()
    memory_map = read_memory_map(story)
    standing = memory_map.standing(story)
    apart = read_memory_map(story)
    at = len(story)
    apart.variables = {**apart.variables, "moves": at}
    assert apart.standing(story + b"\x01\x02") == (standing[0], 0x102, standing[2])
