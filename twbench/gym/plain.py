"""What an environment is made of, as plain values and back: what a specification writes as JSON.

```
text = gymnasium.spec(env_id).to_json()           # or that of an environment: env.spec
env = gymnasium.make(EnvSpec.from_json(text))     # the same games, in another process too
```

Games are their paths, or the folder and the split of a dataset; requests are the arguments of
`EnvInfos`, and a space of texts is those of `gymnasium.spaces.Text`.
"""

__all__ = ["GivenGames", "GivenInfos", "PlainSpec", "as_games", "as_infos"]

import os
from collections.abc import Iterable, Mapping
from dataclasses import fields
from enum import Enum
from typing import Any, Self

from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Text

from twbench.core import EnvInfos
from twbench.core.infos import checked_infos
from twbench.errors import ConfigError
from twbench.gym.games import GameFiles, GamePath, Games

GivenGames = Games | Iterable[GamePath] | GamePath | Mapping[str, str]
"""One file, several, games already, or a dataset: ``{"dataset": FOLDER, "split": NAME}``."""
GivenInfos = EnvInfos | Mapping[str, Any]
"""What infos tell: a request, or its arguments."""
_OF_A_DATASET = {"dataset", "split"}


class PlainSpec(EnvSpec):
    """A specification of Gymnasium's that can be written as JSON, whatever its games are."""

    @classmethod
    def of(cls, spec: EnvSpec) -> Self:
        """Return one that says the same."""
        return cls(**_given(spec))

    def to_json(self) -> str:
        """Return JSON, of which `EnvSpec.from_json` makes a specification again.

        Raises TypeError or ValueError, as Gymnasium does, for arguments that are functions or other
        objects of the user's own.
        """
        return EnvSpec(**{**_given(self), "kwargs": _plain(self.kwargs)}).to_json()


def as_games(given: GivenGames) -> Games:
    """Return the games that somebody has named.

    Raises ConfigError if no game is named, InputError for games that do not exist.
    """
    if isinstance(given, Games):
        return given
    if isinstance(given, str | os.PathLike):
        return GameFiles([given])
    if isinstance(given, Mapping):
        if set(given) != _OF_A_DATASET:
            raise ConfigError(
                f"A dataset's games are such as {{'dataset': FOLDER, 'split': NAME}}, not {given}."
            )
        # Only where it is needed, since datasets are tables, whose library takes long to load.
        from twbench.gym.dataset_games import DatasetGames

        return DatasetGames(given["dataset"], given["split"])
    return GameFiles(given)


def as_infos(given: GivenInfos | None) -> EnvInfos:
    """Return a copy of what is requested, or what a mapping requests; see `checked_infos`."""
    return EnvInfos(**given) if isinstance(given, Mapping) else checked_infos(given)


def _given(spec: EnvSpec) -> dict[str, Any]:
    """Return the arguments that ``spec`` was made with."""
    return {part.name: getattr(spec, part.name) for part in fields(spec) if part.init}


def _plain(value: Any) -> Any:
    """Return what JSON can say of an argument; what it cannot is left to Gymnasium to refuse."""
    if isinstance(value, Games):
        return value.plain
    if isinstance(value, EnvInfos):
        return {**dict.fromkeys(value.basics, True), "extras": list(value.extras)}
    if isinstance(value, Text):
        return {
            "max_length": value.max_length,
            "min_length": value.min_length,
            "charset": "".join(value.character_list),
        }
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, dict):
        return {name: _plain(inner) for name, inner in value.items()}
    return value
