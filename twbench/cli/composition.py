"""Composing what is plain: options that ship, and settings of plain values, without Hydra.

Hydra takes a fifth of a second of the processor to be loaded and to compose a configuration, in
which twenty games are built. So what it has read of the options that ship is kept in
``known_options.json`` (``tools/update_known_options.py`` writes it), by the hash of each file: an
option that was changed is not found there. Options are put together in the order that Hydra says,
then come the settings that were typed, one after the other.

Whatever is not that simple is left to Hydra, mistakes above all: it composes, or it complains.
"""

__all__ = ["composed", "groups_of", "settings_of"]

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from twbench.cli.configurations import conf_directory, groups, is_sampler
from twbench.hashing import sha256_hex

T = TypeVar("T")

_GLOBAL = "_global_"
_SELF = "_self_"
_OVERRIDE = "override /"
_TARGET = "_target_"
_SETTING = re.compile(r"([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)=(.*)", re.ASCII | re.DOTALL)
_OPTION = re.compile(r"[A-Za-z]\w*", re.ASCII)
_QUOTED = r"'[^'\\$?\x00-\x1f]*'"
"""Text in quotes, such as the name of a file, in which nothing means anything to Hydra."""
_TOKEN = re.compile(rf"\s*({_QUOTED}|[\[\]{{}},:]|[^\s\[\]{{}},:]+)", re.ASCII)
_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]*)")
_DECIMAL = re.compile(r"-?(?:0|[1-9][0-9]*)\.[0-9]+")
_WORD = re.compile(r"(?:[A-Za-z_]|\.{0,2}/)[A-Za-z0-9_/.+-]*(?: [A-Za-z0-9_/.+-]+)*")
_CONSTANTS = {"true": True, "false": False, "null": None}
_NUMBERS = ("nan", "inf")
_REFERENCE = re.compile(r"\$\{([a-z_]+(?:\.[a-z_]+)*)\}")


class _NotPlainError(Exception):
    """Something is for Hydra to compose, or to complain of."""


class _Option(NamedTuple):
    """An option as its file has it: the list of its defaults, its package, and its settings."""

    defaults: Sequence[Any]
    package: str | None
    settings: Mapping[str, Any]


def composed(verb: str, overrides: Sequence[str]) -> dict[str, Any] | None:
    """Return the configuration of ``verb`` with these settings; None if Hydra has to compose it."""
    try:
        return _composed(verb, overrides)
    except (_NotPlainError, RecursionError):
        return None


def groups_of(verb: str) -> list[str]:
    """Return the names of the groups that ``conf/<verb>.yaml`` composes."""
    defaults, _ = _content(f"{verb}.yaml")
    keys = {str(key) for entry in defaults if isinstance(entry, Mapping) for key in entry}
    return [name for name in groups() if name in keys]


def settings_of(name: str) -> Mapping[str, Any]:
    """Return the settings in a file of the folder of configurations."""
    return _content(name)[1]


def _content(name: str) -> tuple[Sequence[Any], Mapping[str, Any]]:
    """Return the list of defaults and the settings in a file, whether it ships or was changed."""
    try:
        known = _option(name)
    except _NotPlainError:
        from omegaconf import OmegaConf  # takes long to load

        content: Any = OmegaConf.to_container(OmegaConf.load(conf_directory() / name))
        settings = content if isinstance(content, dict) else {}
        return settings.pop("defaults", []), settings
    return known.defaults, known.settings


def _composed(verb: str, overrides: Sequence[str]) -> dict[str, Any]:
    main = _option(f"{verb}.yaml")
    order = main.defaults or [_SELF]
    chosen = _chosen(order)
    typed = [_parsed(text, chosen) for text in overrides]
    parts = _options(chosen, [(key, value) for key, value, is_group in typed if is_group])
    config: dict[str, Any] = {}
    for entry in order:
        found = (
            [main.settings] if entry == _SELF else [one for group in entry for one in parts[group]]
        )
        for settings in found:
            _merge(config, settings)
    for key, value, is_group in typed:
        if not is_group:
            _set(config, key, value)
    return {key: _resolved(value, config) for key, value in config.items()}


def _chosen(order: Sequence[Any]) -> dict[str, str]:
    """Return the groups of an application, and the option of each that is chosen by default."""
    chosen: dict[str, str] = {}
    for entry in order:
        if isinstance(entry, dict) and all(isinstance(value, str) for value in entry.values()):
            chosen |= entry
        elif entry != _SELF:
            raise _NotPlainError
    return chosen


def _options(
    chosen: Mapping[str, str], typed: Sequence[tuple[str, str]]
) -> dict[str, list[Mapping[str, Any]]]:
    """Return the settings of the options of all groups, in order."""
    asked = dict(typed)
    if len(asked) < len(typed):  # which Hydra does not allow
        raise _NotPlainError
    parts = {group: _parts(group, option) for group, option in {**chosen, **asked}.items()}
    # An option may choose those of other groups, unless somebody has typed them.
    changes = {group: option for _, changed in parts.values() for group, option in changed.items()}
    for group, option in changes.items():
        if group not in chosen:
            raise _NotPlainError
        if group not in asked:
            parts[group] = _parts(group, option)
    return {group: settings for group, (settings, _) in parts.items()}


def _parts(group: str, option: str | None) -> tuple[list[Mapping[str, Any]], dict[str, str | None]]:
    """Return the settings that an option stands for, in order, and what it chooses elsewhere."""
    if option is None:
        return [], {}
    if not _OPTION.fullmatch(option):
        raise _NotPlainError
    found = _option(f"{group}/{option}.yaml")
    own = found.settings if found.package == _GLOBAL else {group: found.settings}
    settings: list[Mapping[str, Any]] = []
    changes: dict[str, str | None] = {}
    siblings = [entry for entry in found.defaults if isinstance(entry, str)]
    for entry in found.defaults:
        if entry == _SELF:
            settings.append(own)
        elif isinstance(entry, str):
            below, more = _parts(group, entry)
            settings += below
            changes |= more
        else:
            for key, value in entry.items():
                if not key.startswith(_OVERRIDE):
                    raise _NotPlainError
                changes[key.removeprefix(_OVERRIDE)] = value
    if _SELF not in siblings:
        if siblings:
            raise _NotPlainError
        settings.append(own)
    return settings, changes


def _option(name: str) -> _Option:
    """Return an option by its file in the folder of configurations."""
    try:
        content = (conf_directory() / name).read_bytes()
    except OSError:
        raise _NotPlainError from None
    known = _known_options().get(sha256_hex(content))
    if known is None:
        raise _NotPlainError
    return _Option(*known)


@cache
def _known_options() -> Mapping[str, Any]:
    known: dict[str, Any] = json.loads(Path(__file__).with_name("known_options.json").read_bytes())
    return known


def _parsed(text: str, groups: Mapping[str, str]) -> tuple[str, Any, bool]:
    """Return the key and the value of a setting, and whether it chooses an option of a group."""
    found = _SETTING.fullmatch(text)
    if found is None or _TARGET in text:
        raise _NotPlainError
    key, written = found.groups()
    if key in groups:
        if not _OPTION.fullmatch(written) or written.lower() in (*_CONSTANTS, *_NUMBERS):
            raise _NotPlainError
        return key, written, True
    if key.split(".")[0] == "hydra":
        raise _NotPlainError
    return key, _value(written), False


def _value(text: str) -> Any:
    """Return a value as Hydra's grammar of settings has it: a scalar, or lists and mappings."""
    if text[:1] not in ("[", "{"):
        return _single(text)
    tokens = _tokens(text)
    value = _nested(tokens)
    if next(tokens, None) is not None:
        raise _NotPlainError
    return value


def _tokens(text: str) -> Iterator[str]:
    place = 0
    while place < len(text):
        found = _TOKEN.match(text, place)
        if found is None:
            raise _NotPlainError
        place = found.end()
        yield found[1]


def _nested(tokens: Iterator[str]) -> Any:
    first = next(tokens, "")
    if first == "[":
        return _members(tokens, "]", _nested)
    if first == "{":
        pairs = _members(tokens, "}", _pair)
        found = dict(pairs)
        if len(found) < len(pairs):
            raise _NotPlainError
        return found
    return _single(first)


def _members(tokens: Iterator[str], end: str, read: Callable[[Iterator[str]], T]) -> list[T]:
    """Return what ``read`` makes of the members of a list or mapping; there is one at least."""
    found = [read(tokens)]
    while (following := next(tokens, "")) == ",":
        found.append(read(tokens))
    if following != end:
        raise _NotPlainError
    return found


def _pair(tokens: Iterator[str]) -> tuple[str, Any]:
    key = _scalar(next(tokens, ""))
    if not isinstance(key, str) or next(tokens, "") != ":":
        raise _NotPlainError
    return key, _nested(tokens)


def _single(text: str) -> Any:
    """Return a value that is not made of others: a scalar, or what stands in quotes."""
    return text[1:-1] if re.fullmatch(_QUOTED, text) else _scalar(text)


def _scalar(text: str) -> Any:
    if _INTEGER.fullmatch(text):
        return int(text)
    if _DECIMAL.fullmatch(text):
        return float(text)
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if not _WORD.fullmatch(text) or text.lower() in (*_CONSTANTS, *_NUMBERS):
        raise _NotPlainError
    return text


def _set(config: dict[str, Any], key: str, value: Any) -> None:
    """Let a setting that was typed be in the configuration."""
    *above, last = key.split(".")
    for name in above:
        config = config.setdefault(name, {})
        if not isinstance(config, dict):
            raise _NotPlainError
    if is_sampler(key, value):
        config[last] = None
    if {type(value), type(config.get(last))} == {dict, list}:  # of which Hydra complains
        raise _NotPlainError
    _merge(config, {last: value})


def _merge(config: dict[str, Any], settings: Mapping[str, Any]) -> None:
    """Put settings into others: mappings are merged, anything else is replaced."""
    for key, value in settings.items():
        before = config.get(key)
        if isinstance(value, dict):
            config[key] = dict(before) if isinstance(before, dict) else {}
            _merge(config[key], value)
        else:
            config[key] = value


def _resolved(value: Any, config: Mapping[str, Any]) -> Any:
    """Return a value with the references to other settings replaced."""
    if isinstance(value, dict):
        return {key: _resolved(below, config) for key, below in value.items()}
    if isinstance(value, list):
        return [_resolved(below, config) for below in value]
    if not isinstance(value, str) or "$" not in value:
        return value
    return _REFERENCE.sub(lambda found: _referred(found[1], config), value)


def _referred(key: str, config: Mapping[str, Any]) -> str:
    value: Any = config
    for name in key.split("."):
        value = value.get(name) if isinstance(value, dict) else None
    if not isinstance(value, str) or "$" in value:
        raise _NotPlainError
    return value
