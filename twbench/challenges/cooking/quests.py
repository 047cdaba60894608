"""The quests: what gives a point, and what loses the game."""

__all__ = ["quests_of"]

from collections.abc import Iterator, Sequence

from twbench.challenges.cooking.foods import COOKING, CUTTING
from twbench.challenges.cooking.recipe import Ingredient
from twbench.challenges.cooking.world import CookingWorld
from twbench.generator.games.game import Event, Quest
from twbench.generator.knowledge.roles import THE_INVENTORY
from twbench.logic import Action, Proposition, Variable


def quests_of(
    recipe: Sequence[Ingredient],
    foods: Sequence[Variable],
    meal: Variable,
    actions: Sequence[Action],
    world: CookingWorld,
) -> Iterator[Quest]:
    """Yield the quests of a game, given the actions that complete them all.

    What is true at the start is no quest. Each ingredient has one that can only be lost (it must
    not burn), one to take it, and one each about how it is cooked and cut; those two can only be
    lost where nothing is left to do.
    """
    ends: dict[Proposition, int] = {}
    for end, action in enumerate(actions, start=1):
        for fact in action.added:
            ends.setdefault(fact, end)

    def quest(goal: Proposition, dangers: Sequence[Proposition]) -> Quest:
        fails = [Event(conditions=[danger]) for danger in dangers]
        end = ends.get(goal)
        if end is None:
            return Quest(fail_events=fails, desc="")
        return Quest([Event(actions[:end], [goal])], fails, desc="")

    for ingredient, food in zip(recipe, foods, strict=True):
        yield Quest(fail_events=[Event(conditions=[_fact("burned", food)])], desc="")
        held = _fact("in", food, THE_INVENTORY)
        if world.places[food] != THE_INVENTORY:
            yield quest(held, [])
        for ways, wanted in zip((COOKING, CUTTING), ingredient.preparation, strict=True):
            others = [way for way in ways[1:] if way != wanted]
            yield quest(_fact(wanted, food), [_fact(one, food) for one in ("consumed", *others)])
    yield quest(_fact("in", meal, THE_INVENTORY), [_fact("consumed", food) for food in foods])
    yield quest(_fact("consumed", meal), [])


def _fact(name: str, *arguments: Variable) -> Proposition:
    return Proposition(name, arguments)
