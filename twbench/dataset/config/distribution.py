"""A distribution of games: a challenge and a text grammar whose parameters are sampled.

Parameters are typed by the challenge's settings class, so a new challenge needs no code here.
"""

__all__ = [
    "GRAMMAR_TYPES",
    "LEVELS",
    "Distribution",
    "Layer",
    "parse_distribution",
    "refuse_strangers",
    "themes",
]

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, get_type_hints

from twbench import challenges
from twbench.challenges.registry import LATER
from twbench.challenges.setting_types import setting_types
from twbench.dataset.config.extensions import Extensions
from twbench.dataset.config.fields import check_type, mapping, one_of, text
from twbench.dataset.config.sampling import (
    Constant,
    OwnSampler,
    Place,
    Sampler,
    parse_sampler,
)
from twbench.errors import ConfigError, nearest
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, theme_names
from twbench.seeding import Rng, derive_seed, shared_seed

GRAMMAR_TYPES: Mapping[str, Any] = get_type_hints(GrammarOptions)

LEVELS = ("none", "structure", "puzzle", "map")
"""What splits do not share, from the least on: see `deduplication`."""

Parameters = tuple[tuple[str, Sampler], ...]


class Layer(NamedTuple):
    """One pair of ``challenge`` and ``grammar`` mappings; ``prefix`` says where they stand.

    The lowest layer says which ``extensions`` there are.
    """

    prefix: str
    challenge: Any
    grammar: Any
    extensions: Extensions = Extensions()


class Distribution(NamedTuple):
    """A named member of a mixture. Parameters are in alphabetical order.

    ``hygiene`` is one of LEVELS: what its games share with no game of another split.
    """

    name: str
    weight: float
    challenge: str
    parameters: Parameters
    grammar: Parameters
    hygiene: str = "structure"

    def draw(self, seed: int, place: Place) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return the challenge parameters and grammar options of the game with ``seed``."""
        return (
            _draw(self.parameters, seed, place, "challenge"),
            _draw(self.grammar, seed, place, "grammar"),
        )

    @property
    def own_samplers(self) -> Sequence[str]:
        """The names of samplers that are none of twbench's own."""
        samplers = [sampler for _, sampler in (*self.parameters, *self.grammar)]
        return [sampler.name for sampler in samplers if isinstance(sampler, OwnSampler)]

    @property
    def themes(self) -> Sequence[str]:
        """The text grammars that its games can have."""
        return tuple(dict(self.grammar)["theme"].possible)

    def serialize(self) -> dict[str, Any]:
        """Return the member as it would be configured."""
        parameters = {name: sampler.serialize() for name, sampler in self.parameters}
        return {
            "weight": self.weight,
            "hygiene": self.hygiene,
            "challenge": {"name": self.challenge, **parameters},
            "grammar": {name: sampler.serialize() for name, sampler in self.grammar},
        }


def parse_distribution(
    name: str, weight: float, hygiene: str, layers: Sequence[Layer]
) -> Distribution:
    """Return the distribution that results from laying ``layers`` over each other in order.

    A layer that names another challenge than the layers before it starts anew. The parameters of a
    challenge, or sampler, whose code is not at hand are taken as they are recorded. Strangers among
    them were refused (`refuse_strangers`). Raises ConfigError.
    """
    challenge_name, parameters, origins = _merge_challenge(layers)
    own = layers[0].extensions
    grammar = _merge_grammar(layers)
    if own.lacks(challenge_name) or any(map(own.lacks_sampler, parameters.values())):
        recorded = ((key, own.sampler(parameters[key], key)) for key in sorted(parameters))
        return Distribution(name, weight, challenge_name, tuple(recorded), grammar, hygiene)
    challenge = own.challenge(challenge_name)
    settings = challenge.settings
    types = setting_types(settings)
    fields = {setting.name: setting for setting in dataclasses.fields(settings)}
    samplers: dict[str, Sampler] = {}
    for key, value in parameters.items():
        path = f"{origins[key]}challenge.{key}"
        samplers[key] = _typed_sampler(own, value, types[key], path)
    for key, setting in fields.items():
        if key not in samplers and not setting.metadata.get(LATER):
            samplers[key] = Constant(_default(setting, challenge.name))
            origins[key] = ""
    ordered = tuple(sorted(samplers.items()))
    _try_extremes(settings, ordered, origins)
    return Distribution(name, weight, challenge.name, ordered, grammar, hygiene)


def refuse_strangers(distributions: Iterable[Sequence[Layer]]) -> None:
    """Refuse parameters that their challenge does not have; raises ConfigError.

    All of a challenge are told at once: one that is named on a command line hardly ever has those
    that a dataset gives its own challenge, for all splits and for some.
    """
    strangers: dict[str, dict[str, str]] = {}
    fields: dict[str, list[str]] = {}
    for layers in distributions:
        own = layers[0].extensions
        name, parts = _challenge_layers(layers)
        if own.lacks(name):
            continue
        challenge = own.challenge(name)
        known = [setting.name for setting in dataclasses.fields(challenge.settings)]
        found = {f"{at}challenge.{key}": key for at, part in parts for key in part.keys() - known}
        if found:
            strangers.setdefault(challenge.name, {}).update(found)
            fields[challenge.name] = known
    if strangers:
        name, found = next(iter(strangers.items()))
        raise ConfigError(_told(name, found, fields[name]))


def _told(challenge: str, strangers: Mapping[str, str], known: Sequence[str]) -> str:
    """Return what to say of parameters, given by their paths, and what to do about them."""
    *paths, last = sorted(strangers)
    has = f"{challenge}; it has {', '.join(sorted(known)) or 'none'}"
    if not paths:
        hint = nearest(strangers[last], known)
        otherwise = f" Leave it out, on a command line by '~{last}'."
        return f"{last} is no parameter of {has}.{hint or otherwise}"
    hints = dict.fromkeys(nearest(strangers[path], known) for path in (*paths, last))
    typed = " ".join(f"'~{path}'" for path in (*paths, last))
    return (
        f"{', '.join(paths)} and {last} are no parameters of {has}.{''.join(hints)}"
        f" Leave them out, on a command line by {typed}."
    )


def _merge_challenge(layers: Sequence[Layer]) -> tuple[str, dict[str, Any], dict[str, str]]:
    """Return the name, the parameters, and where each of them was written."""
    name, parts = _challenge_layers(layers)
    parameters = {key: value for _, given in parts for key, value in given.items()}
    origins = {key: prefix for prefix, given in parts for key in given}
    return name, parameters, origins


def _challenge_layers(layers: Sequence[Layer]) -> tuple[str, list[tuple[str, dict[str, Any]]]]:
    """Return the challenge, and where parameters are written that it is given, with these."""
    name: str | None = None
    parts: list[tuple[str, dict[str, Any]]] = []
    for layer in layers:
        own = mapping(layer.challenge, f"{layer.prefix}challenge")
        own_name = own.pop("name", None)
        if own_name is not None and text(own_name, f"{layer.prefix}challenge.name") != name:
            name, parts = own_name, []
        parts.append((layer.prefix, own))
    if name is None:
        raise ConfigError(f"challenge.name is missing; there are {', '.join(challenges.names())}.")
    return name, parts


def _merge_grammar(layers: Sequence[Layer]) -> Parameters:
    samplers: dict[str, Sampler] = {
        key: parse_sampler(value, key) for key, value in GrammarOptions().serialize().items()
    }
    own = layers[0].extensions
    shipped = themes()
    for layer in layers:
        path = f"{layer.prefix}grammar"
        for key, option in mapping(layer.grammar, path, sorted(GRAMMAR_TYPES)).items():
            samplers[key] = _typed_sampler(own, option, GRAMMAR_TYPES[key], f"{path}.{key}")
            if key == "theme":
                for theme in samplers[key].extremes:
                    if theme not in shipped:  # packages are asked for others only
                        _check_theme(theme, f"{path}.theme", sorted({*shipped, *own.theme_names}))
    return tuple(sorted(samplers.items()))


def _check_theme(theme: str, path: str, known: list[str]) -> None:
    try:
        one_of(theme, path, known)
    except ConfigError as error:
        raise ConfigError(f"{error} One of your own is in a folder of dataset.themes.") from error


def themes() -> list[str]:
    """Return the names of the packaged text grammars."""
    return theme_names([PACKAGED_THEMES])


def _typed_sampler(own: Extensions, value: Any, expected: Any, path: str) -> Sampler:
    if value == "???":
        raise ConfigError(f"{path} is missing: give it a value or a sampler.")
    sampler = own.sampler(value, path)
    for extreme in sampler.extremes:
        check_type(extreme, expected, path)
    return sampler


def _default(field: "dataclasses.Field[Any]", challenge: str) -> Any:
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    raise ConfigError(f"challenge.{field.name} is missing: {challenge} needs it.")


def _try_extremes(settings: type, parameters: Parameters, origins: Mapping[str, str]) -> None:
    """Let the settings class judge the extreme values of each parameter."""
    usual = {name: sampler.extremes[0] for name, sampler in parameters}
    try:
        settings(**usual)
    except ConfigError as error:
        raise ConfigError(f"{_blamed(settings, usual, origins)}: {error}") from error
    for name, sampler in parameters:
        for extreme in sampler.extremes[1:]:
            try:
                settings(**{**usual, name: extreme})
            except ConfigError as error:
                raise ConfigError(f"{origins[name]}challenge.{name}: {error}") from error


def _blamed(settings: type, values: Mapping[str, Any], origins: Mapping[str, str]) -> str:
    """Return the path of the parameter that is at fault: the one without which the others would do.

    If there is none, return that of a parameter that cannot be left out, or of the challenge.
    """
    needed = ""
    for name in values:
        others = {other: value for other, value in values.items() if other != name}
        try:
            settings(**others)
        except ConfigError:  # another is at fault
            continue
        except TypeError:
            needed = name
            continue
        return f"{origins[name]}challenge.{name}"
    if needed:
        return f"{origins[needed]}challenge.{needed}"
    return f"{next(filter(None, origins.values()), '')}challenge"


def _draw(parameters: Parameters, seed: int, place: Place, kind: str) -> dict[str, Any]:
    values = {}
    for name, sampler in parameters:
        if isinstance(sampler, Constant):  # most of them, and the seeds take their time
            values[name] = sampler.value
            continue
        stratum = Place(place.rank, place.total, shared_seed(place.seed, kind, name))
        values[name] = sampler.draw(Rng(derive_seed(seed, kind, name)), stratum)
    return values
