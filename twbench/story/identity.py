"""Which game a story is of: an identity that the story carries and its game file can prove."""

__all__ = ["game_identity"]

import hashlib
from functools import lru_cache

from twbench.generator.game import Event, Game
from twbench.logic import Proposition
from twbench.story.program import logic_program

_SEPARATOR = "\x1f"
_INFO = _SEPARATOR.join(["%s"] * 6)
_LENGTH = 32


def game_identity(game: Game) -> str:
    """Return a hash of all that a story is made of: the logic, facts, texts and quests.

    Metadata do not count. It is cheaper than hashing the game's JSON, most of which is the logic.
    """
    text = _SEPARATOR.join(_parts(game))
    return hashlib.sha256(text.encode()).hexdigest()[:_LENGTH]


def _parts(game: Game) -> list[str]:
    parts = [logic_program(game.kb.logic).identity, game.objective]
    parts += map(_fact, game.world.facts)
    for info in game.infos.values():
        parts.append(
            _INFO % (info.id, info.type, info.name, info.desc, info.definite, info.indefinite)
        )
        parts += info.synonyms or ()
    for quest in game.quests:
        parts += map(str, (quest.reward, quest.optional, quest.repeatable))
        parts += ("win", *_conditions(quest.win_events))
        parts += ("fail", *_conditions(quest.fail_events))
    return parts


@lru_cache(maxsize=16384)
def _fact(fact: Proposition) -> str:
    words = [fact.name]
    for variable in fact.arguments:
        words += (variable.name, variable.type)
    return _SEPARATOR.join(words)


def _conditions(events: tuple[Event, ...]) -> list[str]:
    words: list[str] = []
    for event in events:
        words += ("event", *map(str, event.condition.preconditions))
    return words
