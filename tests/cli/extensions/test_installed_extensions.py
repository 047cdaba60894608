"""What an installed package announces: found by its name, in worker processes too, and recorded."""

import json
import os
import re
from pathlib import Path

import pytest
from cookbook_pages import blocks
from installed import install

from twbench.dataset.files.index import read_index
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES
from twbench.hashing import sha256_hex

ROOT = Path(__file__).resolve().parents[3]
SPLITS = "dataset.splits={train: 4, valid: 1, test: 2}"
BUILD_WALKS = (
    *("build", "dataset=coin_collector", "dataset.name=walks", "out=walks", SPLITS),
    "dataset.mixture={walks: {challenge: {name: walk, steps: {choice: [8, 9, 10]}}}}",
    *("compute.n_jobs=2", "compute.chunk_size=1"),
)
BUILD_PEAKS = (
    *("build", "dataset=coin_collector", "dataset.name=peaks", "out=peaks", SPLITS),
    *("challenge.level={peak: [5, 15]}", "compute.n_jobs=2"),
)


@pytest.fixture
def twbench(twbench_process, tmp_path):
    """Run ``twbench`` in a process of its own that finds what is installed in the folder site."""

    def run(*arguments, path=True):
        folders = [str(ROOT), os.environ.get("PYTHONPATH", "")]
        found = os.pathsep.join([*folders, *([str(tmp_path / "site")] if path else [])])
        process = twbench_process(*arguments, PYTHONPATH=found)
        out, err = process.communicate(timeout=240)
        return process.returncode, out, err

    return run


def install_walk(folder, version="1.0", more=""):
    (source,) = blocks("challenge", "python")
    return install(
        *(folder / "site", "walks", "twbench.challenges", "walk = walks_code:WALK"),
        source.replace("challenges.register(", "(") + more,
        version,
    )


@pytest.mark.slow
def test_a_challenge_of_a_package_is_built_by_worker_processes(twbench, tmp_path):
    install_walk(tmp_path)
    code, out, err = twbench(*BUILD_WALKS)
    assert code == 0, out + err
    (package,) = read_index(tmp_path / "walks").config["dataset"]["packages"]
    assert len(package.pop("sha256")) == 64
    assert package == {"kind": "challenge", "name": "walk", "package": "walks", "version": "1.0"}
    code, out, err = twbench("verify", "walks", "--rebuild")
    assert (code, ", 7 rebuilt and compared" in out) == (0, True), out + err
    # Whoever has not installed it can verify all but that, and is told what is missing.
    code, out, err = twbench("verify", "walks", path=False)
    assert (code, ": 7 games, every file and walkthrough checked" in out) == (0, True), out + err
    code, _, err = twbench("verify", "walks", "--rebuild", path=False)
    assert code == 1
    assert err.endswith(
        "Its games cannot be made without the challenge walk of the package walks 1.0"
        " (it is not installed).\n"
    )


@pytest.mark.slow
def test_another_version_of_a_package_is_another_one(twbench, tmp_path):
    install_walk(tmp_path)
    assert twbench(*BUILD_WALKS)[0] == 0
    install_walk(tmp_path, more="# changed\n")
    code, _, err = twbench("verify", "walks", "--rebuild")
    assert (code, "its file has another content here" in err) == (1, True), err
    install_walk(tmp_path, version="2.0")
    code, _, err = twbench("verify", "walks", "--rebuild")
    assert (code, "installed is that of walks 2.0" in err) == (1, True), err


@pytest.mark.slow
def test_what_is_installed_and_not_used_changes_nothing(twbench, tmp_path, tree):
    line = ("build", "dataset=coin_collector", SPLITS, "compute=serial")
    assert twbench(*line, "out=without", path=False)[0] == 0
    install_walk(tmp_path, more="raise SystemExit('nobody asked for this')\n")
    assert twbench(*line, "out=with")[0] == 0
    assert tree(tmp_path / "with") == tree(tmp_path / "without")


@pytest.mark.slow
def test_a_module_goes_before_a_package(twbench, tmp_path):
    install_walk(tmp_path, more="raise SystemExit('nobody asked for this')\n")
    (source,) = blocks("challenge", "python")
    (tmp_path / "mine.py").write_text(source)
    code, out, err = twbench(*BUILD_WALKS, "dataset.modules=[mine.py]")
    assert code == 0, out + err
    assert "packages" not in read_index(tmp_path / "walks").config["dataset"]


@pytest.mark.slow
def test_a_challenge_that_cannot_be_loaded_is_told_with_its_package(twbench, tmp_path):
    install_walk(tmp_path, more="import nothing_of_that_name\n")
    code, _, err = twbench(*BUILD_WALKS)
    assert code == 2
    assert "The challenge 'walk' of walks 1.0 cannot be loaded: ModuleNotFoundError" in err
    code, out, _ = twbench("list", "challenges")
    assert code == 0
    assert re.search(
        r"^walk +The challenge 'walk' of walks 1.0 cannot be loaded", out, re.MULTILINE
    )
    # Who asks for another one is not bothered.
    code, _, err = twbench("make", "coin_collector", "--level", "4", "--seed", "1")
    assert (code, err) == (0, "")


@pytest.mark.slow
def test_a_sampler_of_a_package(twbench, tmp_path):
    (source,) = blocks("sampler", "python")
    source = source.replace("SAMPLERS.register(", "(")
    install(tmp_path / "site", "peaks", "twbench.samplers", "peak = peaks_code:PEAK", source)
    code, out, err = twbench(*BUILD_PEAKS)
    assert code == 0, out + err
    (package,) = read_index(tmp_path / "peaks").config["dataset"]["packages"]
    assert (package["kind"], package["package"]) == ("sampler", "peaks")
    code, out, err = twbench("verify", "peaks", "--rebuild")
    assert (code, ", 7 rebuilt and compared" in out) == (0, True), out + err
    code, _, err = twbench("verify", "peaks", path=False)
    assert code == 1
    assert "without the sampler peak of the package peaks 1.0 (it is not installed)" in err


@pytest.mark.slow
def test_a_name_nearly_right(twbench, tmp_path):
    install_walk(tmp_path)
    code, _, err = twbench("build", "challenge.name=wlak", "out=out")
    assert (code, "Did you mean 'walk'?" in err) == (2, True), err
    code, _, err = twbench("build", "challenge.level={chioce: [1]}", "out=out")
    assert (code, "challenge.level: There is no sampler 'chioce'" in err) == (2, True), err


@pytest.mark.slow
def test_a_dataset_cannot_name_a_package_that_it_was_not_made_with(twbench, tmp_path):
    """To read a record of somebody else's loads nothing of a package that it has not named."""
    assert twbench("build", "dataset=coin_collector", SPLITS, "out=plain")[0] == 0
    install_walk(tmp_path, more="print('LOADED')\n")
    index = tmp_path / "plain" / "dataset.json"
    values = json.loads(index.read_text())
    values["config"]["dataset"]["mixture"]["all"]["challenge"] = {"name": "walk", "steps": 3}
    index.write_text(json.dumps(values))
    code, out, err = twbench("verify", "plain")
    assert code == 1
    assert "There is no challenge 'walk'" in out
    assert "LOADED" not in out + err


EVALUATE = ("protocol=admissible", "protocol.max_turns=15", "episodes=2", "compute.n_jobs=2")


def install_taker(folder, name="taker", more=""):
    """Install an agent whose file ends the process of whoever imports it outside of a wall."""
    (source,) = blocks("agent", "python")
    alone = "import sys\nif 'twbench.evaluation.run' in sys.modules: raise SystemExit('no wall')\n"
    source = alone + source.replace("register(AgentEntry", "(AgentEntry") + more
    return install(
        *(folder / "site", "takers", "twbench.agents", f"{name} = takers_code:TAKER"),
        source.replace('"taker"', f'"{name}"'),
    )


@pytest.mark.slow
def test_an_agent_of_a_package_plays_behind_the_wall(twbench, small_dataset, tmp_path):
    file = install_taker(tmp_path)
    code, out, err = twbench("evaluate", f"dataset={small_dataset}", "agent=taker", *EVALUATE)
    assert code == 0, out + err
    (run,) = (tmp_path / "runs").iterdir()
    record = json.loads((run / "run.json").read_text())
    agent = record["agent"]
    assert agent["module"] is None
    assert agent["package"] == {
        "kind": "agent",
        "name": "taker",
        "package": "takers",
        "version": "1.0",
        "sha256": sha256_hex(file.read_bytes()),
    }
    assert record["wall"]["on"]
    assert record["wall"]["sandbox"] != "shipped"
    assert record["scores"]["overall"]["failed"] == 0
    again = ("validate-run", "runs", "--dataset", str(small_dataset), "--rerun")
    code, out, err = twbench(*again)
    assert (code, "re-run" in out) == (0, True), out + err
    code, _, err = twbench(*again, path=False)
    assert (code, "no agent 'taker'" in err) == (2, True), err
    install_taker(tmp_path, more="# changed\n")
    code, _, err = twbench(*again)
    assert (code, "is another one than the agent taker of the package takers" in err) == (2, True)


@pytest.mark.slow
def test_an_agent_of_a_package_is_listed_without_the_recorder_importing_it(twbench, tmp_path):
    install_taker(tmp_path)
    code, out, err = twbench("list", "agents")
    assert code == 0, err
    assert "taker           takes things, and walks on\n" in out
    install_taker(tmp_path, more="1 / 0\n")
    code, out, err = twbench("list", "agents")
    assert code == 0, err
    assert "cannot be loaded: ZeroDivisionError" in out


@pytest.mark.slow
def test_nobody_is_an_agent_that_comes_with_twbench(twbench, small_dataset, tmp_path):
    install_taker(tmp_path, name="random", more="raise SystemExit('nobody asked for this')\n")
    code, out, err = twbench("evaluate", f"dataset={small_dataset}", "agent=random", *EVALUATE)
    assert code == 0, out + err
    (run,) = (tmp_path / "runs").iterdir()
    record = json.loads((run / "run.json").read_text())
    assert "package" not in record["agent"]
    assert record["wall"]["sandbox"] == "shipped"


@pytest.mark.slow
def test_a_metric_of_a_package_is_shown_where_it_is_asked_for(twbench, small_dataset, tmp_path):
    (source,) = blocks("metric", "python")
    source = source.replace("METRICS.register(", "(")
    install(tmp_path / "site", "paces", "twbench.metrics", "pace = paces_code:PACE", source)
    line = ("evaluate", f"dataset={small_dataset}", "agent=random", *EVALUATE)
    code, out, err = twbench(*line, "metrics=[pace]")
    assert (code, "Pace" in out) == (0, True), out + err
    (run,) = (tmp_path / "runs").iterdir()
    (package,) = json.loads((run / "run.json").read_text())["metrics"]["packages"]
    assert (package["name"], package["package"]) == ("pace", "paces")
    assert "Pace" not in twbench("leaderboard", "runs")[1]
    assert "Pace" in twbench("leaderboard", "runs", "metrics=[pace]")[1]
    code, out, err = twbench("leaderboard", "runs", path=False)
    assert (code, "pace (metrics not known here)" in out) == (0, True), out + err
    code, _, err = twbench("leaderboard", "runs", "metrics=[pase]")
    assert (code, "Did you mean 'pace'?" in err) == (2, True), err


BUILD_CASTLES = (
    *("build", "dataset=coin_collector", "dataset.name=castles", SPLITS, "grammar.theme=castle"),
    *("compute.n_jobs=2", "compute.chunk_size=1"),
)
CASTLE = """
from pathlib import Path
from twbench.generator.grammar.themes import ThemeEntry
CASTLE = ThemeEntry("castle", Path(__file__).parent / "castle_files", "a house with a great hall")
"""


def install_castle(folder, word="great hall"):
    install(folder / "site", "castles", "twbench.themes", "castle = castles_code:CASTLE", CASTLE)
    files = folder / "site" / "castle_files"
    files.mkdir(exist_ok=True)
    for path in PACKAGED_THEMES.glob("house_*.twg"):
        text = path.read_text().replace("kitchen", word)
        (files / path.name.replace("house", "castle")).write_text(text)
    return files


@pytest.mark.slow
def test_a_theme_of_a_package_is_recorded_like_one_of_a_folder(twbench, tmp_path, tree):
    files = install_castle(tmp_path)
    code, out, err = twbench(*BUILD_CASTLES, "out=castles")
    assert code == 0, out + err
    dataset = read_index(tmp_path / "castles").config["dataset"]
    assert [theme["name"] for theme in dataset["themes"]] == ["castle"]
    assert "packages" not in dataset
    code, out, err = twbench(*BUILD_CASTLES, f"dataset.themes=[{files}]", "out=own", path=False)
    assert code == 0, out + err
    assert tree(tmp_path / "own") == tree(tmp_path / "castles")
    code, out, err = twbench("verify", "castles", "--rebuild")
    assert (code, ", 7 rebuilt and compared" in out) == (0, True), out + err
    install_castle(tmp_path, "vault")
    code, _, err = twbench("verify", "castles", "--rebuild")
    assert (code, "without --themes FOLDER with the theme castle" in err) == (1, True), err
    assert twbench("list", "themes")[1].splitlines()[1] == "castle  a house with a great hall"
    line = ("make", "coin_collector", "--level", "4", "--seed", "1", "--theme", "castle", "-v")
    assert twbench(*line)[0] == 0


@pytest.mark.slow
def test_an_exporter_of_a_package(twbench, small_dataset, tmp_path):
    (source,) = blocks("exporter", "python")
    source = source.replace("EXPORTERS.register(", "(")
    install(tmp_path / "site", "pairs", "twbench.exporters", "pairs = pairs_code:PAIRS", source)
    code, out, err = twbench("export", "pairs", str(small_dataset), "--output", "out")
    assert (code, out) == (0, "out: 9 games of train, valid, test\n"), err
    assert "pairs  prompts and completions" in twbench("list", "exporters")[1]
    code, _, err = twbench("list", "exporter")
    assert (code, "Did you mean 'exporters'?" in err) == (2, True), err
