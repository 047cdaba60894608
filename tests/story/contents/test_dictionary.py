"""The dictionary, and which things a word names."""

from collections.abc import Callable

import z_machine
from sample_games import (
    cottage,
    describe,
    facts,
)

from twbench.envs import StoryEnv
from twbench.generator.games.game import Game
from twbench.generator.worlds.world import World
from twbench.story import link


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
