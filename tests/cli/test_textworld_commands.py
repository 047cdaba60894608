"""``tw-make``, ``tw-play`` and ``tw-extract``: every option that TextWorld documents.

Each is called as its entry point is, by what pyproject.toml says of it.
"""

import ast
import io
import os
import subprocess
import sys
import tomllib
import webbrowser
from importlib import import_module
from pathlib import Path

import pytest

from twbench import challenges
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.grammar.grammar_file import PACKAGED_THEMES

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
COIN = ("tw-coin_collector", "--level", "3", "--seed", "1")
CUSTOM = ("custom", "--seed", "12", "--world-size", "3", "--nb-objects", "6")


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    """Run a command of pyproject.toml in the test's folder: exit code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run_script(command, *arguments):
        module, name = SCRIPTS[command].split(":")
        monkeypatch.setattr(sys, "argv", [command, *map(str, arguments)])
        code = getattr(import_module(module), name)()
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return run_script


@pytest.fixture
def made(run, tmp_path):
    """Make a game with the arguments given, and return it."""

    def make(*arguments, name="game"):
        code, _, err = run("tw-make", *arguments, "--output", f"{name}.z8", "--silent")
        assert code == 0, err
        return Game.load(tmp_path / f"{name}.json")

    return make


@pytest.fixture
def opened(monkeypatch):
    """The addresses that the browser was told to open."""
    addresses = []
    monkeypatch.setattr(webbrowser, "open", addresses.append)
    return addresses


# tw-make


def test_a_game_is_made_where_output_says(run, tmp_path):
    code, out, err = run("tw-make", *COIN, "--output", "gen_games/game.z8")
    path = tmp_path / "gen_games" / "game.z8"
    assert (code, out, err) == (0, f"Global seed: 1\nGame generated: {path}\n", "")
    assert sorted(file.name for file in path.parent.iterdir()) == ["game.json", "game.z8"]


def test_the_suffix_may_be_left_out(run, tmp_path):
    assert run("tw-make", *COIN, "--output", "game")[0] == 0
    assert (tmp_path / "game.z8").is_file()


def test_a_folder_gets_a_game_named_by_its_content(run, tmp_path):
    assert run("tw-make", *COIN, "--output", "games/")[0] == 0
    (story,) = (tmp_path / "games").glob("*.z8")
    assert story.name.startswith("tw-coin_collector-")


def test_games_go_into_tw_games_unless_told_otherwise(run, tmp_path):
    assert run("tw-make", *COIN)[0] == 0
    assert len(list((tmp_path / "tw_games").glob("*.z8"))) == 1


def test_options_stand_before_or_behind_the_kind_of_game(run, tmp_path):
    assert run("tw-make", "--seed", 1, "--silent", *COIN[:3], "--output", "a.z8") == (0, "", "")
    assert run("tw-make", *COIN, "--output", "b.z8", "--silent") == (0, "", "")
    assert (tmp_path / "a.z8").read_bytes() == (tmp_path / "b.z8").read_bytes()


def test_without_a_seed_one_is_drawn_and_told(run, tmp_path):
    code, out, _ = run("tw-make", *COIN[:3], "--output", "a.z8")
    seed = out.splitlines()[0].removeprefix("Global seed: ")
    assert code == 0
    assert run("tw-make", *COIN[:3], "--seed", seed, "--output", "b.z8")[0] == 0
    assert (tmp_path / "a.z8").read_bytes() == (tmp_path / "b.z8").read_bytes()


def test_the_same_game_may_be_made_again_but_no_other_over_it(run):
    assert run("tw-make", *COIN, "--output", "game.z8")[0] == 0
    assert run("tw-make", *COIN, "--output", "game.z8")[0] == 0
    other = ("tw-make", "tw-coin_collector", "--level", 4, "--seed", 2, "--output", "game.z8")
    assert run(*other) == (2, "", "tw-make: game.z8 exists already; -f replaces it.\n")
    assert run(*other, "-f")[0] == 0
    assert run("tw-make", *COIN, "--output", "game.z8", "--force")[0] == 0


def test_format_is_the_z_machine(run):
    assert run("tw-make", *COIN, "--format", "z8", "--output", "game.z8")[0] == 0


@pytest.mark.parametrize("arguments", [("--format", "ulx"), ("--output", "game.ulx")])
def test_glulx_is_refused_in_a_sentence(run, tmp_path, arguments):
    code, out, err = run("tw-make", *COIN, *arguments)
    assert (code, out, list(tmp_path.iterdir())) == (2, "", [])
    assert err.splitlines()[-1].startswith("tw-make: ")
    assert "Glulx stories (.ulx) are not made" in err
    assert "docs/design/glulx.md" in err
    assert (ROOT / "docs" / "design" / "glulx.md").is_file()


def test_verbose_tells_how_the_game_is_won(run, tmp_path):
    code, out, _ = run("tw-make", *COIN, "--output", "game.z8", "-v")
    game = Game.load(tmp_path / "game.json")
    assert code == 0
    assert out.endswith(
        f"\n\nObjective:\n{game.objective}\n\nWalkthrough:\n{' > '.join(game.walkthrough)}\n"
        "\n-= Stats =-\nNb. locations: 3\nNb. objects: 1\n"
    )
    assert run("tw-make", *COIN, "--output", "game.z8", "--verbose")[1] == out


def test_the_overview_is_shown(run, opened):
    assert run("tw-make", *COIN, "--output", "game.z8", "--overview")[0] == 0
    assert len(opened) == 1
    Path(opened[0].removeprefix("file://")).unlink()


def test_the_overview_is_saved_as_png_beside_the_game(run, tmp_path):
    pytest.importorskip("resvg_py", reason="the extra 'png' is not installed")
    assert run("tw-make", *COIN, "--output", "game.z8", "--save-overview")[0] == 0
    assert (tmp_path / "game.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n")


def test_an_overview_that_cannot_be_drawn_leaves_no_game_behind(run, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "resvg_py", None)  # as if it were not installed
    code, out, err = run("tw-make", *COIN, "--output", "game.z8", "--save-overview")
    assert (code, out, list(tmp_path.iterdir())) == (2, "", [])
    assert err == (
        "tw-make: A picture in PNG needs a package that is not installed: pip install"
        " 'twbench[png]'; one in SVG needs none.\n"
    )
    svg = ("--save-overview", "--overview-format", "svg")
    assert run("tw-make", *COIN, "--output", "game.z8", *svg)[0] == 0
    assert (tmp_path / "game.svg").read_text().startswith("<svg ")


def test_the_kinds_of_games_are_listed(run):
    names = ["custom", "tw-coin_collector", "tw-cooking", "tw-simple", "tw-treasure_hunter"]
    code, out, _ = run("tw-make", "--list")
    assert code == 0
    assert set(names) <= set(out.split())
    code, out, err = run("tw-make")
    assert (code, out) == (2, "")
    assert all(name in err for name in names)


OWN = """
from dataclasses import dataclass

from twbench import challenges


@dataclass(frozen=True)
class Walk:
    steps: int = 3


def make(settings, options):
    coins = challenges.get("coin_collector")
    return coins.make(coins.settings(level=settings.steps), options)


challenges.register(challenges.Challenge("walk", "Walk to the coin.", Walk, make))
"""


def test_a_third_party_module_brings_a_challenge(run, tmp_path):
    (tmp_path / "own.py").write_text(OWN)
    arguments = ("tw-make", "--third-party", "own.py", "tw-walk", "--steps", 4, "--output", "g.z8")
    assert run(*arguments)[0] == 0
    assert len(Game.load(tmp_path / "g.json").walkthrough) == 4


def test_the_size_of_a_custom_game(made):
    game = made(*CUSTOM)
    assert len(game.world.rooms) == 3
    assert len(game.world.objects) >= 6


def test_the_theme_of_the_text(made):
    assert "room 738" in names(made(*CUSTOM, "--theme", "basic"))
    assert names(made(*CUSTOM, name="other")) == names(made(*CUSTOM, "--theme", "house", "-f"))


def test_a_theme_in_textworld_data_is_known_to_the_command(run, made, tmp_path):
    themes = tmp_path / "textworld_data" / "text_grammars"
    themes.mkdir(parents=True)
    for file in PACKAGED_THEMES.glob("basic_*.twg"):
        (themes / file.name.replace("basic", "ship")).write_bytes(file.read_bytes())
    assert "room 738" in names(made(*CUSTOM, "--theme", "ship"))
    code, _, err = run("tw-make", *CUSTOM, "--theme", "shop")
    assert code == 2
    assert "invalid choice: 'shop' (choose from" in err


@pytest.fixture
def small_theme(tmp_path):
    """The name of a theme with one noun for each type of things."""
    themes = tmp_path / "textworld_data" / "text_grammars"
    themes.mkdir(parents=True)
    for file in PACKAGED_THEMES.glob("basic_*.twg"):
        text = file.read_text().replace(" #number#\n", "\n")
        (themes / file.name.replace("basic", "small")).write_text(text)
    return "small"


def test_adjectives(made):
    plain, described = names(made(*CUSTOM)), names(made(*CUSTOM, "--include-adj", name="b"))
    assert sum(" " in name for name in described) > sum(" " in name for name in plain)


def test_blended_descriptions(made):
    crowded = ("custom", "--seed", "0", "--world-size", "2", "--nb-objects", "40")
    plain, blended = made(*crowded), made(*crowded, "--blend-descriptions", name="b")
    assert "You see two cigar boxes: one blue and one georgian." not in first_room(plain)
    assert "You see two cigar boxes: one blue and one georgian." in first_room(blended)


def test_instructions_that_are_ambiguous(made):
    assert "the teddy bear" in made(*CUSTOM).objective
    told = made(*CUSTOM, "--ambiguous-instructions", name="b").objective
    assert "out of the venetian container" in told
    assert "leave the object on the floor" in told


def test_instructions_of_the_last_action_alone(made):
    assert "north" in made(*CUSTOM).objective
    told = made(*CUSTOM, "--only-last-action", name="b").objective
    assert "north" not in told
    assert "drop the teddy bear" in told


def test_instructions_that_are_blended(made):
    plain, blended = made(*CUSTOM), made(*CUSTOM, "--blend-instructions", name="b")
    assert plain.walkthrough == blended.walkthrough
    assert "see to it that the venetian record case is open" in plain.objective
    assert "get the teddy bear out of the closed venetian record case" in blended.objective


def test_names_are_numbered_when_there_are_not_enough(run, made, small_theme):
    code, _, err = run("tw-make", *CUSTOM, "--theme", small_theme, "--output", "game.z8")
    assert (code, "Allow numbering" in err) == (1, True), err
    game = made(*CUSTOM, "--theme", small_theme, "--entity-numbering")
    assert {"room", "room 2", "room 3"} <= set(names(game))


@pytest.mark.parametrize(
    ("options", "lengths"),
    [
        ((), [4]),
        (("--nb-parallel-quests", "2"), [4, 4]),
        (("--quest-length", "3"), [3]),
        (("--quest-breadth", "2"), [2, 4]),
        (("--quest-min-length", "4"), [4]),
        (("--quest-max-length", "1"), [1]),
        (("--quest-min-breadth", "3"), [1, 2, 4]),
        (("--quest-max-breadth", "1"), [4]),
        (("--quest-min-depth", "2"), [4]),
        (("--quest-max-depth", "1"), [1]),
    ],
)
def test_quests(made, options, lengths):
    """Lengths are those of the solutions of all quests of the game."""
    assert [len(quest.commands) for quest in made(*CUSTOM, *options).quests] == lengths


@pytest.mark.parametrize(
    ("arguments", "settings"),
    [
        (("tw-coin_collector", "--level", "5"), {"level": 5}),
        (("tw-treasure_hunter", "--level", "4"), {"level": 4}),
        (
            ("tw-simple", "--rewards", "dense", "--goal", "brief", "--test"),
            {"rewards": "dense", "goal": "brief", "test": True},
        ),
        (
            ("tw-simple", "--rewards", "sparse", "--goal", "none"),
            {"rewards": "sparse", "goal": "none", "test": False},
        ),
        (
            (
                *("tw-cooking", "--recipe", "2", "--take", "1", "--go", "6", "--open", "--cook"),
                *("--cut", "--drop", "--recipe-seed", "3", "--split", "valid"),
            ),
            {"recipe": 2, "take": 1, "go": 6, "open": True, "cook": True, "cut": True}
            | {"drop": True, "recipe_seed": 3, "split": "valid"},
        ),
    ],
)
def test_the_settings_of_challenges(made, arguments, settings):
    challenge = challenges.get(arguments[0].removeprefix("tw-"))
    options = GameOptions()
    options.seeds = 5
    expected = challenge.make(challenge.settings(**settings), options)
    game = made(*arguments, "--seed", "5")
    assert game.walkthrough == expected.walkthrough
    assert game.objective == expected.objective


# tw-play


@pytest.fixture
def game(made):
    """The path of a game that is won in three steps."""
    made(*COIN)
    return "game.z8"


@pytest.mark.parametrize("mode", ["random", "random-cmd"])
def test_agents_play_unseen(run, game, mode):
    played = run("tw-play", "--max-steps", 2, "--mode", mode, game)
    assert played == (0, "Done after 2 steps. Score 0.\n", "")


def test_the_walkthrough_wins(run, game):
    assert run("tw-play", game, "--mode", "walkthrough") == (
        0,
        "Done after 3 steps. Score 1.\n",
        "",
    )


def test_agents_are_seen_on_request(run, game):
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "-v")
    assert (code, err) == (0, "Using StoryEnv.\n")
    assert "*** The End ***" in out
    assert out.endswith("Done after 3 steps. Score 1.\n")
    assert run("tw-play", game, "--mode", "walkthrough", "--verbose") == (code, out, err)


def test_what_happens_behind_the_text_is_told(run, game):
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "-vv")
    lines = err.splitlines()
    assert (code, "*** The End ***" in out, len(lines)) == (0, True, 5)
    assert lines[0] == "Using StoryEnv."
    assert lines[1].startswith("[start, score 0 of 1, moves 0: ")
    assert lines[4].startswith("[3: 'take coin', score 1 of 1, moves 3; take :: ")
    assert " +in(" in lines[4]
    assert " -at(" in lines[4]
    assert run("tw-play", game, "--mode", "walkthrough", "--very-verbose") == (code, out, err)


def test_the_seed_of_agents_that_draw(run, game):
    def played(seed):
        return run("tw-play", game, "--mode", "random", "--max-steps", 8, "-v", "--seed", seed)

    assert played(3) == played(3)
    assert played(3) != played(4)


@pytest.mark.parametrize("hints", [(), ("--hints",), ("--hint",)])
def test_a_person_plays(run, game, monkeypatch, hints):
    """People see the game; hints are what wins (``--hint`` is how TextWorld 1.7 spells it)."""
    monkeypatch.setattr(sys, "stdin", io.StringIO("look\nquit\n"))
    code, out, err = run("tw-play", game, *hints)
    walkthrough = " > ".join(Game.load("game.json").walkthrough)
    assert (code, err) == (0, "")
    assert "-= " in out
    assert (f"[{walkthrough}]" in out) == bool(hints)


def test_the_viewer(run, game, opened, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False, raising=False)
    code, out, err = run("tw-play", game, "--mode", "walkthrough", "--viewer", "0")
    assert (code, out) == (0, "Done after 3 steps. Score 1.\n")
    assert err == f"The game is shown at {opened[0]}\n"


def test_no_game(run):
    assert run("tw-play", "none.z8") == (
        1,
        "",
        "tw-play: Cannot read the story none.z8: No such file or directory.\n",
    )
    code, _, err = run("tw-play", "none.z8", "--mode", "randm")
    assert (code, "invalid choice: 'randm'" in err) == (2, True)


# tw-extract


@pytest.fixture
def games(made):
    """Three games, of which two are won alike, not in the order of the alphabet."""
    walkthroughs = []
    for number, arguments in enumerate([COIN[1:], ("--level", "5", "--seed", "3"), COIN[1:]]):
        game = made("tw-coin_collector", *arguments, name=f"game{number}")
        walkthroughs.append(" > ".join(game.walkthrough))
    assert walkthroughs != sorted(walkthroughs)
    return walkthroughs


FILES = ("game0.z8", "game1.json", "game2.z8")


def test_walkthroughs_are_those_of_the_games_in_order(run, games, tmp_path):
    assert run("tw-extract", "walkthroughs", *FILES) == (0, "-> Found 3 walkthroughs.\n", "")
    assert (tmp_path / "walkthroughs.txt").read_text().splitlines() == games
    code, out, _ = run("tw-extract", "walkthroughs", "game1.z8", "--output", "one.txt")
    assert (code, out) == (0, "-> Found 1 walkthrough.\n")


def test_merging_walkthroughs_adds_the_new_ones_behind_the_old(run, games, tmp_path):
    assert run("tw-extract", "walkthroughs", "game2.z8")[0] == 0
    code, out, _ = run("tw-extract", "--merge", "walkthroughs", *FILES)
    assert (code, out) == (0, "-> Found 3 walkthroughs.\n-> Saved 2 walkthroughs (1 new).\n")
    assert (tmp_path / "walkthroughs.txt").read_text().splitlines() == [games[0], games[1]]


@pytest.mark.parametrize("kind", ["vocab", "entities", "commands"])
def test_everything_else_is_sorted_and_there_once(run, games, tmp_path, kind):
    noun = {"vocab": "words"}.get(kind, kind)
    code, out, _ = run("tw-extract", kind, *FILES, "--output", "found/out.txt")
    lines = (tmp_path / "found" / "out.txt").read_text().splitlines()
    assert (code, out) == (0, f"-> Found {len(lines)} {noun}.\n")
    assert lines == sorted(set(lines))
    assert {"vocab": "coin", "entities": "coin", "commands": "take coin"}[kind] in lines


def test_the_words_of_a_theme(run, games, tmp_path):
    assert run("tw-extract", "vocab", "game1.z8")[0] == 0
    words = (tmp_path / "vocab.txt").read_text().splitlines()
    code, out, _ = run("tw-extract", "vocab", "--merge", "--theme", "house")
    merged = (tmp_path / "vocab.txt").read_text().splitlines()
    assert code == 0
    assert out.endswith(f"-> Saved {len(merged)} words ({len(merged) - len(words)} new).\n")
    assert set(words) < set(merged)
    code, _, err = run("tw-extract", "entities", "--theme", "house")
    assert (code, err) == (2, "tw-extract: --theme belongs to tw-extract vocab.\n")


def test_what_is_there_is_kept_unless_it_may_go(run, games, tmp_path):
    assert run("tw-extract", "entities", "game1.z8")[0] == 0
    there = "tw-extract: entities.txt exists already; -f replaces it, --merge adds to it.\n"
    assert run("tw-extract", "entities", "game0.z8") == (2, "", there)
    few = (tmp_path / "entities.txt").read_text()
    for force in (("-f", "entities"), ("entities", "--force")):
        assert run("tw-extract", *force, "game0.z8")[0] == 0
        assert (tmp_path / "entities.txt").read_text() != few


def test_what_is_found_is_shown_or_nothing_is_told(run, games):
    code, out, _ = run("tw-extract", "-v", "walkthroughs", *FILES)
    assert code == 0
    head, _, rest = out.partition("\n")
    assert head == "Walkthroughs found:"
    found, _, told = rest.rpartition("\n-> ")
    assert ast.literal_eval(found) == games
    assert told == "Found 3 walkthroughs.\n"
    assert run("tw-extract", "walkthroughs", "--verbose", "-f", *FILES) == (0, out, "")
    assert run("tw-extract", "walkthroughs", "-f", "-q", *FILES) == (0, "", "")
    assert run("tw-extract", "--quiet", "walkthroughs", "-f", *FILES) == (0, "", "")
    code, _, err = run("tw-extract", "walkthroughs", "-q", "-v", *FILES)
    assert (code, "not allowed with argument" in err) == (2, True)


# all three


@pytest.mark.parametrize("command", ["tw-make", "tw-play", "tw-extract"])
def test_help(run, command):
    code, out, _ = run(command, "--help")
    assert (code, out.startswith(f"usage: {command} ")) == (0, True)


def test_a_process_of_its_own(tmp_path):
    """What an installed command does: the function of the entry point decides the exit code."""
    module, name = SCRIPTS["tw-make"].split(":")
    code = f"import sys; from {module} import {name}; sys.exit({name}())"
    done = subprocess.run(
        [sys.executable, "-c", code, *COIN, "--output", "game.z8"],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"Global seed: 1\nGame generated: {tmp_path / 'game.z8'}\n"


def names(game):
    """The names of all that is in a game, in its order."""
    return [info.name for info in game.infos.values() if info.name]


def first_room(game):
    """The text that tells of the first room."""
    return game.infos[game.world.rooms[0].id].desc
