"""Cooking: find the ingredients of a recipe, prepare them as it says, and eat the meal.

These are the games of the First TextWorld Problems (TextWorld's ``tw-cooking``). The cookbook in
the kitchen tells the recipe. There is a point for each ingredient found, for each one cooked and
cut as the recipe wants it, for the meal, and for eating it. Whoever burns an ingredient, cooks or
cuts it in another way, or eats it, has lost.
"""

__all__ = ["COOKING_CHALLENGE", "Cooking", "make"]

from dataclasses import asdict

from twbench.challenges.cooking.cook import Task, cook
from twbench.challenges.cooking.foods import COOKING, CUTTING, Food
from twbench.challenges.cooking.house import draw_house
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
    food_article,
    food_states,
    food_text,
)
from twbench.challenges.cooking.world import CookingWorld
from twbench.challenges.settings.cooking import COOKING_CHALLENGE, FLAGS, Cooking
from twbench.challenges.textworld_calls import maker
from twbench.generator.games.game import Game, GameOptions
from twbench.generator.knowledge.roles import THE_INVENTORY
from twbench.generator.making.make import make_grammar
from twbench.generator.texts.guidance_levels import KEY, LAST
from twbench.generator.worlds.world import World
from twbench.hashing import content_id
from twbench.logic import Variable
from twbench.seeding import Rng, derive_seed
from twbench.system.parts import Parts

_USELESS_KNIFE = 0.4  # how often there is a knife where nothing is to be cut
_CARRIED = 0.5  # share of useless food in the player's hands where ingredients are as well


def cooking_in_parts(settings: Cooking, options: GameOptions) -> Parts[Game]:
    """Make one game: house, recipe and food, the way to the meal, then the texts."""
    maker = _Maker(settings, options)
    yield 0
    return (yield from maker.make())


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

    def make(self) -> Parts[Game]:
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
        yield 0
        self._write_text(game)
        yield 0
        game.win_by(actions)
        game.metadata |= self._metadata(len(actions))
        return game

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
        self.synonyms[thing] = food_states(food)

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

    def _write_text(self, game: Game) -> None:
        """Give the game its names and texts."""
        kinds = {room.name: room.kind for room in self.world.house.rooms}
        for entity, name in self.world.names.items():
            info = game.infos[entity.name]
            info.name = info.noun = name
            info.room_type = kinds.get(name, info.room_type)
            info.desc = self.texts.get(entity)
            info.indefinite = self.articles.get(entity)
            info.synonyms = list(self.synonyms.get(entity, ())) or None
        game.objective = self.rngs["grammar"].choice(OBJECTIVES)
        game.change_grammar(make_grammar(self.options.grammar, self.rngs["grammar"], game.kb))

    def _metadata(self, length: int) -> dict[str, object]:
        settings, options = asdict(self.settings), self.options
        parts = [settings, options.grammar.serialize(), options.seeds]
        skills = [name for name in FLAGS if settings[name]]
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
            "seeds": dict(options.seeds),
            "settings": settings,
            "recipe": self.page,
            "ingredients": [
                [ingredient.food.name, *ingredient.preparation] for ingredient in self.recipe
            ],
            "world_size": settings["go"],
            "quest_length": length,
            "optimal_length": length,
            "uuid": f"tw-cooking-{kind}-{options.grammar.theme}-{content_id(parts)}",
            KEY: LAST,  # which is to eat; what comes before, the cookbook tells
        }


make = maker(COOKING_CHALLENGE)
