"""Small games made by hand, and the sample games of TextWorld, for the tests of this folder."""

from pathlib import Path

import pytest

from twbench.generator import Event, Game, Quest, World
from twbench.logic import Proposition

SAMPLES = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "textworld"
SAMPLE_GAMES = sorted(SAMPLES.glob("*/*.json"))
needs_samples = pytest.mark.skipif(not SAMPLE_GAMES, reason="sample games of TextWorld are absent")

# A locked chest in the pantry holds an apple; its key lies in the hall, to the west.
PANTRY = (
    "at(P, r_0: r)",
    "west_of(r_0: r, r_1: r)",
    "east_of(r_1: r, r_0: r)",
    "free(r_0: r, r_1: r)",
    "free(r_1: r, r_0: r)",
    "at(k_0: k, r_0: r)",
    "at(c_0: c, r_1: r)",
    "locked(c_0: c)",
    "match(k_0: k, c_0: c)",
    "in(f_0: f, c_0: c)",
    "edible(f_0: f)",
)
WAY_TO_APPLE = (
    "take k_0",
    "go east",
    "unlock c_0 with k_0",
    "open c_0",
    "take f_0 from c_0",
)


def facts(*texts):
    return [Proposition.parse(text) for text in texts]


def pantry():
    return World.from_facts(facts(*PANTRY))


def actions(world, commands):
    """Return the actions for commands that follow each other from the state of ``world``."""
    state = world.state.copy()
    found = []
    for command in commands:
        found.append(action(world.kb, state, command))
        assert state.apply(found[-1])
    return found


def action(kb, state, command):
    """Return the action that a command stands for, entities called by their ids."""
    possible = state.all_applicable_actions(kb.rules.values(), kb.constants)
    return {one.format_command(): one for one in possible}[command]


def event(world, commands, *conditions):
    return Event(actions(world, commands), facts(*conditions), commands)


def apple_game():
    """Take the apple (2 points), without eating it."""
    world = pantry()
    won = event(world, WAY_TO_APPLE, "in(f_0: f, I)")
    lost = Event(conditions=facts("eaten(f_0: f)"))
    return Game(world, quests=[Quest([won], [lost], reward=2)])
