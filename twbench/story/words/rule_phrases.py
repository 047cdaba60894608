"""Reports and refusals: what stories say about rules.

Those that are written down here are about the rules of the documented default logic (docs:
"Data"), by their names. For others they are made of the command template and the preconditions.
"""

__all__ = ["RULES", "made_up", "nouns_of", "room_beyond", "way_through", "without_means"]

from dataclasses import replace

from twbench.generator.data.phrasebook import Refusal, RulePhrases
from twbench.generator.knowledge.roles import DIRECTIONS, INVENTORY
from twbench.logic import Predicate, Rule
from twbench.logic.syntax import FIELD

_OPEN_REPORT = (
    "You open {the c}[if there is something in the c], revealing"
    " [a list of things in the c][end if].\n"
)
_HELD = Refusal("in(o, I)", "You already have {the o}.\n")
_FULL = "Your hands are full: you would have to put something down first.\n"
_HANDS_FULL = (  # in the cooking challenge, and in TextWorld's
    Refusal("carrying(slot) & next(slot, slot')", _FULL, False),
    Refusal("free(slot)", _FULL, False),
)
_NOT_HELD = Refusal("in(o, I)", "You aren't carrying {the o}.\n", False)
_NO_WAY = Refusal("", "You can't go that way.\n")


def _openable(x: str) -> dict[str, RulePhrases]:
    """Messages of the rules about containers (``c``) or doors (``d``)."""
    key = f"{{The k}} doesn't fit the lock of {{the {x}}}.\n"
    no_key = Refusal("in(k, I)", "You aren't carrying {the k}.\n", False)
    report = _OPEN_REPORT if x == "c" else "You open {the d}.\n"
    return {
        f"open/{x}": RulePhrases(
            report,
            (
                Refusal(f"open({x})", f"{{The {x}}} is already open.\n"),
                Refusal(f"locked({x})", f"{{The {x}}} is locked.\n"),
                Refusal("", f"You can't open {{the {x}}} from here.\n"),
            ),
            "That isn't something you can open.\n",
        ),
        f"close/{x}": RulePhrases(
            f"You close {{the {x}}}.\n",
            (
                Refusal(f"open({x})", f"{{The {x}}} is already closed.\n", False),
                Refusal("", f"You can't close {{the {x}}} from here.\n"),
            ),
            "That isn't something you can close.\n",
        ),
        f"lock/{x}": RulePhrases(
            f"You lock {{the {x}}}.\n",
            (
                Refusal(f"locked({x})", f"{{The {x}}} is already locked.\n"),
                Refusal(f"open({x})", f"You would have to close {{the {x}}} first.\n"),
                no_key,
                Refusal("", key),
            ),
            "That isn't something you can lock.\n",
            "You would need a key for that.\n",
        ),
        f"unlock/{x}": RulePhrases(
            f"You unlock {{the {x}}}.\n",
            (
                Refusal(f"locked({x})", f"{{The {x}}} isn't locked.\n", False),
                no_key,
                Refusal("", key),
            ),
            "That isn't something you can unlock.\n",
            "You would need a key for that.\n",
        ),
    }


def way_through(direction: str) -> str:
    """Return the condition under which door ``d`` leads in a direction from where the player is."""
    return f"{room_beyond(direction)} & link(r, d, r')"


def room_beyond(direction: str) -> str:
    """Return the condition under which ``r'`` is in a direction from where the player is."""
    return f"at(P, r) & {direction}_of(r', r)"


def _go(direction: str) -> RulePhrases:
    beyond = way_through(direction)
    return RulePhrases(
        "[look]",
        (
            Refusal(f"{beyond} & locked(d)", "{The d} is locked.\n"),
            Refusal(f"{beyond} & closed(d)", "{The d} is closed.\n"),
            _NO_WAY,
        ),
        _NO_WAY.text,
    )


_EXAMINE = RulePhrases(
    "[examine]",
    (Refusal("", "[examine]"),),
    "You see nothing special about that.\n",
)
_FIXED = "That is fixed in place.\n"

RULES: dict[str, RulePhrases] = {
    "look": RulePhrases("[look]", (), ""),
    "inventory": RulePhrases("[inventory]", (), ""),
    "take": RulePhrases(
        "You pick up {the o} from the ground.\n",
        (_HELD, *_HANDS_FULL, Refusal("", "You can't take {the o}.\n")),
        _FIXED,
    ),
    "take/c": RulePhrases(
        "You take {the o} from {the c}.\n",
        (
            _HELD,
            Refusal("open(c)", "{The c} is closed.\n", False),
            *_HANDS_FULL,
            Refusal("", "{The o} isn't in {the c}.\n"),
        ),
        _FIXED,
        "Nothing can be taken from that.\n",
    ),
    "take/s": RulePhrases(
        "You take {the o} from {the s}.\n",
        (_HELD, *_HANDS_FULL, Refusal("", "{The o} isn't on {the s}.\n")),
        _FIXED,
        "Nothing can be taken from that.\n",
    ),
    "drop": RulePhrases(
        "You drop {the o} on the ground.\n", (_NOT_HELD,), "You aren't carrying that.\n"
    ),
    "insert": RulePhrases(
        "You put {the o} into {the c}.\n",
        (
            _NOT_HELD,
            Refusal("locked(c)", "{The c} is locked.\n"),
            Refusal("closed(c)", "{The c} is closed.\n"),
            Refusal("", "You can't put {the o} into {the c}.\n"),
        ),
        _FIXED,
        "You can't put things into that.\n",
    ),
    "put": RulePhrases(
        "You put {the o} on {the s}.\n",
        (_NOT_HELD, Refusal("", "You can't put {the o} on {the s}.\n")),
        _FIXED,
        "You can't put things on that.\n",
    ),
    "eat": RulePhrases(
        "You eat {the f}. Not bad.\n",
        (
            Refusal("in(f, I)", "You would have to be holding {the f} for that.\n", False),
            Refusal("inedible(f)", "{The f} is not fit to be eaten.\n"),
            Refusal("drinkable(f)", "{The f} is rather for drinking.\n"),
        ),
        "That is nothing to eat.\n",
    ),
    **_openable("c"),
    **_openable("d"),
    **{f"go/{direction}": _go(direction) for direction in DIRECTIONS},
    **{f"examine/{kind}": _EXAMINE for kind in (INVENTORY, "s", "c", "d", "t")},
}


def nouns_of(template: str) -> tuple[str, ...]:
    """Return the placeholders of a command template, in their order."""
    return tuple(FIELD.findall(template))


def made_up(rule: Rule, template: str) -> RulePhrases:
    """Return what is said about a rule that nobody has written anything about.

    Of its preconditions, those that the player understands best are given as reasons.
    """
    nouns = nouns_of(template)
    spoken = FIELD.sub(r"{the \1}", template)
    reasons = [
        reason
        for predicate in rule.preconditions
        if predicate.parameters
        and predicate.parameters[0].name in nouns
        and (reason := _reason(predicate))
    ]
    return RulePhrases(
        f"You {spoken}.\n",
        (*reasons, Refusal("", f"You can't {spoken} now.\n")),
        "That would achieve nothing.\n",
    )


def without_means(phrases: RulePhrases, deed: str, means: str) -> RulePhrases:
    """Return the phrases for a command that leaves out the means, such as "unlock {d}" the key.

    ``deed`` is that command, ``means`` the placeholder that it leaves out. In place of the refusal
    that always holds, the story says that the player has nothing to do it with.
    """
    nothing = "You have nothing to " + deed.replace("{", "{the ") + " with.\n"
    others = [refusal for refusal in phrases.refusals if refusal.condition]
    return replace(
        phrases,
        report=f"(with {{the {means}}})\n{phrases.report}",
        refusals=(*others, Refusal("", nothing)),
    )


def _reason(predicate: Predicate) -> Refusal | None:
    """Return what to say when a precondition about a noun does not hold."""
    name = predicate.parameters[0].name
    types = [parameter.type for parameter in predicate.parameters]
    condition = (
        f"{predicate.name}({', '.join(f'{p.name}: {p.type}' for p in predicate.parameters)})"
    )
    if predicate.name == "in" and types[1:] == [INVENTORY]:
        return Refusal(condition, f"You aren't carrying {{the {name}}}.\n", False)
    if predicate.name in {"open", "closed"} and len(types) == 1:
        return Refusal(condition, f"{{The {name}}} isn't {predicate.name}.\n", False)
    return None
