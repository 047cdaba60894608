"""Scripts in the manner of TextWorld's documentation and notebooks, with the import renamed.

Each passes with TextWorld 1.7 as it stands, or it proves nothing: that is run where
TWBENCH_TEXTWORLD_PYTHON names a Python that has it.
"""

import os
import re
import stat
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
from script_runner import OUTPUT
from user_scripts import FOLDER, NEEDS_GYM, NOT_IN_TEXTWORLD, SCRIPTS, renamed

ROOT = FOLDER.parents[1]
TEXTWORLD = os.environ.get("TWBENCH_TEXTWORLD_PYTHON")
COMMANDS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["scripts"]
PATIENCE = 300
"""Seconds for a script with TextWorld, which compiles a game in some five."""


def search_path():
    """Return where a new process finds this checkout first."""
    return os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])


@pytest.fixture(scope="session")
def commands(tmp_path_factory):
    """A folder with the commands of pyproject.toml, as an installed package has them."""
    folder = tmp_path_factory.mktemp("bin")
    for command, entry in COMMANDS.items():
        module, _, name = entry.partition(":")
        script = folder / command
        script.write_text(
            f"#!{sys.executable}\nimport sys\nfrom {module} import {name}\nsys.exit({name}())\n"
        )
        script.chmod(script.stat().st_mode | stat.S_IEXEC)
    return folder


@pytest.fixture(scope="session")
def runner(commands):
    """A process that runs one script after the other."""
    environment = {
        **os.environ,
        "PATH": f"{commands}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": search_path(),
    }
    with subprocess.Popen(
        [sys.executable, str(FOLDER / "script_runner.py")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env=environment,
    ) as process:
        yield process
        process.stdin.close()


def case(name):
    """Return a script as a parameter; those that start processes of their own are slow ones."""
    marks = [pytest.mark.slow] if name.startswith("commands/") else []
    return pytest.param(name, marks=marks)


def skip_what_is_not_installed(name):
    if name in NEEDS_GYM and find_spec("gymnasium") is None:
        pytest.skip("the extra 'gym' is not installed")


def run_as_user(name, source, python, path, folder):
    """Run the text of a script as a user would: in a folder with nothing else, in a new process."""
    script = folder / Path(name).name
    script.write_text(source)
    return subprocess.run(
        [python, script.name],
        cwd=folder,
        env={**os.environ, **path, "PATH": f"{path['PATH']}{os.pathsep}{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@pytest.mark.parametrize("name", [case(name) for name in SCRIPTS])
def test_a_script_of_a_user_passes(name: str, runner, tmp_path: Path) -> None:
    skip_what_is_not_installed(name)
    runner.stdin.write(f"{FOLDER / name}\t{tmp_path}\n")
    runner.stdin.flush()
    code = int(runner.stdout.readline())
    assert code == 0, (tmp_path / OUTPUT).read_text()


@pytest.mark.slow
@pytest.mark.parametrize("name", [case(name) for name in SCRIPTS])
def test_a_script_passes_in_a_process_that_knows_nothing(name, commands, tmp_path) -> None:
    skip_what_is_not_installed(name)
    path = {"PATH": str(commands), "PYTHONPATH": search_path()}
    source = renamed((FOLDER / name).read_text(encoding="utf-8"))
    done = run_as_user(name, source, sys.executable, path, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("name", ["gym/batch.py", "logic/hierarchy.py", "playing/one_import.py"])
def test_a_script_that_stays_as_it_is_passes(name: str, tmp_path: Path) -> None:
    skip_what_is_not_installed(name)
    page = (ROOT / "docs" / "textworld-compatibility.md").read_text(encoding="utf-8")
    [told] = re.findall("```python\n(.*?)```", page, re.DOTALL)
    (tmp_path / "sitecustomize.py").write_text(told)
    path = {"PATH": "", "PYTHONPATH": f"{tmp_path}{os.pathsep}{search_path()}"}
    source = (FOLDER / name).read_text(encoding="utf-8")
    same = "\nimport twbench.logic, textworld.logic\nassert textworld.logic is twbench.logic\n"
    done = run_as_user(name, source + same, sys.executable, path, tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.skipif(not TEXTWORLD, reason="TWBENCH_TEXTWORLD_PYTHON names no Python of TextWorld")
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_passes_with_textworld(name: str, tmp_path: Path) -> None:
    if name in NOT_IN_TEXTWORLD:
        pytest.skip(NOT_IN_TEXTWORLD[name])
    python = Path(str(TEXTWORLD))
    path = {"PATH": str(python.parent), "PYTHONPATH": ""}
    source = (FOLDER / name).read_text(encoding="utf-8")
    done = run_as_user(name, source, python, path, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_documented_line_renames_all_scripts() -> None:
    page = (ROOT / "docs" / "textworld-compatibility.md").read_text(encoding="utf-8")
    [pattern] = re.findall(r"^sed -Ei '(.*)' script.py$", page, re.MULTILINE)
    sources = "".join((FOLDER / name).read_text(encoding="utf-8") for name in SCRIPTS)
    done = subprocess.run(
        ["sed", "-E", pattern], input=sources, stdout=subprocess.PIPE, text=True, check=True
    )
    assert done.stdout == renamed(sources)
    assert "from twbench.gym.envs.textworld import" in done.stdout


def test_there_are_enough_scripts_and_they_are_written_for_textworld() -> None:
    assert len(SCRIPTS) >= 40
    for name in SCRIPTS:
        source = (FOLDER / name).read_text(encoding="utf-8")
        assert "twbench" not in source, name
        assert not re.search("(from|import) textworld", renamed(source)), name
        assert source.startswith('"""'), name
        assert "assert " in source, name


def test_the_exceptions_are_scripts() -> None:
    assert set(NOT_IN_TEXTWORLD) < set(SCRIPTS)
