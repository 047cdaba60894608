"""Challenges as TextWorld's users register them (docs: textworld.challenges).

They give a name, a description, a function that makes a game of a mapping of settings, and one that
adds options to a parser. Here a challenge has a type of settings, which is made of those options.
The other direction, calling challenges of twbench as TextWorld's are called, is in
`twbench.challenges.textworld_calls`.
"""

__all__ = ["challenge_of"]

import argparse
import dataclasses
from collections.abc import Callable, Mapping
from typing import Any, Literal

from twbench.challenges.registry import Challenge
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions

Make = Callable[[Mapping[str, Any], GameOptions], Game]
AddArguments = Callable[[argparse.ArgumentParser], object]
_Entry = tuple[str, Any, "dataclasses.Field[Any]"]
_NO_VALUES = (argparse._StoreTrueAction, argparse._StoreFalseAction)


def challenge_of(name: str, desc: str, make: Make, add_arguments: AddArguments) -> Challenge:
    """Return the challenge that TextWorld's ``register`` describes.

    Its settings have a field for each option that ``add_arguments`` adds to a parser, and keep
    ``add_arguments`` for the command line: only there are all kinds of options understood.
    """
    parser = argparse.ArgumentParser(add_help=False)
    add_arguments(parser)
    actions = [action for action in parser._actions if action.dest != argparse.SUPPRESS]
    fields: dict[bool, list[_Entry]] = {False: [], True: []}
    for action in actions:
        fields[not action.required].append(_field(action))
    settings = dataclasses.make_dataclass(
        f"SettingsOf{name.title().replace('-', '').replace('_', '')}",
        [*fields[False], *fields[True]],  # those without a default first
        frozen=True,
        namespace={"add_arguments": staticmethod(add_arguments)},
    )

    def make_of_settings(values: Any, options: GameOptions) -> Game:
        given = dataclasses.asdict(values)  # a configuration has tuples where parsers give lists
        lists = {key: list(value) for key, value in given.items() if isinstance(value, tuple)}
        return make({**given, **lists}, options)

    return Challenge(name=name, description=desc, settings=settings, make=make_of_settings)


def _field(action: argparse.Action) -> _Entry:
    """Return name, type and field of the setting that an option of a parser sets."""
    kind: Any = action.type if isinstance(action.type, type) else str
    if action.type not in (None, kind) and isinstance(action.default, int | float):
        kind = type(action.default)  # a function reads the option
    if isinstance(action, _NO_VALUES):
        kind = bool
    elif action.choices is not None:
        kind = Literal[tuple(action.choices)]
    if action.nargs in ("*", "+") or isinstance(action.nargs, int):
        kind = list[kind]
    metadata = {"help": action.help or ""}
    if action.required:
        required: dataclasses.Field[Any] = dataclasses.field(metadata=metadata)
        return action.dest, kind, required
    if action.default is None:
        kind = kind | None
    if isinstance(action.default, list):
        copy: Any = action.default.copy
        return action.dest, kind, dataclasses.field(default_factory=copy, metadata=metadata)
    return action.dest, kind, dataclasses.field(default=action.default, metadata=metadata)
