"""Worlds of crafting as games: made, written, proven, played and told like all others."""

import dataclasses
import json
from pathlib import Path
from typing import Any

import pytest

from twbench import challenges, start
from twbench.core import EnvInfos, Environment
from twbench.envs.craft_env import CraftEnv
from twbench.errors import GameFileError
from twbench.families import Files, family_of, get
from twbench.hierarchycraft import CraftingGame
from twbench.testing import EnvironmentContract

FAMILY = get("hierarchycraft")
TREASURE = challenges.get("hierarchycraft_treasure")


@pytest.fixture(scope="module")
def game() -> CraftingGame:
    """The treasure world of the tutorial."""
    return FAMILY.make(TREASURE, TREASURE.settings(), 1, {})


@pytest.fixture(scope="module")
def files(game: CraftingGame) -> Files:
    """Its story and its JSON."""
    return FAMILY.seal(game, TREASURE.name)


@pytest.fixture
def path(files: Files, tmp_path: Path) -> Path:
    """Where they are."""
    story = tmp_path / "treasure.z8"
    story.write_bytes(files.story)
    assert files.game is not None
    story.with_suffix(".json").write_bytes(files.game)
    return story


def test_both_files_are_known_by_their_content(path: Path) -> None:
    assert family_of(path) is FAMILY
    assert family_of(path.with_suffix(".json")) is FAMILY


def test_a_game_is_read_as_it_was_written(path: Path, files: Files, game: CraftingGame) -> None:
    for file in (path, path.with_suffix(".json")):
        again = FAMILY.read(file)
        assert again.as_data() == game.as_data()
        assert FAMILY.seal(again, TREASURE.name) == files


def test_its_id_is_that_of_world_and_purpose(game: CraftingGame, files: Files) -> None:
    assert files.game_id.startswith("tw-hierarchycraft_treasure-")
    other = CraftingGame(game.world, game.purpose, (*game.plan[:2], *game.plan[1:]))
    assert FAMILY.identify(other, TREASURE.name) == files.game_id


def test_zones_are_rooms_and_phrases_are_templates(game: CraftingGame, files: Files) -> None:
    row = FAMILY.describe(game, files, nodes=20_000)
    assert (row["n_rooms"], row["n_objects"], row["n_doors"]) == (3, 4, None)
    assert (row["max_score"], row["quest_length"], row["optimal_length"]) == (1, 7, 7)
    assert row["command_templates"] == [
        *("move to key room", "move to start room", "move to treasure room"),
        *("search key", "take gold from chest", "unlock chest"),
    ]
    assert row["verbs"] == ["move", "search", "take", "unlock"]
    assert row["objective"] == "Your goal: have gold."
    assert row == FAMILY.describe(game, nodes=20_000)
    assert {"chest", "inventory", "fridge"} - set(row["vocab"]) == {"fridge"}
    assert FAMILY.extract("commands", game) == row["command_templates"]


def test_the_proof_replays_the_plan_in_the_story(game: CraftingGame, files: Files) -> None:
    row = FAMILY.describe(game, files)
    assert FAMILY.replay(files, row) is None
    wrong: dict[str, Any] = {**row, "walkthrough": row["walkthrough"][:-1]}
    assert "was not won after the last command" in str(FAMILY.replay(files, wrong))
    assert "with a score of 1 instead of 2" in str(FAMILY.replay(files, {**row, "max_score": 2}))


def test_a_story_tells_whose_it_is(game: CraftingGame, files: Files) -> None:
    family = get("hierarchycraft")
    assert family.mark(game) == family.read_mark(files)
    other = dataclasses.replace(game, plan=game.plan[:-1])
    assert family.mark(other) != family.read_mark(files)


def test_a_sound_story_is_played_in_this_process(path: Path) -> None:
    with start(path, EnvInfos(policy_commands=True, extras=["walkthrough"])) as env:
        assert isinstance(env, CraftEnv)
        state = env.reset()
        assert len(state.policy_commands) == len(state["extra.walkthrough"]) == 7
        state, _, done = env.step("move to treasure room")
        while not done:
            state, score, done = env.step(state.policy_commands[0])
        assert (score, state.won, state.policy_commands) == (1, True, [])


def test_a_game_is_played_from_its_json_as_well(path: Path) -> None:
    with start(path.with_suffix(".json")) as env:
        assert env.reset().feedback.startswith("Your goal: have gold.")


def test_it_can_be_played_in_a_process_of_its_own(path: Path) -> None:
    with start(path, EnvInfos(inventory=True, admissible_commands=True), isolated=True) as env:
        assert "isolated" in type(env.unwrapped).__module__
        assert env.reset().inventory == "You have nothing.\n"
        assert "move to key room" in env.state.admissible_commands


def test_a_world_that_is_none_is_told_with_all_its_faults(path: Path) -> None:
    data = json.loads(path.with_suffix(".json").read_text())
    data["plan"] = data["plan"][:-1]
    path.with_suffix(".json").write_text(json.dumps(data))
    with pytest.raises(GameFileError, match=r"^treasure\.json: .*does not do what is to be done"):
        FAMILY.read(path)


def test_a_world_that_readers_may_read_in_two_ways_is_refused(path: Path) -> None:
    file = path.with_suffix(".json")
    file.write_text(file.read_text().replace("{", '{"plan": [], ', 1))
    with pytest.raises(GameFileError, match="has the key 'plan' twice"):
        FAMILY.read(path)


@pytest.mark.parametrize(
    ("name", "settings"),
    [
        ("layered", {"names": "words", "depth": 4}),
        ("random", {"names": "held_out"}),
        ("tower", {}),
        ("recursive", {}),
        ("light_recursive", {}),
        ("mine", {}),
        *(("mini", {"world": world}) for world in ("Crossing", "KeyCorridor", "Unlock")),
    ],
)
def test_games_of_all_challenges_are_proven(name: str, settings: dict[str, Any]) -> None:
    challenge = challenges.get(f"hierarchycraft_{name}")
    made = FAMILY.make(challenge, challenge.settings(**settings), 7, {})
    sealed = FAMILY.seal(made, challenge.name)
    row = FAMILY.describe(made, sealed)
    assert FAMILY.replay(sealed, row) is None
    assert row["walkthrough"]


class TestStoryOfCrafting(EnvironmentContract):
    """What its family says that it gives is there, and all else of the contract holds."""

    infos = tuple(FAMILY.informations)
    counts_commands = True

    @pytest.fixture(autouse=True)
    def story(self, path: Path, game: CraftingGame, files: Files) -> None:
        self.path = path
        self.walkthrough = FAMILY.describe(game, files)["walkthrough"]

    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos, isolated=False)


class TestIsolatedStoryOfCrafting(TestStoryOfCrafting):
    def make_environment(self, infos: EnvInfos) -> Environment:
        return start(self.path, infos, isolated=True)
