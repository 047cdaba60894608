"""Themes that a configuration names by the place of their files: ``grammar.theme=themes/ship``.

A configuration that was read has their names: paths are recorded nowhere.
"""

__all__ = ["name_themes", "theme_places"]

from collections.abc import Callable, Iterator
from typing import Any

from twbench.generator.grammar.theme_places import is_place, read_place


def theme_places(config: Any) -> Iterator[str]:
    """Yield the places of themes in all settings of grammars that ``config`` has."""
    found: list[str] = []

    def note(place: str) -> str:
        found.append(place)
        return place

    _renamed(config, note)
    return iter(found)


def name_themes(config: Any) -> Any:
    """Return ``config`` with the names of the themes instead of their places.

    Raises GrammarError for a place without a theme.
    """
    return _renamed(config, lambda place: read_place(place)[0])


def _renamed(config: Any, name_of: Callable[[str], str]) -> Any:
    """Return ``config`` with ``name_of`` each place; the settings of challenges stay untouched."""
    if isinstance(config, list):
        return [_renamed(item, name_of) for item in config]
    if not isinstance(config, dict):
        return config
    renamed = {}
    for key, value in config.items():
        if key == "grammar" and isinstance(value, dict) and "theme" in value:
            renamed[key] = {**value, "theme": _theme(value["theme"], name_of)}
        else:
            renamed[key] = value if key == "challenge" else _renamed(value, name_of)
    return renamed


def _theme(value: Any, name_of: Callable[[str], str]) -> Any:
    """Return a theme, or a sampler of themes."""
    if isinstance(value, str):
        return name_of(value) if is_place(value) else value
    if isinstance(value, list):
        return [_theme(item, name_of) for item in value]
    if isinstance(value, dict):
        return {_theme(key, name_of): _theme(item, name_of) for key, item in value.items()}
    return value
