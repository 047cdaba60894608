"""The public names of every package: sorted, present, and quick to import."""

import importlib
import pkgutil
import subprocess
import sys
from pathlib import Path

import pytest

import twbench

MODULES = sorted(module.name for module in pkgutil.walk_packages(twbench.__path__, "twbench."))


def constants_then_classes_then_functions(name):
    """The order that ruff (RUF022) keeps."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2), name


def test_all_modules_are_found():
    assert len(MODULES) > 80
    assert "twbench.story.linking.linker" in MODULES


def test_public_names_are_sorted_and_exist():
    for name in ("twbench", *MODULES):
        module = importlib.import_module(name)
        names = list(getattr(module, "__all__", ()))
        assert names == sorted(names, key=constants_then_classes_then_functions), name
        assert [public for public in names if getattr(module, public, None) is None] == [], name


def test_import_is_quick_and_loads_nothing_heavy():
    code = "import sys, twbench; print(*sorted({m.split('.')[0] for m in sys.modules}))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"pandas", "pyarrow", "jericho", "hydra", "tatsu", "joblib"} & set(loaded)


def test_whoever_makes_games_of_text_does_not_wait_for_numpy(tmp_path):
    code = (
        "import sys; from twbench import GameOptions, challenges\n"
        "from twbench.generator import compile_game\n"
        "challenge, options = challenges.get('treasure_hunter'), GameOptions()\n"
        f"options.seeds, options.path = 1, {str(tmp_path / 'game.z8')!r}\n"
        "compile_game(challenge.make(challenge.settings(level=2), options), options)\n"
        "print(*sorted({m.split('.')[0] for m in sys.modules}))"
    )
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    assert not {"numpy", "pandas", "hydra", "tatsu"} & set(loaded)


def test_import_loads_none_of_the_modules_and_not_even_typing():
    code = "import sys, twbench; print(*sorted(m for m in sys.modules if m[:7] == 'twbench'"
    code += " or m == 'typing'))"
    # Without site, whose files may load anything.
    loaded = subprocess.run(
        [sys.executable, "-S", "-c", code],
        cwd=Path(twbench.__file__).parents[1],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    assert loaded == ["twbench", "twbench.version"]


@pytest.mark.parametrize(
    "path",
    [
        *("agents.random", "core", "envs.wrappers", "generator.data", "generator.maker", "logic"),
        *("generator.chaining", "generator.game", "generator.text_grammar", "generator.world"),
    ],
)
def test_packages_are_at_hand_after_one_import(path):
    """As they are in TextWorld: no module but twbench has been imported."""
    code = f"import twbench; print(twbench.{path}.__name__)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == f"twbench.{path}\n"


def test_unknown_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'strat'"):
        getattr(twbench, "strat")  # noqa: B009 - the mistake of somebody who types
