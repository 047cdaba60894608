"""The settings of simple."""

__all__ = ["SIMPLE", "Simple"]

from dataclasses import dataclass, field
from typing import Literal

from twbench.challenges.registry import Challenge, maker_in, register
from twbench.errors import ConfigError, nearest

Rewards = Literal["dense", "balanced", "sparse"]
Goal = Literal["detailed", "brief", "none"]

_CHOICES = {"rewards": ("dense", "balanced", "sparse"), "goal": ("detailed", "brief", "none")}


@dataclass(frozen=True, slots=True)
class Simple:
    """Settings: how often there are ``rewards``, what is told of the ``goal``, and ``test``.

    ``rewards`` are ``dense`` (almost each step of the way), ``balanced`` (its stages) or ``sparse``
    (its end). The ``goal`` is told step by step (``detailed``), in a sentence (``brief``), or not
    at all (``none``; there is a note in the house). ``test`` games have food whose name occurs in
    no other. Raises ConfigError for anything else.
    """

    rewards: Rewards = field(metadata={"help": "for nearly each step, for stages, or for the end"})
    goal: Goal = field(metadata={"help": "told step by step, in a sentence, or not at all"})
    test: bool = field(default=False, metadata={"help": "food whose name occurs in no other game"})

    def __post_init__(self) -> None:
        for name, allowed in _CHOICES.items():
            value = getattr(self, name)
            if value not in allowed:
                raise ConfigError(
                    f"{name} must be one of {', '.join(allowed)}, not {value!r}."
                    f"{nearest(str(value), allowed)}"
                )
        if not isinstance(self.test, bool):
            raise ConfigError(f"test must be true or false, not {self.test!r}.")


SIMPLE = register(
    Challenge(
        name="simple",
        description="Find the right food in a house of six rooms and cook it.",
        settings=Simple,
        make=maker_in("twbench.challenges.simple", "simple_in_parts"),
    )
)
