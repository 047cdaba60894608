"""What stories say about cooking, and how a logic of cooking is known.

The games of TextWorld's First TextWorld Problems bring no words, and have these too. Refusals that
speak of facts their logic does not have are left out of its stories.
"""

__all__ = ["COOKING_WORDS", "is_cooking"]

from functools import cache

from twbench.generator.data.phrasebook import MetaCommand, Phrasebook, Refusal, RulePhrases
from twbench.logic import GameLogic, Rule

_NOT_HELD = Refusal("in(f, I)", "You aren't carrying {the f}.\n", False)
_CUTTING = {"slice": "sliced", "dice": "diced", "chop": "chopped"}
_COOKING = {
    "stove": ("fry", "fried", "on"),
    "oven": ("roast", "roasted", "in"),
    "toaster": ("grill", "grilled", "on"),
}
_INGREDIENTS = 5


def _cut(verb: str) -> RulePhrases:
    return RulePhrases(
        f"You {verb} {{the f}}.\n",
        (
            _NOT_HELD,
            Refusal("cuttable(f)", "{The f} can't be cut.\n", False),
            Refusal("uncut(f)", "{The f} has been cut already.\n", False),
            Refusal("in(o, I)", "You aren't carrying {the o}.\n", False),
            Refusal("sharp(o)", "Nothing can be cut with {the o}.\n", False),
            Refusal("", f"You can't {verb} {{the f}}.\n"),
        ),
        "That is not food to be cut.\n",
        "You would need a knife for that.\n",
    )


def _cook(device: str, report: str) -> RulePhrases:
    return RulePhrases(
        report,
        (
            _NOT_HELD,
            Refusal("burned(f)", "There is no use in it: {the f} is burned.\n"),
            Refusal("cookable(f)", "{The f} is not to be cooked.\n", False),
            Refusal("", f"You can't cook {{the f}} with {{the {device}}}.\n"),
        ),
        "Only food can be cooked.\n",
        "Not with that, you can't.\n",
    )


def _made_ready() -> tuple[Refusal, ...]:
    """Return why a meal cannot be prepared: the place, what is missing, what is left to do."""
    missing = "You don't have all in your hands that the recipe wants.\n"
    reasons = [
        Refusal(
            "at(P, r) & cooking_location(r, RECIPE)", "A meal is made in the kitchen.\n", False
        ),
        Refusal("base(f, ingredient) & used(f)", "The meal has been made already.\n"),
        Refusal("base(f, ingredient) & at(f, r)", missing),
        Refusal("base(f, ingredient) & on(f, s)", missing),
        Refusal("base(f, ingredient) & in(f, c)", missing),
    ]
    reasons += [
        Refusal(
            f"base(f, ingredient) & uncut(f) & {done}(ingredient)",
            f"{{The f}} has not been {done} yet.\n",
        )
        for done in _CUTTING.values()
    ]
    reasons += [
        Refusal(
            f"base(f, ingredient) & {before}(f) & {done}(ingredient)",
            f"{{The f}} has not been {done} yet.\n",
        )
        for _, done, _ in _COOKING.values()
        for before in ("raw", "needs_cooking")
    ]
    return (*reasons, Refusal("", "That doesn't make a meal yet.\n"))


_RULES = {
    **{verb: _cut(verb) for verb in _CUTTING},
    **{
        f"cook/{device}/cooked/{before}": _cook(
            device, f"You {verb} {{the f}} {where} {{the {device}}}.\n"
        )
        for device, (verb, _, where) in _COOKING.items()
        for before in ("raw", "needs_cooking")
    },
    **{
        f"cook/{device}/burned": _cook(
            device, "{The f} was done before. Now it smokes, and then it is burned.\n"
        )
        for device in _COOKING
    },
    **{
        f"make/recipe/{count}": RulePhrases(
            "You put everything together as the recipe says. The meal is ready.\n",
            _made_ready(),
            "That doesn't make a meal.\n",
        )
        for count in range(1, _INGREDIENTS + 1)
    },
    "drink": RulePhrases(
        "You drink {the f}.\n",
        (_NOT_HELD, Refusal("", "{The f} is not to be drunk.\n")),
        "That is nothing to drink.\n",
    ),
}

_SYNONYMS = {
    "cook {} with {}": (
        "cook {} on {}",
        "cook {} in {}",
        "heat {} with {}",
        "heat {} on {}",
        "heat {} in {}",
    ),
    **{
        f"cook {{f}} with {{{device}}}": (
            *(f"{verb} {{}} {where} {{}}" for where in ("with", "on", "in")),
            f"{verb} {{}}",
            *(("bake {}", "bake {} in {}") if verb == "roast" else ()),
        )
        for device, (verb, _, _) in _COOKING.items()
    },
    **{
        f"{verb} {{f}} with {{o}}": (f"{verb} up {{}}", f"{verb} up {{}} with {{}}")
        for verb in _CUTTING
    },
    "prepare meal": ("prepare", "make meal", "cook meal", "prepare recipe", "make recipe"),
}
"""Other ways to say a command; those of one device go by the template with its placeholders."""

COOKING_WORDS = Phrasebook(
    help="Try commands such as look, inventory, examine, take, drop, open, close, eat, drink, and"
    " directions such as north. Food can be sliced, diced or chopped with a knife, and cooked"
    " with what gives heat; prepare meal puts everything together. Goal repeats what you are"
    " after.\n",
    rules=_RULES,
    synonyms=_SYNONYMS,
    commands=(
        MetaCommand(
            ("cut {}", "cut {} with {}", "cut up {}", "carve {}"),
            "There are several ways: slice it, dice it, or chop it.\n",
        ),
        MetaCommand(
            (
                *(f"{verb} {words}" for verb in ("turn", "switch") for words in ("on {}", "{} on")),
                "light {}",
            ),
            "What gives heat is hot already: cook something with it.\n",
            takes_turn=True,
        ),
    ),
)


def is_cooking(logic: GameLogic) -> bool:
    """Whether the rules of a logic do what they do in cooking; they may want or do more."""
    for known in _known_rules():
        rule = logic.rules.get(known.name)
        if rule is None or not (
            set(known.preconditions) <= set(rule.preconditions)
            and set(known.postconditions) <= set(rule.postconditions)
        ):
            return False
    return True


@cache
def _known_rules() -> tuple[Rule, ...]:
    """Return the rules that logics of cooking have, as far as all of them agree."""
    held = "$in(f, I)"
    rules = ["drink :: in(f, I) & drinkable(f) -> consumed(f)"]
    rules += [
        f"{verb} :: {held} & $in(o, I) & $sharp(o) & uncut(f) -> {done}(f)"
        for verb, done in _CUTTING.items()
    ]
    for device, (_, done, _) in _COOKING.items():
        name, here = f"cook/{device}", f"$at(P, r) & $at({device}, r) & {held}"
        needing = "needs_cooking(f) & inedible(f)"
        rules += [
            f"{name}/burned :: {here} & cooked(f) & edible(f) -> burned(f) & inedible(f)",
            f"{name}/cooked/raw :: {here} & raw(f) -> {done}(f) & cooked(f)",
            f"{name}/cooked/needs_cooking :: {here} & {needing}"
            f" -> {done}(f) & edible(f) & cooked(f)",
        ]
    for count in range(1, _INGREDIENTS + 1):
        foods = [f"f{strokes}" for strokes in ("'" * number for number in range(count))]
        wanted = [f"in({f}, I) & $ingredient_{i}({f})" for i, f in enumerate(foods, 1)]
        used = [f"used({f})" for f in foods]
        rules.append(
            f"make/recipe/{count} :: $at(P, r) & $cooking_location(r, RECIPE)"
            f" & $out(meal, RECIPE) & {' & '.join(wanted)}"
            f" -> in(meal, I) & edible(meal) & {' & '.join(used)}"
        )
    return tuple(map(Rule.parse, rules))
