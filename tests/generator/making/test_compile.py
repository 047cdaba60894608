"""From games to files: what is written where, and what is left alone."""

import json
from pathlib import Path

import pytest
from challenge_games import options_of

from twbench.dataset.workers.turns import in_turns
from twbench.errors import ConfigError, GameFileError
from twbench.generator import (
    Game,
    KnowledgeBase,
    Phrasebook,
    World,
    compile_game,
    make_game,
)
from twbench.generator.making.compile import compile_game_in_parts, make
from twbench.logic import Proposition


def test_compiled_files_lie_side_by_side(tmp_path):
    game_file, game = make(options_of(nb_rooms=2, nb_objects=4, quest_length=2), tmp_path)
    assert game_file == str(tmp_path / f"{game.metadata['uuid']}.z8")
    assert sorted(path.suffix for path in tmp_path.iterdir()) == [".json", ".z8"]
    assert Game.load(tmp_path / f"{game.metadata['uuid']}.json") == game


@pytest.mark.parametrize(
    ("path", "story"),
    [
        ("./game.z8", "./game.z8"),
        ("./out/game", "./out/game.z8"),
        ("./out/", "./out/{uuid}.z8"),
        (".", "./{uuid}.z8"),
        ("game", "game.z8"),
        (Path("./out"), "out.z8"),
    ],
)
def test_a_story_is_where_it_was_asked_for(tmp_path, monkeypatch, path, story):
    monkeypatch.chdir(tmp_path)
    game_file, game = make(options_of(path=path))
    assert game_file == story.format(uuid=game.metadata["uuid"])
    assert Path(game_file).is_file()


def test_existing_files_are_kept_unless_they_are_of_another_game(tmp_path):
    options = options_of(nb_rooms=2, nb_objects=4, quest_length=2, path=tmp_path / "game.z8")
    game = make_game(options)
    compile_game(game, options)
    (tmp_path / "game.z8").write_bytes(b"kept")
    assert compile_game(game, options) == str(tmp_path / "game.z8")
    assert (tmp_path / "game.z8").read_bytes() == b"kept"
    other = make_game(options_of(2, quest_length=1))
    with pytest.raises(ConfigError, match="is of another game; force_recompile replaces it"):
        compile_game(other, options)
    options.force_recompile = True
    compile_game(other, options)
    data = json.loads((tmp_path / "game.json").read_text(encoding="utf-8"))
    assert data["objective"] == other.objective
    assert (tmp_path / "game.z8").read_bytes() != b"kept"


def test_games_compiled_in_parts_by_turns_have_the_same_files(tmp_path):
    games = [make_game(options_of(seed, nb_rooms=3, nb_objects=5)) for seed in range(3)]
    works = [
        compile_game_in_parts(game, options_of(path=tmp_path / f"{number}.z8"))
        for number, game in enumerate(games)
    ]
    paths = list(in_turns(works.__getitem__, range(3), lambda number: None))
    assert paths == [str(tmp_path / f"{number}.z8") for number in range(3)]
    for number, game in enumerate(games):
        alone = tmp_path / "alone" / f"{number}.z8"
        compile_game(game, options_of(path=alone))
        for suffix in (".z8", ".json"):
            made = (tmp_path / f"{number}{suffix}").read_bytes()
            assert made == alone.with_suffix(suffix).read_bytes()
    again = options_of(path=tmp_path / "0.z8", force_recompile=True)
    sizes = list(compile_game_in_parts(games[0], again))
    written = sum(path.stat().st_size for path in tmp_path.glob("0.*"))
    assert 0 < sizes[0] < sizes[-1] == written
    assert set(sizes[1:-1]) == {0}


def test_a_path_is_a_file_unless_it_is_that_of_a_folder(tmp_path):
    game = make_game(options_of())
    for path, made in {
        tmp_path / "game": "game.z8",
        f"{tmp_path}/new/game": "new/game.z8",
        f"{tmp_path}/new": f"new/{game.metadata['uuid']}.z8",
        f"{tmp_path}/none/": f"none/{game.metadata['uuid']}.z8",
    }.items():
        assert compile_game(game, options_of(path=path)) == str(tmp_path / made)
        assert (tmp_path / made).with_suffix(".json").exists()


def test_only_one_format_is_compiled(tmp_path):
    game = make_game(options_of())
    with pytest.raises(ConfigError, match=r"compiled to \.z8, not to \.ulx"):
        compile_game(game, options_of(path=tmp_path / "game.ulx"))
    with pytest.raises(ConfigError, match=r"compiled to \.z8, not to \.3"):
        compile_game(game, options_of(path=tmp_path / "game-0.3"))
    with pytest.raises(ConfigError, match=r"compiled to \.z8, not to \.ulx"):
        compile_game(game, options_of(path=tmp_path, file_ext=".ulx"))


def test_games_without_a_uuid_are_named_after_what_they_are(tmp_path: Path) -> None:
    games = [make_game(options_of(seed)) for seed in (1, 1, 2)]
    for game in games:
        del game.metadata["uuid"]
    first, again, other = (compile_game(game, options_of(path=tmp_path)) for game in games)
    assert Path(first).name.startswith("tw-game-")
    assert first == again != other


def test_folders_that_are_missing_are_made(tmp_path: Path) -> None:
    path = tmp_path / "a" / "b" / "game.z8"
    assert compile_game(make_game(options_of()), options_of(path=path)) == str(path)
    assert sorted(file.name for file in path.parent.iterdir()) == ["game.json", "game.z8"]


def test_what_cannot_be_compiled_leaves_nothing_behind(tmp_path: Path) -> None:
    logic = KnowledgeBase.default().logic
    kb = KnowledgeBase(logic, phrasebook=Phrasebook(help="[launch] it"))
    world = World.from_facts([Proposition.parse("at(P, r_0: r)")], kb)
    with pytest.raises(GameFileError, match="launch"):
        compile_game(Game(world), options_of(path=tmp_path / "new" / "game.z8"))
    assert list(tmp_path.iterdir()) == []


def test_a_path_given_to_make_is_for_this_game_alone(tmp_path: Path) -> None:
    options = options_of(path=tmp_path / "mine.z8")
    path, game = make(options, tmp_path / "other.z8")
    assert path == str(tmp_path / "other.z8")
    assert options.path == tmp_path / "mine.z8"
    assert Game.load(tmp_path / "other.json") == game == make_game(options)
