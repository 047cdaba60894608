"""Quests played by their definition, as plainly as possible: the twin of the runtime's quests."""

from collections.abc import Sequence

from twbench.generator.games.game import Quest
from twbench.logic import State


class QuestModel:
    """What the quests of a game have come to."""

    def __init__(self, quests: Sequence[Quest], state: State):
        self.quests = quests
        self.completions = [0] * len(quests)
        self.failed = [False] * len(quests)
        self.was_winning = [False] * len(quests)
        self.update(state)

    def copy(self) -> "QuestModel":
        other = QuestModel.__new__(QuestModel)
        other.quests = self.quests
        other.completions = list(self.completions)
        other.failed = list(self.failed)
        other.was_winning = list(self.was_winning)
        return other

    def update(self, state: State) -> None:
        """Take note of a new state; nothing changes once the game has ended."""
        if self.won or self.lost:
            return
        for index, quest in enumerate(self.quests):
            if self.failed[index] or (self.completions[index] and not quest.repeatable):
                continue
            if quest.is_failing(state):
                self.failed[index] = True
                continue
            winning = quest.is_winning(state)
            if winning and not self.was_winning[index]:
                self.completions[index] += 1
            self.was_winning[index] = winning

    @property
    def score(self) -> int:
        return sum(n * q.reward for n, q in zip(self.completions, self.quests, strict=True))

    @property
    def lost(self) -> bool:
        required = zip(self.failed, self.quests, strict=True)
        return any(failed and not quest.optional for failed, quest in required)

    @property
    def won(self) -> bool:
        required = [
            done
            for done, quest in zip(self.completions, self.quests, strict=True)
            if quest.win_events and not quest.optional
        ]
        return bool(required) and all(required) and not self.lost
