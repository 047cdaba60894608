"""What a reward is given for: events, judged by what the player observes.

An event looks at one step: the observation before it, the action, and the observation after it.
Observations are tuples in the order of the environment's ``_observation_keys``, as NLE has them. An
event that is not repeatable fires once an episode.
"""

__all__ = [
    "CoordEvent",
    "EatEvent",
    "Event",
    "LocActionEvent",
    "LocEvent",
    "MessageEvent",
    "article_free",
    "message_of",
]

import re
from abc import ABC, abstractmethod
from collections.abc import Sequence
from math import isfinite
from numbers import Real
from typing import Any

from twbench.errors import ConfigError
from twbench.printable import shown

Observation = Sequence[Any]
_X, _Y, _TIME = 0, 1, 20
"""Where the status has the player's place, and the turn."""
_ARTICLE = re.compile(r"^(?:an?|the|some|your) ")
_EATEN = re.compile(
    r"Core dumped\.|Must be a Macintosh|Rotten food!|last bite of your meal"
    r"|really hits? the spot|satiated your|finally finished|You finish eating|is delicious"
)


def message_of(env: Any, observation: Observation) -> str:
    """Return the message that the player sees."""
    raw = bytes(observation[env._observation_keys.index("message")])
    return raw.partition(b"\0")[0].decode("latin-1")


def article_free(name: str) -> str:
    """Return a name without its article."""
    return _ARTICLE.sub("", name)


def _number(reward: Any) -> float:
    if not isinstance(reward, Real) or not isfinite(reward):
        raise ConfigError(f"The reward of an event must be a number, not {shown(reward)}.")
    return reward  # type: ignore[return-value]  # what `Real` is to Python, float is to mypy


class Event(ABC):
    """Something that a reward is given for (docs: minihack.reward_manager.Event).

    One that is ``terminal_required`` must have happened before the task is done; one that is
    ``terminal_sufficient`` ends it alone. Raises ConfigError for a reward that is no number.
    """

    def __init__(
        self, reward: float, repeatable: bool, terminal_required: bool, terminal_sufficient: bool
    ):
        self.reward = _number(reward)
        self.repeatable = repeatable
        self.terminal_required = terminal_required
        self.terminal_sufficient = terminal_sufficient
        self.achieved = False

    def begin(self, env: Any, observation: Observation) -> None:
        """See the first observation of an episode; no event fires there."""
        return

    @abstractmethod
    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if the event has happened in this step, and note it; else 0."""

    def watch(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> None:
        """See a step in which the event does not count yet, since others come before it."""
        return

    def reset(self) -> None:
        """Forget what has happened, when an episode begins."""
        self.achieved = False

    def _set_achieved(self) -> float:
        self.achieved = True
        return self.reward


class MessageEvent(Event):
    """One of several messages is seen: texts within it, or patterns."""

    def __init__(self, *args: Any, messages: Sequence[str | re.Pattern[str]]):
        super().__init__(*args)
        self.messages = list(messages)

    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if a message is seen."""
        seen = message_of(env, observation)
        for wanted in self.messages:
            found = wanted in seen if isinstance(wanted, str) else wanted.search(seen)
            if found:
                return self._set_achieved()
        return 0.0


class EatEvent(Event):
    """Food of a name is eaten.

    Some foods say their names when they are eaten. Of the others it is known what is eaten from the
    question before: "There is a pear here; eat it?", or the letter that is given.
    """

    def __init__(self, *args: Any, name: str):
        super().__init__(*args)
        self.name = name
        self._named = re.compile(rf"\b{re.escape(name)}s?\b")
        self._eating: bool | None = None

    def reset(self) -> None:
        """Forget what was eaten."""
        super().reset()
        self._eating = None

    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if the food is eaten."""
        seen = self._seen(env, previous_observation, action, observation)
        if _EATEN.search(seen):
            named = self._named.search(seen) and "is delicious" in seen
            if named or self._eating:
                return self._set_achieved()
        return 0.0

    def watch(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> None:
        """See what is about to be eaten."""
        self._seen(env, previous_observation, action, observation)

    def _seen(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> str:
        """Note what is about to be eaten, and return the message."""
        asked = message_of(env, previous_observation)
        if "What do you want to eat?" in asked:
            self._eating = self._is_letter_of_it(env, previous_observation, action)
        seen = message_of(env, observation)
        if "eat it? [" in seen or "eat one? [" in seen:
            self._eating = bool(self._named.search(seen))
        return seen

    def _is_letter_of_it(self, env: Any, observation: Observation, action: int) -> bool:
        """Say whether the action is the letter of such food in the inventory."""
        keys = env._observation_keys
        if "inv_letters" not in keys or "inv_strs" not in keys:
            return False
        letter = int(env.actions[action])
        for known, text in zip(
            observation[keys.index("inv_letters")],
            observation[keys.index("inv_strs")],
            strict=False,
        ):
            if int(known) == letter:
                return bool(self._named.search(bytes(text).rstrip(b"\0").decode("latin-1")))
        return False


class CoordEvent(Event):
    """A square of the level's map is reached; its upper left corner is (0, 0)."""

    def __init__(self, *args: Any, coordinates: tuple[int, int]):
        super().__init__(*args)
        self.coordinates = coordinates

    def begin(self, env: Any, observation: Observation) -> None:
        """Raise ConfigError for a square outside of the map, and for a level without one map."""
        if env.level_map.origin is None:
            raise ConfigError(
                f"Where {self.coordinates} is cannot be told: squares are counted from the corner"
                " of the level's map, but it has not one map alone, in the middle."
            )
        if env.level_map.bounds is None:
            return
        (x, y), (width, height) = self.coordinates, env.level_map.bounds
        if x >= width or y >= height:
            raise ConfigError(
                f"The square ({x}, {y}) lies outside of the map, which is {width} wide and"
                f" {height} high. Squares are those of the map, as LevelGenerator has them, not"
                f" those of the screen, where the map begins at {env.level_map.origin}."
            )

    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if the player is there."""
        (x, y), (left, top) = _position(env, observation), env.level_map.origin
        here = x - left, y - top
        return self._set_achieved() if here == tuple(self.coordinates) else 0.0


class LocEvent(Event):
    """The player stands on a feature of the level, such as a sink.

    What is below the player is what was seen there last, or what the game says is "here". MiniHack
    takes a feature that is not in sight for one that the player stands on.
    """

    def __init__(self, *args: Any, loc: str):
        super().__init__(*args)
        self.loc = loc
        self._here: tuple[int, int] | None = None
        self._below = False

    def reset(self) -> None:
        """Forget where the player stands."""
        super().reset()
        self._here, self._below = None, False

    def begin(self, env: Any, observation: Observation) -> None:
        """See where the player starts."""
        self._here = _position(env, observation)
        self._below = self._is_told(env, observation)

    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if the player stands there."""
        return self._set_achieved() if self.stands(env, previous_observation, observation) else 0.0

    def watch(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> None:
        """See where the player stands."""
        self.stands(env, previous_observation, observation)

    def stands(self, env: Any, previous_observation: Observation, observation: Observation) -> bool:
        """Say whether the player stands there, after a step."""
        here = _position(env, observation)
        if here != self._here:
            self._here = here
            seen = env.square_name(previous_observation, *here)
            self._below = bool(_word(self.loc).search(seen))
        if self._is_told(env, observation):
            self._below = True
        return self._below

    def _is_told(self, env: Any, observation: Observation) -> bool:
        return bool(
            re.search(
                rf"(?i)There is (?:an? )?[^.]*\b{re.escape(self.loc)}\b[^.]* here",
                message_of(env, observation),
            )
        )


class LocActionEvent(LocEvent):
    """An action is taken on a feature of the level, such as praying at an altar.

    It is taken when the turn has passed: questions that come first are waited for, and to decline
    them is not to take it.
    """

    def __init__(self, *args: Any, loc: str, action: Any):
        super().__init__(*args, loc=loc)
        self.action = action
        self._begun = False

    def reset(self) -> None:
        """Forget that the action was begun."""
        super().reset()
        self._begun = False

    def check(
        self, env: Any, previous_observation: Observation, action: int, observation: Observation
    ) -> float:
        """Return the reward if the action is taken there."""
        before = self._below
        stands = self.stands(env, previous_observation, observation)
        if int(env.actions[action]) == int(self.action):
            self._begun = before or (self._begun and stands)
        if not self._begun:
            return 0.0
        if _time(env, observation) > _time(env, previous_observation):
            self._begun = False
            return self._set_achieved()
        self._begun = _asks(env, observation)
        return 0.0


def _asks(env: Any, observation: Observation) -> bool:
    """Say whether the game waits for an answer."""
    internal = observation[env._observation_keys.index("internal")]
    return bool(internal[1] or internal[2] or internal[3])


def _position(env: Any, observation: Observation) -> tuple[int, int]:
    status = observation[env._observation_keys.index("blstats")]
    return int(status[_X]), int(status[_Y])


def _time(env: Any, observation: Observation) -> int:
    return int(observation[env._observation_keys.index("blstats")][_TIME])


def _word(name: str) -> re.Pattern[str]:
    return re.compile(rf"(?i)\b{re.escape(name)}\b")
