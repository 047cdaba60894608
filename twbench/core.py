"""The contract between a text-based game, the agent that plays it, and whoever runs them.

An episode, by example (``env`` is any `Environment`):

```
env = twbench.start("game.z8", twbench.EnvInfos(admissible_commands=True))
state = env.reset()                              # state.feedback is the opening text
state, score, done = env.step("take coin")       # score so far, whether the game has ended
env.step("look")                                 # after the end: GameNotRunningError
state = env.reset()
snapshot = env.save()                            # to look ahead
env.step("go north")
state = env.restore(snapshot)                    # as if nothing had been done
env.close()
```

Names follow the documentation of ``textworld.core`` (seeds, section "Core").
"""

__all__ = [
    "Agent",
    "EnvInfoMissingError",
    "EnvInfos",
    "Environment",
    "GameNotRunningError",
    "GameState",
    "Wrapper",
    "WrapperSnapshot",
    "one_of_both",
]

import sys
from collections.abc import Iterable, Sequence
from copy import copy, deepcopy
from dataclasses import dataclass
from io import StringIO
from typing import Any, Self

from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError, nearest
from twbench.printable import printable


class _StoryInfos:
    """What `EnvInfos` has beside what TextWorld's users know of it.

    They go through ``EnvInfos.__slots__`` to ask for everything that a game tells: these slots
    have what no game of TextWorld's tells, and what is remembered of the requests.
    """

    STORY_NAMES = (
        "object_tree",
        "player_object",
        "surrounding_objects",
        "templates",
        "valid_actions",
        "vocabulary",
        "world_diff",
        "world_state_hash",
    )
    """What only stories by other makers tell, by what is in their memory (seeds: Jericho)."""

    __slots__ = ("_flags", *STORY_NAMES)

    _flags: tuple[bool, ...] | None
    object_tree: bool
    player_object: bool
    surrounding_objects: bool
    templates: bool
    valid_actions: bool
    vocabulary: bool
    world_diff: bool
    world_state_hash: bool


class EnvInfos(_StoryInfos):
    """Which pieces of information an environment should put into its game states.

    Each piece is requested by setting an attribute of its name to True; ``extras`` lists keys of
    the game's metadata, delivered as ``extra.<key>``. Unknown names raise TypeError.

    Constant over a game: ``game``, ``objective``, ``max_score``, ``verbs``,
    ``command_templates``, ``entities``, ``typed_entities`` (pairs of name and type),
    ``possible_commands``, ``possible_admissible_commands``, ``win_facts``, ``fail_facts``,
    ``templates``, ``vocabulary``. All others change from one step to another.
    """

    NAMES = (
        "admissible_commands",
        "command_templates",
        "description",
        "entities",
        "facts",
        "fail_facts",
        "feedback",
        "game",
        "intermediate_reward",
        "inventory",
        "last_action",
        "last_command",
        "location",
        "lost",
        "max_score",
        "moves",
        "objective",
        "policy_commands",
        "possible_admissible_commands",
        "possible_commands",
        "score",
        "typed_entities",
        "verbs",
        "win_facts",
        "won",
    )

    ALL_NAMES = tuple(sorted((*NAMES, *_StoryInfos.STORY_NAMES)))

    STANDING = ("lost", "max_score", "moves", "score", "won")
    """How the game stands: in every state of a story that tells it, asked for or not."""

    __slots__ = ("extras", *NAMES)

    extras: list[str]
    admissible_commands: bool
    command_templates: bool
    description: bool
    entities: bool
    facts: bool
    fail_facts: bool
    feedback: bool
    game: bool
    intermediate_reward: bool
    inventory: bool
    last_action: bool
    last_command: bool
    location: bool
    lost: bool
    max_score: bool
    moves: bool
    objective: bool
    policy_commands: bool
    possible_admissible_commands: bool
    possible_commands: bool
    score: bool
    typed_entities: bool
    verbs: bool
    win_facts: bool
    won: bool

    def __init__(self, extras: Iterable[str] = (), **requests: bool):
        self.extras = list(extras)
        put = super().__setattr__
        for name in self.ALL_NAMES:
            put(name, bool(requests.pop(name, False)))
        if requests:
            unknown = sorted(requests)[0]
            raise TypeError(
                f"EnvInfos has no information {unknown!r}.{nearest(unknown, self.ALL_NAMES)}"
                f" It knows {', '.join(self.ALL_NAMES)}, and extras."
            )

    def copy(self) -> "EnvInfos":
        """Return a record of the same requests that can be changed without changing this one."""
        other = EnvInfos.__new__(EnvInfos)
        other.extras = list(self.extras)
        for name in self.ALL_NAMES:
            object.__setattr__(other, name, getattr(self, name))
        return other

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        super().__setattr__("_flags", None)

    @property
    def flags(self) -> tuple[bool, ...]:
        """Whether each information is requested, in the order of ``ALL_NAMES``.

        It is the same object as long as nothing is set anew: every step looks at it.
        """
        flags = self._flags
        if flags is None:
            flags = tuple([getattr(self, name) for name in self.ALL_NAMES])
            super().__setattr__("_flags", flags)
        return flags

    @property
    def basics(self) -> list[str]:
        """Information requested excluding the extras, in alphabetical order."""
        return [name for name in self.ALL_NAMES if getattr(self, name)]

    @property
    def keys_of_state(self) -> list[str]:
        """The keys of a `GameState` that has what is requested: `basics`, and ``extra.KEY``."""
        return [*self.basics, *(f"extra.{key}" for key in self.extras)]

    def __len__(self) -> int:
        return len(self.basics) + len(self.extras)

    def __repr__(self) -> str:
        parts = [f"{name}=True" for name in self.basics]
        if self.extras:
            parts.append(f"extras={self.extras!r}")
        return f"EnvInfos({', '.join(parts)})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, EnvInfos):
            return NotImplemented
        return self.basics == other.basics and self.extras == other.extras

    __hash__ = None  # type: ignore[assignment]  # mutable, as documented


class GameState(dict[str, Any]):
    """What is known of a game after a step: a dictionary whose keys are attributes too.

    ``raw`` is the interpreter's output and ``feedback`` its cleaned text; the other keys are those
    requested through `EnvInfos`, and how the game stands where that is known. A key that is not
    there reads as None.

    With ``policy_commands`` or ``intermediate_reward`` comes ``policy_unknown``. It is True where
    there are no policy commands because searches for a plan gave up, and not because the game is
    over or can be proven to be lost; searches have limits, so that no step takes long.
    """

    @property
    def admissible_source(self) -> str | None:
        """Where ``admissible_commands`` come from, None where there are none.

        ``exact`` ones are those that the game's own rules allow. ``detected`` ones, of a story by
        another maker, were found by trying what changes its world.
        """
        if "admissible_commands" not in self:
            return None
        return str(self.get("admissible_source", "exact"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self.get(name)

    def __setattr__(self, name: str, value: Any) -> None:
        self[name] = value

    def copy(self) -> "GameState":
        """Return a deep copy: what is changed in it stays as it is here."""
        return GameState({name: deepcopy(value) for name, value in self.items()})


def one_of_both(infos: EnvInfos | None, request_infos: EnvInfos | None) -> EnvInfos | None:
    """Return what was requested under either name; raises ConfigError if it was under both."""
    if infos is not None and request_infos is not None:
        raise ConfigError("infos and request_infos are two names of one argument: give one.")
    return request_infos if infos is None else infos


class Environment:
    """One game being played. Subclasses implement `load`, `reset`, `step` and `close`.

    ``infos`` says which information to put into every game state; ``request_infos`` is the same
    object under TextWorld's name for it. Raises ConfigError where both are given.

    ``one_command`` says whether a step has no more than one command, from the next `reset` on: the
    rest of a line such as "take coin. go north" is refused in a sentence, and so is what takes back
    turns. It is False unless somebody sets it. How it is done depends on who made the story: see
    `twbench.envs.StoryEnv` and `twbench.envs.JerichoEnv`.
    """

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        self.infos = one_of_both(infos, request_infos) or EnvInfos()
        self.state = GameState()
        self.display_command_during_render = False
        self.one_command = False

    def load(self, path: str) -> None:
        """Load the story at ``path``; an episode begins with `reset`."""
        raise NotImplementedError

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the game's own random numbers from the next `reset` on.

        0 is a seed like others. After None, every reset draws anew, but for a story whose
        walkthrough is known to hold with one seed: that is its own. Return the seeds set: one, or
        none.
        """
        raise NotImplementedError

    def reset(self) -> GameState:
        """Start the game from its beginning and return its first state."""
        raise NotImplementedError

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; return the new state, the score so far, and whether it ended.

        Raises GameNotRunningError before the first `reset` and after the end of the episode.
        """
        raise NotImplementedError

    def save(self) -> Any:
        """Return a snapshot of the episode as it is now, for the `restore` of this environment.

        It is cheap, for searches through what may follow. Copies can restore it too.
        """
        raise NotImplementedError

    def restore(self, snapshot: Any) -> GameState:
        """Go back, or forth, to a snapshot, which may be of another episode; return its state.

        Raises GameNotRunningError if it is one of another story.
        """
        raise NotImplementedError

    def copy(self) -> "Environment":
        """Return an independent environment in the same state, asking for the same information.

        It has to be closed too. Copies must be played by one thread at a time.
        """
        raise NotImplementedError

    def close(self) -> None:
        """Release the interpreter. Closing twice is fine."""

    def render(self, mode: str = "human") -> StringIO | str | None:
        """Show the last state: ``human`` prints it, ``text`` returns it, ``ansi`` in a StringIO."""
        if not self.state:
            raise GameNotRunningError("Nothing to render: call reset() first.")
        text = self.state.feedback or ""
        if self.display_command_during_render and self.state.last_command is not None:
            text = f"> {self.state.last_command}\n{text}"
        if mode == "ansi":
            return StringIO(text)
        if mode != "human":
            return text
        sys.stdout.write(printable(text.rstrip()) + "\n")
        return None

    @property
    def request_infos(self) -> EnvInfos:
        """The information requested: ``infos`` by the name that TextWorld gives it."""
        return self.infos

    @request_infos.setter
    def request_infos(self, infos: EnvInfos) -> None:
        self.infos = infos

    @property
    def acted(self) -> bool | None:
        """Whether the last command was an action of the game; None if only its file could tell."""
        return None

    @property
    def last_actions(self) -> Sequence[Any]:
        """The actions (`twbench.logic.Action`) that the last command led to: several, or none.

        Raises EnvInfoMissingError where they are not known.
        """
        raise EnvInfoMissingError(f"A game that is played by {type(self).__name__}", "last_action")

    @property
    def unwrapped(self) -> "Environment":
        """The innermost environment, without its wrappers."""
        return self

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()


@dataclass(frozen=True, slots=True)
class WrapperSnapshot:
    """A saved state of a wrapper: the snapshot of what it wraps, and what it remembers itself."""

    wrapped: Any
    own: Any


class Wrapper(Environment):
    """An environment around another one, adding to what it does; by itself it changes nothing.

    The environment may be given later: ``wrapper(env)`` wraps it and returns the wrapper. Until
    then, whatever needs one raises GameNotRunningError. Attributes that a wrapper does not have are
    those of what it wraps.

    A wrapper that remembers something of the episode gives it to snapshots and copies: its
    ``_own_state`` returns values that do not change any more, and ``_set_own_state`` takes them.
    One that has to do something with what it wraps overrides ``_wrap``.
    """

    def __init__(self, env: Environment | None = None):
        self._wrap(_NoEnvironment() if env is None else env)

    def __call__(self, env: Environment) -> Self:
        """Wrap ``env`` and return this wrapper."""
        self._wrap(env)
        return self

    def __getattr__(self, name: str) -> Any:
        # Names with an underscore are those of somebody's inside, or of protocols such as copying.
        if name.startswith("_"):
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return getattr(self._wrapped_env, name)

    def _wrap(self, env: Environment) -> None:
        """Take ``env`` as the environment to wrap."""
        self._wrapped_env = env

    def _own_state(self) -> Any:
        """Return what this wrapper remembers of the episode."""
        return None

    def _set_own_state(self, own: Any) -> None:
        """Remember what `_own_state` returned."""

    @property
    def infos(self) -> EnvInfos:
        """The information requested of the wrapped environment."""
        return self._wrapped_env.infos

    @infos.setter
    def infos(self, infos: EnvInfos) -> None:
        self._wrapped_env.infos = infos

    @property
    def state(self) -> GameState:
        """The last state of the wrapped environment."""
        return self._wrapped_env.state

    @state.setter
    def state(self, state: GameState) -> None:
        self._wrapped_env.state = state

    @property
    def display_command_during_render(self) -> bool:
        """Whether rendering shows the command as well."""
        return self._wrapped_env.display_command_during_render

    @display_command_during_render.setter
    def display_command_during_render(self, value: bool) -> None:
        self._wrapped_env.display_command_during_render = value

    @property
    def one_command(self) -> bool:
        """Whether a step has no more than one command; see `Environment`."""
        return self._wrapped_env.one_command

    @one_command.setter
    def one_command(self, value: bool) -> None:
        self._wrapped_env.one_command = value

    def load(self, path: str) -> None:
        """See `Environment.load`."""
        self._wrapped_env.load(path)

    def seed(self, seed: int | None = None) -> list[int]:
        """See `Environment.seed`."""
        return self._wrapped_env.seed(seed)

    def reset(self) -> GameState:
        """See `Environment.reset`."""
        return self._wrapped_env.reset()

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """See `Environment.step`."""
        return self._wrapped_env.step(command)

    def save(self) -> WrapperSnapshot:
        """See `Environment.save`."""
        return WrapperSnapshot(self._wrapped_env.save(), self._own_state())

    def restore(self, snapshot: WrapperSnapshot) -> GameState:
        """See `Environment.restore`."""
        state = self._wrapped_env.restore(snapshot.wrapped)
        self._set_own_state(snapshot.own)
        return state

    def copy(self) -> Self:
        """See `Environment.copy`."""
        other = copy(self)
        other._wrapped_env = self._wrapped_env.copy()
        other._set_own_state(self._own_state())
        return other

    def close(self) -> None:
        """See `Environment.close`."""
        self._wrapped_env.close()

    def render(self, mode: str = "human") -> StringIO | str | None:
        """See `Environment.render`."""
        return self._wrapped_env.render(mode)

    @property
    def wrapped(self) -> Environment:
        """The environment that this wrapper is around."""
        return self._wrapped_env

    @property
    def unwrapped(self) -> Environment:
        """The innermost environment, without its wrappers."""
        return self._wrapped_env.unwrapped


_NO_ENVIRONMENT = "This wrapper has no environment yet: wrap one with wrapper(env)."


class _NoEnvironment(Environment):
    """Stands for an environment that a wrapper has not been given yet."""

    def load(self, path: str) -> None:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def seed(self, seed: int | None = None) -> list[int]:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def reset(self) -> GameState:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def save(self) -> Any:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def restore(self, snapshot: Any) -> GameState:
        raise GameNotRunningError(_NO_ENVIRONMENT)

    def copy(self) -> Environment:
        raise GameNotRunningError(_NO_ENVIRONMENT)


class Agent:
    """Something that plays: it is told of a new episode, then asked for one command at a time."""

    def reset(self, env: Environment) -> None:
        """Get ready for an episode; may set ``env.infos`` attributes that the agent needs."""

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return the command to perform in ``game_state``; ``reward`` is the score so far.

        Raises EOFError to leave the game, where `twbench.play` lets it play.
        """
        raise NotImplementedError

    def finish(self, game_state: GameState, reward: float, done: bool) -> None:
        """Learn of the last state; ``done`` is False if the episode was cut off."""

    @property
    def wrappers(self) -> Sequence[type[Wrapper]]:
        """Wrappers to put around the environment for this agent, innermost first."""
        return ()
