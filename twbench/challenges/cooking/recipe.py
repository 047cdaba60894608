"""The recipe: which ingredients, how they are to be cooked and cut, and the page that tells."""

__all__ = ["Ingredient", "draw_others", "draw_recipe", "recipe_page"]

from collections.abc import Collection, Sequence, Set
from functools import lru_cache
from typing import NamedTuple

from twbench.challenges.cooking.foods import FOODS, Food, Preparation
from twbench.challenges.settings.cooking import Split
from twbench.errors import GenerationError
from twbench.seeding import Rng

_VERBS = {
    "fried": "fry",
    "roasted": "roast",
    "grilled": "grill",
    "sliced": "slice",
    "diced": "dice",
    "chopped": "chop",
}
_TITLES = (
    "Cook's Comfort",
    "Friday's Plate",
    "Grandmother's Secret",
    "Quick and Good",
    "Sunday Best",
    "The Long Way Round",
    "Winter Warmer",
    "Without Fuss",
)
_ALIKE = 0.5  # how often a food that no recipe asks for resembles one that it does


class Ingredient(NamedTuple):
    """A food, and what the recipe wants of it."""

    food: Food
    preparation: Preparation


def draw_recipe(
    count: int,
    split: Split | None,
    cooking: Collection[str],
    cutting: Collection[str],
    places: Set[str],
    rng: Rng,
) -> list[Ingredient]:
    """Draw ``count`` ingredients that may lie in ``places``, with preparations of ``split``.

    The recipe wants them cooked and cut in one of the ways given.
    """
    possible = [
        (food, preparations)
        for food, preparations in _prepared(split, tuple(cooking), tuple(cutting))
        if not places.isdisjoint(food.places)
    ]
    if len(possible) < count:
        raise GenerationError(f"There are only {len(possible)} foods for a recipe of {count}.")
    return [
        Ingredient(food, rng.choice(preparations))
        for food, preparations in rng.sample(possible, count)
    ]


@lru_cache(maxsize=64)
def _prepared(
    split: Split | None, cooking: tuple[str, ...], cutting: tuple[str, ...]
) -> list[tuple[Food, list[Preparation]]]:
    """Return the foods that recipes of a split may want in some of these ways, and in which."""
    found = []
    for food in FOODS:
        preparations = [
            preparation
            for preparation in food.preparations_in(split)
            if preparation.cooking in cooking and preparation.cutting in cutting
        ]
        if preparations:
            found.append((food, preparations))
    return found


def draw_others(
    count: int, recipe: Sequence[Ingredient], split: Split | None, places: Set[str], rng: Rng
) -> list[Food]:
    """Draw ``count`` foods that the recipe does not ask for and that may lie in ``places``.

    Many of them are easily mistaken for an ingredient: a red onion for a white one.
    """
    asked = [ingredient.food for ingredient in recipe]
    left = [
        food
        for food in _occurring(split)
        if not places.isdisjoint(food.places) and food not in asked
    ]
    nouns = {food.noun for food in asked}
    alike = [food for food in left if food.noun in nouns]
    drawn: list[Food] = []
    while left and len(drawn) < count:
        food = rng.choice(alike if alike and rng.chance(_ALIKE) else left)
        left.remove(food)
        if food in alike:
            alike.remove(food)
        drawn.append(food)
    return drawn


@lru_cache(maxsize=16)
def _occurring(split: Split | None) -> tuple[Food, ...]:
    return tuple([food for food in FOODS if food.occurs_in(split)])


def recipe_page(recipe: Sequence[Ingredient], rng: Rng) -> str:
    """Return the page of the cookbook: a title, the ingredients, and what to do in which order."""
    lines = [rng.choice(_TITLES), "", "Ingredients:"]
    lines += [f"  {ingredient.food.name}" for ingredient in recipe]
    lines += ["", "Directions:"]
    for ingredient in recipe:
        for wanted in (ingredient.preparation.cutting, ingredient.preparation.cooking):
            if wanted in _VERBS:
                lines.append(f"  {_VERBS[wanted]} the {ingredient.food.name}")
    return "\n".join([*lines, "  prepare meal"])
