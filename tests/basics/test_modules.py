"""Modules of one's own: what they register is known while they are used, and no longer."""

from dataclasses import dataclass, replace

import pytest

from twbench.errors import ConfigError
from twbench.modules import modules_in_use, read_modules, use_modules
from twbench.registry import Registry

SOURCE = f"""
from {__name__} import FLAVOURS, SMELLS, Flavour

FLAVOURS.register(Flavour("sour"))
SMELLS.register(Flavour("mint"))
"""


@dataclass(frozen=True)
class Flavour:
    name: str


FLAVOURS = Registry(Flavour, "flavour", "twbench.test_flavours", ConfigError)
SMELLS = Registry(Flavour, "smell", "twbench.test_smells", ConfigError)
FLAVOURS.register(Flavour("sweet"))
FLAVOURS.seal()


@pytest.fixture(autouse=True)
def forgotten():
    yield
    use_modules(())


@pytest.fixture
def module(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text(SOURCE)
    return file


def test_a_module_registers_things_of_several_kinds(module):
    (read,) = read_modules([module])
    assert read.registers == (("flavour", "sour"), ("smell", "mint"))
    assert read.names("smell") == ("mint",)
    assert FLAVOURS.names() == ["sour", "sweet"]


def test_another_process_can_be_told_what_is_in_use(module):
    (read,) = read_modules([module])
    use_modules([replace(read, source=None)])  # known here already, by its hash
    (told,) = modules_in_use()
    assert (told.name, told.source) == ("mine.py", SOURCE.encode())
    use_modules(())
    assert modules_in_use() == ()


def test_those_count_that_were_used_last(module, tmp_path):
    (first,) = read_modules([module])
    other = tmp_path / "other.py"
    other.write_text(SOURCE.replace("sour", "bitter"))
    read_modules([other])
    assert FLAVOURS.names() == ["bitter", "sweet"]
    use_modules([first])  # which is not run again
    assert FLAVOURS.names() == ["sour", "sweet"]
    use_modules(())
    assert (FLAVOURS.names(), SMELLS.names()) == (["sweet"], [])


def test_a_registry_that_a_module_brings_in_keeps_what_it_ships(tmp_path):
    """A module may be the first to import a part of twbench, whose entries are not the module's."""
    file = tmp_path / "first.py"
    file.write_text(
        f"from {__name__} import FLAVOURS, Flavour, Registry, ConfigError\n"
        "late = Registry(Flavour, 'late', 'twbench.test_late', ConfigError)\n"
        "late.register(Flavour('shipped'))\nlate.seal()\n"
        "late.register(Flavour('own'))\n"
    )
    (read,) = read_modules([file])
    assert read.registers == (("late", "own"),)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "The module mine.py registers nothing"),
        ("\n1 / 0", "The module mine.py cannot be used: ZeroDivisionError in line 2: division"),
        (SOURCE.replace("sour", "sweet"), "already a flavour called 'sweet'"),
        (SOURCE.replace('Flavour("sour")', '"sour"'), "must be a Flavour, not a str"),
        (SOURCE + "exit()", "cannot be used: SystemExit"),
    ],
)
def test_a_module_that_cannot_be_used_leaves_nothing(module, source, message):
    module.write_text(source)
    for _ in range(2):
        with pytest.raises(ConfigError, match=message):
            read_modules([module])
    assert (FLAVOURS.names(), SMELLS.names()) == (["sweet"], [])


def test_a_file_that_is_named_twice_is_one_module(module, monkeypatch):
    monkeypatch.chdir(module.parent)
    (read,) = read_modules([module, "mine.py", "./mine.py"])
    assert FLAVOURS.names() == ["sour", "sweet"]
    assert read.name == "mine.py"


def test_modules_of_one_name_are_refused(module, tmp_path):
    (tmp_path / "deep").mkdir()
    other = tmp_path / "deep" / "mine.py"
    other.write_text(SOURCE)
    with pytest.raises(ConfigError, match=r"Two modules have the same name, mine\.py; give"):
        read_modules([module, other])


def test_a_module_is_a_python_file(tmp_path):
    with pytest.raises(ConfigError, match="must be a Python file; there is none at"):
        read_modules([tmp_path / "none.py"])
