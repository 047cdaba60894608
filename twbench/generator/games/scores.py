"""Scores: what a game's quests give, at best."""

__all__ = ["KEY", "highest_score", "noted_score", "score_of_all"]

import math
from collections.abc import Sequence
from typing import Any

from twbench.generator.knowledge.quest import Quest
from twbench.hashing import content_id

KEY = "highest_score"
"""Where the metadata of a game have a highest score that a search has found out."""


def highest_score(quests: Sequence[Quest], noted: object = None) -> float:
    """Return the highest score of a game that is won.

    It is the sum of the rewards of required quests, which may be negative, and of the positive ones
    of optional quests, as TextWorld counts. A reward that can be had again and again makes it
    infinite. If it was ``noted`` (see `noted_score`) that these quests give less together, it is
    that.
    """
    required = [quest for quest in quests if quest.is_required]
    for quest in quests:
        ends_the_game = len(required) == 1 and quest is required[0]
        if quest.repeatable and quest.win_events and quest.reward > 0 and not ends_the_game:
            return math.inf
    if isinstance(noted, dict) and noted.get("quests") == _id_of(quests):
        points = noted.get("points")
        if type(points) is int and points < score_of_all(quests):
            return points
    return score_of_all(quests)


def noted_score(quests: Sequence[Quest], points: int) -> dict[str, Any]:
    """Return what to note of ``quests`` that give at best ``points`` together.

    With the points goes an id of the quests: if these are changed later, the points do not count.
    """
    return {"points": points, "quests": _id_of(quests)}


def score_of_all(quests: Sequence[Quest]) -> int:
    """Return the score of who completes each quest once, unless it is optional and costs points."""
    return sum(
        quest.reward
        for quest in quests
        if quest.win_events and (quest.reward > 0 or not quest.optional)
    )


def _id_of(quests: Sequence[Quest]) -> str:
    """Return an id that is the same for quests with the same conditions and rewards."""
    return content_id(
        [
            [
                quest.reward,
                quest.optional,
                quest.repeatable,
                *(
                    [[str(fact) for fact in event.conditions] for event in events]
                    for events in (quest.win_events, quest.fail_events)
                ),
            ]
            for quest in quests
        ]
    )
