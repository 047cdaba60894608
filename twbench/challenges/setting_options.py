"""The settings of a challenge as options of a parser, for the command line."""

__all__ = ["add_settings", "option_of"]

import argparse
import dataclasses
import types
from typing import Any, Literal, Union, get_args, get_origin

from twbench.challenges.setting_types import setting_types

_METAVARS: dict[type, str] = {int: "N", float: "X", str: "TEXT"}


def add_settings(parser: argparse.ArgumentParser, settings: type[Any]) -> None:
    """Add an option for each of a challenge's ``settings`` to ``parser``.

    Those of a challenge that was registered as for TextWorld add their own.
    """
    if hasattr(settings, "add_arguments"):
        settings.add_arguments(parser)
        return
    group = parser.add_argument_group("settings")
    types_of = setting_types(settings)
    for field in dataclasses.fields(settings):
        _add_setting(group, field, types_of[field.name])


def option_of(name: str) -> str:
    """Return the option of the setting ``name``."""
    return f"--{name.replace('_', '-')}"


def _add_setting(
    group: argparse._ArgumentGroup, field: "dataclasses.Field[Any]", expected: Any
) -> None:
    """Add the option of one field of a challenge's settings."""
    option = option_of(field.name)
    required = field.default is dataclasses.MISSING
    default = None if required else field.default
    about = str(field.metadata.get("help", ""))
    if expected is bool:
        group.add_argument(
            option, dest=field.name, action="store_true", default=bool(default), help=about or None
        )
        if default:
            group.add_argument(
                option_of(f"no_{field.name}"),
                dest=field.name,
                action="store_false",
                help=f"the contrary of {option}, which is the default",
            )
        return
    expected = _given(expected)
    choices = get_args(expected) if get_origin(expected) is Literal else None
    reader = expected if expected in _METAVARS else str
    known_default = "" if required or default in (None, "") else f"default: {default}"
    group.add_argument(
        option,
        dest=field.name,
        type=type(choices[0]) if choices else reader,
        choices=choices,
        required=required,
        default=default,
        metavar=None if choices else _METAVARS[reader],
        help="; ".join(filter(None, (about, known_default))),
    )


def _given(expected: Any) -> Any:
    """Return the type of a value that is given: that of an optional one without its None."""
    if get_origin(expected) in (Union, types.UnionType):
        return next(item for item in get_args(expected) if item is not type(None))
    return expected
