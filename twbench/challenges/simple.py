"""A simple game: in a typical house, find the right food and cook it.

The house is always the same (docs: textworld.challenges, A Simple Game)::

                Bathroom
                    |
    Bedroom +--+ Kitchen +--+ Backyard
                    |             |
               Living Room     Garden

The player wakes up in the bedroom behind a locked door; its key is in the room. What differs from
game to game is which of six pieces of food is to be cooked, what they are called, and where the
key and a few other small things lie. Food is cooked by putting it on the stove, and lost by eating
it. The food to be cooked has a name of its own in test games, held out from all others.
"""

__all__ = ["SIMPLE", "Simple", "make"]

from collections.abc import Iterable, Sequence
from dataclasses import asdict

from twbench.challenges.settings.simple import SIMPLE, Simple
from twbench.challenges.textworld_calls import maker
from twbench.challenges.world_draft import WorldDraft
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Event, Game, GameOptions, Quest
from twbench.generator.knowledge.roles import (
    INVENTORY,
    OPPOSITES,
    PLAYER,
    ROOM,
    THE_INVENTORY,
    THE_PLAYER,
)
from twbench.generator.making.make import make_grammar
from twbench.generator.texts import guidance_levels
from twbench.generator.worlds.world import World, connect
from twbench.hashing import content_id
from twbench.logic import Action, Proposition, Variable
from twbench.seeding import Rng
from twbench.system.parts import Parts

_ROOMS = {
    "bedroom": "rest",
    "kitchen": "cook",
    "living room": "rest",
    "bathroom": "clean",
    "backyard": "storage",
    "garden": "storage",
}
_PASSAGES = (
    ("bedroom", "east", "kitchen", "oak door"),
    ("kitchen", "south", "living room", None),
    ("kitchen", "north", "bathroom", None),
    ("kitchen", "east", "backyard", "patio door"),
    ("backyard", "south", "garden", None),
)
_DOORS = {"oak door": "locked", "patio door": "closed"}
_CONTAINERS = {
    "wardrobe": "bedroom",
    "wooden chest": "bedroom",
    "fridge": "kitchen",
    "laundry basket": "bathroom",
    "medicine cabinet": "bathroom",
}
_SUPPORTERS = {
    "double bed": "bedroom",
    "worktop": "kitchen",
    "stove": "kitchen",
    "dining table": "kitchen",
    "washbasin": "bathroom",
    "sofa": "living room",
    "coffee table": "living room",
    "bookcase": "living room",
    "barbecue": "backyard",
    "picnic table": "backyard",
    "deck chair": "backyard",
}
# Small things, and where each may lie.
_PLACES_OF_THINGS = {
    "brass key": ("wardrobe", "wooden chest"),
    "toothbrush": ("washbasin",),
    "bar of soap": ("laundry basket", "medicine cabinet"),
    "remote control": ("sofa", "coffee table", "bookcase"),
    "shovel": ("garden",),
    "note": ("worktop", "dining table"),
}
_PLACES_OF_FOOD = (
    ("fridge",),
    ("fridge",),
    ("sofa", "coffee table", "bookcase"),
    ("garden",),
    ("garden",),
    ("garden",),
)
# Names by the room the food is kept in: for the usual games, and those held out for test games.
_FOOD_NAMES = {
    "kitchen": (
        ("pork chop", "salmon", "egg", "sausage", "mushroom", "fish finger"),
        ("lamb chop", "trout", "chicken leg", "bacon rasher"),
    ),
    "living room": (
        ("slice of pizza", "bag of popcorn", "marshmallow", "pretzel"),
        ("hot dog", "cheese toast", "waffle"),
    ),
    "garden": (
        ("potato", "carrot", "tomato", "zucchini", "sweet pepper", "corn cob"),
        ("eggplant", "leek", "pumpkin", "onion"),
    ),
}
_WAYS_FROM_KITCHEN: dict[str, tuple[tuple[str, str, str], ...]] = {
    "kitchen": (),
    "living room": (("kitchen", "south", "living room"),),
    "garden": (("kitchen", "east", "backyard"), ("backyard", "south", "garden")),
}
# Instructions that the grammar makes say by themselves what they tell.
_GUIDANCE = {
    "detailed": guidance_levels.FULL,
    "brief": guidance_levels.GOAL,
    "none": guidance_levels.NONE,
}
_BRIEF = "All that dinner lacks is the {food}, hot from the stove."


def simple_in_parts(settings: Simple, options: GameOptions) -> Parts[Game]:
    """Make one game: the house, its quests, then what is not named yet with the grammar."""
    rngs = options.rngs
    house = _SimpleHouse(settings.test, rngs["objects"], rngs["quest"])
    actions = house.actions_to_cook()
    game = Game(World.from_facts(house.facts, house.kb), quests=_quests(settings, house, actions))
    for entity, name in house.names.items():
        info = game.infos[entity.name]
        info.name = info.noun = name
        info.room_type = _ROOMS.get(name, info.room_type)
    brief = _BRIEF.format(food=house.names[house.food])
    game.infos[house.things["note"].name].desc = f'The note says: "{brief}"'
    if settings.goal != "detailed":
        game.objective = brief if settings.goal == "brief" else ""
    game.win_by(actions)
    game.metadata |= _metadata(settings, options, len(actions))
    yield 0
    game.change_grammar(make_grammar(options.grammar, rngs["grammar"], game.kb))
    return game


class _SimpleHouse(WorldDraft):
    """The house: its facts, names, and where the food to be cooked is."""

    def __init__(self, test: bool, objects: Rng, quest: Rng):
        super().__init__(KnowledgeBase.default())
        self._build()
        for name, places in _PLACES_OF_THINGS.items():
            thing = self.new("k" if name == "brass key" else "o", name)
            self.put(thing, self.things[objects.choice(places)])
        self.state("match", self.things["brass key"], self.things["oak door"])
        self.food = self._stock(test, objects, quest.integer(len(_PLACES_OF_FOOD)))

    def _build(self) -> None:
        for name in _ROOMS:
            self.new(ROOM, name)
        self.state("at", THE_PLAYER, self.things["bedroom"])
        for here, way, there, door_name in _PASSAGES:
            door = self.new("d", door_name) if door_name else None
            facts = connect(self.things[here], way, self.things[there], door)
            self.facts += [fact for fact in facts if door is None or fact.name != "free"]
        for name, state in _DOORS.items():
            self.state(state, self.things[name])
        for kind, furniture in (("c", _CONTAINERS), ("s", _SUPPORTERS)):
            for name, room in furniture.items():
                self.put(self.new(kind, name), self.things[room])
        for name in _CONTAINERS:
            self.state("closed", self.things[name])

    def _stock(self, test: bool, rng: Rng, chosen: int) -> Variable:
        """Put the food in its places; return the ``chosen`` piece, named as ``test`` says."""
        foods = []
        for number, places in enumerate(_PLACES_OF_FOOD):
            place = rng.choice(places)
            usual, held_out = _FOOD_NAMES[self._room_of(place)]
            names = held_out if test and number == chosen else usual
            free = [name for name in names if name not in self.things]
            food = self.new("f", rng.choice(free))
            self.put(food, self.things[place])
            self.state("edible", food)
            foods.append(food)
        return foods[chosen]

    @staticmethod
    def _room_of(place: str) -> str:
        return (_CONTAINERS | _SUPPORTERS).get(place, place)

    def actions_to_cook(self) -> list[Action]:
        """Return the actions from the bed to the stove."""
        key, door = self.things["brass key"], self.things["oak door"]
        lock = {"d": door, "r'": self.things["kitchen"], "k": key}
        actions = [
            *self._fetch(key),
            self._act("unlock/d", "bedroom", **lock),
            self._act("open/d", "bedroom", **lock),
            self._go("bedroom", "east", "kitchen"),
        ]
        there = self._room_of(self.names[self.places[self.food]])
        if there == "garden":
            outside = {"d": self.things["patio door"], "r'": self.things["backyard"]}
            actions.append(self._act("open/d", "kitchen", **outside))
        legs = _WAYS_FROM_KITCHEN[there]
        actions += [self._go(start, way, end) for start, way, end in legs]
        actions += self._fetch(self.food)
        actions += [self._go(end, OPPOSITES[way], start) for start, way, end in legs[::-1]]
        stove = self.things["stove"]
        return [*actions, self._act("put", "kitchen", s=stove, o=self.food)]

    def _fetch(self, thing: Variable) -> list[Action]:
        """Return the actions that take ``thing``, in the room where it is."""
        place = self.places[thing]
        room = self._room_of(self.names[place])
        if place.type == ROOM:
            return [self._act("take", room, o=thing)]
        taking = self._act(f"take/{place.type}", room, o=thing, **{place.type: place})
        return [*([self._act("open/c", room, c=place)] if place.type == "c" else []), taking]

    def _go(self, here: str, way: str, there: str) -> Action:
        return self._act(f"go/{way}", here, **{"r'": self.things[there]})

    def _act(self, rule_name: str, room: str, **others: Variable) -> Action:
        known = {PLAYER: THE_PLAYER, INVENTORY: THE_INVENTORY, ROOM: self.things[room], **others}
        return self.kb.rules[rule_name].of_names(known)


def _quests(settings: Simple, house: _SimpleHouse, actions: Sequence[Action]) -> Iterable[Quest]:
    """Return the quests, the cooking last but one; eating the food fails the game."""
    stages: list[tuple[int, Proposition]] = []
    for end, action in enumerate(actions, start=1):
        goal = _outcome(action)
        if all(goal != earlier for _, earlier in stages) and _rewarded(settings, house, goal):
            stages.append((end, goal))
    quests = []
    for end, goal in stages:
        event = Event(actions[:end], [goal])
        told = settings.goal == "detailed" and end == len(actions)
        quests.append(Quest([event], desc=None if told else ""))
    eaten = Event(conditions=[Proposition("eaten", (house.food,))])
    return [*quests, Quest(fail_events=[eaten], desc="")]


def _outcome(action: Action) -> Proposition:
    """Return the fact that tells that ``action`` has been performed."""
    return next(fact for fact in action.added if fact.name != "free")


def _rewarded(settings: Simple, house: _SimpleHouse, goal: Proposition) -> bool:
    """Return whether reaching ``goal`` is a quest of its own."""
    if goal.name == "on":
        return True
    if settings.rewards == "sparse":
        return False
    if settings.rewards == "dense":
        return goal != Proposition("open", (house.things["fridge"],))
    stages = [Proposition("at", (THE_PLAYER, house.things[room])) for room in ("kitchen", "garden")]
    return goal in stages or goal == Proposition("in", (house.food, THE_INVENTORY))


def _metadata(settings: Simple, options: GameOptions, length: int) -> dict[str, object]:
    parts = [asdict(settings), options.grammar.serialize(), options.seeds]
    split = "test" if settings.test else "train"
    kind = f"{settings.rewards}-{settings.goal}-{split}-{options.grammar.theme}"
    return {
        "desc": "Simple game",
        "seeds": dict(options.seeds),
        "world_size": len(_ROOMS),
        "quest_length": length,
        "uuid": f"tw-simple-{kind}-{content_id(parts)}",
        guidance_levels.KEY: _GUIDANCE[settings.goal],
    }


make = maker(SIMPLE)
