"""The cook: performs the shortest walk with everything that there is to do on the way."""

__all__ = ["Task", "cook"]

from collections.abc import Sequence
from dataclasses import dataclass

from twbench.challenges.cooking.recipe import Ingredient
from twbench.challenges.cooking.route import Floor, shortest_walk
from twbench.challenges.cooking.world import RECIPE, CookingWorld
from twbench.generator.knowledge.fact_sets import Numbering
from twbench.generator.knowledge.roles import (
    INVENTORY,
    OPPOSITES,
    PLAYER,
    ROOM,
    THE_INVENTORY,
    THE_PLAYER,
)
from twbench.logic import Action, Variable

_DEVICES = {"fried": "stove", "roasted": "oven", "grilled": "toaster"}
_BLADES = {"sliced": "slice", "diced": "dice", "chopped": "chop"}


@dataclass(frozen=True, slots=True)
class Task:
    """What is to be done: with which foods, where the player is, and what is left to do to them.

    ``knife`` is None if nothing is to be cut, ``others`` is what the player carries besides.
    """

    recipe: Sequence[Ingredient]
    foods: Sequence[Variable]
    meal: Variable
    start: Variable
    others: Sequence[Variable]
    knife: Variable | None
    is_to_be_cooked: bool


def cook(world: CookingWorld, task: Task) -> list[Action]:
    """Return the fewest actions from the start to the meal, eaten."""
    return _Cook(world, task).actions_to_meal()


class _Cook:
    """Keeps track of what has been done so far.

    Entities are compared by identity: equal variables are the same object.
    """

    def __init__(self, world: CookingWorld, task: Task):
        self.world = world
        self.task = task
        self.actions: list[Action] = []
        self.rooms = [world.things[room.name] for room in world.house.rooms]
        self.kitchen = self.rooms[0]
        self.here = task.start
        self.places: dict[Variable, Variable] = dict(world.places)
        self.shut = set(world.shut)
        self.load = world.load
        self.wanted = dict(zip(task.foods, task.recipe, strict=True))
        self.uncut = set(task.foods) if task.knife else set()
        self.uncooked = set(task.foods) if task.is_to_be_cooked else set()
        self.devices = {
            kind: (thing, world.things[furniture.room])
            for furniture in world.house.furniture
            for kind in _DEVICES.values()
            if (thing := world.things[furniture.name]).type == kind
        }
        self.furniture_rooms = {
            world.things[furniture.name]: world.things[furniture.room]
            for furniture in world.house.furniture
        }
        # By the rooms on this side and on the other: the door, if there is one, and the direction.
        self.passages: dict[tuple[Variable, Variable], tuple[Variable | None, str]] = {}
        for passage in world.house.passages:
            here, there = world.things[passage.here], world.things[passage.there]
            door = world.things[passage.door] if passage.door else None
            self.passages[here, there] = door, passage.way
            self.passages[there, here] = door, OPPOSITES[passage.way]

    def actions_to_meal(self) -> list[Action]:
        walk = shortest_walk(self._floor())
        if self.world.capacity is not None:
            for thing in self.task.others:
                self._put_down(thing)
        self._use_room()
        for number in walk[1:]:
            self._go(self.rooms[number])
            self._use_room()
        self._prepare()
        self._act("eat", f=self.task.meal, **self._slots(-1))
        return self.actions

    def _is_tight(self) -> bool:
        """Whether the knife has no place beside all ingredients."""
        capacity = self.world.capacity
        return bool(self.uncut) and capacity is not None and capacity <= len(self.task.foods)

    def _floor(self) -> Floor:
        """Return what matters to the walk."""
        number = {room: index for index, room in enumerate(self.rooms)}
        doors: Numbering[Variable] = Numbering()
        foods = Numbering(self.task.foods)
        ways: list[list[tuple[int, int]]] = [[] for _ in self.rooms]
        for (here, there), (door, _) in self.passages.items():
            bit = doors.bit(door) if door in self.shut and door else 0
            ways[number[here]].append((number[there], bit))
        finds: dict[int, int] = {}
        held = grilled = 0
        for food in self.task.foods:
            bit = foods.bit(food)
            place = self.places[food]
            if place is THE_INVENTORY:
                held |= bit
            else:
                room = number[self._room_of(place)]
                finds[room] = finds.get(room, 0) | bit
            if food in self.uncooked and self._device_for(food)[1] is not self.kitchen:
                grilled |= bit
        return Floor(
            ways=ways,
            finds=finds,
            held=held,
            everything=foods.everything,
            start=number[self.here],
            grilled=grilled,
            grill=number[self.devices["toaster"][1]] if grilled else -1,
            tight=self._is_tight(),
        )

    def _room_of(self, place: Variable) -> Variable:
        return self.furniture_rooms.get(place, place)

    def _device_for(self, food: Variable) -> tuple[Variable, Variable]:
        """Return what to cook a food with, and the room where that is."""
        return self.devices[_DEVICES[self.wanted[food].preparation.cooking]]

    def _held(self) -> list[Variable]:
        return [food for food in self.task.foods if self.places[food] is THE_INVENTORY]

    def _use_room(self) -> None:
        """Do whatever can be done here."""
        knife = self.task.knife
        missing = [food for food in self.task.foods if self.places[food] is not THE_INVENTORY]
        if (
            knife
            and self.uncut
            and self.here is self.kitchen
            and self.places[knife] is not THE_INVENTORY
        ):
            if self._is_full():
                self._cut_one_by_one(knife)
            else:
                self._pick_up(knife)
        self._cut_what_is_held()
        for food in missing:
            if self._room_of(self.places[food]) is self.here:
                self._collect(food)
        for food in self._held():
            if food in self.uncooked and self._device_for(food)[1] is self.here:
                self._cook(food)

    def _is_full(self) -> bool:
        return self.load == self.world.capacity

    def _collect(self, food: Variable) -> None:
        """Take a food and cut it; if that takes too many hands, another one makes place for it."""
        knife = self.task.knife
        if knife and self._is_full() and self.places[knife] is THE_INVENTORY:
            other = self._held()[0]
            self._put_down(other)
            self._pick_up(food)
            self._cut_what_is_held()
            self._put_down(knife)
            self._pick_up(other)
            return
        self._pick_up(food)
        self._cut_what_is_held()

    def _cut_one_by_one(self, knife: Variable) -> None:
        """Cut everything, coming to the knife with both hands full."""
        first, second = self._held()[:2]
        self._put_down(first)
        self._pick_up(knife)
        self._cut_what_is_held()
        self._put_down(second)
        self._pick_up(first)
        self._cut_what_is_held()
        self._put_down(knife)
        self._pick_up(second)

    def _cut_what_is_held(self) -> None:
        knife = self.task.knife
        if knife is None or self.places[knife] is not THE_INVENTORY:
            return
        for food in self._held():
            if food in self.uncut:
                self._act(_BLADES[self.wanted[food].preparation.cutting], f=food, o=knife)
                self.uncut.remove(food)

    def _cook(self, food: Variable) -> None:
        device, _ = self._device_for(food)
        before = "needs_cooking" if self.wanted[food].food.needs_cooking else "raw"
        self._act(f"cook/{device.type}/cooked/{before}", f=food, **{device.type: device})
        self.uncooked.remove(food)

    def _prepare(self) -> None:
        foods = {"f" + "'" * number: food for number, food in enumerate(self.task.foods)}
        self._act(
            f"make/recipe/{len(foods)}",
            meal=self.task.meal,
            RECIPE=RECIPE,
            **foods,
            **self._slots(1 - len(foods)),
        )
        self.load += 1 - len(foods)

    def _go(self, room: Variable) -> None:
        door, way = self.passages[self.here, room]
        if door in self.shut and door:
            self._act("open/d", d=door, **{"r'": room})
            self.shut.remove(door)
        self._act(f"go/{way}", **{"r'": room})
        self.here = room

    def _pick_up(self, thing: Variable) -> None:
        place = self.places[thing]
        if place in self.shut:
            self._act("open/c", c=place)
            self.shut.remove(place)
        rule = "take" if place.type == ROOM else f"take/{place.type}"
        self._act(rule, o=thing, **{place.type: place}, **self._slots(1))
        self.places[thing] = THE_INVENTORY
        self.load += 1

    def _put_down(self, thing: Variable) -> None:
        self._act("drop", o=thing, **self._slots(-1))
        self.places[thing] = self.here
        self.load -= 1

    def _slots(self, change: int) -> dict[str, Variable]:
        """Return the slots that a rule names: for the load before, and after every change."""
        if self.world.capacity is None:
            return {}
        sign = 1 if change > 0 else -1
        return {
            "slot" + "'" * number: Variable(f"slot_{self.load + sign * number}", "slot")
            for number in range(abs(change) + 1)
        }

    def _act(self, rule_name: str, **others: Variable) -> None:
        known = {PLAYER: THE_PLAYER, INVENTORY: THE_INVENTORY, ROOM: self.here, **others}
        self.actions.append(self.world.kb.rules[rule_name].of_names(known))
