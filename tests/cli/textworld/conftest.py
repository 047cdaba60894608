"""The commands of TextWorld, called as their entry points are: by what pyproject.toml says."""

import sys
from importlib import import_module

import pytest
from textworld_commands import SCRIPTS

from twbench.generator.games.game import Game
from twbench.modules import use_modules


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

    yield run_script
    use_modules(())  # what a test's own modules have registered is forgotten


@pytest.fixture
def made(run, tmp_path):
    """Make a game with the arguments given, and return it."""

    def make(*arguments, name="game"):
        code, _, err = run("tw-make", *arguments, "--output", f"{name}.z8", "--silent")
        assert code == 0, err
        return Game.load(tmp_path / f"{name}.json")

    return make
