"""Tasks of MiniHack have its levels, heroes and goals, and are won on what NetHack made of them.

The file ``minihack_tasks.json`` has what MiniHack 1.0.2 says of its tasks, and a hash of the level
that its description compiles to. TWBENCH_MINIHACK_PYTHON names a Python with MiniHack, which is
asked again.
"""

import json
import os
import subprocess
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from twbench import challenges
from twbench.challenges.nethack.known import TASKS, MiniHackTask
from twbench.challenges.nethack.settings import GivenLevel, KnownTask
from twbench.errors import ConfigError, GenerationError, TwbenchError
from twbench.families import get
from twbench.minihack.levels.compiler import _compiled
from twbench.minihack.levels.specification import LevelSpecification

HERE = Path(__file__).parent
MINIHACK = os.environ.get("TWBENCH_MINIHACK_PYTHON")
THEIRS: dict[str, Any] = json.loads((HERE / "minihack_tasks.json").read_text(encoding="utf-8"))
SEEDS = 3
WON = 0.9
played = pytest.mark.skipif(find_spec("nle") is None, reason="NLE is not installed: make minihack")


def compiled(des: str) -> str:
    """A hash of the level that NetHack's compiler makes of a description."""
    level, faults = _compiled(des)
    assert not faults
    return sha256(level).hexdigest()


def description(task: MiniHackTask) -> str:
    if isinstance(task.level, str):
        return task.level
    return LevelSpecification.from_data(task.level).des()


def goal(task: MiniHackTask) -> list[list[str]]:
    """The events of a task, as MiniHack notes them."""
    return [_event(*next(iter(event.items()))) for event in task.events]


def _event(kind: str, given: dict[str, Any]) -> list[str]:
    if kind == "positional":
        return ["LocActionEvent", given["place_name"], given["action_name"]]
    if kind == "message":
        return ["MessageEvent", *given["msgs"]]
    name = given.get("name", "amulet")
    [first, *_] = [each for each in _SAID[kind] if "{}" in each] or _SAID[kind]
    return ["MessageEvent", first.format(name)]


_SAID = {
    "amulet": ["amulet (being worn)."],
    "eat": ["This {} is delicious"],
    "wear": ["You are now wearing a {}"],
    "wield": ["{} welds itself to your hand!"],
}


def test_they_are_all_known_to_minihack() -> None:
    assert list(TASKS) == sorted(THEIRS)
    assert len(TASKS) == 50


@pytest.mark.parametrize("name", TASKS)
def test_hero_and_goal_are_theirs(name: str) -> None:
    task, theirs = TASKS[name], THEIRS[name]
    assert task.character == theirs["character"]
    assert goal(task) == [
        event[: len(ours)] for event, ours in zip(theirs["events"], goal(task), strict=True)
    ]


@played
@pytest.mark.parametrize("name", TASKS)
def test_levels_compile_to_the_same_bytes(name: str) -> None:
    assert compiled(description(TASKS[name])) == THEIRS[name]["compiled"]


@played
@pytest.mark.skipif(not MINIHACK, reason="TWBENCH_MINIHACK_PYTHON names no Python with MiniHack")
def test_minihack_still_says_so() -> None:
    done = subprocess.run(
        [str(MINIHACK), HERE / "minihack_tasks.py", *TASKS],
        capture_output=True,
        text=True,
        check=True,
    )
    found = json.loads(done.stdout)
    for task in found.values():
        task["compiled"] = compiled(task.pop("level"))
    assert found == THEIRS


def made(challenge: str, settings: Any, seed: int) -> dict[str, Any]:
    return get("minihack").make(challenges.get(challenge), settings, seed, {})


def is_won(game: dict[str, Any]) -> bool:
    family = get("minihack")
    files = family.seal(game, "minihack_task")
    return family.replay(files, family.describe(game, files)) is None


@played
@pytest.mark.slow
def test_they_are_won_on_what_nethack_made_of_them() -> None:
    won = 0
    for name in TASKS:
        for seed in range(SEEDS):
            try:
                game = made("minihack_task", KnownTask(name), seed)
            except GenerationError:
                continue  # a monster, or a hidden door
            assert is_won(game), (name, seed)
            assert (game["nle"], game["minihack"]) == ("1.3.0", "1.0.2")
            won += 1
    assert won >= WON * SEEDS * len(TASKS)


@played
def test_levels_that_nethack_filled_are_told_apart_by_their_maps() -> None:
    family = get("minihack")
    games = [made("minihack_task", KnownTask("MazeWalk-9x9"), seed) for seed in (0, 1, 0)]
    rows = [family.describe(game) for game in games]
    assert rows[0]["structure_hash"] == rows[2]["structure_hash"] != rows[1]["structure_hash"]
    assert rows[0]["map_hash"] == rows[2]["map_hash"] != rows[1]["map_hash"]
    turned = {**games[0], "layout": [row[::-1] for row in games[0]["layout"]]}
    assert family.describe(turned)["structure_hash"] == rows[0]["structure_hash"]


OWN = {
    "level": 'LEVEL: "mine"\nROOM: "ordinary", unlit, random, random, (6,6) {\n'
    "OBJECT: ('%', \"pear\"), random\nMONSTER: (':', \"newt\"), random, asleep\n"
    'FOUNTAIN: random\n}\nROOM: "ordinary", unlit, random, random, random {\n'
    "STAIR: random, down\n}\nRANDOM_CORRIDORS\n",
    "events": "[{eat: {name: pear}}, {kill: {name: newt}},"
    " {positional: {place_name: fountain, action_name: quaff}}, {location: {location: fountain}}]",
    "objective": "Eat the pear, kill the newt, and drink from the fountain.",
}


@played
def test_a_level_of_ones_own_is_won() -> None:
    won = 0
    for seed in range(6):
        try:
            game = made("minihack_level", GivenLevel(**OWN), seed)
        except GenerationError:
            continue
        assert is_won(game)
        assert {"eat the pear", "drink from the fountain"} <= set(game["walkthrough"])
        assert any(command.startswith("attack") for command in game["walkthrough"])
        won += 1
    assert won >= 3


@played
def test_a_level_of_ones_own_may_be_data_with_errands() -> None:
    level = "{w: 6, h: 4, lit: false, calls: [{add_object: [light, '?']}]}"
    events = "[{message: {msgs: [A lit field surrounds you]}}]"
    with pytest.raises(GenerationError, match="give the errands"):
        made("minihack_level", GivenLevel(level, events), 0)
    errands = "[{to: scroll, type: ['pick up the {}', 'read the scroll']}]"
    game = made("minihack_level", GivenLevel(level, events, errands), 0)
    assert game["walkthrough"][-1] == "read the scroll"
    assert is_won(game)


@pytest.mark.parametrize(
    ("wanted", "message"),
    [
        ({"level": "{w: 5, calls: [{add_stare: []}]}"}, "there is no method 'add_stare'"),
        ({"level": "{w: 5"}, "level is no YAML"),
        ({"level": "mine.des"}, "begins with MAZE or LEVEL, not 'mine.des'. Of a file its text"),
        ({"events": "[{eats: {name: apple}}]"}, "there is no event 'eats'"),
        ({"errands": "[{go: apple}]"}, r"errands\[0\] is a mapping with keys"),
        ({"errands": "[{to: apple, kill: newt}]"}, r"errands\[0\] has either"),
        ({"errands": "[{to: apple, type: eat}]"}, r"errands\[0\].type is a list"),
        ({"errands": "apple"}, "errands is a list"),
    ],
)
def test_faults_are_told_with_their_place(wanted: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        GivenLevel(**wanted)


def test_a_task_that_there_is_not_has_a_nearest_one() -> None:
    with pytest.raises(TwbenchError, match="Did you mean 'Room-Random-5x5'"):
        KnownTask("Room-Randm-5x5")
