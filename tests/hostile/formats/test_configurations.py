"""Folders of configurations by somebody else describe what is made; they run nothing."""

import contextlib
import itertools
import random
import time
from pathlib import Path

import pytest
import yaml
from mutations import mutated_bytes
from selection import first_quick

from twbench.cli.application import conf_directory
from twbench.cli.main import main
from twbench.dataset.config.yaml_files import check_yaml
from twbench.errors import ConfigError

SETTINGS = "dataset=evil dataset.splits={train: 1} compute=serial".replace(": ", ":").split()
CALL = "{_target_: shutil.copyfile, src: note, dst: copied}"
CALLBACKS = f"callbacks: {{x: {CALL}}}"
SOUND = "name: evil\nsplits: {train: 2}\n"

WAYS_TO_HYDRA = {
    "a key": {"dataset/evil.yaml": f"# @package _global_\nhydra: {{{CALLBACKS}}}\n"},
    "a package": {"dataset/evil.yaml": f"# @package hydra\n{CALLBACKS}\n"},
    "a deep package": {"dataset/evil.yaml": f"# @package hydra.callbacks.x\n{CALL}\n"},
    "a group": {
        "dataset/evil.yaml": "defaults: [/other@hydra.callbacks: a]\n" + SOUND,
        "other/a.yaml": f"x: {CALL}\n",
    },
    "a group of Hydra": {
        "dataset/evil.yaml": "defaults: [override /hydra/callbacks: a]\n" + SOUND,
        "hydra/callbacks/a.yaml": f"x: {CALL}\n",
    },
}
WITHOUT_TARGET = {
    "environment variables": {
        "dataset/evil.yaml": "# @package _global_\nhydra: {job: {env_set: {LD_PRELOAD: x.so}}}\n"
    },
    "another package": {
        "dataset/evil.yaml": "defaults: [/other@hydra.job: a]\n" + SOUND,
        "other/a.yaml": "chdir: true\n",
    },
    "a package in pieces": {
        "dataset/evil.yaml": "defaults: [/other@_global_.hydra.job: a]\n" + SOUND,
        "other/a.yaml": "env_copy: [HOME]\n",
    },
    "its logging": {
        "dataset/evil.yaml": "# @package _global_\n"
        "hydra: {job_logging: {handlers: {x: {(): os.system, command: touch copied}}}}\n"
    },
    "where it looks": {"dataset/evil.yaml": "# @package hydra\nsearchpath: ['file:///etc']\n"},
}

FIRST_OF_TWO = (
    "twbench: Of 2 jobs, number 1 has failed as follows, and those after it were not begun."
)


@pytest.fixture
def home(tmp_path, monkeypatch):
    """An empty folder to work in; nothing but the sound results appears in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "note").write_text("x")
    return tmp_path


def write(folder: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)


def refused(capsys, *line: str) -> str:
    assert main(["build", *line]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    *before, said = err.splitlines()
    assert said.startswith("twbench: ")
    assert before in ([], [FIRST_OF_TWO])
    assert not Path("copied").exists()
    assert not Path("datasets").exists()
    return err


@pytest.mark.parametrize("way", first_quick(WAYS_TO_HYDRA, 5))
@pytest.mark.parametrize(
    "option", first_quick(["--config-dir=evil", "hydra.searchpath=[file://evil]"])
)
def test_nothing_is_called(home, capsys, way, option):
    write(home / "evil", WAYS_TO_HYDRA[way])
    message = refused(capsys, option, *SETTINGS)
    assert "_target_" in message or "a group of Hydra's own" in message


@pytest.mark.parametrize("way", first_quick(WITHOUT_TARGET))
@pytest.mark.parametrize("option", first_quick([[], ["-m", "dataset.seed=1,2"]]))
def test_hydra_is_not_reconfigured(home, capsys, way, option):
    write(home / "evil", WITHOUT_TARGET[way])
    assert "hydra" in refused(capsys, "--config-dir=evil", *option, *SETTINGS).lower()


@pytest.mark.slow
def test_one_job_of_several_is_enough_to_be_refused(home, capsys):
    write(home / "evil", WITHOUT_TARGET["environment variables"])
    write(home / "evil", {"dataset/good.yaml": SOUND.replace("evil", "good")})
    line = ["--config-dir=evil", "-m", "dataset=good,evil", "compute=serial"]
    assert "hydra.job" in refused(capsys, *line)


@pytest.mark.parametrize("key", first_quick(["challenge", "grammar", "dataset.held_out"]))
def test_a_target_is_refused_wherever_it_comes_from(home, capsys, key):
    assert "_target_" in refused(capsys, f"{key}._target_=os.getcwd", *SETTINGS[1:])


@pytest.mark.parametrize(
    "value",
    first_quick(["${oc.env:PATH}", "${oc.${.a}:PATH}", "${hydra:runtime.cwd}", "${now:%Y}"]),
)
def test_the_machine_is_not_published(home, capsys, value):
    write(home / "evil", {"dataset/evil.yaml": f"{SOUND}a: env\ndescription: '{value}'\n"})
    message = refused(capsys, "--config-dir=evil", *SETTINGS)
    assert "a configuration may refer to its own values alone" in message


MODULE = "import shutil; shutil.copyfile('note', 'copied')"
WAYS_TO_CODE = {
    "a key": {"dataset/evil.yaml": f"{SOUND}modules: [evil/x.py]\n"},
    "an older key": {"dataset/evil.yaml": f"{SOUND}challenge_modules: [evil/x.py]\n"},
    "a package": {
        "dataset/evil.yaml": "# @package _global_\ndataset: {name: evil, modules: [evil/x.py]}\n"
    },
    "a group": {
        "dataset/evil.yaml": "defaults: [/other@_global_.dataset: a]\n" + SOUND,
        "other/a.yaml": "challenge_modules: [evil/x.py]\n",
    },
    "an interpolation": {
        "dataset/evil.yaml": f"{SOUND}challenge_modules: ['${{..x}}']\nx: evil/x.py\n"
    },
    "a theme": {"dataset/evil.yaml": f"{SOUND}themes: [evil]\n"},
}


@pytest.mark.parametrize("way", first_quick(WAYS_TO_CODE, 6))
def test_no_code_and_no_file_is_named(home, capsys, way):
    write(home / "evil", {**WAYS_TO_CODE[way], "x.py": MODULE})
    message = refused(capsys, "--config-dir=evil", *SETTINGS)
    assert "a file there sets dataset." in message
    assert "for the command line alone" in message


def test_no_theme_is_named_by_the_place_of_its_files(home, capsys):
    text = f"# @package _global_\ngrammar: {{theme: ../elsewhere/ship}}\ndataset: {{{SOUND}}}"
    text = text.replace(SOUND, "name: evil, splits: {train: 2}")
    write(home / "evil", {"dataset/evil.yaml": text})
    message = refused(capsys, "--config-dir=evil", *SETTINGS)
    assert "names the files of a theme, ../elsewhere/ship" in message


@pytest.mark.slow
def test_a_name_that_is_typed_is_not_led_elsewhere(home, capsys):
    """What was typed refers to a value of the folder's."""
    write(home / "evil", {"dataset/evil.yaml": f"{SOUND}license: evil/x.py\n", "x.py": MODULE})
    typed = "dataset.challenge_modules=[${dataset.license}]"
    assert "dataset.challenge_modules" in refused(capsys, "--config-dir=evil", *SETTINGS, typed)


@pytest.mark.parametrize("verb", ["evaluate", "leaderboard"])
def test_no_module_with_metrics_is_named(home, capsys, verb):
    text = "# @package _global_\nmodules: [evil/x.py]\n"
    write(home / "evil", {"other/a.yaml": text, "x.py": MODULE})
    assert main([verb, "--config-dir=evil", "+other=a"]) == 2
    assert "a file there sets modules" in capsys.readouterr().err
    assert not Path("copied").exists()


@pytest.mark.slow
def test_a_module_that_is_typed_is_run(home, capsys):
    write(home / "evil", {"dataset/evil.yaml": SOUND, "x.py": MODULE})
    line = ["--config-dir=evil", *SETTINGS, "dataset.challenge_modules=[evil/x.py]"]
    assert main(["build", *line]) == 2
    assert "registers nothing" in capsys.readouterr().err
    assert Path("copied").exists()


BOMBS = {
    "aliases": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "".join(
        f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in itertools.pairwise("abcdefghi")
    ),
    "a cycle": "a: &a {b: *a}\n",
    "depth": "[" * 5000,
    "little depth": "a: " + "[" * 100 + "]" * 100,
    "size": "a: " + "x" * 2_000_000,
    "many": "a: [" + "1," * 200_000 + "]",
    "no UTF-8": "\udcff",
    "a tag": "a: !!python/object/apply:os.system [touch copied]\n",
    "no YAML": "a: [1, }",
}


@pytest.mark.parametrize("kind", first_quick(BOMBS, 2))
def test_yaml_that_explodes(home, capsys, kind):
    (home / "evil/dataset").mkdir(parents=True)
    (home / "evil/dataset/evil.yaml").write_bytes(BOMBS[kind].encode(errors="surrogateescape"))
    started = time.process_time()
    refused(capsys, "--config-dir=evil", *SETTINGS)
    assert time.process_time() - started < 10


SHIPPED = sorted(conf_directory().glob("*/*.yaml"))


@pytest.mark.parametrize("seed", first_quick(range(400), 40))
def test_damaged_yaml(tmp_path, seed):
    rng = random.Random(seed)
    path = tmp_path / "damaged.yaml"
    path.write_bytes(mutated_bytes(rng.choice(SHIPPED).read_bytes(), rng))
    try:
        check_yaml(path)
    except ConfigError as error:
        first, *others = str(error).splitlines()
        assert first.startswith(str(path))
        assert not others
    else:  # then it can be loaded
        with contextlib.suppress(yaml.YAMLError):
            yaml.safe_load(path.read_text())


def test_links_and_missing_folders(home, capsys):
    (home / "evil/dataset").mkdir(parents=True)
    (home / "evil/dataset/evil.yaml").symlink_to("/etc/passwd")
    assert "symbolic link" in refused(capsys, "--config-dir=evil", *SETTINGS)
    assert "there is no folder none" in refused(capsys, "--config-dir=none", *SETTINGS)


@pytest.mark.slow
def test_what_is_typed_and_what_is_sound_is_allowed(home, capsys):
    folder = home / "it's mine"
    write(folder, {"dataset/evil.yaml": "# @package dataset\n" + SOUND})
    line = ["--config-dir=it's mine", "hydra.verbose=false", *SETTINGS, "challenge.level=3"]
    assert main(["build", *line, "--cfg", "job"]) == 0
    assert main(["build", *line]) == 0
    assert "1 game in" in capsys.readouterr().out
