"""Foods, what can be done to them, and which of that the games of each split know.

As in TextWorld, two things are held out. Some foods occur in validation games only, others in test
games only. And of the preparations of the foods that all games share, a part each is kept for the
recipes of validation games and of test games.
"""

__all__ = ["COOKING", "CUTTING", "FOODS", "Food", "Preparation"]

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from twbench.challenges.settings.cooking import SPLITS, Split

COOKING = ("raw", "fried", "roasted", "grilled")
"""How food may be cooked, as predicates; the first is how it is before."""
CUTTING = ("uncut", "sliced", "diced", "chopped")
"""How food may be cut, as predicates; the first is how it is before."""

_HELD_OUT_SHARE = 5  # one preparation in five is for validation games alone, and one for test games


class Preparation(NamedTuple):
    """What a recipe wants of an ingredient: one of `COOKING` and one of `CUTTING`."""

    cooking: str
    cutting: str


@dataclass(frozen=True, eq=False)
class Food:
    """A kind of food: one of `FOODS`.

    ``places`` names the furniture and rooms it may be found in; ``split`` the only one it occurs
    in beside the games of no split, ``train`` standing for all. ``article`` is empty for a or an.
    """

    name: str
    places: tuple[str, ...]
    cuttable: bool = True
    cookable: bool = True
    needs_cooking: bool = False
    drinkable: bool = False
    split: Split = "train"
    article: str = ""

    @cached_property
    def preparations(self) -> tuple[Preparation, ...]:
        """What a recipe may want of it."""
        cooking = COOKING if self.cookable else COOKING[:1]
        cutting = CUTTING if self.cuttable else CUTTING[:1]
        return tuple(
            Preparation(how, shape)
            for how in (cooking[1:] if self.needs_cooking else cooking)
            for shape in cutting
        )

    @cached_property
    def noun(self) -> str:
        """The last word of its name."""
        return self.name.rsplit(" ", 1)[-1]

    def occurs_in(self, split: Split | None) -> bool:
        """Whether games of a split may have it; None stands for games of no split."""
        return split in (None, self.split) or self.split == "train"

    def preparations_in(self, split: Split | None) -> tuple[Preparation, ...]:
        """Return what the recipes of games of a split may want of it."""
        if not self.occurs_in(split):
            return ()
        if split is None or self.split != "train":
            return self.preparations
        return self._shared_out[split]

    @cached_property
    def _shared_out(self) -> dict[Split, tuple[Preparation, ...]]:
        """The preparations of a food of all games, by the split that they belong to."""
        return {
            split: tuple(p for p in self.preparations if self._split_of(p) == split)
            for split in SPLITS
        }

    def _split_of(self, preparation: Preparation) -> Split:
        """Return the split that a preparation of a food of all games belongs to."""
        if len(self.preparations) < _HELD_OUT_SHARE:
            return "train"
        # Shifted from food to food, so that not the same preparations are held out of all.
        number = self.preparations.index(preparation) + FOODS.index(self)
        part = number % _HELD_OUT_SHARE
        return "valid" if part == 0 else "test" if part == 1 else "train"


_COLD = ("fridge",)
_COLD_OR_SOLD = ("fridge", "display case")
_GROWN = ("counter", "garden")
_GROWN_OR_COLD = ("fridge", "counter", "garden")
_STORED = ("shelf",)


def _potato(name: str, split: Split = "train") -> Food:
    return Food(f"{name} potato", _GROWN, needs_cooking=True, split=split)


def _fruit(name: str, split: Split = "train") -> Food:
    return Food(name, _GROWN, split=split)


def _vegetable(name: str, split: Split = "train") -> Food:
    return Food(name, _GROWN_OR_COLD, split=split)


def _herb(name: str, split: Split = "train") -> Food:
    return Food(name, ("fridge", "garden"), cookable=False, split=split, article="some")


def _steak(name: str, split: Split = "train") -> Food:
    return Food(name, _COLD_OR_SOLD, needs_cooking=True, split=split)


def _whole(name: str, split: Split = "train") -> Food:
    return Food(name, _COLD, cuttable=False, needs_cooking=True, split=split)


def _store(name: str, drinkable: bool = False) -> Food:
    places = _COLD if drinkable else _STORED
    return Food(name, places, cuttable=False, cookable=False, drinkable=drinkable)


FOODS = (
    _potato("red"),
    _potato("yellow"),
    _potato("purple", "test"),
    _vegetable("red onion"),
    _vegetable("white onion"),
    _vegetable("yellow onion", "valid"),
    _vegetable("red bell pepper"),
    _vegetable("yellow bell pepper"),
    _vegetable("green bell pepper", "valid"),
    _vegetable("orange bell pepper", "test"),
    _vegetable("red hot pepper"),
    _vegetable("green hot pepper"),
    _vegetable("carrot"),
    _vegetable("parsnip"),
    _vegetable("zucchini"),
    _vegetable("leek", "valid"),
    _vegetable("eggplant", "test"),
    _vegetable("lettuce"),
    _fruit("tomato"),
    _fruit("banana"),
    _fruit("red apple"),
    _fruit("green apple", "test"),
    _fruit("yellow apple", "valid"),
    _herb("parsley"),
    _herb("basil", "test"),
    _herb("cilantro", "valid"),
    Food("block of cheese", _COLD_OR_SOLD),
    Food("wedge of feta", _COLD_OR_SOLD, split="valid"),
    Food("slab of tofu", _COLD_OR_SOLD, split="test"),
    _steak("pork chop"),
    _steak("lamb chop"),
    _steak("red tuna"),
    _steak("white tuna", "valid"),
    _steak("salmon", "test"),
    _whole("chicken breast"),
    _whole("chicken leg", "valid"),
    _whole("chicken wing", "test"),
    _whole("egg"),
    _store("carton of milk", drinkable=True),
    _store("bag of flour"),
    _store("bag of sugar"),
    _store("jar of honey"),
)
"""All foods; their order matters to what is held out."""
