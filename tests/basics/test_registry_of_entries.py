"""One shape for all extensions: what a user's entry meets on its way in."""

import sys
from dataclasses import dataclass

import pytest

from twbench.errors import ConfigError
from twbench.hashing import sha256_hex
from twbench.registry import Registry, defining_file


@dataclass(frozen=True)
class Flavour:
    name: str


SWEET = Flavour("sweet")
NO_FLAVOUR = 3


@pytest.fixture
def flavours():
    return Registry(Flavour, "flavour", "twbench.test_flavours", ConfigError)


@pytest.fixture
def announce(tmp_path, monkeypatch):
    """Install a package that announces flavours; returns the function that does so."""

    def install(name, *lines):
        site = tmp_path / name
        info = site / f"{name}-1.0.dist-info"
        info.mkdir(parents=True)
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text("\n".join(["[twbench.test_flavours]", *lines]))
        (site / f"{name}_module.py").write_text(
            f"from {__name__} import Flavour\nSOUR = Flavour('sour')\nNUMBER = 3\n"
        )
        monkeypatch.syspath_prepend(str(site))

    return install


def test_what_is_registered_is_found(flavours):
    assert flavours.register(SWEET) is SWEET
    assert flavours.get("sweet") is SWEET
    assert flavours.names() == ["sweet"]
    flavours.forget([SWEET])
    assert flavours.names() == []


def test_a_name_is_taken_once(flavours):
    flavours.register(SWEET)
    assert flavours.register(SWEET) is SWEET
    with pytest.raises(ConfigError, match="already a flavour called 'sweet'"):
        flavours.register(Flavour("sweet"))


def test_a_name_nearly_right_is_answered_with_the_right_one(flavours):
    flavours.register(SWEET)
    with pytest.raises(ConfigError, match=r"no flavour 'swet'.*Did you mean 'sweet'\?"):
        flavours.get("swet")


def test_an_installed_package_announces_its_own(flavours, announce):
    announce("sour_things", "sour = sour_things_module:SOUR")
    assert flavours.names() == ["sour"]
    assert flavours.registered() == []  # nothing is imported before it is asked for
    assert flavours.get("sour").name == "sour"
    assert flavours.package("sour") == "sour_things 1.0"
    assert flavours.package("sweet") is None


def test_what_twbench_brings_is_not_replaced_by_a_package(flavours, announce):
    flavours.register(SWEET)
    announce("impostor", "sweet = impostor_module:SOUR")
    assert flavours.get("sweet") is SWEET


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("sour = nowhere_module:SOUR", "'sour' of broken 1.0 cannot be loaded: ModuleNotFound"),
        ("sour = broken_module:NUMBER", "must be a Flavour, but broken_module:NUMBER is an int"),
        ("bitter = broken_module:SOUR", "calls itself 'sour'; both names must be the same"),
    ],
)
def test_a_package_that_cannot_be_used_is_told_with_its_name(flavours, announce, line, message):
    announce("broken", line)
    with pytest.raises(ConfigError, match=message):
        flavours.get(line.partition(" ")[0])


def test_two_packages_that_announce_one_name_are_told(flavours, announce):
    announce("first", "sour = first_module:SOUR")
    announce("second", "sour = second_module:SOUR")
    with pytest.raises(ConfigError, match=r"Several packages.*first 1.0 and second 1.0"):
        flavours.get("sour")


def test_what_is_announced_is_told_without_running_it(flavours, announce, tmp_path):
    announce("unread_things", "sour = unread_things_module:SOUR")
    code = tmp_path / "unread_things" / "unread_things_module.py"
    code.write_text("raise SystemExit('nobody asked for this')")
    found = flavours.origin("sour")
    assert (found.kind, found.name, found.package) == ("flavour", "sour", "unread_things")
    assert (found.version, found.sha256) == ("1.0", sha256_hex(code.read_bytes()))
    assert str(found) == "the flavour sour of the package unread_things 1.0"
    assert flavours.reference("sour") == "unread_things_module:SOUR"
    with pytest.raises(ConfigError, match="cannot be loaded: SystemExit"):
        flavours.get("sour")


def test_what_is_registered_has_no_origin_in_a_package(flavours, announce):
    flavours.register(SWEET)
    announce("impostor", "sweet = impostor_module:SOUR")
    assert flavours.origin("sweet") is None
    assert flavours.reference("sweet") is None
    assert flavours.has("sweet")


def test_packages_are_not_asked_unless_they_may_be(flavours, announce):
    announce("unread_things", "sour = unread_things_module:SOUR")
    with pytest.raises(ConfigError, match="no flavour 'sour'; known are none"):
        flavours.get("sour", installed=False)
    assert not flavours.has("sour")


def test_the_file_of_a_module_is_found_without_running_its_packages(tmp_path, monkeypatch):
    inner = tmp_path / "outermost" / "inner"
    inner.mkdir(parents=True)
    for folder in (inner.parent, inner):
        (folder / "__init__.py").write_text("raise SystemExit")
    (inner / "code.py").write_text("raise SystemExit")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert defining_file("outermost.inner.code") == inner / "code.py"
    assert defining_file("outermost.inner") == inner / "__init__.py"
    assert defining_file("outermost.other.code") is None
    assert defining_file("sys") is None


def test_only_entries_are_registered(flavours):
    with pytest.raises(ConfigError, match="a flavour must be a Flavour, not a str"):
        flavours.register("sweet")


@pytest.fixture
def kitchen(flavours, tmp_path, monkeypatch):
    """The registry, with two flavours that come with it, each in a module of its own."""
    monkeypatch.setattr(sys.modules[__name__], "FLAVOURS", flavours, raising=False)
    for name in ("salty", "bitter"):
        (tmp_path / f"{name}_kitchen.py").write_text(
            f"from {__name__} import FLAVOURS, Flavour\nFLAVOURS.register(Flavour('{name}'))\n"
        )
        monkeypatch.delitem(sys.modules, f"{name}_kitchen", raising=False)
    monkeypatch.syspath_prepend(str(tmp_path))
    flavours.ship({"salty": "salty_kitchen", "bitter": "bitter_kitchen"})
    return flavours


def test_what_ships_is_loaded_when_it_is_asked_for(kitchen):
    assert kitchen.names() == ["bitter", "salty"]
    assert kitchen.has("salty")
    assert kitchen.shipped == {"salty", "bitter"}
    assert not {"salty_kitchen", "bitter_kitchen"} & sys.modules.keys()
    assert kitchen.get("salty").name == "salty"
    assert "bitter_kitchen" not in sys.modules
    kitchen.register(SWEET)
    assert kitchen.added() == [SWEET]
    assert "bitter_kitchen" not in sys.modules
    assert next(kitchen.in_turn()).name == "salty"
    assert "bitter_kitchen" not in sys.modules
    assert [entry.name for entry in kitchen.registered()] == ["salty", "bitter", "sweet"]


def test_the_name_of_what_ships_is_taken_before_it_is_loaded(kitchen):
    with pytest.raises(ConfigError, match="already a flavour called 'bitter'"):
        kitchen.register(Flavour("bitter"))
    assert kitchen.get("bitter").name == "bitter"


def test_no_package_replaces_what_ships_and_is_not_loaded(kitchen, announce):
    announce("salty_things", "salty = salty_things_module:SOUR")
    assert kitchen.origin("salty") is None
    assert kitchen.reference("salty") is None
    assert kitchen.get("salty").name == "salty"
