"""Which information an environment is asked for."""

__all__ = ["EnvInfos", "check_extras", "checked_infos", "one_of_both"]

from collections.abc import Iterable, Mapping
from typing import Any

from twbench.core.first_names import FIRST_NAMES_OF_INFOS
from twbench.errors import ConfigError, EnvInfoMissingError, UnknownInfoError, nearest
from twbench.printable import shown


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
    """What only stories by other makers tell, by what is in their memory (docs: Jericho)."""

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
    the game's metadata, delivered as ``extra.<key>``. Unknown names raise UnknownInfoError.
    Anything but such a list, as a single name in its place, raises ConfigError.

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
        self.extras = _checked_extras(extras)
        put = super().__setattr__
        for name in self.ALL_NAMES:
            put(name, bool(requests.pop(name, False)))
        if requests:
            raise UnknownInfoError(_unknown(sorted(requests)[0]))

    def copy(self) -> "EnvInfos":
        """Return a record of the same requests that can be changed without changing this one."""
        other = EnvInfos.__new__(EnvInfos)
        other.extras = list(self.extras)
        for name in self.ALL_NAMES:
            object.__setattr__(other, name, getattr(self, name))
        return other

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            super().__setattr__(name, value)
        except AttributeError:
            raise AttributeError(_unknown(name)) from None
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


def _unknown(name: str) -> str:
    """Return the sentence for a name that is none of an information."""
    now = FIRST_NAMES_OF_INFOS.get(name)
    meant = f" It is called {now!r} now." if now else nearest(name, EnvInfos.ALL_NAMES)
    known = ", ".join(EnvInfos.ALL_NAMES)
    return f"EnvInfos has no information {name!r}.{meant} It knows {known}, and extras."


def _checked_extras(extras: Any) -> list[str]:
    """Return names in a list of its own; raises ConfigError for anything else."""
    if isinstance(extras, str):
        raise ConfigError(f"extras is a list of names, such as [{extras!r}], not one name.")
    try:
        names = list(extras)
    except TypeError:
        names = [extras]
    if not all(isinstance(name, str) for name in names):
        raise ConfigError(f"extras is a list of names, such as ['walkthrough'], not {extras!r}.")
    return names


def one_of_both(infos: EnvInfos | None, request_infos: EnvInfos | None) -> EnvInfos | None:
    """Return what was requested under either name; raises ConfigError if it was under both."""
    if infos is not None and request_infos is not None:
        raise ConfigError("infos and request_infos are two names of one argument: give one.")
    return request_infos if infos is None else infos


def checked_infos(request_infos: EnvInfos | None) -> EnvInfos:
    """Return a copy of what is requested, nothing if it is None.

    Raises ConfigError for what is no EnvInfos.
    """
    if request_infos is None:
        return EnvInfos()
    if not isinstance(request_infos, EnvInfos):
        raise ConfigError(
            "request_infos must be an EnvInfos such as EnvInfos(inventory=True), not"
            f" {shown(request_infos)}."
        )
    return request_infos.copy()


def check_extras(infos: EnvInfos, state: Mapping[str, Any]) -> None:
    """Raise EnvInfoMissingError for an extra that neither the game nor a wrapper has given."""
    for key in infos.extras:
        if f"extra.{key}" not in state:
            raise EnvInfoMissingError("The game, with its wrappers,", f"extra.{key}")
