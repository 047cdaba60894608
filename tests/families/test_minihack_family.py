"""Levels of NetHack as games: read and described without NetHack, proven and played with it."""

import json
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from twbench import start
from twbench.core import EnvInfos
from twbench.dataset import ImportConfig, import_dataset, load_dataset
from twbench.errors import ConfigError, GameFileError, GenerationError, MissingPackageError
from twbench.evaluation.checking.validate import validate
from twbench.evaluation.run import evaluate
from twbench.families import family_of, get
from twbench.minihack import engine
from twbench.minihack.text.game import LevelGame
from twbench.minihack.winning.proof import prove

LEVEL = {
    "map": "...\n..L",
    "calls": [
        {"set_start_pos": [[0, 0]]},
        {"add_object": {"name": "apple", "place": [1, 1]}},
        {"add_monster": ["newt", ":", [2, 0], ["asleep"]]},
    ],
}
GAME = {
    "family": "minihack",
    "level": LEVEL,
    "seed": 3,
    "events": [{"eat": {"name": "apple", "reward": 2}}],
    "objective": "Eat the apple.",
    "walkthrough": ["southeast", "eat the apple"],
}
played = pytest.mark.skipif(find_spec("nle") is None, reason="NLE is not installed: make minihack")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The file of a game."""
    (tmp_path / "game.json").write_text(json.dumps(GAME))
    return tmp_path / "game.json"


def test_a_game_is_read_and_described_without_nethack(path: Path) -> None:
    family = family_of(path)
    assert family is get("minihack")
    row = family.describe(family.read(path))
    assert (row["max_score"], row["n_objects"], row["guidance"]) == (2, 1, "goal")
    assert [entity["name"] for entity in row["entities"]] == ["apple", "newt"]
    assert row["walkthrough"] == GAME["walkthrough"]
    assert "eat" in row["verbs"]


def test_points_that_can_be_had_again_leave_no_highest_score() -> None:
    again = {"wield": {"name": "dagger", "terminal_required": False, "repeatable": True}}
    row = get("minihack").describe({**GAME, "events": [*GAME["events"], again]})
    assert row["max_score"] is None


def test_a_game_that_is_mirrored_has_another_id_and_the_same_structure(path: Path) -> None:
    family = get("minihack")
    game = family.read(path)
    calls = [
        {"set_start_pos": [[2, 0]]},
        {"add_object": {"name": "apple", "place": [1, 1]}},
        {"add_monster": ["newt", ":", [0, 0], ["asleep"]]},
    ]
    mirrored = {**game, "level": {"map": "...\nL..", "calls": calls}}
    assert family.identify(game, "") != family.identify(mirrored, "")
    for column in ("structure_hash", "map_hash"):
        assert family.describe(game)[column] == family.describe(mirrored)[column]
    stored = family.seal(game, "custom")
    assert json.loads(stored.story) == GAME


def test_a_file_that_is_no_game_is_told(path: Path) -> None:
    path.write_text(json.dumps({**GAME, "events": [{"eats": {}}]}))
    with pytest.raises(GameFileError, match="Did you mean 'eat'"):
        get("minihack").read(path)


def test_without_nle_one_sentence_says_what_to_install(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: None)
    monkeypatch.setattr(engine, "_LAST_PYTHON", sys.version_info[:2])
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        get("minihack").open(path)
    with pytest.raises(MissingPackageError, match=r"pip install 'twbench\[minihack\]'"):
        get("minihack").require()


def test_what_plays_the_games_is_known_without_nle() -> None:
    assert get("minihack").runtime() == "nle 1.3.0 minihack 1.0.2 words 3"


def test_another_version_of_nle_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "find_spec", lambda name: name)
    monkeypatch.setattr(engine, "nle_version", lambda: "1.2.0")
    with pytest.raises(ConfigError, match=r"needs NLE 1\.3\.0, but 1\.2\.0 is installed"):
        get("minihack").require()


@played
def test_a_game_is_proven_by_its_walkthrough(path: Path) -> None:
    family = get("minihack")
    game = family.read(path)
    stored, row = family.seal(game, "custom"), family.describe(game)
    assert family.replay(stored, row) is None
    problem = family.replay(stored, {**row, "walkthrough": ["south", "north"]})
    assert problem == "The game was not won after the last command, 'north'."


@played
def test_a_walkthrough_does_what_is_optional_and_gives_points() -> None:
    square = {"coordinates": [1, 0], "reward": 5, "terminal_required": False}
    game = {**GAME, "events": [*GAME["events"], {"coordinate": square}], "walkthrough": []}
    family = get("minihack")
    complete = family.complete(game)
    assert complete["walkthrough"][0] == "east"
    row = family.describe(complete)
    assert row["max_score"] == 7
    assert family.replay(family.seal(complete, "custom"), row) is None
    short = {**row, "walkthrough": GAME["walkthrough"]}
    problem = family.replay(family.seal(complete, "custom"), short)
    assert problem == "The game was won with a score of 2 instead of 7."
    with pytest.raises(GenerationError, match=r"^The game was won with 2 of 7 points"):
        prove(LevelGame.from_data({**game, "walkthrough": GAME["walkthrough"]}))


@played
def test_a_game_is_played_in_a_process_of_its_own(path: Path) -> None:
    with start(path, EnvInfos(inventory=True)) as env:
        assert "isolated" in type(env.unwrapped).__module__
        state = env.reset()
        assert state.feedback.startswith("Eat the apple.")
        for command in GAME["walkthrough"]:
            state, score, done = env.step(str(command))
        assert (score, done, state.won) == (2, True, True)


DARK = 'LEVEL: "x"\nROOM: "ordinary", unlit, random, random, random {\nSTAIR: random, %s\n}\n'


@played
def test_a_description_without_a_walkthrough_is_won_when_it_is_imported(tmp_path: Path) -> None:
    games = {"won": DARK % "down", "lost": DARK % "up"}
    for name, level in games.items():
        game = {"family": "minihack", "level": level, "seed": 3}
        (tmp_path / f"{name}.json").write_text(json.dumps(game))
    out = tmp_path / "made"
    import_dataset([tmp_path], ImportConfig("dark"), out, n_jobs=1, progress=False)
    [row] = load_dataset(out)["test"]
    assert row["verified"]
    assert row["walkthrough"]
    assert row["map_hash"]
    with pytest.raises(
        GameFileError, match="no walkthrough, and none was found: There is no stair"
    ):
        get("minihack").complete(get("minihack").read(tmp_path / "lost.json"))


@played
def test_an_evaluation_plays_the_level_that_its_walkthrough_wins(tmp_path: Path) -> None:
    (tmp_path / "dark.json").write_text(
        json.dumps({"family": "minihack", "level": DARK % "down", "seed": 3})
    )
    import_dataset([tmp_path], ImportConfig("dark"), tmp_path / "made", n_jobs=1, progress=False)
    made, oracle = str(tmp_path / "made"), {"agent": "walkthrough", "protocol": "oracle"}
    run = evaluate({"dataset": made, **oracle, "wall": False, "out": str(tmp_path / "runs")})
    assert run.scores.overall.mean.value == 1
    assert validate(run.folder, tmp_path / "made").differences == ()
