"""Levels as data, such as configurations and game files have them.

```
{"map": "...", "flags": ["hardfloor"], "calls": [{"add_object": ["apple", "%", [2, 1]]},
                                                 {"add_stair_down": {"place": [4, 2]}}]}
```

Beside ``calls`` stand the arguments of `LevelGenerator`. Each call is a mapping with one key, the
documented method, whose value has its arguments: a list in their order, a mapping by their names,
or nothing.
"""

__all__ = ["LevelSpecification"]

import inspect
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from twbench.errors import ConfigError, nearest
from twbench.minihack.level_generator import LevelGenerator

_ARGUMENTS = tuple(inspect.signature(LevelGenerator).parameters)
_CALLS = tuple(
    name
    for name, member in vars(LevelGenerator).items()
    if inspect.isfunction(member) and not name.startswith(("_", "get_"))
)


@dataclass(frozen=True, slots=True)
class LevelCall:
    """A call of one of the generator's methods, with its arguments in order and by name."""

    method: str
    positional: tuple[Any, ...] = ()
    named: tuple[tuple[str, Any], ...] = ()

    def data(self) -> dict[str, Any]:
        """Return the call as data."""
        return {self.method: dict(self.named) if self.named else list(self.positional)}


@dataclass(frozen=True, slots=True)
class LevelSpecification:
    """A level that can be made whenever it is wanted: the arguments, and the calls in order."""

    arguments: tuple[tuple[str, Any], ...] = ()
    calls: tuple[LevelCall, ...] = ()

    @classmethod
    def from_data(cls, data: Any, where: str = "level") -> "LevelSpecification":
        """Return what data say; raises ConfigError with the place in it that is wrong."""
        content = _mapping(data, where)
        for key in content:
            if key not in (*_ARGUMENTS, "calls"):
                known = sorted((*_ARGUMENTS, "calls"))
                raise ConfigError(
                    f"{where}: there is no key {key!r}; known are {', '.join(known)}."
                    f"{nearest(str(key), known)}"
                )
        calls = content.get("calls") or []
        if not isinstance(calls, list | tuple):
            raise ConfigError(f"{where}.calls is a list of calls, not {calls!r}.")
        arguments = {key: content[key] for key in _ARGUMENTS if key in content}
        made = cls(
            tuple((key, _frozen(value)) for key, value in arguments.items()),
            tuple(_call(call, f"{where}.calls[{n}]") for n, call in enumerate(calls)),
        )
        made.generator(where)
        return made

    def data(self) -> dict[str, Any]:
        """Return the specification as data: what `from_data` reads."""
        arguments = {key: _thawed(value) for key, value in self.arguments}
        return {**arguments, "calls": [_thawed(call.data()) for call in self.calls]}

    def generator(self, where: str = "level") -> LevelGenerator:
        """Return a new generator on which the calls were made.

        Raises ConfigError with the place of the call that cannot be made.
        """
        level = _applied(LevelGenerator, (), dict(self.arguments), where)
        for number, call in enumerate(self.calls):
            method = getattr(level, call.method)
            place = f"{where}.calls[{number}].{call.method}"
            _applied(method, call.positional, dict(call.named), place)
        return level  # type: ignore[no-any-return]

    def des(self) -> str:
        """Return the description of the level."""
        return self.generator().get_des()


def _call(data: Any, where: str) -> LevelCall:
    content = _mapping(data, where)
    if len(content) != 1:
        raise ConfigError(
            f"{where}: a call has one key, the name of the method, but this has {len(content)}."
        )
    [(method, arguments)] = content.items()
    if method not in _CALLS:
        raise ConfigError(
            f"{where}: there is no method {method!r}; known are {', '.join(sorted(_CALLS))}."
            f"{nearest(str(method), _CALLS)}"
        )
    if isinstance(arguments, Mapping):
        return LevelCall(method, (), tuple((str(k), _frozen(v)) for k, v in arguments.items()))
    if arguments is None:
        return LevelCall(method)
    if not isinstance(arguments, list | tuple):
        raise ConfigError(
            f"{where}.{method}: arguments are a list or a mapping, not {arguments!r}."
        )
    return LevelCall(method, tuple(map(_frozen, arguments)))


def _applied(
    function: Any, positional: tuple[Any, ...], named: Mapping[str, Any], where: str
) -> Any:
    """Call a function; what is wrong with its arguments is a ConfigError that says where."""
    signature = inspect.signature(function)
    try:
        signature.bind(*positional, **named)
    except TypeError as error:
        known = [name for name in signature.parameters if name != "self"]
        near = next(filter(None, (nearest(name, known) for name in named if name not in known)), "")
        raise ConfigError(f"{where}: {error}; arguments are {', '.join(known)}.{near}") from None
    try:
        return function(*positional, **named)
    except ConfigError as error:
        raise ConfigError(f"{where}: {error}") from None


def _mapping(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise ConfigError(f"{where} is a mapping, not {data!r}.")
    return data


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list | tuple) else value


def _thawed(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _thawed(each) for key, each in value.items()}
    return list(map(_thawed, value)) if isinstance(value, tuple | list) else value
