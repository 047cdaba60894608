"""Game files by strangers: each is a game, or is refused in a sentence that says where and why."""

import json
import os
import random
from collections.abc import Callable
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from judging import message_of, time_limit
from mutations import mutated_bytes, mutated_json, nested

from twbench import GameOptions
from twbench.cli import main
from twbench.errors import GameFileError, GenerationError, TwbenchError
from twbench.families.textworld.extracts import EXTRACTS
from twbench.generator.games.game import MAX_FILE_BYTES, Game
from twbench.generator.making.game_generation import make_game
from twbench.generator.worlds.world import World
from twbench.logic import Proposition, Variable
from twbench.render import visualize
from twbench.shape import LONGEST_NAME, LONGEST_TEXT, MOST_ITEMS
from twbench.story import link

Json = dict[str, Any]


@cache
def _text() -> str:
    options = GameOptions()
    options.seeds, options.nb_rooms, options.nb_objects = 3, 2, 6
    options.chaining.max_length = 3
    game = make_game(options)
    game.metadata["walkthrough"] = game.walkthrough
    return json.dumps(game.serialize())


def sound_game() -> Json:
    data: Json = json.loads(_text())
    return data


@pytest.fixture
def load(tmp_path: Path) -> Callable[[Json | bytes], str | None]:
    """Load a game from a file; return what is wrong with it, without the name of the file."""
    path = tmp_path / "game.json"

    def complaint(data: Json | bytes) -> str | None:
        path.write_bytes(data if isinstance(data, bytes) else json.dumps(data).encode())
        message = message_of(lambda: Game.load(path), GameFileError)
        assert message is None or message.startswith(str(path))
        return message and message.removeprefix(str(path)).removeprefix(": ")

    return complaint


Load = Callable[[Json | bytes], str | None]


def fact(name: str, *arguments: tuple[str, str]) -> Json:
    return {"name": name, "arguments": [{"name": id_, "type": kind} for id_, kind in arguments]}


def with_thing(data: Json, *ids: str) -> Json:
    """Add containers to a game, which are nowhere."""
    data["world"] += [fact("open", (id_, "c")) for id_ in ids]
    data["infos"] += [[id_, {"id": id_, "type": "c", "name": f"box {id_}"}] for id_ in ids]
    return data


def test_the_game_is_sound(load: Load) -> None:
    assert load(sound_game()) is None
    assert load(with_thing(sound_game(), "c_98", "c_99")) is None


PLACES: dict[str, tuple[list[Any], Any, str]] = {
    "a number as a name": (["infos", 2, 1, "name"], 3, "infos[2].name must be a text, not the"),
    "a name of megabytes": (["infos", 2, 1, "name"], "x" * 10**6, "infos[2].name is a text of"),
    "an empty id": (["world", 0, "arguments", 0, "name"], "", "world[0].arguments[0].name must"),
    "null as a fact": (["world", 3], None, "world[3] must be an object, not null."),
    "a fact without arguments": (["world", 3], {"name": "x"}, "world[3].arguments is missing."),
    "a text for a list": (["world"], "facts", "world must be a list, not the text 'facts'."),
    "an object for a list": (["quests"], {}, "quests must be a list, not an object."),
    "a list for an object": (["metadata"], [], "metadata must be an object, not a list."),
    "an event without actions": (["quests", 0, "win_events", 0], {}, "quests[0].win_events[0]."),
    "a quest without events": (["quests", 0], None, "quests[0] must be an object"),
    "a reward that is no number": (
        ["quests", 0, "reward"],
        "3",
        "quests[0].reward must be a whole",
    ),
    "a reward of true": (["quests", 0, "reward"], True, "quests[0].reward must be a whole"),
    "a huge reward": (["quests", 0, "reward"], 10**400, "is no sound JSON: a number in it is too"),
    "not a number": (["quests", 0, "reward"], float("nan"), "is no sound JSON: NaN"),
    "a text of megabytes": (["objective"], "x" * 10**6, "objective is a text of 1000000"),
    "an objective of numbers": (["objective"], [1], "objective must be a text, not a list."),
    "half of a pair": (["objective"], "\ud800", "is no sound JSON: a text in it holds half"),
    "a walkthrough of numbers": (["metadata", "walkthrough", 0], 1, "metadata.walkthrough[0] must"),
    "a walkthrough of one text": (["metadata", "walkthrough"], "go", "metadata.walkthrough must"),
    "extras in a list": (["extras"], [1], "extras must be an object"),
    "deep extras": (["extras"], {"x": nested(100)}, "is no sound JSON: it is nested more than 64"),
    "an unknown option": (["grammar", "x"], 1, "grammar cannot be used: Unknown grammar option"),
    "a theme in a list": (["grammar", "theme"], ["x"], "grammar cannot be used: Grammar option"),
    "no logic": (["KB"], {"logic": 3}, "KB cannot be used: The knowledge base lacks"),
    "a logic of nonsense": (
        ["KB", "logic"],
        "(" * 1000,
        "KB cannot be used: <logic>:1:1: expected",
    ),
    "an unknown type": (["world", 0, "arguments", 0, "type"], "ghost", "ghost"),
    "another id": (["infos", 2, 1, "id"], "x", "infos[2] has the id 'x' within"),
    "another type": (["infos", 2, 1, "type"], "ghost", "in the infos."),
    "another version": (["version"], {"x": "\x1b" * 999}, "The version is {'x': '\\x1b"),
}


@pytest.mark.parametrize("kind", PLACES)
def test_faults_are_named_by_their_places(load: Load, kind: str) -> None:
    (*way, last), value, expected = PLACES[kind]
    data = holder = sound_game()
    for key in way:
        holder = holder[key]
    holder[last] = value
    complaint = load(data)
    assert complaint is not None
    assert expected in complaint


def test_sizes_are_limited(load: Load) -> None:
    data = sound_game()
    data["world"].append({"name": "x", "arguments": [{"name": "P", "type": "P"}] * 1001})
    assert "has 1001 items, more than 1000." in (load(data) or "")
    data = sound_game()
    data["world"] += [{}] * MOST_ITEMS
    assert f"more than {MOST_ITEMS}" in (load(data) or "")
    data = sound_game()
    data["infos"][2][1].update(name="x" * LONGEST_NAME, desc="y" * LONGEST_TEXT)
    assert load(data) is None


def test_quests_about_many_things_are_read_in_time(load: Load) -> None:
    data = sound_game()
    names = [f"c_{100 + number}" for number in range(1500)]
    condition = data["quests"][0]["win_events"][0]["condition"]
    condition["preconditions"] = [fact("closed", (name, "c")) for name in names]
    condition["postconditions"] = [fact("open", (name, "c")) for name in names]
    assert "is about 'c_100', which is not in the world." in (load(data) or "")


def test_things_in_themselves_are_refused(load: Load) -> None:
    for pairs in ([("c_98", "c_98")], [("c_98", "c_99"), ("c_99", "c_98")]):
        data = with_thing(sound_game(), "c_98", "c_99")
        data["world"] += [fact("in", *[(id_, "c") for id_ in pair]) for pair in pairs]
        assert "is in itself." in (load(data) or "")


def test_worlds_that_make_no_sense_are_drawn_all_the_same() -> None:
    inner = [
        "in(c_1: c, c_2: c)",
        "in(c_2: c, c_1: c)",
        "in(c_1: c, r)",
        "at(P, r)",
        "open(c_1: c)",
    ]
    odd = ["at(P)", "at()", "in()", "up_of(r, r_1: r)", "_of(r, r_1: r)"]
    world = World.from_facts(map(Proposition.parse, inner + odd))
    with time_limit(10):
        assert visualize(world).svg.count("c_2") == 1
        things = [thing.name for thing in world.get_all_objects_in(world.rooms[0])]
        assert things == ["P", "c_1", "c_2"]
    boxes = [Variable(f"c_{number}", "c") for number in range(2000)]
    facts = [Proposition("in", pair) for pair in pairwise([*boxes, Variable("r")])]
    assert "c_1999" in visualize(World.from_facts(facts)).svg


@pytest.mark.parametrize(
    "data",
    [
        *(b"", b"\x00", b"[]", b"3", b"null", b"{", b'{"version": 1}', b"\xff\xfe{\x00}\x00"),
        *(
            b"[" * 200_000,
            b'{"a":' * 200_000,
            b"\xef\xbb\xbf{}",
            b"9" * 100_000,
            b"[" + b"1," * 9999,
        ),
    ],
)
def test_what_is_no_game_is_refused(load: Load, data: bytes) -> None:
    assert load(data) is not None


def test_what_is_no_file_of_a_game_is_refused(tmp_path: Path) -> None:
    pipe, large = tmp_path / "pipe.json", tmp_path / "large.json"
    os.mkfifo(pipe)
    with large.open("wb") as file:
        file.truncate(MAX_FILE_BYTES + 1)
    for path in (pipe, large, tmp_path, tmp_path / "none", Path("/dev/zero")):
        assert str(path) in (message_of(lambda path=path: Game.load(path), GameFileError) or "")


def test_lists_of_commands_are_limited() -> None:
    data = sound_game()
    types = ", ".join(f"c{'x' * number}: c" for number in range(8))
    data["KB"]["logic"] += (
        "type many : t { predicates { wish(c, c, c, c, c, c, c, c); } rules { wish :: wish("
        + types
        + ") -> wish("
        + types
        + '); } inform7 { commands { wish :: "wish '
        + " ".join(f"{{c{'x' * number}}}" for number in range(8))
        + '" :: "wish"; } } }'
    )
    game = Game.deserialize(with_thing(data, *(f"c_{number}" for number in range(10, 30))))
    complaint = message_of(lambda: EXTRACTS["commands"](game), GenerationError)
    assert "more than 1000000 commands, such as 'wish {c}" in (complaint or "")


def use(game: Game, folder: Path) -> None:
    """Do with a game what the command line does with it, apart from solving it."""
    game.save(folder / "again.json")
    assert Game.load(folder / "again.json") == game
    assert game.max_score is not None
    for part in (game.objective, game.verbs, game.entity_names, game.win_condition):
        assert part is not None
    for extract in EXTRACTS.values():
        message_of(lambda extract=extract: extract(game), TwbenchError)
    message_of(lambda: visualize(game), TwbenchError)
    message_of(lambda: link(game), TwbenchError)


def damaged(seed: int) -> bytes:
    rng = random.Random(seed)
    if rng.random() < 0.25:
        return mutated_bytes(_text().encode(), rng)
    return json.dumps(mutated_json(sound_game(), rng)).encode()


def check_damaged(seed: int, tmp_path: Path, load: Load) -> None:
    data = damaged(seed)
    if load(data) is None:
        use(Game.load(tmp_path / "game.json"), tmp_path)


@pytest.mark.parametrize("seed", range(30))
def test_damaged_games_are_games_or_are_refused(seed: int, tmp_path: Path, load: Load) -> None:
    check_damaged(seed, tmp_path, load)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10))
def test_many_damaged_games(block: int, tmp_path: Path, load: Load) -> None:
    for seed in range(1000 + 30 * block, 1030 + 30 * block):
        check_damaged(seed, tmp_path, load)


def test_words_are_merged_with_a_text_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.json").write_text(_text())
    Path("words.txt").write_bytes(b"a word\n\xff\n")
    assert main(["extract", "vocab", "game.json", "--merge", "--output", "words.txt"]) == 2
    assert capsys.readouterr().err == "twbench: words.txt is no text: byte 7 is no UTF-8.\n"
