"""A vector environment that steps many games with one message for each worker process.

Gymnasium's `AsyncVectorEnv` has a process, and a message there and back, for each game, which takes
many times as long as a turn of a story. Here each worker has an equal part of the games. What is
returned is what Gymnasium's `SyncVectorEnv` returns, in all three modes of resetting.
"""

__all__ = ["TextVectorEnv"]

import os
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, concatenate
from numpy.typing import NDArray

from twbench.errors import ConfigError, GameNotRunningError, nearest
from twbench.gym.options import checked_options
from twbench.gym.vector.infos import Columns, Rows, laid_out
from twbench.gym.vector.joining import join_observations, join_steps, split_actions
from twbench.gym.vector.no_workers import NoWorkers
from twbench.gym.vector.part import Outline, Part
from twbench.gym.workers import Workers, parted
from twbench.printable import shown
from twbench.whole_numbers import as_whole, whole_number, whole_or_none

_MASK = "reset_mask"
_LISTED = (list, tuple, np.ndarray)


class TextVectorEnv(VectorEnv[Any, Any, Any]):
    """Environments in worker processes, stepped together.

    ``env_fns`` make the environments, as for Gymnasium's vectors; they are made in the workers,
    where no more is registered than importing does, so that a function should call
    `gymnasium.make` with a specification rather than an id. Usually `make_vec` does that.

    There are ``num_workers`` processes, by default one for each processor; with 0 this process does
    it all. They end when this object is closed or forgotten, or when its process ends, however that
    happens.

    Raises ConfigError for numbers and modes that cannot be, GameNotRunningError for a worker that
    has ended, and in all methods what the environments raise: another `reset` is needed then.
    """

    def __init__(
        self,
        env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
        *,
        num_workers: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ):
        # Gymnasium 1.2 closes whatever is forgotten, even if it could not be made.
        self.closed = True
        self.autoreset_mode = mode = _mode(autoreset_mode)
        self.num_envs = len(env_fns)
        whole_number(self.num_envs, "num_envs")
        self._workers = _started(env_fns, mode, num_workers)
        outline = self._common_outline()
        self.metadata = {**outline.metadata, "autoreset_mode": mode}
        self.render_mode = outline.render_mode
        self.single_observation_space = outline.observation_space
        self.single_action_space = outline.action_space
        self.observation_space = batch_space(outline.observation_space, self.num_envs)
        self.action_space = batch_space(outline.action_space, self.num_envs)
        self._stays_ended = mode is AutoresetMode.DISABLED
        # Asked once: some of these spaces are abstract mappings, and asking takes long.
        action_space = outline.action_space
        self._has_columns = isinstance(action_space, spaces.Dict | spaces.Tuple)
        self._shows_text = isinstance(outline.observation_space, spaces.Text)
        self._batched = concatenate.dispatch(type(outline.observation_space))
        self._observed: list[Any] = [None for _ in self._workers.slices]
        # Which environments have ended; None if none has, or if they are reset by themselves.
        self._ended: NDArray[np.bool_] | None = None
        self._running = False
        self.closed = False

    def _common_outline(self) -> Outline:
        """Return the outline of the first environment; raises ConfigError for other spaces."""
        answers = self._workers.exchange("outlines", [() for _ in self._workers.slices])
        outlines: list[Outline] = [outline for answer in answers for outline in answer]
        first, *others = outlines
        for other in others:
            if (other.observation_space, other.action_space) != (
                first.observation_space,
                first.action_space,
            ):
                self._workers.end()
                raise ConfigError(
                    "All environments of a vector must have the same spaces, and these differ:"
                    f" {first.observation_space} and {other.observation_space},"
                    f" {first.action_space} and {other.action_space}."
                )
        return first

    @property
    def num_workers(self) -> int:
        """How many worker processes there are."""
        return 0 if isinstance(self._workers, NoWorkers) else len(self._workers.slices)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[Any, dict[str, Any]]:
        """Reset all environments, or those that ``options["reset_mask"]`` has True for.

        A ``seed`` is that of the first environment, and those of the others follow; or there is a
        sequence of them. All other options go to each environment.
        """
        given = checked_options(options)
        mask = given.pop(_MASK, None)
        seeds = self._seeds(seed)
        if mask is not None:
            self._check_mask(mask)
            if not self._running:
                raise GameNotRunningError("The games are not running: reset all of them first.")
        arguments = [
            None
            if mask is not None and not mask[part].any()
            else (seeds[part], given, None if mask is None else mask[part])
            for part in self._workers.slices
        ]
        # Until all have answered, nobody knows which have been reset.
        self._running = False
        answers = self._workers.exchange("reset", arguments)
        infos: list[Columns | Rows] = []
        for number, (part, answer) in enumerate(zip(self._workers.slices, answers, strict=True)):
            if answer is None:
                infos.append([None] * (part.stop - part.start))
            else:
                self._observed[number], told = answer
                infos.append(told)
        if mask is None:
            self._ended = None
        elif self._ended is not None:
            still = self._ended & ~mask
            self._ended = still if still.any() else None
        self._running = True
        return self._joined(), laid_out(infos, self.num_envs)

    def step(self, actions: Any) -> tuple[Any, Any, Any, Any, dict[str, Any]]:
        """Step all environments; see the documentation of Gymnasium's vectors.

        Raises GameNotRunningError before the first `reset`, and for environments that have ended
        where the mode is that nothing is reset; ConfigError for a wrong number of actions.
        """
        if not self._running:
            raise GameNotRunningError(
                "The environments have been closed."
                if self.closed
                else "The games are not running: call reset() first."
            )
        if self._ended is not None:
            ended = ", ".join(map(str, np.flatnonzero(self._ended)))
            raise GameNotRunningError(
                f"These environments have ended: {ended}. Reset them with"
                " reset(options={'reset_mask': terminations | truncations})."
            )
        parts = self._parts(actions)
        self._running = False
        answers = self._workers.exchange("step", [(part,) for part in parts])
        self._observed = [answer[0] for answer in answers]
        joined = join_steps(answers, self._workers.slices)
        rewards, terminations, truncations, has_ends, infos = joined
        if self._stays_ended and has_ends:
            self._ended = terminations | truncations
        self._running = True
        return self._joined(), rewards, terminations, truncations, infos

    def call(self, name: str, *args: Any, **kwargs: Any) -> tuple[Any, ...]:
        """Call a method of each environment, or read an attribute; return what they give."""
        answers = self._workers.exchange("call", [(name, args, kwargs) for _ in self._observed])
        return tuple(value for answer in answers for value in answer)

    def get_attr(self, name: str) -> tuple[Any, ...]:
        """Return an attribute of each environment."""
        return self.call(name)

    def set_attr(self, name: str, values: Any) -> None:
        """Set an attribute of each environment: to a value each if there is a list or tuple."""
        listed = list(values) if isinstance(values, list | tuple) else [values] * self.num_envs
        self._check_number(len(listed))
        parts = [(name, listed[part]) for part in self._workers.slices]
        self._workers.exchange("assign", parts)

    def render(self) -> tuple[Any, ...]:
        """Return what each environment renders."""
        return self.call("render")

    def close_extras(self, **kwargs: Any) -> None:
        """End the workers; see `gymnasium.vector.VectorEnv.close`."""
        self._running = False
        self._workers.end()

    @property
    def np_random_seed(self) -> tuple[int, ...]:  # type: ignore[override]  # as in SyncVectorEnv
        """The seed of each environment."""
        return self.get_attr("np_random_seed")

    @property  # type: ignore[misc]  # Gymnasium's can be set
    def np_random(self) -> tuple[np.random.Generator, ...]:  # type: ignore[override]
        """A copy of the generator of random numbers of each environment."""
        return self.get_attr("np_random")

    def _joined(self) -> Any:
        if self._shows_text:
            texts = chain.from_iterable(self._observed)
            return self._batched(self.single_observation_space, texts, ())
        return join_observations(self.single_observation_space, self._observed)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> list[int | None]:
        if seed is None:
            return [None] * self.num_envs
        first = as_whole(seed)
        if first is not None:
            return [first + number for number in range(self.num_envs)]
        if not isinstance(seed, _LISTED):
            raise ConfigError(f"seed is a number, a list of numbers or None, not {shown(seed)}.")
        self._check_number(len(seed), "seeds")
        return list(seed)

    def _parts(self, actions: Any) -> Sequence[Any]:
        """Return the actions of each worker out of a batch, which has the right number of them."""
        slices = self._workers.slices
        if self._has_columns:
            is_one = len(slices) == 1
            return [actions] if is_one else split_actions(self.single_action_space, actions, slices)
        listed = actions
        if not isinstance(actions, _LISTED):
            if isinstance(actions, str) or not isinstance(actions, Iterable):
                raise ConfigError(
                    f"{self.num_envs} environments take as many actions, not {actions!r} alone."
                )
            listed = list(actions)
        self._check_number(len(listed), "actions")
        return [listed[part] for part in slices]

    def _check_number(self, number: int, what: str = "values") -> None:
        if number != self.num_envs:
            raise ConfigError(f"{self.num_envs} environments take as many {what}, not {number}.")

    def _check_mask(self, mask: Any) -> None:
        if not (
            isinstance(mask, np.ndarray)
            and mask.dtype == np.bool_
            and mask.shape == (self.num_envs,)
            and mask.any()
        ):
            raise ConfigError(
                f"reset_mask must be an array of {self.num_envs} truth values, not all False."
            )


def _started(
    env_fns: Sequence[Callable[[], "gymnasium.Env[Any, Any]"]],
    mode: AutoresetMode,
    num_workers: int | None,
) -> Workers | NoWorkers:
    """Return the workers, each with its part of the environments; without any, this process."""
    wanted = whole_or_none(num_workers, "num_workers", 0)
    if wanted is None:
        wanted = len(os.sched_getaffinity(0))
    if not wanted:
        return NoWorkers(Part(env_fns, mode), len(env_fns))
    slices = parted(len(env_fns), min(len(env_fns), wanted))
    return Workers([partial(Part, env_fns[part], mode) for part in slices], slices)


def _mode(given: AutoresetMode | str) -> AutoresetMode:
    """Return the mode of a name; raises ConfigError for one that there is not."""
    names = [mode.value for mode in AutoresetMode]
    if isinstance(given, AutoresetMode):
        return given
    if given not in names:
        raise ConfigError(
            f"autoreset_mode is one of {', '.join(names)}, not {shown(given)}."
            f"{nearest(str(given), names)}"
        )
    return AutoresetMode(given)
