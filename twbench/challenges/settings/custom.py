"""The settings of custom."""

__all__ = ["CUSTOM", "Custom"]

from dataclasses import dataclass, field

from twbench.challenges.registry import Challenge, maker_in, register
from twbench.errors import ConfigError
from twbench.generator.making.quest_limits import (
    MOST_COMMANDS,
    MOST_PARALLEL,
    check_searchable,
)
from twbench.whole_numbers import settle

_LIMITS = ("length", "breadth", "depth")
_ROOM_FOR = {"world_size": 1000, "nb_objects": 1000}
"""How many are accepted of what takes room in a story: it has room for fewer."""


@dataclass(frozen=True, slots=True)
class Custom:
    """Settings: those of TextWorld's ``tw-make custom``.

    ``quest_length`` and ``quest_breadth`` stand for both of their limits, and the limits are
    ignored then; so is the one of the depth if ``quest_length`` is given. Raises ConfigError for
    numbers below 1, more than 1,000 rooms or objects, more than 50 parallel quests, quests of more
    than 150 commands, and limits out of order.
    """

    world_size: int = field(
        default=5, metadata={"help": "number of rooms", "elsewhere": "nb_rooms"}
    )
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
            if given:
                settle(self, name, least)
                _check_most(name, getattr(self, name))
        for name in _LIMITS:
            low = getattr(self, f"quest_min_{name}")
            high = getattr(self, f"quest_max_{name}")
            if low > high:
                raise ConfigError(
                    f"quest_min_{name} must not be above quest_max_{name}, but {low} > {high}."
                )


def _check_most(name: str, value: int) -> None:
    """Raise ConfigError for what no story has room for, or no search finds."""
    room = _ROOM_FOR.get(name)
    if room is None:
        check_searchable(
            name, value, MOST_PARALLEL if name == "nb_parallel_quests" else MOST_COMMANDS
        )
    elif value > room:
        raise ConfigError(
            f"{name} must be at most {room}, not {value}: no story has room for that much."
        )


CUSTOM = register(
    Challenge(
        name="custom",
        description="Rooms, objects and quests in the numbers asked for.",
        settings=Custom,
        make=maker_in("twbench.challenges.custom", "custom_in_parts"),
    )
)
