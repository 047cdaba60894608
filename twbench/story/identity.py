"""Which game a story is of: an identity that the story carries and its game file can prove."""

__all__ = ["game_identity"]

import hashlib
from collections.abc import Iterator

from twbench.generator.game import Event, Game
from twbench.story.program import logic_program

_SEPARATOR = "\x1f"
_LENGTH = 32


def game_identity(game: Game) -> str:
    """Return a hash of all that a story is made of: the logic, facts, texts and quests.

    Metadata do not count. It is cheaper than hashing the game's JSON, most of which is the logic.
    """
    text = _SEPARATOR.join(map(str, _parts(game)))
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


def _parts(game: Game) -> Iterator[object]:
    yield logic_program(game.kb.logic).identity
    yield game.objective
    for fact in game.world.facts:
        yield fact.name
        for variable in fact.arguments:
            yield variable.name
            yield variable.type
    for info in game.infos.values():
        yield from (info.id, info.type, info.name, info.desc, info.definite, info.indefinite)
        yield from info.synonyms or ()
    for quest in game.quests:
        yield from (quest.reward, quest.optional, quest.repeatable)
        yield from ("win", *_conditions(quest.win_events))
        yield from ("fail", *_conditions(quest.fail_events))


def _conditions(events: tuple[Event, ...]) -> Iterator[str]:
    for event in events:
        yield "event"
        yield from map(str, event.condition.preconditions)
