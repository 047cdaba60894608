"""A challenge and a theme in a folder outside of the checkout: built, verified, made."""

import importlib.util
import json
import os
import re
import signal
import time

import pytest

from twbench.dataset import load_dataset
from twbench.dataset.files.index import read_index
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES

MODULE = """
from __future__ import annotations

from dataclasses import dataclass, field

from twbench import challenges


@dataclass(frozen=True)
class Walk:
    steps: int = field(default=3, metadata={"help": "rooms on the way"})


def make(settings: Walk, options):
    coins = challenges.get("coin_collector")
    return coins.make(coins.settings(level=settings.steps), options)


challenges.register(challenges.Challenge("walk", "Walk to the coin.", Walk, make))
"""
BACKENDS = {
    "serial": ["compute=serial"],
    "threads": ["compute=threads", "compute.n_jobs=2"],
    "processes": ["compute.n_jobs=2"],
    "dask": ["compute=dask", "compute.n_jobs=2"],
}
NAMED = ["--challenge-module", "own/walk.py", "--themes", "own/themes"]
SETTINGS = (
    "dataset.mixture={walks: {challenge: {name: walk, steps: {choice: [3, 4, 5]}}}}",
    "grammar.theme=castle",
    "dataset.name=walks",
    "dataset.splits={train: 4, valid: 1, test: 2}",
    "compute.chunk_size=1",
)
PATHS = ("dataset.modules=[own/walk.py]", "dataset.themes=[own/themes]")


def write_own(folder):
    """Write a module, and a theme in which rooms are halls: that of twbench with other words."""
    themes = folder / "themes"
    themes.mkdir(parents=True)
    (folder / "walk.py").write_text(MODULE)
    for path in PACKAGED_THEMES.glob("house_*.twg"):
        text = path.read_text().replace("kitchen", "great hall")
        (themes / path.name.replace("house", "castle")).write_text(text)


@pytest.fixture
def own(tmp_path):
    write_own(tmp_path / "own")
    return tmp_path / "own"


@pytest.fixture(scope="session")
def walks(tmp_path_factory):
    """A dataset of the own challenge with texts of the own theme; not to be changed."""
    from twbench.cli import main

    folder = tmp_path_factory.mktemp("walks")
    write_own(folder / "own")
    paths = [setting.replace("own/", f"{folder}/own/") for setting in PATHS]
    line = [
        "build",
        "dataset=coin_collector",
        *paths,
        *SETTINGS,
        "compute=serial",
        f"out={folder}/walks",
    ]
    assert main(line) == 0
    return folder / "walks"


def test_the_challenge_and_the_theme_are_in_the_games(walks):
    rows = [row for split in load_dataset(walks).values() for row in split]
    assert {row["challenge"] for row in rows} == {"walk"}
    names = {entity["name"] for row in rows for entity in row["entities"]}
    assert "kitchen" not in names
    assert {json.loads(row["grammar"])["theme"] for row in rows} == {"castle"}


def test_the_dataset_tells_name_and_hash_and_no_path(walks):
    dataset = read_index(walks).config["dataset"]
    (module,) = dataset["challenge_modules"]
    assert (module["name"], module["challenges"]) == ("walk.py", ["walk"])
    assert [theme["name"] for theme in dataset["themes"]] == ["castle"]
    for path in walks.rglob("*"):
        assert not path.is_file() or str(walks.parent).encode() not in path.read_bytes()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")  # of packages that are not ours
@pytest.mark.parametrize("backend", BACKENDS)
def test_every_backend_builds_the_same(twbench_process, own, walks, tree, tmp_path, backend):
    if backend == "dask" and importlib.util.find_spec("distributed") is None:
        pytest.skip("the extra twbench[dask] is not installed")
    process = twbench_process(
        "build", "dataset=coin_collector", *PATHS, *SETTINGS, *BACKENDS[backend], "out=deep/walks"
    )
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert tree(tmp_path / "deep/walks") == tree(walks)


@pytest.mark.slow
def test_a_killed_build_goes_on_wherever_the_module_is_then(
    twbench_process, own, walks, tree, tmp_path
):
    line = ("build", "dataset=coin_collector", *SETTINGS, "compute.n_jobs=2", "out=walks")
    for round_ in range(4):
        process = twbench_process(*line, *PATHS)
        time.sleep(0.9 + 0.3 * round_)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    own.rename(tmp_path / "moved")
    process = twbench_process(*line, *(path.replace("own/", "moved/") for path in PATHS))
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert tree(tmp_path / "walks") == tree(walks)


@pytest.mark.slow
def test_a_changed_module_makes_its_games_anew(cli, own, tmp_path):
    line = ("build", "dataset=coin_collector", *SETTINGS, *PATHS, "compute=serial", "out=walks")
    scarce = ("dataset.splits={train: 60}", "dataset.max_attempts=1")
    code, _, err = cli(*line, *scarce)
    assert code == 1
    assert "Not enough different games" in err
    (own / "walk.py").write_text(MODULE.replace("default=3", "default=4"))
    code, _, err = cli(*line)
    assert code == 1
    assert "an unfinished build of another configuration" in err


def test_verify_checks_without_running_anything(cli, walks, tmp_path):
    code, out, err = cli("verify", str(walks), "--n-jobs", "1")
    assert (code, err.count("twbench:")) == (0, 0)
    assert "7 games, every file and walkthrough checked" in out


def test_verify_says_what_it_needs_to_build_anew(cli, own, walks):
    code, _, err = cli("verify", str(walks), "--rebuild", "1")
    assert code == 1
    assert "without --module walk.py" in err
    assert "and --themes FOLDER with the theme castle" in err


@pytest.mark.slow
def test_verify_builds_anew_with_what_was_named(cli, own, walks):
    code, out, _ = cli("verify", str(walks), "--rebuild", *NAMED)
    assert code == 0
    assert "7 rebuilt and compared" in out


@pytest.mark.parametrize("name", ["walk.py", "themes/castle_room.twg"])
def test_verify_says_if_it_is_another_one(cli, own, walks, name):
    with (own / name).open("a") as file:
        file.write("\n# changed\n")
    code, _, err = cli("verify", str(walks), "--rebuild", "1", *NAMED)
    assert code == 1
    assert "is another one than that of the dataset" in err


def test_make_takes_the_same_files(cli, own, tmp_path):
    for option in ("--third-party", "--challenge-module", "--module"):
        line = ["make", "walk", option, "own/walk.py", "--themes", "own/themes"]
        code, out, err = cli(*line, "--theme", "castle", "--steps", "4", "--seed", "3", "-f")
        assert (code, err) == (0, "")
        assert out.startswith("tw_games/tw-walk-")


def test_a_theme_is_named_by_the_place_of_its_files(cli, own, tmp_path):
    for path in (own / "themes").iterdir():
        path.rename(path.with_name(path.name.replace("castle", "house")))
    line = ("make", "coin_collector", "--level", "4", "--seed", "3", "-f", "--output", "a.z8")
    assert cli(*line, "--theme", "own/themes")[::2] == (0, "")
    theme = json.loads((tmp_path / "a.json").read_text())["grammar"]["theme"]
    assert theme.startswith("house-")
    build = ("dataset=coin_collector", "dataset.splits={train: 1, valid: 1, test: 1}", "out=out")
    place = "grammar.theme=own/themes/house"
    assert cli("build", *build, "challenge.level=12", "compute=serial", place)[0] == 0
    (recorded,) = read_index(tmp_path / "out").config["dataset"]["themes"]
    assert recorded["name"] == theme
    assert cli("extract", "vocab", "--theme", "own/themes", "-q")[0] == 0
    assert "kitchen" not in (tmp_path / "vocab.txt").read_text().split(), "it has halls instead"
    code, _, err = cli("verify", "out", "--rebuild", "--n-jobs", "1", "-q")
    assert (code, f"without --themes FOLDER/house with the theme {theme}" in err) == (1, True)
    again = own.rename(tmp_path / "elsewhere") / "themes" / "house"
    assert cli("verify", "out", "--rebuild", "--n-jobs", "1", "-q", "--themes", str(again))[0] == 0


@pytest.mark.filterwarnings("always::twbench.errors.InputWarning")
def test_what_is_warned_of_in_a_file_is_told_by_its_message(cli, own):
    with (own / "themes" / "castle_room.twg").open("a") as file:
        file.write("twice:a\ntwice:b\n")
    line = ("make", "coin_collector", "--level", "4", "--seed", "3", "-f", "--output", "a.z8")
    code, _, err = cli(*line, "--theme", "own/themes")
    assert code == 0
    assert re.search(
        r"^twbench: warning: Symbols of a text grammar are defined twice in one file:\n"
        r"  castle_room\.twg:\d+: 'twice' replaces that of line \d+\n",
        err,
    )


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        (["dataset.challenge_modules=[none.py]"], "there is none at none.py"),
        (["dataset.modules=own/walk.py"], "dataset.modules must be"),
        (["dataset.challenge_modules=own/walk.py"], "dataset.challenge_modules must be"),
        (["dataset.challenge_modules=[own/broken.py]"], "cannot be used: ZeroDivisionError"),
        (["dataset.challenge_modules=[own/empty.py]"], "registers nothing"),
        (["dataset.challenge_modules=[own/twice.py]"], "already a challenge called 'simple'"),
        (["dataset.themes=[own]"], "There is no folder with text grammars (.twg) at own."),
        (["dataset.themes=[own/house]"], "a theme 'house', and there is another of that name"),
        (["dataset.themes=[own/bad]", "grammar.theme=bad"], "missing symbol '(c)'"),
        ([PATHS[0], "challenge.name=wlak"], "Did you mean"),
        ([PATHS[0], "grammar.theme=castle"], "grammar.theme"),
    ],
)
def test_what_cannot_be_used_is_told_before_any_work(cli, own, tmp_path, settings, message):
    (own / "broken.py").write_text("1 / 0")
    (own / "empty.py").write_text("")
    (own / "twice.py").write_text(MODULE.replace('"walk"', '"simple"'))
    for folder in ("house", "bad"):
        (own / folder).mkdir()
        (own / folder / f"{folder}_a.twg").write_text("(r):hall\n")
    code, _, err = cli("build", "dataset=coin_collector", *settings, "out=out")
    assert code in (1, 2)
    assert message in err
    assert not (tmp_path / "out").exists()


def test_a_challenge_that_fails_is_told_with_the_line_of_its_file(cli, own):
    (own / "walk.py").write_text(MODULE.replace("coins.make(", "coins.nothing("))
    code, out, err = cli("make", "walk", "--module", "own/walk.py", "--output", "walk.z8")
    assert (code, out) == (1, "")
    line = MODULE.splitlines().index(next(x for x in MODULE.splitlines() if "coins.make(" in x)) + 1
    assert err == (
        f"twbench: Challenge walk fails in line {line} of walk.py: AttributeError: 'Challenge'"
        " object has no attribute 'nothing'.\n"
    )


def test_modules_are_forgotten_by_the_next_build(cli, own):
    assert cli("make", "--list", "--third-party", "own/walk.py")[1].split()[-1] == "walk"
    code, _, err = cli("build", "dataset=coin_collector", "challenge.name=walk", "out=out")
    assert code == 2
    assert "There is no challenge 'walk'" in err
    assert err.endswith(
        "One of your own is in a file that is named: dataset.modules=[FILE], or --module FILE.\n"
    )
