"""Reading levels of one's own from configurations: descriptions for NetHack, or data as YAML."""

__all__ = ["OwnLevel", "own_level"]

from dataclasses import dataclass
from typing import Any, Protocol

from twbench.errors import ConfigError
from twbench.minihack.text.game import FAMILY, LevelGame
from twbench.minihack.winning.errands import Errand

_HEADS = ("MAZE", "LEVEL")


class _Settings(Protocol):
    """What says a level in a configuration."""

    @property
    def level(self) -> str: ...
    @property
    def events(self) -> str: ...
    @property
    def errands(self) -> str: ...
    @property
    def objective(self) -> str: ...
    @property
    def character(self) -> str: ...


@dataclass(frozen=True, slots=True)
class OwnLevel:
    """A game without a seed, and what is to be done in it."""

    game: LevelGame
    errands: tuple[Errand, ...]


def own_level(settings: _Settings) -> OwnLevel:
    """Return the game that settings say; raises ConfigError with the place of a fault."""
    level = settings.level if _is_description(settings.level) else _data(settings, "level")
    if isinstance(level, str) and not _is_description(level):
        raise ConfigError(
            "level is a mapping as YAML, or the text of a description, which begins with"
            f" {' or '.join(_HEADS)}, not {level[:60]!r}."
            ' Of a file its text is given, as by a shell\'s "$(cat mine.des)".'
        )
    errands = _data(settings, "errands") or []
    if not isinstance(errands, list):
        raise ConfigError(f"errands is a list, not {errands!r}.")
    game = LevelGame.from_data(
        {
            "family": FAMILY,
            "level": level,
            "events": _data(settings, "events"),
            "objective": settings.objective,
            "character": settings.character,
        }
    )
    found = [Errand.from_data(each, f"errands[{number}]") for number, each in enumerate(errands)]
    return OwnLevel(game, tuple(found))


def _is_description(text: str) -> bool:
    """Say whether a text is meant for NetHack's compiler: its first line names the level."""
    lines = (line.strip() for line in text.splitlines())
    first = next((line for line in lines if line and not line.startswith("#")), "")
    return first.startswith(_HEADS)


def _data(settings: _Settings, name: str) -> Any:
    import yaml  # whoever makes other games needs none

    try:
        return yaml.safe_load(getattr(settings, name))
    except yaml.YAMLError as error:
        where = " ".join(str(error).split())
        raise ConfigError(f"{name} is no YAML: {where}") from None
