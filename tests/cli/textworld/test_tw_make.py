"""``tw-make``: every option that TextWorld documents."""

import dataclasses
import re
import sys
from pathlib import Path

import pytest
from textworld_commands import COIN, CUSTOM, ROOT, first_room, names

from twbench import challenges
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES

STORE = """
from twbench.challenges import register
from twbench.generator import make_game


def make(settings, options):
    print(*(f"{name}={value!r}" for name, value in settings.items()))
    return make_game(options)


def add_arguments(parser):
    parser.add_argument("--names", nargs="+", default=["saw"])
    parser.add_argument("-n", "--number", type=lambda text: 2 * int(text), default=2)
    parser.add_argument("--theme", choices=["light", "dark"], default="light")


register(name="store", desc="A store.", make=make, add_arguments=add_arguments)
"""


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


def test_a_file_beside_the_same_game_that_was_changed_is_left(run, tmp_path):
    assert run("tw-make", *COIN, "--output", "game.z8")[0] == 0
    (tmp_path / "game.json").write_text("{}")
    left = (2, "", "tw-make: game.json exists already; -f replaces it.\n")
    assert run("tw-make", *COIN, "--output", "game.z8") == left
    assert (tmp_path / "game.json").read_text() == "{}"


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


@pytest.mark.parametrize("command", [COIN, ("hierarchycraft_layered",)])
def test_seeds_are_those_that_textworld_takes(run, tmp_path, command):
    code, out, err = run("tw-make", *command, "--seed", "-1")
    assert (code, out, list(tmp_path.iterdir())) == (2, "", [])
    assert err == "tw-make: --seed must be a whole number of at least 0, not -1.\n"


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


def test_a_game_of_a_challenge_with_the_prefix_in_its_name_has_it_once(run, tmp_path):
    (tmp_path / "own.py").write_text(OWN.replace('"walk"', '"tw-walk"'))
    assert run("tw-make", "--third-party", "own.py", "tw-walk", "--output", "games/")[0] == 0
    [story] = (tmp_path / "games").glob("*.z8")
    assert re.fullmatch("tw-walk-[a-z0-9]{16}", story.stem)


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


def test_names_have_more_adjectives_if_asked_for(made):
    plain, described = names(made(*CUSTOM)), names(made(*CUSTOM, "--include-adj", name="b"))
    assert sum(" " in name for name in described) > sum(" " in name for name in plain)


def test_blended_descriptions(made):
    crowded = ("custom", "--seed", "0", "--world-size", "2", "--nb-objects", "40")
    plain, blended = made(*crowded), made(*crowded, "--blend-descriptions", name="b")
    assert "You see two cigar boxes: one blue and one cerise." not in first_room(plain)
    assert "You see two cigar boxes: one blue and one cerise." in first_room(blended)


def test_instructions_that_are_ambiguous(made):
    assert "the teddy bear" in made(*CUSTOM).objective
    told = made(*CUSTOM, "--ambiguous-instructions", name="b").objective
    assert "open the russet container" in told
    assert "get the object out of" in told


def test_instructions_of_the_last_action_alone(made):
    assert "north" in made(*CUSTOM).objective
    told = made(*CUSTOM, "--only-last-action", name="b").objective
    assert "north" not in told
    assert "Put the teddy bear down." in told


def test_instructions_that_are_blended(made):
    plain, blended = made(*CUSTOM), made(*CUSTOM, "--blend-instructions", name="b")
    assert plain.walkthrough == blended.walkthrough
    assert "open the russet record case. " in plain.objective
    assert "open the russet record case and collect the teddy bear" in blended.objective


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
def test_quests_have_the_lengths_asked_for(made, options, lengths):
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


@pytest.mark.parametrize("name", [["tw-coin_collector-level5"], ["--challenge", "tw-simple"]])
def test_the_verb_of_the_first_versions_says_what_to_write(run, name):
    code, out, err = run("tw-make", "challenge", *name, "--seed", "1", "--output", "games/")
    assert (code, out) == (2, "")
    assert "tw-make tw-coin_collector --level 5" in err


def test_silent_and_verbose_exclude_each_other(run):
    code, out, err = run("tw-make", *COIN, "--silent", "-v")
    assert (code, out) == (2, "")
    assert "argument -v/--verbose: not allowed with argument --silent" in err


@pytest.mark.parametrize("name", ["custom", "simple", "cooking", "coin_collector"])
def test_help_explains_every_setting(run, name):
    assert "tw-make CHALLENGE --help" in run("tw-make", "--help")[1]
    settings = dataclasses.fields(challenges.get(name).settings)
    told = " ".join(run("tw-make", name, "--help")[1].split())
    assert all(field.metadata["help"] in told for field in settings)


def test_options_of_third_parties_are_read_as_they_wrote_them(run, tmp_path):
    """Several values, functions that read, short names, and names that are ours as well."""
    (tmp_path / "store.py").write_text(STORE)
    call = ("tw-make", "--third-party", "store.py", "store")
    code, out, err = run(*call, "--names", "saw", "nail", "-n", 3, "--theme", "dark", "--seed", 1)
    assert (code, err) == (0, "")
    assert out.startswith("names=['saw', 'nail'] number=6 theme='dark'\n")
    assert run(*call, "--seed", 1)[1].startswith("names=['saw'] number=2 theme='light'\n")
    code, out, _ = run(*call, "--help")
    assert (code, out.startswith("usage: tw-make store ")) == (0, True)
    assert "--theme {light,dark}" in out
    assert "tw-store" not in run("tw-make", "--third-party", "store.py", "--list")[1]
