"""Which settings a challenge has, and of which types."""

__all__ = ["setting_types"]

import dataclasses
from typing import Any, get_type_hints

from twbench.errors import ConfigError


def setting_types(settings: type[Any]) -> dict[str, Any]:
    """Return the types of a challenge's settings, by their names.

    Raises ConfigError for what is no dataclass, and for a setting with no type or an unknown one.
    """
    if not dataclasses.is_dataclass(settings):
        raise ConfigError(
            f"The settings {settings.__name__} must be a dataclass: write"
            " @dataclass(frozen=True) above it."
        )
    try:
        types = get_type_hints(settings)
    except NameError as error:
        raise ConfigError(f"A type of the settings {settings.__name__}: {error}.") from None
    for name, value in vars(settings).items():
        is_plain = isinstance(value, bool | int | float | str | tuple)
        if is_plain and name not in types and name.islower() and not name.startswith("_"):
            raise ConfigError(
                f"The setting {name!r} of {settings.__name__} has no type: write"
                f" '{name}: {type(value).__name__} = {value!r}'."
            )
    return {field.name: types[field.name] for field in dataclasses.fields(settings)}
