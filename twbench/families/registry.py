"""The registry of families: kinds of games, by name."""

__all__ = ["FAMILIES"]

from typing import Any

from twbench.errors import ConfigError
from twbench.families.family import Family
from twbench.registry import Registry

FAMILIES: Registry[Family[Any]] = Registry(
    Family,  # type: ignore[type-abstract]  # entries are instances of its subclasses
    "family",
    "twbench.families",
    ConfigError,
    "One of a file of your own is known where the file is named: --module FILE, or modules=[FILE]"
    " of twbench evaluate.",
)
"""The families by their names."""
