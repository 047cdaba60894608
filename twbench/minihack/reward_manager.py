"""Rewards and ends of a task by events (docs: minihack.RewardManager).

```
manager = RewardManager()
manager.add_eat_event("apple", reward=2)
manager.add_location_event("sink", terminal_required=False)
```

Events are those that MiniHack documents, judged as its documentation says. MiniHack 1.0.2 does
otherwise in these points:

* Nothing happens during reset, so no reward leaks into the first step.
* The task is done when all events that are required have happened, or one that is sufficient;
  without a required one it is not done at the first step. The stairs down alone end nothing. A
  required event that is repeatable is done when it has happened once; in MiniHack it never is.
* Events in a sequence begin anew with every episode, and functions are asked there as well.
* Coordinates are those of the level's map, as `LevelGenerator` has them, not of the screen.
* A location counts when the player stands on it, not when it is out of sight.
* An action at a place is taken when its turn passes, whatever the question before it was.
* Eating names the food, also where NetHack's message does not (a pear and an apple say the same).
* Killing a newt is not killing a newt king, and a zombie is destroyed; an amulet may be identified.
"""

__all__ = [
    "AbstractRewardManager",
    "Event",
    "GroupedRewardManager",
    "RewardManager",
    "SequentialRewardManager",
]

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from twbench.errors import ConfigError, nearest
from twbench.minihack.actions import ACTIONS
from twbench.minihack.events import (
    CoordEvent,
    EatEvent,
    Event,
    LocActionEvent,
    LocEvent,
    MessageEvent,
    Observation,
    article_free,
)
from twbench.minihack.places import pair

RewardFunction = Callable[[Any, Any, int, Any], float]


class AbstractRewardManager(ABC):
    """What an environment asks for rewards, and whether the task is done."""

    needs_descriptions = False
    """Whether observations have to tell what every square is called."""

    @abstractmethod
    def reset(self) -> None:
        """Forget what has happened, when an episode begins."""

    def begin(self, env: Any, observation: Observation) -> None:
        """See the first observation of an episode."""
        return

    @abstractmethod
    def check_episode_end_call(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> bool:
        """Look at a step; return whether the task is done."""

    @abstractmethod
    def collect_reward(self) -> float:
        """Return the reward since this was last asked."""


class RewardManager(AbstractRewardManager):
    """Events and functions that give rewards, and say when the task is done."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.custom_reward_functions: list[RewardFunction] = []
        self._reward = 0.0

    @property
    def needs_descriptions(self) -> bool:  # type: ignore[override]
        """Whether an event looks at what squares are called."""
        return any(isinstance(event, LocEvent) for event in self.events)

    @property
    def done(self) -> bool:
        """Whether the events say that the task is done."""
        return _is_done(
            required=[event.achieved for event in self.events if event.terminal_required],
            sufficient=[event.achieved for event in self.events if event.terminal_sufficient],
        )

    def add_event(self, event: Event) -> None:
        """Add an event; raises ConfigError for what is none."""
        if not isinstance(event, Event):
            raise ConfigError(f"An event is an instance of Event, not {event!r}.")
        self.events.append(event)

    def add_custom_reward_fn(self, reward_fn: RewardFunction) -> None:
        """Add a function of (environment, observation before, action, observation) -> reward."""
        if not callable(reward_fn):
            raise ConfigError(f"A reward function is called at every step; {reward_fn!r} is none.")
        self.custom_reward_functions.append(reward_fn)

    def add_amulet_event(
        self,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward wearing an amulet."""
        worn = re.compile(r"amulet\b[^.]*\(being worn\)")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(MessageEvent(*settings, messages=[worn]))

    def add_coordinate_event(
        self,
        coordinates: tuple[int, int],
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward reaching a square (x, y) of the level's map."""
        place = pair(coordinates, "add_coordinate_event")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(CoordEvent(*settings, coordinates=place))

    def add_eat_event(
        self,
        name: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward eating something of a name."""
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(EatEvent(*settings, name=_name(name, "add_eat_event")))

    def add_kill_event(
        self,
        name: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward killing a monster of a name."""
        known = re.escape(article_free(_name(name, "add_kill_event")))
        killed = re.compile(rf"You (?:kill|destroy) (?:the )?(?:poor )?{known}!")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(MessageEvent(*settings, messages=[killed]))

    def add_location_event(
        self,
        location: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward standing on a feature of the level, such as a sink, an altar or a fountain."""
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(LocEvent(*settings, loc=_name(location, "add_location_event")))

    def add_message_event(
        self,
        msgs: Sequence[str],
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward seeing any of several messages, or parts of them."""
        if isinstance(msgs, str) or not msgs:
            raise ConfigError(f"add_message_event: messages are a list of texts, not {msgs!r}.")
        texts = [_name(message, "add_message_event") for message in msgs]
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(MessageEvent(*settings, messages=texts))

    def add_positional_event(
        self,
        place_name: str,
        action_name: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward taking an action, such as pray, on a feature of the level.

        Raises ConfigError for an action that NetHack has not.
        """
        wanted = _name(action_name, "add_positional_event").lower()
        if wanted not in ACTIONS:
            raise ConfigError(
                f"add_positional_event: there is no action {action_name!r}."
                f"{nearest(wanted, ACTIONS)} Known are {', '.join(ACTIONS)}."
            )
        place = _name(place_name, "add_positional_event")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(LocActionEvent(*settings, loc=place, action=ACTIONS[wanted]))

    def add_wear_event(
        self,
        name: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward wearing a piece of armour of a name."""
        known = re.escape(article_free(_name(name, "add_wear_event")))
        worn = re.compile(rf"You are now wearing (?:an? |the |some |your )?{known}\b")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(MessageEvent(*settings, messages=[worn]))

    def add_wield_event(
        self,
        name: str,
        reward: float = 1,
        repeatable: bool = False,
        terminal_required: bool = True,
        terminal_sufficient: bool = False,
    ) -> None:
        """Reward wielding a weapon of a name."""
        known = re.escape(article_free(_name(name, "add_wield_event")))
        wielded = re.compile(rf"\b{known} (?:\(weapon in hands?\)|welds itself to your hands?!)")
        settings = (reward, repeatable, terminal_required, terminal_sufficient)
        self.add_event(MessageEvent(*settings, messages=[wielded]))

    def begin(self, env: Any, observation: Observation) -> None:
        """See the first observation of an episode."""
        for event in self.events:
            event.begin(env, observation)

    def check_episode_end_call(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> bool:
        """Look at a step, gather its rewards, and return whether the task is done."""
        self._judge(env, previous_observation, action, observation)
        for function in self.custom_reward_functions:
            self._reward += function(env, previous_observation, action, observation)
        return self.done

    def _judge(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> None:
        """Let the events look at a step."""
        for event in self.events:
            if event.repeatable or not event.achieved:
                self._reward += event.check(env, previous_observation, action, observation)

    def collect_reward(self) -> float:
        """Return the reward since this was last asked."""
        reward, self._reward = self._reward, 0.0
        return reward

    def reset(self) -> None:
        """Forget what has happened, when an episode begins."""
        self._reward = 0.0
        for event in self.events:
            event.reset()


class SequentialRewardManager(RewardManager):
    """Events that have to happen in the order in which they were added, whatever they say of ends.

    Each counts once, from the step after that of the one before it. The task is done with the last.
    """

    @property
    def done(self) -> bool:
        """Whether all events have happened."""
        return _is_done(required=[event.achieved for event in self.events])

    def _judge(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> None:
        step = (env, previous_observation, action, observation)
        waiting = [event for event in self.events if not event.achieved]
        for event in waiting[1:]:
            event.watch(*step)
        for event in waiting[:1]:
            self._reward += event.check(*step)


class _Part(NamedTuple):
    """A reward manager that is one of several."""

    manager: AbstractRewardManager
    required: bool
    sufficient: bool


class GroupedRewardManager(AbstractRewardManager):
    """Several reward managers, whose rewards are added up; each may be one of these again.

    The task is done when all that are required are done, or one that is sufficient. All of them see
    every step; in MiniHack those behind one that is required see none before that is done.
    """

    def __init__(self) -> None:
        self._parts: list[_Part] = []

    @property
    def needs_descriptions(self) -> bool:  # type: ignore[override]
        """Whether one of them looks at what squares are called."""
        return any(part.manager.needs_descriptions for part in self._parts)

    def add_reward_manager(
        self,
        reward_manager: AbstractRewardManager,
        terminal_required: bool,
        terminal_sufficient: bool,
    ) -> None:
        """Add a reward manager; raises ConfigError for what is none."""
        if not isinstance(reward_manager, AbstractRewardManager):
            raise ConfigError(
                f"A reward manager is an AbstractRewardManager, not {reward_manager!r}."
            )
        self._parts.append(_Part(reward_manager, terminal_required, terminal_sufficient))

    def reset(self) -> None:
        """Forget what has happened, when an episode begins."""
        for part in self._parts:
            part.manager.reset()

    def begin(self, env: Any, observation: Observation) -> None:
        """See the first observation of an episode."""
        for part in self._parts:
            part.manager.begin(env, observation)

    def check_episode_end_call(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> bool:
        """Let all of them look at a step, and return whether the task is done."""
        step = (env, previous_observation, action, observation)
        judged = [(part, part.manager.check_episode_end_call(*step)) for part in self._parts]
        return _is_done(
            required=[done for part, done in judged if part.required],
            sufficient=[done for part, done in judged if part.sufficient],
        )

    def collect_reward(self) -> float:
        """Return the rewards since this was last asked."""
        return sum(part.manager.collect_reward() for part in self._parts)


def _is_done(required: Sequence[bool], sufficient: Sequence[bool] = ()) -> bool:
    """Say whether a task is done, of which these parts are done or not."""
    return any(sufficient) or (bool(required) and all(required))


def _name(name: str, what: str) -> str:
    if not isinstance(name, str) or not name.strip():
        raise ConfigError(f"{what}: a name is text, not {name!r}.")
    return name
