"""Cooking: find the ingredients of a recipe, prepare them as it says, and eat the meal.

These are the games of the First TextWorld Problems (TextWorld's ``tw-cooking``). The cookbook in
the kitchen tells the recipe. There is a point for each ingredient found, for each one cooked and
cut as the recipe wants it, for the meal, and for eating it. Whoever burns an ingredient, cooks or
cuts it in another way, or eats it, has lost.
"""

__all__ = ["COOKING_CHALLENGE", "Cooking", "make"]

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import Literal

from twbench.challenges.cooking.cook import Task, cook
from twbench.challenges.cooking.foods import COOKING, CUTTING, SPLITS, Food, Split
from twbench.challenges.cooking.house import SIZES, draw_house
from twbench.challenges.cooking.quests import quests_of
from twbench.challenges.cooking.recipe import (
    Ingredient,
    draw_others,
    draw_recipe,
    recipe_page,
)
from twbench.challenges.cooking.texts import (
    COOKBOOK,
    KNIFE,
    MEAL,
    OBJECTIVES,
    STATES,
    food_article,
    food_text,
)
from twbench.challenges.cooking.world import CookingWorld
from twbench.challenges.registry import Challenge, register
from twbench.challenges.textworld_calls import maker
from twbench.errors import ConfigError, nearest
from twbench.generator.games.game import Game, GameOptions
from twbench.generator.knowledge.roles import THE_INVENTORY
from twbench.generator.making.make import make_grammar
from twbench.generator.texts import guidance
from twbench.generator.worlds.world import World
from twbench.hashing import content_id
from twbench.logic import Variable
from twbench.seeding import Rng, derive_seed
from twbench.system.collection import without_collection

_MAX_RECIPE = 5
_USELESS_KNIFE = 0.4  # how often there is a knife where nothing is to be cut
_CARRIED = 0.5  # share of useless food in the player's hands where ingredients are as well
_FLAGS = ("open", "cook", "cut", "drop")


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
        self._check_number("recipe", 1, _MAX_RECIPE, f"between 1 and {_MAX_RECIPE}")
        self._check_number("take", 0, self.recipe, f"between 0 and recipe, which is {self.recipe}")
        self._check_number("recipe_seed", None, None, "")
        if self.go not in SIZES or isinstance(self.go, bool):
            raise ConfigError(f"go must be one of {_listed(SIZES)}, not {self.go!r}.")
        for name in _FLAGS:
            if not isinstance(getattr(self, name), bool):
                raise ConfigError(f"{name} must be true or false, not {getattr(self, name)!r}.")
        if self.split is not None and self.split not in SPLITS:
            raise ConfigError(
                f"split must be one of {_listed(SPLITS)} or be left out, not {self.split!r}."
                f"{nearest(str(self.split), SPLITS)}"
            )

    def _check_number(self, name: str, low: int | None, high: int | None, span: str) -> None:
        value = getattr(self, name)
        fits = isinstance(value, int) and not isinstance(value, bool)
        if not fits or (low is not None and value < low) or (high is not None and value > high):
            raise ConfigError(
                f"{name} must be a whole number {span}".rstrip() + f", not {value!r}."
            )

    @property
    def capacity(self) -> int | None:
        """How many things the player can carry; None if there is no limit."""
        return max(self.recipe, 2 if self.cut else 1) if self.drop else None

    @property
    def max_score(self) -> int:
        """The points of a game: none of them depends on its seed."""
        return self.take + self.recipe * (self.cook + self.cut) + 2


@without_collection()
def make_cooking(settings: Cooking, options: GameOptions) -> Game:
    """Make one game: house, recipe and food, the way to the meal, then the texts."""
    return _Maker(settings, options).make()


class _Maker:
    """Makes one game."""

    def __init__(self, settings: Cooking, options: GameOptions):
        self.settings = settings
        self.options = options
        self.rngs = options.rngs
        house = draw_house(settings.go, self.rngs["map"])
        self.world = CookingWorld(house, settings.open, settings.capacity)
        quest_seed = options.seeds["quest"]
        recipe_rng = Rng(derive_seed(quest_seed, "recipe", settings.recipe_seed))
        self.recipe = self._draw_recipe(recipe_rng)
        self.page = recipe_page(self.recipe, recipe_rng)
        self.texts: dict[Variable, str] = {}
        self.synonyms: dict[Variable, tuple[str, ...]] = {}
        self.articles: dict[Variable, str] = {}

    def make(self) -> Game:
        """Make the game."""
        settings, world = self.settings, self.world
        foods = self._place_ingredients()
        others = self._place_others()
        knife = self._place_tools()
        start = world.things[self.rngs["objects"].choice(world.house.rooms).name]
        world.set_player(start)
        meal = world.add_recipe(self.recipe, foods)
        self.texts[meal] = MEAL
        task = Task(
            self.recipe, foods, meal, start, others, knife if settings.cut else None, settings.cook
        )
        actions = cook(world, task)
        game = Game(World.from_facts(world.facts, world.kb))
        game.quests = tuple(quests_of(self.recipe, foods, meal, actions, world))
        game.win_by(actions)
        return self._with_text(game, len(actions))

    def _draw_recipe(self, rng: Rng) -> list[Ingredient]:
        settings = self.settings
        has_barbecue = "BBQ" in self.world.things
        cooking = COOKING if has_barbecue else COOKING[:-1]
        return draw_recipe(
            settings.recipe,
            settings.split,
            cooking[1:] if settings.cook else cooking,
            CUTTING[1:] if settings.cut else CUTTING,
            self._places(),
            rng,
        )

    def _places(self) -> frozenset[str]:
        return frozenset(self.world.things)

    def _place_ingredients(self) -> list[Variable]:
        """Put the ingredients where they are to be found, or into the player's hands."""
        settings, rng = self.settings, self.rngs["objects"]
        found = set(rng.sample(range(settings.recipe), settings.take))
        foods = []
        for number, ingredient in enumerate(self.recipe):
            cooking, cutting = ingredient.preparation
            thing = self.world.add_food(
                ingredient.food,
                COOKING[0] if settings.cook else cooking,
                CUTTING[0] if settings.cut else cutting,
            )
            if not settings.cook:
                self.world.state("cooking_done", thing)
            if not settings.cut:
                self.world.state("cutting_done", thing)
            self._place(thing, ingredient.food, number not in found)
            foods.append(thing)
        return foods

    def _place_others(self) -> list[Variable]:
        """Put other food into the world; return what the player carries of it."""
        settings, rng = self.settings, self.rngs["objects"]
        count = rng.between(settings.recipe - 1, 2 * settings.recipe + 5)
        drawn = draw_others(count, self.recipe, settings.split, self._places(), rng)
        room = settings.recipe if settings.capacity is None else settings.capacity
        room -= settings.recipe - settings.take
        carried = []
        for food in drawn:
            thing = self.world.add_food(food)
            is_held = settings.take < settings.recipe and room > 0 and rng.chance(_CARRIED)
            self._place(thing, food, is_held)
            if is_held:
                carried.append(thing)
                room -= 1
        return carried

    def _place(self, thing: Variable, food: Food, is_held: bool) -> None:
        places = [name for name in food.places if name in self.world.things]
        place = self.world.things[self.rngs["objects"].choice(places)]
        self.world.put(thing, THE_INVENTORY if is_held else place)
        self.texts[thing] = food_text(food)
        self.articles[thing] = food_article(food)
        self.synonyms[thing] = STATES

    def _place_tools(self) -> Variable | None:
        """Put the cookbook into the kitchen, and the knife if there is one; return it."""
        rng = self.rngs["objects"]
        surfaces = [self.world.things["table"], self.world.things["counter"]]
        cookbook = self.world.new("o", "cookbook")
        self.world.put(cookbook, rng.choice(surfaces))
        self.texts[cookbook] = COOKBOOK.format(page=self.page)
        self.synonyms[cookbook] = ("recipe", "book")
        if not self.settings.cut and not rng.chance(_USELESS_KNIFE):
            return None
        knife = self.world.new("o", "knife")
        self.world.state("sharp", knife)
        self.world.put(knife, rng.choice(surfaces))
        self.texts[knife] = KNIFE
        return knife

    def _with_text(self, game: Game, length: int) -> Game:
        """Return the game with its names, texts and metadata."""
        kinds = {room.name: room.kind for room in self.world.house.rooms}
        for entity, name in self.world.names.items():
            info = game.infos[entity.name]
            info.name = info.noun = name
            info.room_type = kinds.get(name, info.room_type)
            info.desc = self.texts.get(entity)
            info.indefinite = self.articles.get(entity)
            info.synonyms = list(self.synonyms.get(entity, ())) or None
        game.objective = self.rngs["grammar"].choice(OBJECTIVES)
        game.metadata |= self._metadata(length)
        game.change_grammar(make_grammar(self.options.grammar, self.rngs["grammar"], game.kb))
        return game

    def _metadata(self, length: int) -> dict[str, object]:
        settings, options = asdict(self.settings), self.options
        parts = [settings, options.grammar.serialize(), options.seeds]
        skills = [name for name in _FLAGS if settings[name]]
        kind = "+".join(
            [
                f"recipe{settings['recipe']}",
                f"take{settings['take']}",
                *skills,
                f"go{settings['go']}",
            ]
        )
        return {
            "desc": "Cooking",
            "seeds": options.seeds,
            "settings": settings,
            "recipe": self.page,
            "ingredients": [
                [ingredient.food.name, *ingredient.preparation] for ingredient in self.recipe
            ],
            "world_size": settings["go"],
            "quest_length": length,
            "optimal_length": length,
            "uuid": f"tw-cooking-{kind}-{options.grammar.theme}-{content_id(parts)}",
            guidance.KEY: guidance.LAST,  # which is to eat; what comes before, the cookbook tells
        }


def _listed(values: Sequence[object]) -> str:
    return ", ".join(map(str, values))


COOKING_CHALLENGE = register(
    Challenge(
        name="cooking",
        description="Find the ingredients of a recipe, prepare them as it says, and eat the meal.",
        settings=Cooking,
        make=make_cooking,
    )
)

make = maker(COOKING_CHALLENGE)
