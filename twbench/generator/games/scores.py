"""Scores: what a game's quests give, at best."""

__all__ = ["highest_score", "score_of_all"]

import math
from collections.abc import Sequence

from twbench.generator.knowledge.quest import Quest


def highest_score(quests: Sequence[Quest]) -> float:
    """Return the highest score of a game that is won, as TextWorld counts it.

    What has to be done counts, also where it costs points; what is optional counts where it gives
    some. A reward that can be had again and again makes it infinite.
    """
    required = [quest for quest in quests if quest.is_required]
    for quest in quests:
        ends_the_game = len(required) == 1 and quest is required[0]
        if quest.repeatable and quest.win_events and quest.reward > 0 and not ends_the_game:
            return math.inf
    return score_of_all(quests)


def score_of_all(quests: Sequence[Quest]) -> int:
    """Return the score of who completes each quest once, unless it is optional and costs points."""
    return sum(
        quest.reward
        for quest in quests
        if quest.win_events and (quest.reward > 0 or not quest.optional)
    )
