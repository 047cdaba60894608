import os
import re
import signal
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from types import SimpleNamespace

import pyarrow.parquet as pq
import pytest

from twbench.cli.application import groups, options
from twbench.cli.verbs.build import _failures, made_datasets
from twbench.dataset import load_dataset, parse_build

ROOT = Path(__file__).resolve().parents[2]

SMALL_GROUPS = ("challenge", "compute", "dataset", "grammar", "output")

WRONG = {
    "dataset=demmo": "dataset has no option 'demmo'; it has .*Did you mean 'demo'",
    "challenge=garage": r"One of your own is challenge\.name=NAME, with dataset\.modules=\[FILE\]",
    "challenge=coin_colector": "challenge has no option.*Did you mean 'coin_collector'",
    "compute=jobs": "compute has no option 'jobs'; it has dask, joblib, ray, serial, threads",
    "grammar=hause": "Did you mean 'house'",
    "datset=demo": "no key 'datset'; it knows .*Did you mean 'dataset'",
    "dataset.sede=1": "dataset has no key 'sede'.*Did you mean 'seed'",
    "dataset.splits.train=many": "dataset.splits.train must be a whole number.*not 'many'",
    "dataset.splits.train=0": "dataset.splits.train has no games: leave it out",
    "dataset.seed=1.5": "dataset.seed must be a whole number.*not 1.5",
    "challenge.lvl=3": "challenge.lvl is no parameter of coin_collector.*mean 'level'",
    "challenge.level=301": "challenge.level: level must be between 1 and 300, not 301",
    "challenge.level={randint: [0, 5]}": "challenge.level: level must be between 1 and 300, not 0",
    "challenge.level={uniform: [1, 5]}": "no sampler 'uniform'; known are choice, randint, range",
    "grammar.theme=castle": "grammar.theme must be one of basic, .* not 'castle'.*dataset.themes",
    "grammar.include_adj=1": "grammar.include_adj must be true or false",
    "compute.njobs=2": "compute has no key 'njobs'.*Did you mean 'n_jobs'",
    "compute.n_jobs=two": "compute.n_jobs must be a number of workers.*not 'two'",
    "compute.n_jobs=1000000": "compute.n_jobs must be a number of workers up to 1,000",
    "output.storage=zip": "output.storage must be one of files, packed, not 'zip'",
    "+extra=1": "no key 'extra'",
    "dataset.held_out.level=true": "dataset.held_out has no key 'level'.*Did you mean 'levels'",
    "dataset.held_out.levels=true": "held_out.levels needs challenges with levels; simple has none",
    "dataset.budget.nodes=-1": "dataset.budget.nodes must be a whole number of at least 0, not -1",
    "dataset.budget.time=3": "dataset.budget has no key 'time'; it knows nodes, seconds",
    "dataset.license=7": "dataset.license must be a text, not 7",
    "compute.address=tcp://there:8786": "compute.address belongs to dask and ray, not to processes",
    "output=zip": "output has no option 'zip'; it has files, packed",
    "~dataset.name": "dataset.name",
    "out=": "out must be the path of a folder",
    "overwrite=maybe": "overwrite must be true or false, not 'maybe'",
    "dataset.splits.train": "is no setting: write KEY=VALUE",
    "two words": "is no setting: write KEY=VALUE",
    "challenge.level={choice: [1": "is no setting: write KEY=VALUE",
    f"dataset.name={'{a:' * 500}1{'}' * 500}": "is nested in more levels than anybody needs",
    f"+dataset.name={'{a: ' * 150}1{'}' * 150}": "or a file of settings, is nested in more",
}


@pytest.mark.parametrize(("override", "message"), WRONG.items(), ids=[key[:60] for key in WRONG])
def test_a_wrong_setting_is_answered_in_one_sentence(cli, tmp_path, override, message):
    code, out, err = cli("build", override)
    assert (code, out) == (2, "")
    assert re.search(message, err), err
    assert err.startswith("twbench: ")
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


OVERRULED = {
    "challenge.recipe=2": r"challenge\.recipe changes no game: .*one_.* and .*two_.* lie",
    "++challenge.recipe=2": r"challenge\.recipe changes no game",
    "challenge.recipe={choice: [1, 2]}": r"challenge\.recipe changes no game",
}


@pytest.mark.parametrize(("override", "message"), OVERRULED.items(), ids=OVERRULED.keys())
def test_a_typed_setting_that_changes_no_game_is_refused(cli, tmp_path, override, message):
    code, out, err = cli("build", "dataset=cooking_easy", override)
    assert (code, out) == (2, "")
    assert re.search(message, err), err
    assert list(tmp_path.iterdir()) == []


def record_builds(monkeypatch):
    """Let builds do nothing but add their typed configuration to the returned list."""
    seen = []

    def record(config, typed):
        seen.append(parse_build(config))
        return 0

    monkeypatch.setattr("twbench.cli.verbs.build.build", record)
    return seen


def shrunk(group, name):
    """The settings that make a build of the option ``name`` small: games that take no time."""
    sizes = ["dataset.splits={train: 2, valid: 1, test: 1}", "dataset.name=small"]
    sizes += ["dataset.hygiene=none", "compute=serial"]
    if group == "compute":
        sizes = [*sizes[:-1], "compute.n_jobs=2"]
    return [*sizes, *chosen(group, name), "out=small"]


SHIPPED = {group: options(group) for group in SMALL_GROUPS}
SHIPPED["dataset"] = made_datasets()  # the others want the user's own stories
OPTIONS = [(group, name) for group in SMALL_GROUPS for name in SHIPPED[group]]
CLUSTERS = {
    ("compute", "dask"),
    ("compute", "ray"),
}  # tests/dataset/workers/test_engines.py builds these


@pytest.mark.slow
@pytest.mark.parametrize(("group", "name"), sorted(set(OPTIONS) - CLUSTERS))
def test_every_option_of_every_group_is_built(cli, tmp_path, group, name):
    if name.startswith("minihack_") and find_spec("nle") is None:
        pytest.skip("NLE is not installed: make minihack")
    code, _, err = cli("build", *shrunk(group, name))
    assert code == 0, err
    assert sum(map(len, load_dataset(tmp_path / "small").values())) == 4
    assert cli("verify", "small", "--n-jobs", "1", "-q")[0] == 0


@pytest.mark.parametrize(
    ("line", "count"), [(["dataset=demo"], 1), (["dataset=simple", "dataset.splits.train=1"], 3)]
)
def test_what_a_dataset_says_of_its_challenge_is_left_out_of_another_as_is_told(cli, line, count):
    """All parameters at once, those of single splits among them."""
    line = [*line, "challenge=cooking", "dataset.max_attempts=0"]
    _, _, err = cli("build", *line)
    typed = re.findall(r"'(~[\w.]+)'", err)
    assert len(typed) == count
    assert "max_attempts" in cli("build", *line, *typed)[2]  # the next mistake is another


OPTIONS_OF_CRAFTING = [name for name in options("challenge") if name.startswith("hierarchycraft")]
NEEDED = {
    "cooking": ["~challenge.level"],  # the dataset gives one
    "custom": ["~challenge.level"],
    "simple": ["~challenge.level", "challenge.rewards=dense", "challenge.goal=brief"],
    **{
        name: ["~challenge.level", "challenge.names=words", "dataset.hygiene=none"]
        for name in OPTIONS_OF_CRAFTING
    },
    **{name: ["~challenge.level"] for name in options("challenge") if name.startswith("minihack_")},
}
NEEDED["hierarchycraft_mini"].append("challenge.world=DoorKey")


def chosen(group, name):
    """The settings that choose an option, in a dataset of one challenge unless it is a dataset."""
    if group == "dataset":
        return [f"dataset={name}"]
    needed = NEEDED.get(name) if group == "challenge" else None
    return ["dataset=coin_collector", f"{group}={name}", *(needed or ["challenge.level=5"])]


@pytest.mark.parametrize(
    "group",
    [
        pytest.param("dataset", marks=pytest.mark.slow),
        *("challenge", "grammar", "compute", "output"),
    ],
)
def test_every_option_of_every_group_is_composed_and_valid(monkeypatch, cli, group):
    seen = record_builds(monkeypatch)
    names = SHIPPED[group]
    assert names
    for name in names:
        code, _, err = cli("build", *chosen(group, name))
        assert (code, err) == (0, "")
    assert len(seen) == len(names)


def test_the_groups_are_those_of_the_design():
    assert {"challenge", "compute", "dataset", "grammar", "output"} <= set(groups())


def test_the_whole_configuration_is_shown(cli, tmp_path):
    code, out, _ = cli("build", "--cfg", "job", "dataset=coin_collector", "dataset.splits.train=3")
    assert code == 0
    assert "name: coin_collector" in out
    assert "train: 3" in out
    assert "out: datasets/coin_collector" in out
    assert list(tmp_path.iterdir()) == []


def test_a_sampler_replaces_the_sampler_of_the_file(cli):
    level = "challenge.level={randint: [2, 3]}"
    _, out, _ = cli("build", "--cfg", "job", "dataset=coin_collector", level)
    assert "randint" in out
    assert "stratified" not in out


@pytest.mark.slow
def test_several_datasets_at_once(cli, small, tmp_path, tree):
    code, _, err = cli("build", "-m", *small, "compute=serial", "dataset.name=one,two")
    assert code == 0, err
    assert sorted(path.name for path in (tmp_path / "datasets").iterdir()) == ["one", "two"]
    assert list(tmp_path.iterdir()) == [tmp_path / "datasets"]
    assert load_dataset(tmp_path / "datasets/two").name == "two"


def test_configurations_of_ones_own(cli, tmp_path, monkeypatch):
    seen = record_builds(monkeypatch)
    (tmp_path / "mine/dataset").mkdir(parents=True)
    (tmp_path / "mine/dataset/own.yaml").write_text("name: own\nsplits: {train: 3}\n")
    code, _, err = cli("build", "--config-dir", "mine", "dataset=own", "challenge.level=5")
    assert (code, err) == (0, "")
    assert seen[0].recipe.dataset.size == 3
    assert str(seen[0].out) == "datasets/own"


def test_help_names_groups_and_options(cli):
    code, out, _ = cli("build", "--help")
    assert code == 0
    assert "demo" in out
    assert "--multirun" in out


def test_the_summary_tells_what_was_built(cli, small):
    code, out, err = cli("build", *small, "compute=serial", "out=small")
    assert code == 0
    header, _, train, *_ = out.splitlines()
    assert header.split() == [
        *("split", "challenge", "games", "levels", "rooms", "objects", "walkthrough", "max_score")
    ]
    assert train.split()[:3] == ["train", "coin_collector", "5"]
    story = load_dataset(Path("small"))["train"][0]["story"]
    assert out.splitlines()[-1] == f"play a game  twbench play {story}"
    assert "game/s" in err
    code, out, _ = cli("build", *small, "compute=serial", "out=small")
    assert code == 0
    assert out.startswith("small is already there, from the same configuration.")
    code, _, err = cli("build", *small, "compute=serial", "out=small", "dataset.seed=5")
    assert code == 1
    assert "overwrite=true" in err


@pytest.mark.parametrize(
    ("settings", "environment"),
    [
        (("compute=joblib", "compute.n_jobs=2", "compute.chunk_size=1"), {"PYTHONHASHSEED": "1"}),
        (("compute=threads", "compute.n_jobs=2"), {"PYTHONHASHSEED": "2"}),
    ],
)
def test_bytes_depend_on_the_configuration_alone(
    twbench_process, small_dataset, small, tmp_path, tree, settings, environment
):
    process = twbench_process("build", *small, *settings, "out=deep/other", **environment)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert tree(tmp_path / "deep/other") == tree(small_dataset)


def test_walkthroughs_have_the_length_of_their_level(small_dataset):
    for row in (row for split in load_dataset(small_dataset).values() for row in split):
        level = int(row["params"].split(":")[1].rstrip("}"))
        assert row["quest_length"] == len(row["walkthrough"]) == level % 100
        assert row["n_rooms"] == level % 100 * (level // 100 + 1)


@pytest.mark.slow
def test_a_build_killed_at_any_moment_goes_on(
    twbench_process, small_dataset, small, tmp_path, tree
):
    settings = (*small, "compute=joblib", "compute.n_jobs=2", "compute.chunk_size=1", "out=killed")
    for round_ in range(10):
        process = twbench_process("build", *settings)
        time.sleep(0.7 + 0.35 * round_)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
    process = twbench_process("build", *settings)
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert tree(tmp_path / "killed") == tree(small_dataset)


@pytest.mark.slow
def test_an_overwriting_build_killed_at_any_moment_leaves_a_whole_dataset(
    twbench_process, cli, small_dataset, small, tmp_path, tree
):
    settings = (*small, "compute.n_jobs=2", "compute.chunk_size=1", "out=killed")
    assert cli("build", *settings, "dataset.seed=99")[0] == 0
    old, new = tree(tmp_path / "killed"), tree(small_dataset)
    for round_ in range(6):
        process = twbench_process("build", *settings, "overwrite=true")
        time.sleep(0.8 + 0.4 * round_)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        assert tree(tmp_path / "killed") in (old, new)
    assert cli("build", *settings, "overwrite=true")[0] == 0
    assert tree(tmp_path / "killed") == new
    assert not (tmp_path / ".killed.build").exists()


@pytest.mark.slow
def test_control_c_ends_in_one_line_and_keeps_the_work(
    twbench_process, small_dataset, small, tmp_path, tree
):
    settings = (*small, "compute.n_jobs=2", "compute.chunk_size=1", "out=stopped")
    process = twbench_process("build", *settings)
    chunks = tmp_path / "stopped/.build/chunks"
    deadline = time.monotonic() + 60
    while not (chunks.is_dir() and any(p.name[0] != "." for p in chunks.iterdir())):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=60)
    if process.returncode != 0:  # it may just have come to its end
        assert process.returncode == 130
        assert err.splitlines()[-1] == "twbench: Interrupted. What was finished is kept."
        assert "Traceback" not in err
    process = twbench_process("build", *settings)
    process.communicate(timeout=120)
    assert tree(tmp_path / "stopped") == tree(small_dataset)


CRASH = """
import os
from twbench.dataset.items import item

real = item.build_in_parts

def crashing(spec):
    if (spec.split, spec.index, spec.attempt) == ("train", 3, 0):
        os._exit(11)
    return real(spec)

item.build_in_parts = crashing
"""


@pytest.mark.slow
def test_a_game_that_kills_its_worker_is_rejected(twbench_process, small, tmp_path):
    (tmp_path / "poison").mkdir()
    (tmp_path / "poison/sitecustomize.py").write_text(CRASH)
    settings = (*small, "compute.n_jobs=2", "compute.chunk_size=2", "out=crashed")
    process = twbench_process("build", *settings, PYTHONPATH=f"{tmp_path}/poison:{ROOT}")
    _, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    rejected = pq.read_table(tmp_path / "crashed/rejected.parquet").to_pylist()
    crashed = [row for row in rejected if row["reason"] == "crashed"]
    assert [(row["split"], row["index"], row["attempt"]) for row in crashed] == [("train", 3, 0)]
    assert load_dataset(tmp_path / "crashed")["train"][3]["attempt"] == 1


def test_a_folder_that_cannot_be_written_to(cli, small):
    code, _, err = cli("build", *small, "out=/proc/nowhere")
    assert code == 1
    assert err.startswith("twbench: /proc/nowhere")
    assert err.count("\n") == 1


LIMITED = """
import resource, sys
from twbench.cli import main
limit = int(sys.argv.pop(1))
main([*sys.argv[1:], "out=before"])  # now the interpreter, a large file, has been copied
resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))  # what is longer meets a full disk
sys.exit(main([*sys.argv[1:], "out=full"]))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("limit", "storage", "place"),
    [
        # When all games, which are shorter than the card's metadata, are in their places:
        pytest.param(40_000, "files", "full/croissant.json", marks=pytest.mark.slow),
        (1_000, "files", "full/.build/recipe.json"),
        pytest.param(
            *(30_000, "packed", "full/.build/chunks/00000-train-000000000"),
            marks=pytest.mark.slow,
        ),
    ],
)
def test_a_full_disk_is_named_and_loses_nothing(cli, small, tmp_path, tree, limit, storage, place):
    settings = (*small, f"output={storage}", "compute=serial", "compute.chunk_size=2")
    stopped = subprocess.run(
        [sys.executable, "-c", LIMITED, str(limit), "build", *settings],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
        cwd=tmp_path,
    )
    assert stopped.returncode == 1
    message = stopped.stderr.splitlines()[-1]
    named = message.removeprefix("twbench: ").removeprefix(f"{tmp_path}/")
    assert named.startswith(place)
    assert named.endswith(": File too large.")
    assert "Traceback" not in stopped.stderr
    assert not (tmp_path / "full/dataset.json").exists()
    assert cli("build", *settings, "out=full")[0] == 0
    assert tree(tmp_path / "full") == tree(tmp_path / "before")


def test_the_pipeline_script_is_the_same_application(tmp_path):
    command = [sys.executable, str(ROOT / "pipelines/build.py"), "--cfg", "job", "dataset=demo"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    shown = subprocess.run(command, capture_output=True, text=True, env=environment, check=True)
    assert "name: demo" in shown.stdout


@pytest.mark.slow
def test_of_two_builds_at_once_one_is_refused(
    twbench_process, small_dataset, small, tmp_path, tree
):
    settings = (*small, "compute=serial", "out=both")
    processes = [twbench_process("build", *settings) for _ in range(2)]
    errors = [process.communicate(timeout=120)[1] for process in processes]
    codes = sorted(process.returncode for process in processes)
    assert codes in ([0, 0], [0, 1]), errors
    if codes == [0, 1]:
        assert any("Another build is writing to both." in error for error in errors)
    assert tree(tmp_path / "both") == tree(small_dataset)


def test_the_manifest_holds_what_the_games_are(small_dataset):
    rows = pq.read_table(small_dataset / "data/train-00000-of-00001.parquet").to_pylist()
    assert [row["index"] for row in rows] == list(range(5))
    for row in rows:
        assert row["game_id"].startswith("tw-coin_collector-")
        assert row["verified"] is True
        assert row["max_score"] == 1
        assert {entity["type"] for entity in row["entities"]} == {"r", "o"}
        assert {"coin", "take", "north"} <= set(row["vocab"])
        assert row["vocab"] == sorted(set(row["vocab"]))
        assert set(row["verbs"]) >= {"go", "take"}


@pytest.mark.parametrize(
    ("seed", "told"),
    [(7, "The first, of cooking with seed 7: it hangs."), (None, "The first: it hangs.")],
)
def test_what_failed_has_a_seed_unless_it_was_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int | None, told: str
) -> None:
    """Stories by other makers are made of no seed."""
    row = {"reason": "over_budget", "challenge": "cooking", "seed": seed, "detail": "it hangs."}
    monkeypatch.setattr("twbench.dataset.files.schema.read_rows", lambda *_: [row])
    (line,) = _failures(tmp_path, SimpleNamespace(reproducible=True))
    assert line == f"Of these 1 failed, see rejected.parquet. {told}"
