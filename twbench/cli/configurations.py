"""Where configurations are: their folder, its groups, and the options of these."""

__all__ = ["conf_directory", "groups", "is_sampler", "options"]

import re
from pathlib import Path
from typing import Any

_PARAMETER = re.compile(r"(^|\.)(challenge|grammar)\.[^.]+$")
"""The key of a parameter, whose value may be drawn."""


def conf_directory() -> Path:
    """Return the folder of the configurations: in the package, or beside it in a checkout."""
    package = Path(__file__).parents[1]
    installed = package / "conf"
    return installed if installed.is_dir() else package.parent / "conf"


def groups() -> list[str]:
    """Return the names of the configuration groups."""
    return sorted(path.name for path in conf_directory().iterdir() if path.is_dir())


def options(group: str) -> list[str]:
    """Return the names of the options of a configuration group."""
    return sorted(path.stem for path in (conf_directory() / group).glob("*.yaml"))


def is_sampler(key: str, value: Any) -> bool:
    """Say whether a setting has a parameter drawn, which takes the place of what was there.

    The values of parameters are no mappings, so one with a single key is a sampler, which others
    may have made.
    """
    return isinstance(value, dict) and len(value) == 1 and _PARAMETER.search(key) is not None
