"""What a game's player can look things up in: nothing, NetHack's encyclopedia, or a wiki's file."""

import hashlib
import json
from pathlib import Path
from typing import Any

import pytest

from twbench import start
from twbench.challenges import get as get_challenge
from twbench.challenges import registry
from twbench.challenges.nethack import settings
from twbench.dataset.config.distribution import Layer, parse_distribution
from twbench.errors import ConfigError, GameFileError
from twbench.minihack.text.env import NetHackEnv
from twbench.minihack.text.game import LevelGame
from twbench.minihack.text.lookup import WIKI_VARIABLE, knowledge_of
from twbench.minihack.wiki import NetHackWiki

NEWT = {
    "wikipedia_title": "Newt",
    "categories": "lizards",
    "text": ["Newt\n", "The newt is slow.\n", "Section::::Strategy.\n", "Hit it."],
    "anchors": [{"text": "lizard", "href": "Lizard", "start": 4}],
}
TOLD = "Newt\nThe newt is slow.\nStrategy\nHit it."
GAME = {
    "family": "minihack",
    "level": {"w": 5, "h": 3, "calls": [{"add_monster": ["newt", ":", [4, 2], ["asleep"]]}]},
    "seed": 1,
    "knowledge": "wiki",
}


@pytest.fixture
def wiki(tmp_path: Path) -> Path:
    """A wiki as MiniHack's script downloads it: a page in each line."""
    path = tmp_path / "nethackwiki.json"
    path.write_text(json.dumps(NEWT) + "\n" + json.dumps({**NEWT, "wikipedia_title": "Lizard"}))
    return path


def hashed(path: Path) -> str:
    return f"sha256:{hashlib.sha256(path.read_bytes()).hexdigest()}"


@pytest.mark.nle
def test_the_newt_is_looked_up_in_a_wiki_beside_the_game(wiki: Path) -> None:
    game = wiki.with_name("game.json")
    game.write_text(json.dumps({**GAME, "wiki": wiki.name}))
    with start(game) as env:  # in a process of its own
        moves = env.reset().moves
        state, _, _ = env.step("look up the newt")
        assert state.feedback.startswith(TOLD + "\n")
        assert state.moves == moves
        assert env.step("Look up 2 newts")[0].feedback.startswith(TOLD)
        assert env.step("look up the dragon")[0].feedback.startswith(
            "Nothing is known about dragon"
        )


@pytest.mark.nle
def test_the_environment_names_the_file_where_the_game_does_not(
    wiki: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(WIKI_VARIABLE, str(wiki))
    game = wiki.with_name("game.json")
    for more in ({}, {"wiki": hashed(wiki)}):
        game.write_text(json.dumps({**GAME, **more}))
        with start(game) as env:
            env.reset()
            assert env.step("look up newt")[0].feedback.startswith(TOLD)


@pytest.mark.nle
def test_pages_can_be_given_in_python(wiki: Path) -> None:
    with NetHackEnv() as env:
        env.open(LevelGame.from_data(GAME), NetHackWiki.read(wiki))
        env.reset()
        assert env.step("look up the newt")[0].feedback.startswith(TOLD)
        other = env.copy()
        assert other.step("look up the newt")[0].feedback.startswith(TOLD)
        other.close()


def test_a_processed_wiki_is_read_like_the_raw_one(wiki: Path) -> None:
    processed = wiki.with_name("processed.json")
    raw = NetHackWiki(str(wiki), str(processed))
    assert NetHackWiki.read(processed).wiki == raw.wiki == NetHackWiki.read(wiki).wiki
    assert NetHackWiki.read(wiki).get_page_text("a newt") == TOLD


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "Cannot read the wiki"),
        ("", "is no wiki"),
        ("[]", "is no wiki"),
        ("{}", "has no pages"),
        ('{"wikipedia_title": "x"}', r"nethackwiki\.json:1: .*KeyError: 'text'"),
        (json.dumps(NEWT) + '\n{"wikipedia_ti', r"nethackwiki\.json:2: a page is a JSON object"),
        ('{"newt": {"text": "x"}', "is no processed wiki"),
    ],
)
def test_a_wiki_that_is_not_there_or_damaged_is_told(
    wiki: Path, content: str | None, message: str
) -> None:
    wiki.unlink()
    if content is not None:
        wiki.write_text(content)
    game = LevelGame.from_data({**GAME, "wiki": wiki.name})
    with pytest.raises(ConfigError, match=message):
        knowledge_of(game, wiki.parent)


def test_another_wiki_than_the_games_is_told(wiki: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = LevelGame.from_data({**GAME, "wiki": hashed(wiki)})
    monkeypatch.delenv(WIKI_VARIABLE, raising=False)
    with pytest.raises(ConfigError, match=f"environment variable {WIKI_VARIABLE}"):
        knowledge_of(game)
    wiki.write_text(json.dumps(NEWT))
    monkeypatch.setenv(WIKI_VARIABLE, str(wiki))
    with pytest.raises(ConfigError, match="another one than the game's: its SHA-256 is"):
        knowledge_of(game)


@pytest.mark.nle
def test_a_missing_wiki_is_told_when_the_game_is_opened(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "wiki": "gone.json"}))
    with pytest.raises(ConfigError, match=r"Cannot read the wiki .*gone\.json"):
        start(path)


def test_a_wiki_that_is_named_but_not_used_is_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps({**GAME, "knowledge": "none", "wiki": "x.json"}))
    with pytest.raises(GameFileError, match='write "knowledge": "wiki"'):
        LevelGame.read(path)


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"knowledge": "encyclopedia"},
        {"knowledge": "wiki"},
        {"knowledge": "wiki", "wiki": f"sha256:{'0' * 64}"},
        {"rendering": "balrog"},
    ],
)
def test_every_challenge_takes_them_as_settings(told: dict[str, str]) -> None:
    challenge = get_challenge("minihack_maze")
    game = challenge.make(challenge.settings(width=5, height=5, **told), 3)
    assert {key: game[key] for key in ("knowledge", "rendering", "wiki") if key in game} == told
    assert LevelGame.from_data({"family": "minihack", **game}).walkthrough
    for name in settings.__all__:
        getattr(settings, name)(**told)


def test_what_is_not_given_is_not_recorded() -> None:
    """So datasets that were made before there were such settings keep their bytes."""
    plain = parse_distribution("all", 1, "map", [Layer("", {"name": "minihack_maze"}, {})])
    assert {name for name, _ in plain.parameters} == {"height", "lit", "mapped", "width"}
    wanted: dict[str, Any] = {"name": "minihack_maze", "knowledge": "encyclopedia"}
    given = parse_distribution("all", 1, "map", [Layer("", wanted, {})])
    assert given.serialize()["challenge"]["knowledge"] == "encyclopedia"
    assert registry.LATER


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"knowledge": "wikki"}, "Did you mean 'wiki'"),
        ({"knowledge": "wiki", "wiki": "wiki.json"}, "sha256: and the 64 digits"),
        ({"wiki": f"sha256:{'0' * 64}"}, "knowledge is not wiki"),
        ({"rendering": "balrogs"}, "Did you mean 'balrog'"),
    ],
)
def test_settings_that_cannot_be_are_told(given: dict[str, str], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        settings.RoomLevel(**given)  # type: ignore[arg-type]
