"""The world of a game: the house as facts, and the food in it."""

__all__ = ["CookingWorld", "knowledge_base"]

from collections.abc import Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

from twbench.challenges.cooking.foods import COOKING, CUTTING, Food
from twbench.challenges.cooking.house import House
from twbench.challenges.cooking.recipe import Ingredient
from twbench.challenges.cooking.words import COOKING_WORDS
from twbench.challenges.world_draft import WorldDraft
from twbench.generator import data
from twbench.generator.data import KnowledgeBase
from twbench.generator.knowledge.roles import ROOM, THE_INVENTORY, THE_PLAYER
from twbench.generator.worlds.world import connect
from twbench.logic import GameLogic, Variable

RECIPE = Variable("RECIPE")
_OWN = Path(__file__).parent / "logic"
_COMMON = Path(data.__file__).parent / "logic"
_REPLACED = ("food", "inventory")


@cache
def knowledge_base(is_limited: bool) -> KnowledgeBase:
    """Return the logic of cooking and its words, with the text grammars of twbench.

    Hands hold as much as they like, unless the load ``is_limited``.
    """
    load = "limited_load" if is_limited else "any_load"
    common = [path for path in sorted(_COMMON.glob("*.twl")) if path.stem not in _REPLACED]
    own = [_OWN / f"{name}.twl" for name in ("food", "heat", "recipe", load)]
    return KnowledgeBase(GameLogic.load([*common, *own]), phrasebook=COOKING_WORDS)


class CookingWorld(WorldDraft):
    """A world under construction: rooms, doors, furniture, food, knife and cookbook.

    Attributes:
        shut: the doors and containers that are closed.
        load: how many things the player carries.
        capacity: how many things the player can carry; None if there is no limit.

    """

    def __init__(self, house: House, is_shut: bool, capacity: int | None):
        super().__init__(knowledge_base(capacity is not None))
        self.house = house
        self.capacity = capacity
        self.shut: set[Variable] = set()
        self.load = 0
        for room in house.rooms:
            self.new(ROOM, room.name)
        for passage in house.passages:
            self._connect(passage.here, passage.way, passage.there, passage.door, is_shut)
        for name, kind, room_name in house.furniture:
            thing = self.new(kind, name)
            self.state("at", thing, self.things[room_name])
            if "c" in self.kb.lineage(kind):
                self._open_or_shut(thing, is_shut)

    def put(self, thing: Variable, place: Variable) -> None:
        """Put a thing somewhere; what the player has counts as load."""
        super().put(thing, place)
        self.load += place == THE_INVENTORY

    def set_player(self, room: Variable) -> None:
        """Put the player into a room; everything carried has to be put there before."""
        self.state("at", THE_PLAYER, room)
        if self.capacity is not None:
            slots = [self.new("slot") for _ in range(self.capacity + 1)]
            for slot, following in pairwise(slots):
                self.state("next", slot, following)
            self.state("carrying", slots[self.load])

    def add_food(
        self, food: Food, cooking: str = COOKING[0], cutting: str = CUTTING[0]
    ) -> Variable:
        """Return a new piece of food without a place, cooked and cut as told."""
        thing = self.new("f", food.name)
        if food.drinkable:
            self.state("drinkable", thing)
        if food.cuttable:
            self.state("cuttable", thing)
            self.state(cutting, thing)
        if food.cookable:
            self.state("cookable", thing)
        if cooking != COOKING[0]:
            self.state("cooked", thing)
            self.state(cooking, thing)
        elif food.cookable:
            self.state("needs_cooking" if food.needs_cooking else "raw", thing)
        if not food.drinkable:
            is_edible = cooking != COOKING[0] or not food.needs_cooking
            self.state("edible" if is_edible else "inedible", thing)
        return thing

    def add_recipe(self, recipe: Sequence[Ingredient], bases: Sequence[Variable]) -> Variable:
        """Add what the recipe wants of the foods it is based on, and return the meal."""
        meal = self.new("meal", "meal")
        self.state("out", meal, RECIPE)
        self.state("cooking_location", self.things["kitchen"], RECIPE)
        for number, (ingredient, base) in enumerate(zip(recipe, bases, strict=True), start=1):
            entity = self.new("ingredient")
            self.state("in", entity, RECIPE)
            self.state("base", base, entity)
            self.state(ingredient.preparation.cooking, entity)
            self.state(ingredient.preparation.cutting, entity)
            self.state(f"ingredient_{number}", base)
        self.state("last_ingredient", bases[-1])
        return meal

    def _connect(self, here: str, way: str, there: str, door: str | None, is_shut: bool) -> None:
        room, other = self.things[here], self.things[there]
        if door is None:
            self.facts += connect(room, way, other)
            return
        entity = self.new("d", door)
        linked = connect(room, way, other, entity)
        self.facts += [fact for fact in linked if fact.name != "free" or not is_shut]
        self._open_or_shut(entity, is_shut)

    def _open_or_shut(self, thing: Variable, is_shut: bool) -> None:
        self.state("closed" if is_shut else "open", thing)
        if is_shut:
            self.shut.add(thing)
