"""What a split has for itself: entity names, themes, levels or shapes of maps of no other split.

```
held_out:
  split: test
  levels: true                 (challenge, level) pairs
  themes: true                 text grammars
  map_shapes: true             how rooms lie to each other, see `maps`
  entity_names: 0.2            a share of the nouns that the theme has for each type of thing
  entity_names: [apple, lamp]  or whole names, in small or capital letters
```

Levels and themes follow from the configuration, so `check_disjoint` refuses one that lets splits
meet before any work is done. So does which nouns a share of them is (`noun_share`): all names that
the text grammar gives in games of the split are made of these nouns, and none elsewhere. Names that
a challenge gives itself, like the coin of coin_collector, are no grammar's.

Maps and listed names are looked at in each game: a candidate with a map of the other side, or with
a name that it must not have, is rejected and another made. Each game of the split has at least one
of the listed names.
"""

__all__ = ["HeldOut", "Names", "check_disjoint", "parse_held_out"]

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from twbench.dataset.config.distribution import Distribution
from twbench.dataset.config.fields import check_type, flag, mapping, one_of
from twbench.errors import ConfigError

FLAGS = ("levels", "map_shapes", "themes")
KEYS = ("entity_names", "levels", "map_shapes", "split", "themes")


class Names(NamedTuple):
    """Entity names, in small letters, of which a game must have none, or at least one."""

    none_of: tuple[str, ...] = ()
    one_of: tuple[str, ...] = ()

    def problem(self, names: Iterable[str]) -> str | None:
        """Return what is wrong with a game whose entities have ``names``, or None."""
        if not self.none_of and not self.one_of:  # as in most datasets
            return None
        found = {name.lower() for name in names}
        wrong = sorted(found.intersection(self.none_of))
        if wrong:
            return f"It has the held-out name {wrong[0]!r}."
        if self.one_of and not found.intersection(self.one_of):
            return "It has none of the names that are held out for its split."
        return None


class HeldOut(NamedTuple):
    """What ``split`` shares with no other split; nothing, unless something is said."""

    split: str = ""
    levels: bool = False
    themes: bool = False
    map_shapes: bool = False
    entity_names: tuple[str, ...] = ()
    noun_share: float = 0.0

    def names(self, split: str) -> Names:
        """Return which entity names games of ``split`` must and must not have."""
        if split == self.split:
            return Names(one_of=self.entity_names)
        return Names(none_of=self.entity_names)

    def grammar(self, split: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Return the grammar ``options`` of a game of ``split``, without held-out names."""
        excluded = {*options["names_to_exclude"], *self.names(split).none_of}
        grammar = {**options, "names_to_exclude": sorted(excluded)}
        if self.noun_share:
            grammar["noun_share"] = -self.noun_share if split == self.split else 1 - self.noun_share
        return grammar

    def serialize(self) -> dict[str, Any]:
        """Return the settings as they would be configured."""
        if not self.split:
            return {}
        flags = {key: getattr(self, key) for key in FLAGS}
        names = self.noun_share or list(self.entity_names)
        return {"split": self.split, "entity_names": names, **flags}


def parse_held_out(value: Any, splits: Collection[str]) -> HeldOut:
    """Return the typed form of ``dataset.held_out``; raises ConfigError."""
    path = "dataset.held_out"
    settings = mapping(value, path, KEYS)
    if not settings:
        return HeldOut()
    names = settings.get("entity_names", ())
    share = names if isinstance(names, float) else 0.0
    if share:
        names = ()
        if not 0 < share < 1:
            raise ConfigError(
                f"{path}.entity_names must be a share above 0 and below 1, not {share:g}."
            )
    check_type(names, list[str], f"{path}.entity_names")
    held = HeldOut(
        split=one_of(settings.get("split", "test"), f"{path}.split", tuple(splits)),
        entity_names=tuple(sorted({name.lower() for name in names})),
        noun_share=share,
        **{key: flag(settings.get(key, False), f"{path}.{key}") for key in FLAGS},
    )
    if len(splits) == 1:
        raise ConfigError(f"{path} needs a second split to hold something out from.")
    return held


def check_disjoint(held: HeldOut, mixtures: Mapping[str, Sequence[Distribution]]) -> None:
    """Raise ConfigError where ``mixtures`` let a held-out level, theme or noun into two splits."""
    shared_out = any(
        "noun_share" in dict(member.grammar) for mixture in mixtures.values() for member in mixture
    )
    if held.noun_share and shared_out:
        raise ConfigError(
            "grammar.noun_share and a share for dataset.held_out.entity_names are set both; the"
            " latter decides which nouns a split has."
        )
    others = {split: mixture for split, mixture in mixtures.items() if split != held.split}
    for kind, values_of in {"levels": _levels, "themes": _themes}.items():
        if not getattr(held, kind):
            continue
        own = [value for member in mixtures[held.split] for value in values_of(member)]
        for split, mixture in others.items():
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
    return [f"theme {theme}" for theme in member.themes]
