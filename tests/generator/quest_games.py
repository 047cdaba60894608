"""Games in a line of text, for the tests of planning: facts whose entities tell their types."""

from twbench.generator import Event, Game, KnowledgeBase, Quest, World
from twbench.logic import Proposition

TWO_ROOMS = "at(P,r_0) east_of(r_1,r_0) west_of(r_0,r_1) "
DOOR = "link(r_0,d_0,r_1) link(r_1,d_0,r_0) "
FREE = "free(r_0,r_1) free(r_1,r_0) "


def facts_of(text):
    types = {"r": "r", "c": "c", "s": "s", "o": "o", "k": "k", "f": "f", "d": "d"}
    facts = []
    for expression in text.split():
        name, arguments = expression.rstrip(")").split("(")
        typed = [a if a in "PI" else f"{a}: {types[a[0]]}" for a in arguments.split(",")]
        facts.append(Proposition.parse(f"{name}({', '.join(typed)})"))
    return facts


def quest(wins="", fails="", **options):
    """Return a quest; events are separated by ``|``."""
    win_events, fail_events = (
        [Event(conditions=facts_of(event)) for event in text.split("|") if event]
        for text in (wins, fails)
    )
    return Quest(win_events, fail_events, **options)


def game_of(facts, *quests):
    return Game(World.from_facts(facts_of(facts), KnowledgeBase.default()), quests=quests)
