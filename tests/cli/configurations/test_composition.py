"""Configurations that are composed without Hydra are those that Hydra composes."""

import json
import random
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from twbench.cli import application, composition, main
from twbench.cli.composition import groups_of
from twbench.cli.configurations import options
from twbench.cli.verbs import leaderboard
from twbench.errors import ConfigError

ROOT = Path(__file__).resolve().parents[3]
TOOL = runpy.run_path(str(ROOT / "tools" / "update_known_options.py"))
VERBS = ("build", "evaluate", "leaderboard")
OPTIONS = [(group, option) for group in groups_of("build") for option in options(group)]


def by_hydra(verb: str, line: list[str]) -> Any:
    found: list[Any] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(application, "composed", lambda *_: None)
        application.run_application(verb, line, lambda config: found.append(config) or 0, "")
    (config,) = found
    return config


def same(one: Any, other: Any) -> bool:
    """With the same types, and in the same order."""
    return json.dumps(one) == json.dumps(other)


def test_the_options_that_are_known_are_those_that_ship():
    assert Path(composition.__file__).with_name("known_options.json").read_text() == (
        TOOL["known_options"]()
    )


@pytest.mark.parametrize(("group", "option"), OPTIONS)
def test_every_option_of_a_build_is_composed_as_by_hydra(group, option):
    line = [f"{group}={option}"]
    made = composition.composed("build", line)
    assert made is not None
    assert same(made, by_hydra("build", line))


@pytest.mark.parametrize("option", options("protocol"))
def test_every_protocol_is_composed_as_by_hydra(option):
    line = [f"protocol={option}", "dataset.path=datasets/demo", "split=[valid,test]"]
    made = composition.composed("evaluate", line)
    assert made is not None
    assert same(made, by_hydra("evaluate", line))


def test_paths_of_any_number_need_no_hydra():
    """Hydra takes half a minute to read ten thousand."""
    line = leaderboard._as_settings(["runs/1", "my runs/all, é [1]", "--html", "a board.html"])
    assert same(composition.composed("leaderboard", line), by_hydra("leaderboard", line))
    line = leaderboard._as_settings([f"runs/{number}" for number in range(10_000)])
    assert len(composition.composed("leaderboard", line)["runs"]) == 10_000


VALUES = {
    "dataset.splits.train": ["2", "-5", "0", "007", "1_000", "1e5", "2.50", ".5", "10k", "null"],
    "dataset.splits": ["{train: 3}", "{a: 1,b:2 , c : 3}", "{}", "7", "[1, [2, x], {y: z}]"],
    "dataset.name": ["mine", "a b", "a  b", "true", "True", "NaN", "inf", "'q'", '"q"', "", "~"],
    "dataset.hygiene": ["none", "None", "a-b", "a.b", "-x", "1-30", "a=b", "a:b", "a,b", "x*"],
    "dataset.license": ["[]", "[a", "{a: 1", "[a,]", "[a b, c]", "[1.0, -2, null]", "{1: a}"],
    "dataset.description": ["'a, b'", "''", "'$x'", "'???'", "'it\\'s'", "'a','b'", "a'b", "'7'"],
    "challenge.level": ["{randint: [1, 30]}", "{stratified: [1, 2]}", "{a: 1, b: 2}", "4"],
    "challenge": ["simple", "custom", "null", "nowhere", "{name: x}", "Cooking"],
    "dataset": ["demo", "treasure_hunter_hard", "jericho"],
    "grammar": ["basic", "house_adjectives"],
    "compute": ["serial", "joblib"],
    "compute.n_jobs": ["1", "-1", "+1", "--1"],
    "out": [
        "/folder/x y-0",
        "datasets/mine",
        "../up",
        "./here",
        "a/b.c",
        "C:\\x",
        "${dataset.name}",
    ],
    "new.key.below": ["1", "{x: {y: 1}}"],
    "dataset.mixture": ["{a: {weight: 1}}", "null"],
    "overwrite": ["true", "false"],
    "dataset.modules": ["[a.py, b.py]", "{x: 1}", "7", "['a [1], é.py', b.py]", "{'x': 1}"],
}


@pytest.mark.parametrize(
    "seed", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, 25))]
)
def test_settings_at_random_are_composed_as_by_hydra_or_left_to_it(seed):
    draw = random.Random(seed)
    plain = 0
    for _ in range(8):
        keys = draw.sample(sorted(VALUES), draw.randint(0, 4))
        line = [f"{key}={draw.choice(VALUES[key])}" for key in keys]
        made = composition.composed("build", line)
        if made is not None:
            plain += 1
            assert same(made, by_hydra("build", line)), line
    assert plain


@pytest.mark.parametrize(("key", "value"), [(k, v) for k, found in VALUES.items() for v in found])
def test_a_single_setting_is_composed_as_by_hydra_or_left_to_it(key, value):
    line = [f"{key}={value}"]
    made = composition.composed("build", line)
    assert made is None or same(made, by_hydra("build", line))


@pytest.mark.parametrize(
    "line",
    [
        ["dataset=nope"],
        ["dataset=demo", "dataset=simple"],
        ["+dataset.x=1"],
        ["~dataset.license"],
        ["dataset@other=demo"],
        ["hydra.mode=MULTIRUN"],
        ["dataset.license.text=MIT"],
        ["dataset._target_=os.system"],
        ["out=${oc.env:HOME}"],
        ["dataset"],
        ["seed=1,2"],
    ],
    ids=" ".join,
)
def test_what_is_not_plain_is_left_to_hydra(line):
    assert composition.composed("build", line) is None


def test_a_file_that_was_changed_is_left_to_hydra(monkeypatch, tmp_path):
    (tmp_path / "build.yaml").write_text("defaults: [_self_]\nout: elsewhere\n")
    monkeypatch.setattr(composition, "conf_directory", lambda: tmp_path)
    assert composition.composed("build", []) is None


def test_a_mistake_is_told_as_by_hydra():
    with pytest.raises(ConfigError, match=r"dataset has no option 'sinple'.*Did you mean 'simple'"):
        application.run_application("build", ["dataset=sinple"], lambda _: 0, "")


@pytest.mark.parametrize("line", [["build", "--help"], ["evaluate", "-h"], ["list", "datasets"]])
def test_what_ships_is_told_without_reading_it_anew(line, monkeypatch, capsys):
    code = (
        "import sys\nfrom twbench.cli import main\n"
        f"code = main({line})\n"
        "print(code, {'hydra', 'omegaconf', 'yaml'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    told, _, end = done.stdout.rstrip("\n").rpartition("\n")
    assert end == "0 set()"
    monkeypatch.setattr(composition, "_known_options", dict)  # as if each file were changed
    assert main(line) == 0
    assert capsys.readouterr().out == told + "\n"


def test_what_is_plain_needs_no_hydra():
    code = (
        "import sys\nfrom twbench.cli.application import run_application\n"
        "run_application('build', ['dataset=simple', 'dataset.splits.train=2'], lambda _: 0, '')\n"
        "print({'hydra', 'omegaconf', 'yaml'} & {*sys.modules})"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("compute=[[]]", "'compute=[[]]' chooses nothing: compute takes the name of an option."),
        ("compute={a:1}", "'compute={a:1}' chooses nothing: compute takes the name of an option."),
        ("compute=1.5", "Hydra can make no configuration of these settings"),
        ("hydra.verbose={a:1}", "Hydra can make no configuration of these settings"),
    ],
)
def test_what_hydra_stumbles_over_is_told(capsys, setting, message):
    assert main(["build", "dataset=demo", setting]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith(f"twbench: {message}")
    assert err.count("\n") == 1
