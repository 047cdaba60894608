"""What can be done with what is carried and what is beside the player is told, and understood."""

import random

import pytest

from twbench.core import EnvInfos
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame

pytestmark = pytest.mark.nle

THINGS = (("robe", "["), ("amulet of ESP", '"'), ("light", "?"), ("water", "!"), ("light", "/"))
REFUSALS = ("You have no ", "That is no command", "Say ", "You don't have")


def game(seed: int = 0) -> LevelGame:
    """A row of things, a newt, and a goal that is never reached."""
    calls = [
        {"set_start_pos": [[0, 0]]},
        *({"add_object": [name, kind, [n, 0]]} for n, (name, kind) in enumerate(THINGS)),
        {"add_monster": ["newt", ":", [1, 1], ["hostile", "asleep"]]},
    ]
    level = LevelSpecification.from_data({"w": 6, "h": 2, "calls": calls})
    return LevelGame(level, seed, (("message", (("msgs", ("never",)),)),))


def test_what_is_carried_has_its_uses() -> None:
    with NetHackEnv(EnvInfos(admissible_commands=True)) as env:
        env.open(game())
        state = env.reset()
        assert "attack southeast" in state.admissible_commands
        assert "wear robe" not in state.admissible_commands
        env.step("attack southeast")
        for command in ("pick up", *("east", "pick up") * 4):
            state, _, _ = env.step(command)
        known = set(state.admissible_commands)
        assert {"wear robe", "drop robe", "drop club", "west", "southeast"} <= known
        assert sum(command.startswith(("read ", "drink ", "put on ")) for command in known) == 3
        state, _, _ = env.step("wear robe")
        assert "take off robe" in state.admissible_commands
        assert "wear robe" not in state.admissible_commands


@pytest.mark.parametrize("seed", range(3))
def test_none_of_them_is_refused_by_us(seed: int) -> None:
    rng = random.Random(seed)
    with NetHackEnv(EnvInfos(admissible_commands=True)) as env:
        env.open(game(seed))
        state, done = env.reset(), False
        for _ in range(80):
            if done:
                break
            wanted = [each for each in state.admissible_commands if each != "pray"]
            command = rng.choice(wanted)
            state, _, done = env.step(command)
            assert not any(line.startswith(REFUSALS) for line in state.feedback.split("\n")), (
                command
            )
