"""Every documented class, function, method, attribute and parameter is there, or listed as absent.

``documented_api.txt`` is what `tools/extract_documented_names.py` reads in the documentation of
TextWorld and of its older environments, with ``textworld`` read as ``twbench``. Ours may have more
names, and more parameters after those. What is not there stands in ``documented_absences.toml``,
with the reason, and in docs/textworld-compatibility.md.
"""

import ast
import importlib
import inspect
import re
import runpy
from collections import Counter
from pathlib import Path

import pytest

from twbench.core import EnvInfos, Environment
from twbench.generator import EntityInfo, Event, GameMaker, GameOptions, Quest
from twbench.generator.chaining import Chain, ChainingOptions, ChainNode
from twbench.generator.maker import WorldRoom
from twbench.generator.text_grammar import GrammarOptions
from twbench.generator.world import WorldEntity
from twbench.logic import Action, Proposition, State, Variable

ROOT = Path(__file__).resolve().parents[1]
TOOL = runpy.run_path(str(ROOT / "tools" / "extract_documented_names.py"))
PAGES = TOOL["read_table"]()
DOCUMENTED = [entry for entries in PAGES.values() for entry in entries]
LISTED = TOOL["read_absences"]()
ABSENT = [name for group in LISTED["absent"] for name in group["names"]]
DIFFERENT = [name for group in LISTED["different"] for name in group["names"]]
"""Whose parameters are not those of the table; why stands there, too."""

OTHER_LIBRARIES = ("gym.", "mementos.")
"""Bases that are not ours: gym is Gymnasium by now; mementos makes equal objects the same."""

EVENT = Event(conditions=[Proposition("at", [Variable("P"), Variable("r_0", "r")])])
ACTION = Action("look", [], [])
EXAMPLES = {
    "Chain": Chain(State(GameOptions().kb.logic), []),
    "ChainNode": ChainNode(ACTION, 0, 0, None),
    "ChainingOptions": ChainingOptions(),
    "EntityInfo": EntityInfo("o_0", "o"),
    "EnvInfos": EnvInfos(),
    "Environment": Environment(),
    "Event": EVENT,
    "GameMaker": GameMaker(),
    "GameOptions": GameOptions(),
    "GrammarOptions": GrammarOptions(),
    "Proposition": EVENT.condition.preconditions[0],
    "Quest": Quest([EVENT]),
    "WorldEntity": WorldEntity("o_0", "o"),
    "WorldRoom": WorldRoom(Variable("r_0", "r")),
}
"""One of each class with documented attributes that only its instances have."""


def is_in(entry, names):
    """Return whether an entry is one of ``names``, or belongs to a module or class of them."""
    return any(f"{entry}.".startswith(f"{name}.") for name in names)


def is_there(entry):
    try:
        find(entry)
    except (ImportError, AttributeError, KeyError):
        return False
    return True


def find(entry):
    """Return what the entry documents."""
    place = importlib.import_module(entry.module)
    if entry.owner:
        place = getattr(place, entry.owner)
        if not hasattr(place, entry.name):
            place = EXAMPLES[entry.owner]
    return getattr(place, entry.name)


PRESENT = [entry for entry in DOCUMENTED if not is_in(entry, ABSENT)]


def documented_parameters(text):
    """Yield name, kind of star and source of the default of each documented parameter."""
    text = re.sub(r"=<.*>(?=[,)])", "=...", text)  # such as fct=<function <lambda>>
    given = ast.parse(f"def documented{text}: pass").body[0].args
    defaults = [None] * (len(given.args) - len(given.defaults)) + given.defaults
    for argument, default in zip(given.args, defaults, strict=True):
        yield argument.arg, "", default and ast.unparse(default)
    if given.vararg:
        yield given.vararg.arg, "*", None
    for argument, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield argument.arg, "", default and ast.unparse(default)
    if given.kwarg:
        yield given.kwarg.arg, "**", None


def is_same_default(source, ours):
    """Compare defaults; an empty list or dictionary may be any empty value, or None."""
    if source == "...":
        return True
    if source in ("[]", "{}"):
        return ours is None or len(ours) == 0
    if isinstance(ours, type):
        return source == ours.__name__
    return source in (repr(ours), repr(list(ours)) if isinstance(ours, tuple) else None)


def test_the_table_is_what_the_documentation_says():
    if not TOOL["SEEDS"].is_dir():
        pytest.skip(f"the documentation is not beside the checkout, in {TOOL['SEEDS']}")
    extracted = TOOL["extract"](TOOL["SEEDS"])
    assert extracted == PAGES, "write it anew: python tools/extract_documented_names.py"
    assert TOOL["table"](extracted) == TOOL["TABLE"].read_text(encoding="utf-8")


def test_names_are_counted():
    """Eleven more entries of 000 are attributes that are documented as properties again."""
    assert {page: len(set(map(str, entries))) for page, entries in PAGES.items()} == {
        "000": 766,
        "001": 23,
    }
    absent = Counter(
        page
        for page, entries in PAGES.items()
        for entry in entries
        if is_in(entry, ABSENT) and not is_there(entry)
    )
    assert absent == {"000": 156}


@pytest.mark.parametrize("name", ABSENT)
def test_what_is_absent_is_documented(name):
    assert any(is_in(entry, [name]) for entry in DOCUMENTED)


def test_each_absence_has_a_reason_and_stands_once():
    assert all(len(group["reason"]) > 40 for group in LISTED["absent"])
    assert [name for name in ABSENT if is_in(name, set(ABSENT) - {name})] == []


def test_what_is_listed_as_absent_is_not_there():
    listed = [entry for entry in DOCUMENTED if is_in(entry, ABSENT)]
    there = [str(entry) for entry in listed if is_there(entry)]
    assert there == [], "take them off tests/documented_absences.toml"


def test_the_absences_stand_in_the_documentation():
    text = TOOL["GUIDE"].read_text(encoding="utf-8")
    assert TOOL["section"]() in text, "write it: python tools/extract_documented_names.py"


@pytest.mark.parametrize("entry", PRESENT, ids=str)
def test_documented_name(entry):
    if entry.module.startswith("twbench.gym"):
        pytest.importorskip("gymnasium")
    found = find(entry)
    if entry.kind in TOOL["OF_A_MODULE"]:
        assert inspect.isclass(found)
        check_bases(found, entry.bases)
        if entry.kind == "exception":
            assert issubclass(found, Exception)
    elif entry.kind in ("classmethod", "static"):
        owner = getattr(importlib.import_module(entry.module), entry.owner)
        kind = {"classmethod": classmethod, "static": staticmethod}[entry.kind]
        assert isinstance(inspect.getattr_static(owner, entry.name), kind)
    if not entry.parameters:
        assert not inspect.isroutine(found)
    elif str(entry) not in DIFFERENT:
        check_parameters(found, list(documented_parameters(entry.parameters)))
    if entry.value and not entry.value.startswith("<"):
        documented = ast.literal_eval(entry.value)
        assert (list(found) if isinstance(found, tuple) else found) == documented


@pytest.mark.parametrize("name", DIFFERENT)
def test_parameters_that_are_listed_as_different_are(name):
    [entry] = [entry for entry in DOCUMENTED if str(entry) == name]
    with pytest.raises(AssertionError):
        check_parameters(find(entry), list(documented_parameters(entry.parameters)))


def check_bases(found, bases):
    for base in filter(None, bases.split(", ")):
        if base.startswith(OTHER_LIBRARIES):
            continue
        module, _, name = base.rpartition(".")
        assert issubclass(found, getattr(importlib.import_module(module or "builtins"), name))


def check_parameters(found, expected):
    """Check names, order, stars and defaults; of ``*args`` and ``**kwargs`` only the place."""
    parameters = [
        parameter
        for parameter in inspect.signature(found).parameters.values()
        if parameter.name != "self"
    ]
    if (
        "args",
        "*",
        None,
    ) in expected:  # such as (*args, kb=None, **kwargs): what is named is there
        names = {parameter.name for parameter in parameters}
        assert {name for name, star, _ in expected if not star} <= names
        return
    # One class method is documented with its class.
    expected = [each for each in expected if each[0] != "cls"]
    given = [name for name, star, _ in expected if star != "**"]
    assert given == [parameter.name for parameter in parameters[: len(given)]]
    by_place = True
    for parameter, (name, star, default) in zip(parameters, expected[: len(given)], strict=False):
        by_place = by_place and star != "*"
        assert (parameter.kind is parameter.VAR_POSITIONAL) == (star == "*")
        assert star or parameter.kind is (
            parameter.POSITIONAL_OR_KEYWORD if by_place else parameter.KEYWORD_ONLY
        ), f"{name} is {parameter.kind.description}"
        if default is not None:
            assert parameter.default is not parameter.empty, f"{name} has no default"
            assert is_same_default(default, parameter.default), f"{name}={parameter.default!r}"
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    for parameter in parameters[len(given) :]:
        assert parameter.default is not parameter.empty or parameter.kind in variable
