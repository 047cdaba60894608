"""The settings of cooking."""

__all__ = ["COOKING_CHALLENGE", "FLAGS", "SIZES", "SPLITS", "Cooking", "Split"]

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from twbench.challenges.registry import Challenge, maker_in, register
from twbench.errors import ConfigError, nearest
from twbench.whole_numbers import as_whole, settle

Split = Literal["train", "valid", "test"]
SPLITS: tuple[Split, ...] = ("train", "valid", "test")

SIZES = (1, 6, 9, 12)
"""How many rooms a house may have."""
_MAX_RECIPE = 5
FLAGS = ("open", "cook", "cut", "drop")


@dataclass(frozen=True, slots=True)
class Cooking:
    """Settings: those of TextWorld's ``tw-make tw-cooking``.

    Raises ConfigError, in one sentence, for values that do not fit.

    Attributes:
        recipe: number of ingredients, 1 to 5.
        take: how many of them are to be found, at most ``recipe``; the player holds the others.
        go: number of rooms: 1, 6, 9 or 12. Only houses of 9 and 12 rooms have a barbecue.
        open: whether doors and containers are closed at the start.
        cook: whether the ingredients are to be cooked; otherwise they have been, as the recipe
            wants it.
        cut: whether they are to be cut; otherwise they have been, as the recipe wants it.
        drop: whether the player can carry only as many things as there are ingredients; two at
            least where ``cut`` is set, because the knife is one.
        recipe_seed: seed of the recipe, which depends on the seed of the game as well.
        split: ``train``, ``valid`` or ``test``. Games of ``valid`` have recipes with foods that
            occur in no other split, or with foods of all splits to be prepared as in no other
            split; so have those of ``test``. None draws from all foods and preparations.

    """

    recipe: int = field(default=1, metadata={"help": "number of ingredients, 1 to 5"})
    take: int = field(
        default=0,
        metadata={"help": "number of ingredients to be found, at most that of the recipe"},
    )
    go: Literal[1, 6, 9, 12] = field(default=1, metadata={"help": "number of rooms"})
    open: bool = field(
        default=False, metadata={"help": "doors and containers are closed at the start"}
    )
    cook: bool = field(default=False, metadata={"help": "the ingredients are to be cooked"})
    cut: bool = field(default=False, metadata={"help": "the ingredients are to be cut"})
    drop: bool = field(
        default=False, metadata={"help": "hands hold only as many things as there are ingredients"}
    )
    recipe_seed: int = field(
        default=0, metadata={"help": "seed of the recipe, beside that of the game"}
    )
    split: Split | None = field(
        default=None, metadata={"help": "foods and preparations of one split only"}
    )

    def __post_init__(self) -> None:
        settle(self, "recipe", 1, _MAX_RECIPE)
        settle(self, "take", 0)
        if self.take > self.recipe:
            raise ConfigError(
                f"take must be at most recipe, which is {self.recipe}, not {self.take}."
            )
        settle(self, "recipe_seed", low=None)
        if as_whole(self.go) not in SIZES:
            raise ConfigError(f"go must be one of {_listed(SIZES)}, not {self.go!r}.")
        settle(self, "go")
        for name in FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise ConfigError(f"{name} must be true or false, not {getattr(self, name)!r}.")
        if self.split is not None and self.split not in SPLITS:
            raise ConfigError(
                f"split must be one of {_listed(SPLITS)} or be left out, not {self.split!r}."
                f"{nearest(str(self.split), SPLITS)}"
            )

    @property
    def capacity(self) -> int | None:
        """How many things the player can carry; None if there is no limit."""
        return max(self.recipe, 2 if self.cut else 1) if self.drop else None

    @property
    def max_score(self) -> int:
        """The points of a game: none of them depends on its seed."""
        return self.take + self.recipe * (self.cook + self.cut) + 2


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


COOKING_CHALLENGE = register(
    Challenge(
        name="cooking",
        description="Find the ingredients of a recipe, prepare them as it says, and eat the meal.",
        settings=Cooking,
        make=maker_in("twbench.challenges.cooking.challenge", "cooking_in_parts"),
    )
)
