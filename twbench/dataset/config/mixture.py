"""The members of a mixture: what the games of a split are drawn from, layer upon layer.

What is written under ``challenge`` and ``grammar`` holds for all games. Over it lie what a member
of ``dataset.mixture`` says, and what ``dataset.per_split`` says for the games of one split.
"""

__all__ = ["Member", "parse_hygiene", "read_members", "refuse_overruled"]

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from twbench.dataset.config.distribution import LEVELS, Layer
from twbench.dataset.config.fields import mapping, one_of
from twbench.errors import ConfigError

SPLIT_KEYS = ("challenge", "grammar", "mixture")
MEMBER_KEYS = ("challenge", "grammar", "hygiene", "weight")
_OF_ALL = re.compile(r"(challenge|grammar)(?:\.(\w+).*)?")
"""A setting of the lowest layer: a challenge, or a parameter."""


class Member(NamedTuple):
    """What `parse_distribution` takes."""

    name: str
    weight: float
    hygiene: str
    layers: Sequence[Layer]


def read_members(split: str, dataset: Mapping[str, Any], base: Layer) -> Sequence[Member]:
    """Return the members of a split, with its differences from ``dataset.per_split``."""
    mixture = dataset.get("mixture")
    hygiene = parse_hygiene(dataset.get("hygiene", "structure"), "dataset.hygiene")
    path = f"dataset.per_split.{split}"
    differences = mapping(dataset.get("per_split"), "dataset.per_split")
    settings = mapping(differences.get(split), path, SPLIT_KEYS)
    own = _layer(f"{path}.", settings)
    if settings.get("mixture") is not None:
        return _read_mixture(settings["mixture"], f"{path}.mixture", hygiene, [base, own], [])
    if mixture is not None:
        return _read_mixture(mixture, "dataset.mixture", hygiene, [base], [own])
    return [Member("all", 1.0, hygiene, [base, own])]


def _layer(prefix: str, values: Mapping[str, Any]) -> Layer:
    return Layer(prefix, values.get("challenge"), values.get("grammar"))


def _read_mixture(
    value: Any, path: str, hygiene: str, below: list[Layer], above: list[Layer]
) -> Sequence[Member]:
    """Return the members of a mixture, laid over ``below`` and under ``above``.

    Those that say nothing of it have the ``hygiene`` of the dataset.
    """
    members = mapping(value, path)
    if not members:
        raise ConfigError(f"{path} must have at least one member.")
    result = []
    for name, settings in sorted(members.items()):  # their order in the file has no meaning
        member = mapping(settings, f"{path}.{name}", MEMBER_KEYS)
        weight = member.get("weight", 1)
        plain_number = isinstance(weight, int | float) and not isinstance(weight, bool)
        if not plain_number or not math.isfinite(weight) or weight <= 0:
            raise ConfigError(f"{path}.{name}.weight must be a number above 0, not {weight!r}.")
        own = _layer(f"{path}.{name}.", member)
        level = parse_hygiene(member.get("hygiene", hygiene), f"{path}.{name}.hygiene")
        result.append(Member(name, float(weight), level, [*below, own, *above]))
    return result


def parse_hygiene(value: Any, path: str) -> str:
    """Return one of the levels of hygiene; raises ConfigError."""
    return str(one_of(value, path, LEVELS))


def refuse_overruled(typed: Iterable[str], config: Mapping[str, Any]) -> None:
    """Refuse settings that a user typed and no game of ``config`` would have; raises ConfigError.

    ``typed`` are their keys, such as ``challenge.level``. A file may well give defaults that all
    members of its mixture change; who types a setting wants it to change the games.
    """
    settings = [setting for key in typed if (setting := _OF_ALL.fullmatch(key))]
    if not settings:
        return
    dataset = mapping(config.get("dataset"), "dataset")
    base = Layer("", config.get("challenge"), config.get("grammar"))
    splits = mapping(dataset.get("splits"), "dataset.splits")
    members = [member for split in splits for member in read_members(split, dataset, base)]
    for setting in settings:
        found = [_overruled_at(member.layers, *setting.groups()) for member in members]
        # All may say the same as what was typed, by reference to it.
        if all(found) and any(over.differs for over in found if over):
            *others, last = sorted({over.place for over in found if over})
            told = f"{', '.join(others)} and {last} lie" if others else f"{last} lies"
            instead = "these" if others else "that"
            raise ConfigError(
                f"{setting[0]} changes no game: {told} over it. Set {instead} instead."
            )


class _Over(NamedTuple):
    """The place of a setting that lies over another one, and whether it ``differs`` from it."""

    place: str
    differs: bool


def _overruled_at(layers: Sequence[Layer], kind: str, parameter: str | None) -> _Over | None:
    """Return what lies over a setting of the lowest layer: the uppermost, None if nothing does.

    Without a ``parameter``, or if that is ``name``, it is asked what the challenge is.
    """
    lowest, name = mapping(getattr(layers[0], kind), kind), _challenge_of(layers[0], None)
    for layer in reversed(layers[1:]):
        if kind == "challenge" and _challenge_of(layer, name) != name:
            return _Over(f"{layer.prefix}challenge.name", True)
        settings = mapping(getattr(layer, kind), kind)
        if parameter != "name" and parameter in settings:
            differs = settings[parameter] != lowest.get(parameter)
            return _Over(f"{layer.prefix}{kind}.{parameter}", differs)
    return None


def _challenge_of(layer: Layer, otherwise: Any) -> Any:
    return mapping(layer.challenge, "challenge").get("name", otherwise)
