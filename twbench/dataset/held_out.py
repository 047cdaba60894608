"""What a split has for itself: entity names, themes, levels or shapes of maps of no other split.

```
held_out:
  split: test
  levels: true                 (challenge, level) pairs
  themes: true                 text grammars
  map_shapes: true             how rooms lie to each other, see `maps`
  entity_names: [apple, lamp]  whole names, in small or capital letters
```

Levels and themes follow from the configuration, so `check_disjoint` refuses one that lets splits
meet before any work is done. Maps and names are looked at in each game: a candidate with a map of
the other side, or a name that it must not have, is rejected and another made. Each game of the
split has at least one of the held-out names.
"""

__all__ = ["HeldOut", "Names", "check_disjoint", "parse_held_out"]

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from twbench.dataset.distribution import Distribution
from twbench.dataset.fields import check_type, flag, mapping, one_of
from twbench.errors import ConfigError

FLAGS = ("levels", "map_shapes", "themes")
KEYS = ("entity_names", "levels", "map_shapes", "split", "themes")


@dataclass(frozen=True, slots=True)
class Names:
    """Entity names, in small letters, of which a game must have none, or at least one."""

    none_of: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def problem(self, names: Iterable[str]) -> str | None:
        """Return what is wrong with a game whose entities have ``names``, or None."""
        found = {name.lower() for name in names}
        wrong = sorted(found.intersection(self.none_of))
        if wrong:
            return f"It has the held-out name {wrong[0]!r}."
        if self.one_of and not found.intersection(self.one_of):
            return "It has none of the names that are held out for its split."
        return None


@dataclass(frozen=True, slots=True)
class HeldOut:
    """What ``split`` shares with no other split; nothing, unless something is said."""

    split: str = ""
    levels: bool = False
    themes: bool = False
    map_shapes: bool = False
    entity_names: tuple[str, ...] = ()

    def names(self, split: str) -> Names:
        """Return which entity names games of ``split`` must and must not have."""
        if split == self.split:
            return Names(one_of=self.entity_names)
        return Names(none_of=self.entity_names)

    def grammar(self, split: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the grammar ``options`` of a game of ``split``, without held-out names."""
        excluded = {*options["names_to_exclude"], *self.names(split).none_of}
        return {**options, "names_to_exclude": sorted(excluded)}

    def serialize(self) -> dict[str, Any]:
        """Return the settings as they would be configured."""
        if not self.split:
            return {}
        flags = {key: getattr(self, key) for key in FLAGS}
        return {"split": self.split, "entity_names": list(self.entity_names), **flags}


def parse_held_out(value: Any, splits: Collection[str]) -> HeldOut:
    """Return the typed form of ``dataset.held_out``; raises ConfigError."""
    path = "dataset.held_out"
    settings = mapping(value, path, KEYS)
    if not settings:
        return HeldOut()
    names = settings.get("entity_names", ())
    check_type(names, list[str], f"{path}.entity_names")
    held = HeldOut(
        split=one_of(settings.get("split", "test"), f"{path}.split", tuple(splits)),
        entity_names=tuple(sorted({name.lower() for name in names})),
        **{key: flag(settings.get(key, False), f"{path}.{key}") for key in FLAGS},
    )
    if len(splits) == 1:
        raise ConfigError(f"{path} needs a second split to hold something out from.")
    return held


def check_disjoint(held: HeldOut, mixtures: Mapping[str, Sequence[Distribution]]) -> None:
    """Raise ConfigError where ``mixtures`` let a held-out level or theme into two splits."""
    kinds = {"levels": _levels, "themes": _themes}
    for kind, values_of in kinds.items():
        if not getattr(held, kind):
            continue
        own = [value for member in mixtures[held.split] for value in values_of(member)]
        for split, mixture in mixtures.items():
            if split == held.split:
                continue
            theirs = {value for member in mixture for value in values_of(member)}
            shared = next((value for value in own if value in theirs), None)
            if shared is not None:
                raise ConfigError(
                    f"dataset.held_out.{kind}: splits {held.split} and {split} can both have"
                    f" {shared}; give split {held.split} its own with dataset.per_split."
                )


def _levels(member: Distribution) -> list[str]:
    sampler = dict(member.parameters).get("level")
    if sampler is None:
        raise ConfigError(
            f"dataset.held_out.levels needs challenges with levels; {member.challenge} has none."
        )
    return [f"level {level} of {member.challenge}" for level in sampler.possible]


def _themes(member: Distribution) -> list[str]:
    return [f"theme {theme}" for theme in dict(member.grammar)["theme"].possible]
