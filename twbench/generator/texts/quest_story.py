"""Several quests as one story: each begins where the one before it has ended.

The actions of a quest lead to it from the start of the game. When the quests before it have been
done, some of these actions are done already, and the player may be elsewhere. So what is told of a
quest is the actions that are left, with the way back to where they begin.
"""

__all__ = ["Goal", "Parts", "parts_of", "telling_order", "told_parts"]

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.fact_sets import GroundAction
from twbench.generator.knowledge.policy import GroundGame, fit_after
from twbench.generator.knowledge.quest import Quest
from twbench.generator.texts.parts import GameParts
from twbench.logic import Action


class Goal(NamedTuple):
    """What a quest asks for where no way is known: one of its ``events`` has to happen."""

    events: tuple[Event, ...]


Parts = Sequence[Action | str | Goal]
"""What is told of a quest: actions, or commands or the goal where these are all that is known."""


def telling_order(quests: Sequence[Quest]) -> list[Quest]:
    """Return ``quests`` in the order in which they can be done.

    Nothing can follow the last one of those that must be done.
    """
    required = [quest for quest in quests if quest.is_required]
    if not required or not any(quest.win_events for quest in _behind(quests, required[-1])):
        return list(quests)
    return [*(quest for quest in quests if quest is not required[-1]), required[-1]]


def parts_of(quest: Quest) -> Parts:
    """Return what ``quest`` asks for: the actions of the first winning event with a known way.

    Else its commands, and if it has none what has to become true.
    """
    event = _described_event(quest)
    if event is not None:
        return event.actions or event.commands
    return quest.commands or ([Goal(quest.win_events)] if quest.win_events else ())


def told_parts(quests: Sequence[Quest], game: GameParts) -> list[Parts]:
    """Return what is to be told of each of ``quests``, in this order.

    Nothing is told of an optional quest that costs points.
    """
    wanted = [() if quest.optional and quest.reward < 0 else parts_of(quest) for quest in quests]
    if sum(map(bool, wanted)) < 2:
        return wanted
    story = _Story(game)
    return [
        story.left_of(event) if parts and (event := _described_event(quest)) else parts
        for quest, parts in zip(quests, wanted, strict=True)
    ]


def _behind(quests: Sequence[Quest], last: Quest) -> Iterable[Quest]:
    places = [place for place, quest in enumerate(quests) if quest is last]
    return quests[places[-1] + 1 :]


def _described_event(quest: Quest) -> Event | None:
    return next((event for event in quest.win_events if event.actions or event.commands), None)


class _Story:
    """What has been told so far, as if it had been done."""

    def __init__(self, game: GameParts):
        self._ground = GroundGame(game.kb, game.world.state)
        self._situation = 0
        self._done: list[GroundAction] = []
        self._visited: list[int] = []

    def left_of(self, event: Event) -> Parts:
        """Return what leads to ``event`` from here; all its actions where no way is known.

        That is nothing if it has happened on the way.
        """
        if not event.actions:
            return event.commands
        ground = self._ground
        policy = tuple(map(ground.step, event.actions))
        goal = ground.mask(event.conditions)
        if any(ground.holding(situation) & goal == goal for situation in self._visited):
            return []
        if self._done:
            back = [step for done in reversed(self._done) if (step := ground.back_from(done))]
            fitted = fit_after(policy, back, ground.holding(self._situation), goal)
            policy = policy if fitted is None else fitted
        self._perform(policy)
        return [step.action for step in policy]

    def _perform(self, policy: Sequence[GroundAction]) -> None:
        for step in policy:
            after = self._ground.after(step, self._situation)
            if after is not None:
                self._situation = after
                self._done.append(step)
                self._visited.append(after)
