import json
import subprocess
import sys

import pytest
from hand_made_games import (
    SAMPLE_GAMES,
    WAY_TO_APPLE,
    actions,
    apple_game,
    facts,
    needs_samples,
    pantry,
)

from twbench.errors import GameFileError
from twbench.generator import (
    Event,
    Game,
    GameOptions,
    Quest,
    make_game,
    make_game_with,
    make_grammar,
)


def named_game():
    game = apple_game()
    for id_, name in {"k_0": "old key", "c_0": "chest", "f_0": "apple", "r_0": "hall"}.items():
        game.infos[id_].name = name
    return game


def test_renaming_is_followed_by_commands_and_walkthrough():
    game = named_game()
    game.metadata["walkthrough"] = list(WAY_TO_APPLE)
    game.update_commands()
    renamed = [
        *("take old key", "go east", "unlock chest with old key", "open chest"),
        "take apple from chest",
    ]
    assert list(game.quests[0].commands) == renamed
    assert list(game.quests[0].win_events[0].commands) == renamed
    assert game.walkthrough == renamed


def test_a_walkthrough_of_actions_follows_the_names():
    game = named_game()
    game.metadata = {"desc": "A pantry."}
    game.win_by(actions(pantry(), WAY_TO_APPLE))
    assert game.walkthrough[0] == "take old key"
    game.infos["k_0"].name = "rusty key"
    game.update_commands()
    assert game.walkthrough[0] == "take rusty key"
    game.walkthrough = ["look"]
    game.update_commands()
    assert game.walkthrough == ["look"]


def test_a_walkthrough_of_unknown_actions_is_found_anew_if_commands_change():
    game = named_game()
    game.update_commands()
    game.walkthrough = ["look", *game.walkthrough]
    game.update_commands()
    assert game.walkthrough[:2] == ["look", "take old key"]
    game.infos["k_0"].name = "rusty key"
    game.update_commands()
    assert game.walkthrough[0] == "take rusty key"


def test_a_file_is_written_as_it_was_read_whatever_its_maker_calls_things(tmp_path):
    game = named_game()
    game.update_commands()
    game.walkthrough = ["fetch the apple"]
    for event in game.quests[0].win_events:
        event.commands = ["fetch the apple"]
    game.save(tmp_path / "foreign.json")
    read = Game.load(tmp_path / "foreign.json")
    assert read.walkthrough == list(read.quests[0].commands) == ["fetch the apple"]
    read.save(tmp_path / "again.json")
    assert (tmp_path / "again.json").read_bytes() == (tmp_path / "foreign.json").read_bytes()
    read.update_commands()  # the actions of the event are those of the walkthrough
    assert read.walkthrough == list(read.quests[0].commands)
    assert read.walkthrough[0] == "take old key"


def test_the_walkthrough_follows_from_the_quests_if_none_is_set():
    game = named_game()
    assert game.walkthrough[:2] == ["take old key", "go east"]
    assert Game(pantry()).walkthrough is None
    game.walkthrough = ["look"]
    assert game.walkthrough == ["look"]


def test_what_a_game_says_about_itself():
    game = named_game()
    assert game.max_score == 2
    assert game.objects_names == ["apple", "chest", "old key"]
    assert game.objects_types == ["c", "f", "k"]
    assert game.objects_names_and_types == [("apple", "f"), ("chest", "c"), ("old key", "k")]
    assert game.entity_names == [*("apple", "chest", "old key", "north", "south", "east", "west")]
    assert game.win_condition == [tuple(facts("in(f_0: f, I)"))]
    assert game.verbs == [
        *("close", "drop", "eat", "examine", "go", "insert", "inventory", "lock", "look"),
        *("open", "put", "take", "unlock"),
    ]
    assert "take {o} from {c}" in game.command_templates
    assert game.command_templates == sorted(set(game.command_templates))


def test_the_objective_is_that_of_the_quests_unless_set():
    game = apple_game()
    assert game.objective == ""
    game.quests[0].desc = "Fetch the apple."
    assert game.objective == "Fetch the apple."
    game.objective = "Be good."
    assert game.objective == "Be good."


def test_text_generation_names_everything():
    game = make_game_with(pantry(), apple_game().quests, make_grammar(rng=1))
    assert game.grammar.theme == "house"
    chest, key = game.infos["c_0"].name, game.infos["k_0"].name
    assert game.quests[0].commands[2] == f"unlock {chest} with {key}"
    assert all(game.infos[room].desc for room in ("r_0", "r_1"))


def test_copies_are_independent():
    game = named_game()
    game.metadata = {"notes": ["eat"]}
    game.infos["f_0"].synonyms = ["fruit"]
    other = game.copy()
    other.infos["f_0"].name = "pear"
    other.infos["f_0"].synonyms.append("snack")
    other.metadata["x"] = 1
    other.metadata["notes"].clear()
    assert (game.infos["f_0"].name, game.metadata) == ("apple", {"notes": ["eat"]})
    assert game.infos["f_0"].synonyms == ["fruit"]
    assert game != other


def test_save_and_load(tmp_path):
    game = named_game()
    game.metadata = {"uuid": "tw-x", "seeds": {"map": 1}}
    game.objective = "Ünïcode, too."
    game.save(tmp_path / "game.json")
    assert list(json.loads((tmp_path / "game.json").read_text())) == [
        *("version", "world", "grammar", "quests", "infos", "KB", "metadata", "objective")
    ]
    game.extras["hint"] = "Look in the chest."
    game.save(tmp_path / "game.json")
    again = Game.load(tmp_path / "game.json")
    assert again == game
    assert again.extras == {"hint": "Look in the chest."}
    assert again.quests == game.quests
    assert str(tmp_path) not in (tmp_path / "game.json").read_text()


@needs_samples
@pytest.mark.parametrize("path", SAMPLE_GAMES, ids=lambda path: path.stem)
def test_games_of_textworld_are_read_completely(path, tmp_path):
    game = Game.load(path)
    data = json.loads(path.read_text())
    ours = game.serialize()
    for key in ("version", "infos", "metadata", "objective"):
        assert ours[key] == data[key]
    assert [quest.serialize() for quest in game.quests] == data["quests"]
    assert len(str(ours["quests"])) <= len(str(data["quests"]))
    assert sorted(map(str, ours["world"])) == sorted(map(str, data["world"]))
    game.save(tmp_path / "game.json")
    assert Game.load(tmp_path / "game.json") == game


@pytest.fixture
def damaged(tmp_path):
    """Return a function that damages the file of a game and gives the message about it."""

    def message(change):
        data = json.loads(json.dumps(named_game().serialize()))
        text = change(data) or json.dumps(data)
        path = tmp_path / "bad.json"
        path.write_text(text)
        with pytest.raises(GameFileError) as caught:
            Game.load(path)
        assert str(caught.value).startswith(str(path))
        return str(caught.value).removeprefix(str(path)).removeprefix(": ")

    return message


def test_truncated_files(damaged):
    assert "is no sound JSON" in damaged(lambda data: json.dumps(data)[:1000])
    assert damaged(lambda data: "[]") == "It must be an object, not a list."


@pytest.mark.parametrize("key", ["world", "quests", "infos", "KB", "metadata", "objective"])
def test_missing_keys(damaged, key):
    assert damaged(lambda data: data.pop(key) and None) == f"The key {key!r} is missing."


@pytest.mark.parametrize("data", [{}, {"version": "0.1.0", "splits": {}, "metadata": {}}])
def test_json_that_is_no_game_is_told_so(damaged, data):
    assert damaged(lambda _: json.dumps(data)) == (
        "It is no game: it has none of the keys world, quests, infos and KB. A game is a story"
        " (.z1 to .z8), or the .json that was written of one."
    )


def test_missing_inner_keys(damaged):
    message = damaged(lambda data: data["quests"][0].pop("win_events") and None)
    assert message == "quests[0].win_events is missing."
    message = damaged(lambda data: data["world"][0].pop("name") and None)
    assert message == "world[0].name is missing."
    assert "'logic'" in damaged(lambda data: data["KB"].pop("logic") and None)


def test_other_versions(damaged):
    assert damaged(lambda data: data.update(version=9)) == (
        "The version is 9; version 1 can be read."
    )


def test_unknown_types_and_attributes(damaged):
    def change_type(data):
        for argument in (arg for fact in data["world"] for arg in fact["arguments"]):
            if argument["name"] == "f_0":
                argument["type"] = "fruit"

    assert "no type 'fruit'" in damaged(change_type)
    assert "no attribute 'colour'" in damaged(lambda data: data["infos"][0][1].update(colour=1))


def test_damaged_values(damaged):
    message = damaged(lambda data: data.update(world=3))
    assert message == "world must be a list, not the number 3."
    message = damaged(lambda data: data.update(quests=[[]]))
    assert message == "quests[0] must be an object, not a list."
    message = damaged(lambda data: data.update(infos=["x"]))
    assert message == "infos[0] must be an id and an object, in a list."
    assert damaged(lambda data: data["KB"].update(logic="type ; {"))


def test_absent_files(tmp_path):
    with pytest.raises(GameFileError, match=r"nothing\.json is missing"):
        Game.load(tmp_path / "nothing.json")


HASHED = """
import hashlib, json
from twbench.generator import Game, GameOptions, make_grammar, make_world
options = GameOptions()
options.seeds = 5
rngs = options.rngs
game = Game(make_world(6, 10, rngs), make_grammar(options.grammar, rngs["grammar"]))
print(hashlib.sha256(json.dumps(game.serialize()).encode()).hexdigest(), options.uuid)
"""


def test_the_same_bytes_under_every_hash_seed():
    outputs = {
        subprocess.run(
            [sys.executable, "-c", HASHED],
            env={"PYTHONHASHSEED": seed, "PYTHONPATH": ":".join(sys.path)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("0", "1", "77")
    }
    assert len(outputs) == 1


def test_equal_games_are_one_in_a_set():
    options = GameOptions()
    options.seeds = 7
    game, again = make_game(options), make_game(options)
    assert len({game, again}) == 1
    options.seeds = 8
    assert len({game, make_game(options)}) == 2


def test_a_copy_has_quests_of_its_own():
    options = GameOptions()
    options.seeds = 7
    game = make_game(options)
    said = game.quests[0].desc
    game.copy().quests[0].desc = "Sleep."
    assert game.quests[0].desc == said


def test_the_quests_given_to_a_game_are_those_of_the_game():
    game = apple_game()
    event = Event(game.quests[0].win_events[0].actions)
    quest = Quest([event])
    made = make_game_with(game.world, [quest], make_grammar({}, 3))
    assert made.quests[0] is quest
    assert quest.desc
    assert event.commands == quest.commands
    assert len(event.commands) == len(event.actions)
