"""Every documented class, function, method, attribute and parameter is there.

``documented_api.txt`` has what the documentation of TextWorld lists, module by module, with
``textworld`` read as ``twbench``. Ours may have more names, and more parameters after those.
"""

import ast
import importlib
import inspect
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from twbench.core import EnvInfos, Environment
from twbench.generator import EntityInfo, Event, GameMaker, GameOptions, Quest
from twbench.generator.chaining import Chain, ChainingOptions, ChainNode
from twbench.generator.maker import WorldRoom
from twbench.generator.text_grammar import GrammarOptions
from twbench.generator.world import WorldEntity
from twbench.logic import Action, Proposition, State, Variable

TABLE = Path(__file__).with_name("documented_api.txt")

ABSENT = {
    "twbench.generator.GenerationWarning": "what cannot be made is an error, never a warning",
    "twbench.generator.inform7.": "stories are linked by twbench.story, not by Inform 7",
    "twbench.render.render.": "pictures are SVG made here: no browser, driver, screenshot or page",
    "twbench.utils.": "helpers of TextWorld's own code; random numbers come from twbench.seeding",
}
"""What is left out on purpose, by the beginning of its name, and why."""

DIFFERENT = {"twbench.core.Wrapper": "an environment to wrap has to be given"}
"""Whose parameters are not those of the table, and why."""

PRESENT = ("twbench.render.render.visualize",)
"""What is there in spite of the beginning of its name."""

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


@dataclass(frozen=True)
class Documented:
    """A line of the table; ``signature`` is None for what is not called."""

    module: str
    owner: str | None
    kind: str
    name: str
    signature: str | None

    def __str__(self):
        return ".".join(filter(None, [self.module, self.owner, self.name]))


def read_table():
    """Modules are at the margin, their names indented by four, members of classes by eight."""
    module = owner = None
    for line in filter(None, TABLE.read_text(encoding="utf-8").splitlines()):
        if not line.startswith(" "):
            module = line
            continue
        kind, name, signature = re.fullmatch(
            r" +(?:(class|exception|classmethod|static|property) )?(\w+)(\(.*\))?(?: = .*)?", line
        ).groups()
        if not line.startswith(" " * 8):
            owner = None
        yield Documented(module, owner, kind, name, signature)
        if kind in ("class", "exception"):
            owner = name


DOCUMENTED = list(read_table())
EXPECTED = [
    line for line in DOCUMENTED if str(line) in PRESENT or not str(line).startswith(tuple(ABSENT))
]


def find(line):
    """Return what the line documents."""
    place = importlib.import_module(line.module)
    if line.owner is not None:
        place = getattr(place, line.owner)
        if not hasattr(place, line.name):
            place = EXAMPLES[line.owner]
    return getattr(place, line.name)


def documented_parameters(signature):
    """Yield name, kind of star and source of the default of each documented parameter."""
    given = ast.parse(f"def documented{signature}: pass").body[0].args
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
    if source in ("[]", "{}"):
        return ours is None or len(ours) == 0
    if isinstance(ours, type):
        return source == ours.__name__
    return source in (repr(ours), repr(list(ours)) if isinstance(ours, tuple) else None)


def test_the_table_is_read():
    names = list(map(str, DOCUMENTED))
    assert len(names) == len(set(names)) > 500
    assert names[0] == "twbench.core.EnvInfoMissingError"
    assert "twbench.logic.State.all_assignments" in names


@pytest.mark.parametrize("beginning", ABSENT)
def test_what_is_absent_is_documented(beginning):
    assert any(str(line).startswith(beginning) for line in DOCUMENTED)


@pytest.mark.parametrize("line", EXPECTED, ids=str)
def test_documented_name(line):
    found = find(line)
    if line.kind == "exception":
        assert issubclass(found, Exception)
    elif line.kind == "class":
        assert inspect.isclass(found)
    if line.signature is None:
        assert not inspect.isroutine(found)
    elif str(line) not in DIFFERENT:
        check_parameters(found, list(documented_parameters(line.signature)))


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
    given = [name for name, star, _ in expected if star != "**"]
    assert given == [parameter.name for parameter in parameters[: len(given)]]
    for parameter, (name, star, default) in zip(parameters, expected[: len(given)], strict=False):
        assert (parameter.kind is parameter.VAR_POSITIONAL) == (star == "*")
        if default is not None:
            assert parameter.default is not parameter.empty, f"{name} has no default"
            assert is_same_default(default, parameter.default), f"{name}={parameter.default!r}"
    variable = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    for parameter in parameters[len(given) :]:
        assert parameter.default is not parameter.empty or parameter.kind in variable
