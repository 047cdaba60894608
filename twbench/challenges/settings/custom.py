"""The settings of custom."""

__all__ = ["CUSTOM", "Custom"]

from dataclasses import dataclass, field

from twbench.challenges.registry import Challenge, maker_in, register
from twbench.errors import ConfigError

_LIMITS = ("length", "breadth", "depth")
_MOST = 1000
"""Of rooms and of objects a story has room for fewer; of all else, games of more take too long."""


@dataclass(frozen=True, slots=True)
class Custom:
    """Settings: those of TextWorld's ``tw-make custom``.

    ``quest_length`` and ``quest_breadth`` stand for both of their limits, and the limits are
    ignored then; so is the one of the depth if ``quest_length`` is given. Raises ConfigError for
    numbers below 1 or above 1,000 and limits out of order.
    """

    world_size: int = field(default=5, metadata={"help": "number of rooms"})
    nb_objects: int = field(default=10, metadata={"help": "number of objects in them"})
    nb_parallel_quests: int = field(
        default=1, metadata={"help": "number of quests, to be done in any order"}
    )
    quest_length: int | None = field(
        default=None, metadata={"help": "number of commands of a quest, all of its limits"}
    )
    quest_breadth: int | None = field(
        default=None, metadata={"help": "number of subquests of a quest, both of its limits"}
    )
    quest_min_length: int = field(default=1, metadata={"help": "fewest commands of a quest"})
    quest_max_length: int = field(default=5, metadata={"help": "most commands of a quest"})
    quest_min_breadth: int = field(default=1, metadata={"help": "fewest subquests of a quest"})
    quest_max_breadth: int = field(default=5, metadata={"help": "most subquests of a quest"})
    quest_min_depth: int = field(default=1, metadata={"help": "fewest commands of a subquest"})
    quest_max_depth: int = field(default=5, metadata={"help": "most commands of a subquest"})

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            least = 0 if name == "nb_objects" else 1
            given = value is not None or name not in ("quest_length", "quest_breadth")
            if given and (not isinstance(value, int) or isinstance(value, bool) or value < least):
                raise ConfigError(
                    f"{name} must be a whole number of at least {least}, not {value!r}."
                )
            if given and value > _MOST:
                raise ConfigError(
                    f"{name} must be at most {_MOST}, not {value}: no story has room for that much."
                )
        for name in _LIMITS:
            low = getattr(self, f"quest_min_{name}")
            high = getattr(self, f"quest_max_{name}")
            if low > high:
                raise ConfigError(
                    f"quest_min_{name} must not be above quest_max_{name}, but {low} > {high}."
                )


CUSTOM = register(
    Challenge(
        name="custom",
        description="Rooms, objects and quests in the numbers asked for.",
        settings=Custom,
        make=maker_in("twbench.challenges.custom", "make_custom"),
    )
)
