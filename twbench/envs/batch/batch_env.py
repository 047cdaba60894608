"""Environments side by side, in this process or each in one of its own.

What is batched are environments that return observations and information, such as a `Filter` around
one that plays a story: ``reset -> (obs, infos)``, ``step -> (obs, score, done, infos)``. A batch
returns these as tuples and dictionaries of lists (docs: textworld.envs.batch). Games to register
and play by name, with worker processes that keep them open, are in `twbench.gym`.
"""

__all__ = ["AsyncBatchEnv", "SyncBatchEnv", "infos_as_lists"]

import pickle
import signal
from collections.abc import Callable, Iterable, Mapping, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.reduction import ForkingPickler
from typing import Any, TypeVar
from weakref import WeakSet

from twbench.errors import ConfigError, GameNotRunningError
from twbench.seeding import derive_seed
from twbench.utils.own_values import ListOrTuple
from twbench.whole_numbers import whole_number

T = TypeVar("T")
MakesEnv = Callable[[], Any]
Told = tuple[Any, float, bool, Mapping[str, Any]]
_PATIENCE = 5.0
"""Seconds that an environment may take to close."""
_SEED_BITS = 31
_OURS: "WeakSet[Connection]" = WeakSet()
"""This process's ends of the lines to environments in others."""


class ProcessEnv:
    """An environment in a process of its own.

    Its attributes are asked for in two halves, so that several can be at work at once: `call` and
    `get` send the question, `result` returns the answer, and raises what was raised there. Answers
    that nobody has taken, since an interrupt came between, are passed over.
    """

    def __init__(self, env_fn: MakesEnv):
        context = get_context()
        self._line, other = context.Pipe()
        _OURS.add(self._line)
        self._process = context.Process(target=_serve, args=(env_fn, other), daemon=True)
        self._process.start()
        other.close()
        self._asked = 0
        self._is_midway = False

    def call(self, method: str, *args: Any) -> None:
        """Ask the environment to call one of its methods."""
        self._ask(method, args)

    def get(self, attribute: str) -> None:
        """Ask for an attribute of the environment."""
        self._ask(attribute, None)

    def result(self) -> Any:
        """Return the answer to what was asked last. Raises GameNotRunningError if it has ended."""
        number = 0
        while number != self._asked:
            try:
                self._line.poll(None)  # an interrupt of a long wait leaves nothing half received
                answered = self._whole(self._line.recv_bytes)
            except (EOFError, OSError):
                raise GameNotRunningError("The process of the environment has ended.") from None
            number, raised, answer = pickle.loads(answered)  # noqa: S301 - from a process of ours
        if raised:
            raise answer
        return answer

    def _ask(self, name: str, args: tuple[Any, ...] | None) -> None:
        self._asked += 1
        # Pickled here: what cannot be is no half of a message.
        self._whole(self._line.send_bytes, ForkingPickler.dumps((self._asked, name, args)))

    def _whole(self, pass_on: Callable[..., T], *message: Any) -> T:
        """Send or receive a message, unless half of one has been sent or received before."""
        if self._is_midway:
            raise GameNotRunningError(
                "The process of the environment has ended, or an interrupt came in the midst of a"
                " message: close the batch, and make another one."
            )
        self._is_midway = True
        passed = pass_on(*message)
        self._is_midway = False
        return passed

    def get_sync(self, attribute: str) -> Any:
        """Return an attribute of the environment."""
        self.get(attribute)
        return self.result()

    def end(self) -> None:
        """Close the environment and end its process. Ending it twice is fine."""
        self._line.close()
        self._process.join(_PATIENCE)
        if self._process.is_alive():
            self._process.kill()
            self._process.join()


def _serve(env_fn: MakesEnv, line: Connection) -> None:
    """Answer what is asked of an environment until nobody asks any more."""
    # A forked process has the parent's ends of all lines, its own too: as long as it keeps them,
    # nobody at the other ends learns that the parent has hung up.
    for inherited in list(_OURS):
        inherited.close()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent alone answers the keyboard
    env = env_fn()
    try:
        while True:
            number, name, args = line.recv()
            try:
                found = getattr(env, name)
                line.send((number, False, found if args is None else found(*args)))
            except Exception as error:  # the border to whoever asked: it is raised there
                line.send((number, True, error))
    except EOFError:
        pass
    finally:
        env.close()


class SyncBatchEnv:
    """Environments side by side, played one after the other.

    A game that has ended stays as it is until the next `reset`; with ``auto_reset``, the step after
    its end begins it anew in place of its command.
    """

    def __init__(self, env_fns: Sequence[MakesEnv], auto_reset: bool = False):
        self.env_fns = env_fns
        self.auto_reset = auto_reset
        self.batch_size = len(env_fns)
        self.last: list[Told | None] = [None] * self.batch_size
        self.envs: list[Any] = self._open()

    def load(self, game_files: Sequence[str]) -> None:
        """Load a game into each environment."""
        self._all("load", [(path,) for path in self._one_each(game_files, "game files")])

    def seed(self, seed: int | Iterable[int] | None = None) -> list[int | None]:
        """Set a seed for each environment, given as such or drawn from one; return them."""
        if seed is None:
            seeds: list[int | None] = [None] * self.batch_size
        elif isinstance(seed, Iterable):
            seeds = self._one_each(list(seed), "seeds")
        else:
            first = whole_number(seed, "seed", None, otherwise=" a list of them or None,")
            places = range(self.batch_size)
            seeds = [derive_seed(first, place) & ((1 << _SEED_BITS) - 1) for place in places]
        self._all("seed", [(one,) for one in seeds])
        return seeds

    def reset(self) -> tuple[tuple[Any, ...], dict[str, list[Any]]]:
        """Begin all games anew; return what they say, and what was asked for as lists."""
        told = [_begun(answer) for answer in self._all("reset", [()] * self.batch_size)]
        self.last = [None] * self.batch_size
        return tuple(obs for obs, _ in told), infos_as_lists([infos for _, infos in told])

    def step(
        self, actions: Sequence[str]
    ) -> tuple[tuple[Any, ...], tuple[float, ...], tuple[bool, ...], dict[str, list[Any]]]:
        """Perform one action in each environment; return what they say, scores, ends and infos."""
        commands = self._one_each(actions, "actions")
        ended = [told is not None and told[2] for told in self.last]
        played = [place for place in range(self.batch_size) if not ended[place]]
        begun = [place for place in range(self.batch_size) if ended[place] and self.auto_reset]
        told = list(self.last)
        answers = self._some("step", {place: (commands[place],) for place in played})
        for place, answer in answers.items():
            told[place] = answer
        for place, answer in self._some("reset", dict.fromkeys(begun, ())).items():
            obs, infos = _begun(answer)
            told[place] = obs, 0.0, False, infos
        self.last = told
        known = [one for one in told if one is not None]
        return (
            tuple(one[0] for one in known),
            tuple(one[1] for one in known),
            tuple(one[2] for one in known),
            infos_as_lists([one[3] for one in known]),
        )

    def render(self, mode: str = "human") -> list[Any]:
        """Render each environment."""
        return self._all("render", [(mode,)] * self.batch_size)

    def close(self) -> None:
        """Close all environments. Closing twice is fine."""
        for env in self.envs:
            env.close()

    def _open(self) -> list[Any]:
        return [env_fn() for env_fn in self.env_fns]

    def _all(self, method: str, arguments: Sequence[tuple[Any, ...]]) -> list[Any]:
        return list(self._some(method, dict(enumerate(arguments))).values())

    def _some(self, method: str, arguments: Mapping[int, tuple[Any, ...]]) -> dict[int, Any]:
        """Call a method of some environments, by their places; return what they return."""
        return {
            place: getattr(self.envs[place], method)(*given) for place, given in arguments.items()
        }

    def _one_each(self, values: Sequence[Any], what: str) -> list[Any]:
        if isinstance(values, str) or len(values) != self.batch_size:
            given = "a text" if isinstance(values, str) else f"{len(values)}"
            raise ConfigError(
                f"A batch of {self.batch_size} takes a list of as many {what}, not {given}."
            )
        return list(values)


class AsyncBatchEnv(SyncBatchEnv):
    """Environments side by side, each played in a process of its own, all at once.

    Where processes are not forked, functions that make environments have to be picklable.
    """

    envs: list[ProcessEnv]

    def close(self) -> None:
        """Close all environments and end their processes. Closing twice is fine."""
        for env in self.envs:
            env.end()

    def _open(self) -> list[ProcessEnv]:
        return [ProcessEnv(env_fn) for env_fn in self.env_fns]

    def _some(self, method: str, arguments: Mapping[int, tuple[Any, ...]]) -> dict[int, Any]:
        for place, given in arguments.items():
            self.envs[place].call(method, *given)
        answers, errors = {}, []
        for place in arguments:
            try:
                answers[place] = self.envs[place].result()
            except Exception as error:  # all answers have to be taken before one is raised
                errors.append(error)
        if errors:
            raise errors[0]
        return answers


def _begun(answer: Any) -> tuple[Any, Mapping[str, Any]]:
    """Return what ``reset`` has told, a text and information; raises ConfigError for all else."""
    if isinstance(answer, tuple) and len(answer) == 2:
        return answer
    raise ConfigError(
        "A batch takes environments whose reset returns a text and information, as one in"
        f" twbench.envs.wrappers.Filter does, not a {type(answer).__name__}."
    )


def infos_as_lists(infos: Sequence[Mapping[str, Any]]) -> dict[str, list[Any]]:
    """Return the infos of several games as a list of each; None where a game does not tell it."""
    names = dict.fromkeys(name for one in infos for name in one)
    return {name: ListOrTuple(one.get(name) for one in infos) for name in names}
