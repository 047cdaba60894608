"""NetHack on one level, as an environment of Gymnasium 1.x (docs: minihack.MiniHack).

```
env = MiniHack(des_file=level.get_des())
obs, info = env.reset(seed=7)
obs, reward, terminated, truncated, info = env.step(0)
```

The level is compiled before anything runs, and one that is refused is an error; MiniHack plays an
ordinary dungeon instead. ``reset(seed=)`` decides everything that follows: the level, the dice, and
what later resets draw. The clock of the machine decides nothing.
"""

__all__ = ["MH_DEFAULT_OBS_KEYS", "MH_NETHACKOPTIONS", "MiniHack"]

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from twbench.errors import ConfigError, GameNotRunningError
from twbench.minihack.arguments import (
    CROP,
    arguments_for_nle,
    checked_seeds,
    keys_for_nle,
    knowledge_of,
    level_of,
    listed_keys,
)
from twbench.minihack.engine import (
    MH_NETHACKOPTIONS,
    checked_seed,
    gymnasium,
    nethack,
    refuse_without_nle,
    staircase_task,
)
from twbench.minihack.knowledge import Knowledge
from twbench.minihack.level_generator import LevelGenerator
from twbench.minihack.reward_manager import AbstractRewardManager
from twbench.printable import shown
from twbench.whole_numbers import as_whole

MH_DEFAULT_OBS_KEYS = [
    *("glyphs", "chars", "colors", "specials"),
    *("glyphs_crop", "chars_crop", "colors_crop", "specials_crop"),
    *("blstats", "message"),
]
"""The keys of observations, unless others are asked for."""

_SEEDS = 2**31 - 1
_SPACE = ord(" ")
_MOST_PAGES = 1000
_DIRECTION_OF_NEIGHBOR = ("NW", "N", "NE", "W", None, "E", "SW", "S", "SE")
if TYPE_CHECKING:
    from gymnasium.spaces import Box, Dict

_Observation = dict[str, NDArray[Any]]
_Seen = Mapping[str, Any] | Sequence[Any] | None
"""An observation of the agent, or one as NLE has them, which events and rewards are given."""


class MiniHack(staircase_task()):  # type: ignore[misc]  # NLE has no types
    """NetHack on a level, whose goal is the stair down, or what a reward manager says.

    ``des_file`` is a description, the path of a file with one (``.des``), or a `LevelGenerator`.
    ``seeds`` are the seeds that episodes are drawn from, all if there are none. ``use_wiki`` is
    True for NetHack's own encyclopedia, or a `NetHackWiki`. Without ``descriptions`` nobody asks
    NetHack at every step what every square is called, which takes most of the time: what needs
    these says so. Other arguments are NLE's; no monsters appear but those of the level, unless
    ``spawn_monsters`` is True.

    Raises ConfigError for a level that cannot be compiled, for keys that there are not, and for a
    character or ``options`` that NetHack does not have.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["human", "ansi"], "render_fps": 4}
    observation_space: "Dict"

    def __init__(
        self,
        *args: Any,
        des_file: str | Path | LevelGenerator,
        reward_win: float = 1,
        reward_lose: float = 0,
        obs_crop_h: int = 9,
        obs_crop_w: int = 9,
        obs_crop_pad: int = 0,
        reward_manager: AbstractRewardManager | None = None,
        use_wiki: bool | Knowledge = False,
        autopickup: bool = True,
        pet: bool = False,
        observation_keys: Sequence[str] = tuple(MH_DEFAULT_OBS_KEYS),
        seeds: Sequence[int] | None = None,
        descriptions: bool = True,
        **kwargs: Any,
    ):
        refuse_without_nle("An environment of NetHack")
        self.reward_win = reward_win
        self.reward_lose = reward_lose
        self.reward_manager = reward_manager
        self.obs_crop_h, self.obs_crop_w, self.obs_crop_pad = obs_crop_h, obs_crop_w, obs_crop_pad
        self._level_seeds = checked_seeds(seeds)
        self._keys = listed_keys(observation_keys)
        self._given: tuple[Any, Any, bool, Any] | None = None
        self._running = False
        self._frozen_steps = 0
        kind = type(self)
        self._has_own_task = (kind._reward_fn, kind._is_episode_end) != (
            MiniHack._reward_fn,
            MiniHack._is_episode_end,
        )
        level, self.level_map = level_of(des_file)
        modes = self.metadata.get("render_modes", ())
        arguments = arguments_for_nle(kwargs, modes, autopickup, pet)
        told = descriptions or getattr(reward_manager, "needs_descriptions", False)
        keys = keys_for_nle(self._keys, bool(told), arguments["render_mode"])
        super().__init__(*args, observation_keys=keys, **arguments)
        self.observation_space = self._spaces(self.observation_space.spaces)
        places = [(key, self._observation_keys.index(key.removesuffix(CROP))) for key in self._keys]
        self._copied = [(key, place) for key, place in places if not key.endswith(CROP)]
        self._cropped = [(key, place) for key, place in places if key.endswith(CROP)]
        self._knowledge = knowledge_of(use_wiki)
        self._put(level)

    @property
    def map_origin(self) -> tuple[int, int] | None:
        """The square of the screen where the level's only map begins, if it is in the middle."""
        return self.level_map.origin

    def _spaces(self, known: Mapping[str, Any]) -> "Dict":
        made: Dict = gymnasium().spaces.Dict({key: self._space(key, known) for key in self._keys})
        return made

    def _space(self, key: str, known: Mapping[str, Any]) -> "Box":
        if not key.endswith(CROP):
            space: Box = known[key]
            return space
        whole = known[key.removesuffix(CROP)]
        shape = (self.obs_crop_h, self.obs_crop_w, *whole.shape[2:])
        low, high = whole.low.min(), whole.high.max()
        low, high = min(low, self.obs_crop_pad), max(high, self.obs_crop_pad)
        window: Box = gymnasium().spaces.Box(low=low, high=high, shape=shape, dtype=whole.dtype)
        return window

    def update(self, des_file: str | Path | LevelGenerator) -> None:
        """Play another level from the next reset on; raises ConfigError if it is refused."""
        level, self.level_map = level_of(des_file)
        self._put(level)

    def _put(self, level: bytes) -> None:
        """Let NetHack find the level where it looks for its data."""
        path = Path(self.nethack._vardir) / "nhdat"
        path.unlink(missing_ok=True)
        path.write_bytes(level)

    def seed(
        self, core: Any = None, disp: Any = None, reseed: bool = False, lgen: Any = None
    ) -> tuple[Any, Any, bool, Any]:
        """Set NetHack's own seeds for the next reset, unless that has a seed; return them."""
        core, disp = (self._drawn() if seed is None else seed for seed in (core, disp))
        self._given = core, disp, reseed, lgen
        return self._given

    def _drawn(self) -> int:
        return int(self.np_random.integers(_SEEDS))

    def _next_seeds(self, seed: int | None) -> tuple[Any, Any, bool, Any]:
        """Return NetHack's seeds for the episode that begins."""
        given, self._given = self._given, None
        if given is not None and seed is None:
            return given
        if self._level_seeds is not None:
            number = self._level_seeds[int(self.np_random.integers(len(self._level_seeds)))]
        else:
            number = self._drawn() if seed is None else seed
        return number, number, False, None

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[_Observation, dict[str, Any]]:
        """Begin an episode; the same seed begins the same one, and the same ones after it."""
        seed = checked_seed(seed)
        gymnasium().Env.reset(self, seed=seed)
        self.nethack.set_initial_seeds(*self._next_seeds(seed))
        self._episode += 1
        record = None
        if self.savedir and self._episode % self._save_ttyrec_every == 0:
            record = self._ttyrec_pattern % self._episode
        wishes = options if options and "wizkit_items" in options else None
        observation = self.nethack.reset(record, options=wishes)
        for _ in range(_MOST_PAGES):
            if self._in_moveloop(observation):
                break
            observation, _ = self.nethack.step(_SPACE)
        self._steps = self._frozen_steps = 0
        self.last_observation = observation
        self._running = True
        if self.reward_manager is not None:
            self.reward_manager.reset()
            self.reward_manager.begin(self, observation)
        return self._get_observation(observation), self._get_information(self.StepStatus.RUNNING)

    def step(self, action: int) -> tuple[_Observation, float, bool, bool, dict[str, Any]]:
        """Take one of the actions; at the limit of steps the episode is cut off, not ended.

        Raises GameNotRunningError before the first reset and after the end of an episode, TypeError
        for what is no whole number, and IndexError for one that no action has.
        """
        if not self._running:
            raise GameNotRunningError("The level is not being played: call reset() first.")
        action = self._number(action)
        before = self._kept(self.last_observation)
        self._previous_obs, self._previous_action = before, action
        observation, dead = self.nethack.step(self.actions[action])
        if not self._allow_all_modes or observation[self._program_state_index][0] == 1:
            observation, dead = self._perform_known_steps(observation, dead, exceptions=True)
        self._steps += 1
        self.last_observation = observation
        status = self._status(observation, dead)
        reward = float(self._reward_fn(before, action, observation, status))
        terminated = status > 0
        truncated = status == self.StepStatus.ABORTED
        self._running = not (terminated or truncated)
        information = self._get_information(status)
        return self._get_observation(observation), reward, terminated, truncated, information

    def close(self) -> None:
        """End NetHack; it cannot be played any more."""
        self._running = False
        super().close()

    def _number(self, action: Any) -> int:
        number = as_whole(action)
        if number is None:
            raise TypeError(f"An action is the number of one of actions, not {shown(action)}.")
        if not 0 <= number < len(self.actions):
            last = len(self.actions) - 1
            raise IndexError(f"There is no action {number}: they are numbered from 0 to {last}.")
        return number

    def _kept(self, observation: Sequence[Any]) -> Any:
        """Return what has to be known of an observation after NetHack has written over it."""
        if self.reward_manager is not None or self._has_own_task:
            return tuple(part.copy() for part in observation)
        return {self._blstats_index: observation[self._blstats_index].copy()}

    def _status(self, observation: Any, dead: bool) -> Any:
        status = self.StepStatus
        ended = status(self._is_episode_end(observation))
        if dead and self.reward_manager is None:
            return status.DEATH
        if ended != status.RUNNING:
            return ended
        if dead:
            return status.DEATH
        return status.ABORTED if self._check_abort(observation) else status.RUNNING

    def _is_episode_end(self, observation: Any) -> Any:
        """Return whether the task is done, as a StepStatus; tasks of one's own override it."""
        if self.reward_manager is None:
            return super()._is_episode_end(observation)
        done = self.reward_manager.check_episode_end_call(
            self, self._previous_obs, self._previous_action, observation
        )
        return self.StepStatus.TASK_SUCCESSFUL if done else self.StepStatus.RUNNING

    def _reward_fn(
        self, last_observation: Any, action: int, observation: Any, end_status: Any
    ) -> float:
        """Return what the step is worth, with NLE's penalty for time that stands still."""
        penalty = float(self._get_time_penalty(last_observation, observation))
        if self.reward_manager is not None:
            return self.reward_manager.collect_reward() + penalty
        if end_status == self.StepStatus.TASK_SUCCESSFUL:
            return self.reward_win + penalty
        if end_status == self.StepStatus.RUNNING:
            return penalty
        return self.reward_lose + penalty

    def _get_observation(self, observation: Sequence[Any]) -> _Observation:
        """Return a copy of what was asked for: NetHack writes over its own at the next step."""
        found: _Observation = {key: observation[index].copy() for key, index in self._copied}
        if self._cropped:
            x, y = (int(n) for n in observation[self._blstats_index][:2])
            for key, index in self._cropped:
                found[key] = self._crop(observation[index], x, y)
        return {key: found[key] for key in self._keys}

    def _crop(self, whole: NDArray[Any], x: int, y: int) -> NDArray[Any]:
        """Return the window around a square; beyond the level it is ``obs_crop_pad``."""
        height, width = self.obs_crop_h, self.obs_crop_w
        shape = (height, width, *whole.shape[2:])
        cropped = np.full(shape, self.obs_crop_pad, dtype=whole.dtype)
        top, left = y - height // 2, x - width // 2
        first_row, last_row = max(top, 0), min(top + height, whole.shape[0])
        first, last = max(left, 0), min(left + width, whole.shape[1])
        cropped[first_row - top : last_row - top, first - left : last - left] = whole[
            first_row:last_row, first:last
        ]
        return cropped

    def render(self) -> str | None:
        """Print the screen with the mode "human"; return it as text with "ansi"."""
        if not self.last_observation:
            raise GameNotRunningError("Nothing to render: call reset() first.")
        if self.render_mode is None:
            gymnasium().logger.warn(
                "Nothing is rendered: make the environment with render_mode='human' or 'ansi'."
            )
        if self.render_mode == "human":
            super().render()
        if self.render_mode == "ansi":
            chars = self.last_observation[self._observation_keys.index("chars")]
            message = self._part("message", None)
            head = bytes(message).partition(b"\0")[0]
            rows = [head, *(row.tobytes().rstrip() for row in chars)]
            return b"\n".join(rows).decode("latin-1")
        return None

    def square_name(self, observation: Sequence[Any], x: int, y: int) -> str:
        """Return what a square was called in an observation as NLE has them."""
        return _text(observation[self._observation_keys.index("screen_descriptions")][y, x])

    def get_screen_description(self, x: int, y: int, observation: _Seen = None) -> str:
        """Return what the square (x, y) of the screen is called."""
        cell = self._part("screen_descriptions", observation)[y, x]
        return _text(cell)

    def get_neighbor_descriptions(self, observation: _Seen = None) -> list[str]:
        """Return what the nine squares around the player are called, row by row."""
        x, y = (int(n) for n in self._part("blstats", observation)[:2])
        cells = self._part("screen_descriptions", observation)
        rows, columns = cells.shape[:2]
        return [
            _text(cells[y + dy, x + dx]) if 0 <= y + dy < rows and 0 <= x + dx < columns else ""
            for dy in (-1, 0, 1)
            for dx in (-1, 0, 1)
        ]

    def get_object_direction(self, name: str, observation: _Seen = None) -> int | None:
        """Return the direction (an action of NLE) of the first neighbour with a name, or None."""
        directions = nethack().CompassDirection
        found = self.get_neighbor_descriptions(observation)
        for direction, description in zip(_DIRECTION_OF_NEIGHBOR, found, strict=True):
            if direction is not None and name in description:
                action: int = directions[direction]
                return action
        return None

    def screen_contains(self, name: str, observation: _Seen = None) -> bool:
        """Say whether something with a name is seen on the screen."""
        return name.encode("latin-1") in self._part("screen_descriptions", observation).tobytes()

    def key_in_inventory(self, name: str) -> str | None:
        """Return the letter of the first thing in the inventory with a name; None if none."""
        letters, texts = self._part("inv_letters", None), self._part("inv_strs", None)
        for letter, text in zip(letters, texts, strict=False):
            if letter and name in _text(text):
                return chr(letter)
        return None

    def get_screen_wiki_page(self, x: int, y: int, observation: _Seen = None) -> str:
        """Return what is known about what is on a square of the screen."""
        return self._known().get_page_text(self.get_screen_description(x, y, observation))

    def get_neighbor_wiki_pages(self, observation: _Seen = None) -> list[str]:
        """Return what is known about what is on the nine squares around the player."""
        known = self._known()
        return [known.get_page_text(name) for name in self.get_neighbor_descriptions(observation)]

    def _known(self) -> Knowledge:
        if self._knowledge is None:
            raise ConfigError(
                "There is nothing to look up: make the environment with use_wiki=True for NetHack's"
                " encyclopedia, or with a NetHackWiki."
            )
        return self._knowledge

    def _part(self, key: str, observation: _Seen) -> Any:
        """Return a part of an observation, or of the last one where it does not have it."""
        if isinstance(observation, Mapping):
            if key in observation:
                return observation[key]
            observation = None
        if observation is None:
            observation = self.last_observation
            if not observation:
                raise GameNotRunningError("Nothing is seen yet: call reset() first.")
        if key not in self._observation_keys:
            raise ConfigError(
                f"Observations do not have {key!r}: make the environment with descriptions=True."
            )
        return observation[self._observation_keys.index(key)]


def _text(cell: NDArray[Any]) -> str:
    return bytes(cell).partition(b"\0")[0].decode("latin-1")
