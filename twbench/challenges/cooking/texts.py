"""What the games say about food, tools and what is to be done."""

__all__ = ["COOKBOOK", "KNIFE", "MEAL", "OBJECTIVES", "food_article", "food_states", "food_text"]

from functools import cache

from twbench.challenges.cooking.foods import Food

OBJECTIVES = (
    "Nothing would do you more good now than a proper meal. There is a cookbook in the kitchen:"
    " look up what it suggests, cook it to the letter, and eat.",
    "Your stomach rumbles. The cookbook in the kitchen has just the thing; prepare it exactly as"
    " it says there, and then sit down and eat it.",
    "Tonight you cook for yourself. Read the recipe in the cookbook, which is in the kitchen,"
    " follow it to the last word, and enjoy the meal.",
)
COOKBOOK = "The cookbook falls open where it has been opened most often:\n\n{page}"
KNIFE = "A kitchen knife. The blade has been sharpened lately."
MEAL = "It looks just like the picture in the cookbook, and smells better."

_VOWELS = "aeiou"
_COOKED = (
    "[if burned]burned black[else if fried]fried[else if roasted]roasted[else if grilled]grilled"
    "[otherwise]raw[end if]"
)
_CUT = (
    "[if sliced]cut into slices[else if diced]cut into dice[else if chopped]chopped to pieces"
    "[otherwise]in one piece[end if]"
)


@cache
def food_text(food: Food) -> str:
    """Return the description of a food, which tells how it is cooked and cut by now."""
    if food.cookable and food.cuttable:
        state = f"It is {_COOKED}, and {_CUT}."
    elif food.cookable or food.cuttable:
        state = f"It is {_COOKED if food.cookable else _CUT}."
    else:
        state = "It can go into a meal as it is."
    warning = "[if needs_cooking] Nobody would eat it raw.[end if]" if food.needs_cooking else ""
    return f"{_opening(food)} {state}{warning}"


def _opening(food: Food) -> str:
    article = food.article or ("an" if food.name[0] in _VOWELS else "a")
    return f"{article.capitalize()} {food.name}, fresh enough."


_STATES_OF_COOKING = ("raw", "burned", "fried", "roasted", "grilled")
_STATES_OF_CUTTING = ("sliced", "diced", "chopped")
_STATE_OF_COOKING = (
    "[if burned] burned[else if fried] fried[else if roasted] roasted[else if grilled] grilled"
)
_STATE_OF_CUTTING = "[if sliced] sliced[else if diced] diced[else if chopped] chopped[end if]"


@cache
def food_states(food: Food) -> tuple[str, ...]:
    """Return the words that a player may put before the name of a food: what it may ever be."""
    cooking = _STATES_OF_COOKING if food.cookable else ()
    cutting = _STATES_OF_CUTTING if food.cuttable else ()
    return (*cooking, *cutting, *("cooked",) * food.cookable)


@cache
def food_article(food: Food) -> str:
    """Return what stands before the name of a food in lists: the article, and how it is by now."""
    state = ""
    if food.cookable:
        raw = "[else if needs_cooking] raw" if food.needs_cooking else ""
        state += f"{_STATE_OF_COOKING}{raw}[end if]"
    if food.cuttable:
        state += _STATE_OF_CUTTING
    if food.article:
        return food.article + state
    if food.name[0] not in _VOWELS or food.needs_cooking:
        return f"a{state}"
    is_bare = " and ".join(["raw"] * food.cookable + ["uncut"] * food.cuttable)
    return f"[if {is_bare}]an[otherwise]a[end if]{state}"
