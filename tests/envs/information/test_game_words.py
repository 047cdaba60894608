"""The names and the logic of a game, read without the rest of its JSON."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sample_games import coin_collector, cottage, sample_games, shed, write

from twbench.core import EnvInfos
from twbench.envs.frotz.story_file import read_story
from twbench.envs.information.game_information import GameInformation
from twbench.envs.information.game_words import GameWords, read_words
from twbench.errors import GameFileError, StoryFileError
from twbench.families import start
from twbench.generator.games.game import Game
from twbench.generator.games.game_json import game_encoder
from twbench.story import MemoryMap

GAMES = sample_games()
ASKED = EnvInfos(admissible_commands=True, description=True, inventory=True, score=True)
Change = Callable[[dict[str, Any]], None]


def as_saved(game: Game) -> str:
    """The JSON that `Game.save` writes."""
    return json.dumps(game.serialize())


def as_in_a_dataset(game: Game) -> str:
    """The JSON that datasets have."""
    encoder = game_encoder(True)
    return encoder.object(encoder.game(game)) + "\n"


def words_of(path: Path) -> GameWords | None:
    """What is read beside a story."""
    story = read_story(path)
    return read_words(path.with_suffix(".json"), story.data, MemoryMap(story.directory))


@pytest.mark.parametrize("encoded", [as_saved, as_in_a_dataset])
@pytest.mark.parametrize("number", range(len(GAMES)))
def test_words_are_those_of_the_whole_game(
    number: int, encoded: Callable[[Game], str], tmp_path: Path
) -> None:
    path = write(GAMES[number], tmp_path)
    path.with_suffix(".json").write_text(encoded(GAMES[number]))
    words, whole = words_of(path), GameInformation(Game.load(path.with_suffix(".json")))
    assert words is not None
    assert (words.names, words.kb) == (whole.names, whole.kb)
    assert words.rules == whole.rules


@pytest.mark.parametrize("encoded", [as_saved, as_in_a_dataset])
def test_the_whole_game_is_read_when_it_is_asked_for(
    encoded: Callable[[Game], str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = write(cottage(), tmp_path)
    path.with_suffix(".json").write_text(encoded(cottage()))
    read: list[object] = []
    load = Game.load
    monkeypatch.setattr(Game, "load", lambda path: read.append(path) or load(path))
    with start(path, ASKED.copy()) as env:
        state = env.reset()
        commands = state.admissible_commands
        state, _, _ = env.step(commands[0])
        assert commands
        assert state.description
        assert not read
        env.infos.location = env.infos.objective = True
        state, _, _ = env.step("look")
        assert state.objective == cottage().objective
        assert len(read) == 1


def other_name(data: dict[str, Any]) -> None:
    """A thing is called otherwise than in the story."""
    next(info for _, info in data["infos"] if info["type"] == "o")["name"] = "sceptre"


def other_type(data: dict[str, Any]) -> None:
    """A room is a thing, in the world as well."""
    text = json.dumps(data["world"]).replace('"type": "o"', '"type": "f"')
    data["world"] = json.loads(text)
    for _, info in data["infos"]:
        info["type"] = "f" if info["type"] == "o" else info["type"]


def other_order(data: dict[str, Any]) -> None:
    """Two rooms have changed their names."""
    first, second = [info for _, info in data["infos"] if info["type"] == "r"][:2]
    first["name"], second["name"] = second["name"], first["name"]


def one_more(data: dict[str, Any]) -> None:
    """A thing is there that the story does not have."""
    data["infos"].append(["o_99", {"id": "o_99", "type": "o", "name": "sceptre"}])


def other_logic(data: dict[str, Any]) -> None:
    """The logic is that of another game."""
    data["KB"] = coin_collector(1).serialize()["KB"]


@pytest.mark.parametrize("change", [other_name, other_type, other_order, one_more, other_logic])
def test_another_game_is_refused(change: Change, tmp_path: Path) -> None:
    path = write(cottage(), tmp_path)
    data: dict[str, Any] = json.loads(as_saved(cottage()))
    change(data)
    path.with_suffix(".json").write_text(json.dumps(data))
    assert words_of(path) is None
    with start(path, ASKED.copy()) as env, pytest.raises((GameFileError, StoryFileError)):
        env.reset()


def test_what_is_not_asked_for_is_not_checked(tmp_path: Path) -> None:
    path = write(cottage(), tmp_path)
    data = json.loads(as_saved(cottage()))
    data["quests"][0]["reward"] = "a lot"
    path.with_suffix(".json").write_text(json.dumps(data))
    with start(path, ASKED.copy()) as env:
        assert env.reset().admissible_commands
        env.infos.objective = True
        with pytest.raises(GameFileError, match=r"quests\[0\]\.reward must be a whole number"):
            env.step("look")


@pytest.mark.parametrize(
    "name", ["1", "NaN", "-1e999", "[]", "{}", "true", '"\\ud800"', "9" * 5000, "[" * 100_000]
)
def test_names_must_be_names(name: str, tmp_path: Path) -> None:
    path = write(shed(), tmp_path)
    text = as_saved(shed())
    before, found, behind = text.rpartition('"name": "')
    forged = before + '"name": ' + name + behind[behind.index('"') + 1 :]
    assert found
    path.with_suffix(".json").write_text(forged)
    assert words_of(path) is None
    with start(path, ASKED.copy()) as env, pytest.raises((GameFileError, StoryFileError)):
        env.reset()


@pytest.mark.parametrize("encoded", [as_saved, as_in_a_dataset])
def test_damaged_files_are_read_rightly_or_as_a_whole(
    encoded: Callable[[Game], str], tmp_path: Path
) -> None:
    path = write(shed(), tmp_path)
    file = path.with_suffix(".json")
    sound = encoded(shed()).encode()
    names = GameInformation(shed()).names
    rng = random.Random(5)
    read = 0
    for _ in range(40):
        damaged = bytearray(sound)
        for _ in range(rng.choice((1, 1, 5, 50))):
            damaged[rng.randrange(len(damaged))] = rng.choice(b'"{}[],:\\0x\xff')
        file.write_bytes(damaged[: rng.choice((len(damaged), rng.randrange(len(damaged))))])
        words = words_of(path)
        if words is not None:
            read += 1
            assert words.names == names
    assert 0 < read < 40
