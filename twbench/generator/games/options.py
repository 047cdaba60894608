"""The options of game generation and the seeds behind them."""

__all__ = ["SEED_KEYS", "GameOptions"]

import copy
import secrets
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from twbench.errors import ConfigError, nearest
from twbench.generator.data import KnowledgeBase
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.hashing import content_id
from twbench.seeding import NumPyRng, derive_seed
from twbench.utils.random_generator import g_rng
from twbench.whole_numbers import as_whole, whole_number

if TYPE_CHECKING:
    from twbench.generator.chains.chaining import ChainingOptions

SEED_KEYS = ("map", "objects", "quest", "grammar")
_SEED_BITS = 31  # what every generator that users bring along accepts


class _Seeds(dict[str, int]):
    """Seeds by what they are for: those that are set later are checked as well."""

    def __setitem__(self, key: str, seed: int) -> None:
        if key not in SEED_KEYS:
            allowed = ", ".join(SEED_KEYS)
            raise ConfigError(
                f"seeds has no key {key!r}; the keys are {allowed}.{nearest(key, SEED_KEYS)}"
            )
        super().__setitem__(key, whole_number(seed, f"The seed {key!r}", 0))


def _seeds_of(value: int | Mapping[str, int] | None) -> _Seeds:
    """Return the seeds that an option gives; see `GameOptions.seeds`."""
    if as_whole(value) is not None:
        # Generators take -7 for 7, and TextWorld takes no seed below 0.
        root, value = whole_number(value, "seeds", 0), {}
    elif value is None or isinstance(value, Mapping):
        root = g_rng.next_seed(secrets.randbits(_SEED_BITS))
    else:
        raise ConfigError(f"seeds must be a whole number, None or a dict, not {value!r}.")
    given = _Seeds()
    for key, seed in (value or {}).items():
        given[key] = seed
    return _Seeds(
        {key: given.get(key, derive_seed(root, key) & ((1 << _SEED_BITS) - 1)) for key in SEED_KEYS}
    )


class _Size:
    """An option that is a whole number: whatever else it is set to is refused at once."""

    def __init__(self, least: int = 1):
        self._least = least

    def __set_name__(self, owner: type, name: str) -> None:
        self._name = name

    @overload
    def __get__(self, options: None, owner: type) -> "_Size": ...
    @overload
    def __get__(self, options: "GameOptions", owner: type) -> int: ...
    def __get__(self, options: "GameOptions | None", owner: type) -> "int | _Size":
        if options is None:  # asked of the class
            return self
        found: int = vars(options)[self._name]
        return found

    def __set__(self, options: "GameOptions", value: int) -> None:
        vars(options)[self._name] = whole_number(value, self._name, self._least)


class _ChainedSize(_Size):
    """An option whose range chaining options may have: to set it is to have no range any more."""

    def __init__(self, least: str, most: str):
        super().__init__()
        self._ends = (least, most)

    def __set__(self, options: "GameOptions", value: int) -> None:
        super().__set__(options, value)
        if options._chaining is not None:
            for end in self._ends:
                setattr(options._chaining, end, 1)


class GameOptions:
    """Options for customising the generation of a game (docs: textworld.GameOptions).

    To set a number to anything but a whole number that makes sense raises ConfigError, and so does
    to set an option that there is not; subclasses may have more.

    Attributes:
        nb_rooms: number of rooms.
        nb_objects: number of objects.
        nb_parallel_quests: number of quests that share no goal.
        quest_length: number of actions needed to complete the game.
        quest_breadth: number of subquests of each independent quest (1: linear).
        quest_depth: number of actions needed for one subquest.
        path: a file, with its suffix or without, or the folder where the game's files are put: one
            that exists, or that ends in a slash.
        force_recompile: make the game's files even if they exist.
        file_ext: kind of the story file, ignored if ``path`` has an extension.
        grammar: options of the text generation.

    """

    nb_rooms = _Size()
    nb_objects = _Size(0)
    nb_parallel_quests = _Size()
    quest_length = _ChainedSize("min_length", "max_length")
    quest_breadth = _ChainedSize("min_breadth", "max_breadth")
    quest_depth = _Size()

    path: str | Path
    force_recompile: bool
    file_ext: str
    grammar: GrammarOptions
    _chaining: "ChainingOptions | None"
    _kb: KnowledgeBase | None
    _seeds: _Seeds | None

    def __init__(self) -> None:
        vars(self).update(  # a game has options of its own, and these need no check
            nb_rooms=1,
            nb_objects=1,
            nb_parallel_quests=1,
            quest_length=1,
            quest_breadth=1,
            quest_depth=1,
            path="./tw_games/",
            force_recompile=False,
            file_ext=".z8",
            grammar=GrammarOptions(),
            _chaining=None,
            _kb=None,
            _seeds=None,
        )

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _SETTABLE and type(self) is GameOptions and not name.startswith("_"):
            options = sorted(_SETTABLE)
            raise ConfigError(
                f"GameOptions has no option {name!r}; it has {', '.join(options)}."
                f"{nearest(name, options)}"
            )
        super().__setattr__(name, value)

    @property
    def seeds(self) -> dict[str, int]:
        """The seeds of the parts of the generation: ``map``, ``objects``, ``quest``, ``grammar``.

        They are whole numbers of at least 0. Set None to have them drawn from the system's entropy,
        once (or from `twbench.g_rng`, if that has been given a seed); an int to derive them all
        from it; or a dict that gives some and leaves the others to be drawn. One alone is set by
        ``options.seeds["map"] = 3``.
        """
        if self._seeds is None:
            self._seeds = _seeds_of(None)
        return self._seeds

    @seeds.setter
    def seeds(self, value: int | Mapping[str, int] | None) -> None:
        self._seeds = _seeds_of(value)

    @property
    def rngs(self) -> dict[str, NumPyRng]:
        """New generators for the parts of the generation, each from its own seed.

        Besides those of `Rng`, they have the methods of NumPy's ``RandomState``.

        Each access starts them afresh: take the dict once for the making of one game.
        """
        return {key: NumPyRng(seed) for key, seed in self.seeds.items()}

    @property
    def kb(self) -> KnowledgeBase:
        """The logic and the text grammars; the default ones unless set."""
        if self._kb is None:
            self._kb = KnowledgeBase.default()
        return self._kb

    @kb.setter
    def kb(self, value: KnowledgeBase) -> None:
        self._kb = value

    @property
    def chaining(self) -> "ChainingOptions":
        """Options of the quest generation.

        Where they have a range of lengths or breadths, these are drawn, until ``quest_length`` or
        ``quest_breadth`` is set.
        """
        if self._chaining is None:
            # The chaining of a game with quests made by hand is never needed.
            from twbench.generator.chains.chaining import ChainingOptions

            self._chaining = ChainingOptions()
        return self._chaining

    @chaining.setter
    def chaining(self, value: "ChainingOptions") -> None:
        self._chaining = value

    @property
    def uuid(self) -> str:
        """An identifier of the game these options make: equal for equal options and seeds."""
        sizes = (
            self.nb_rooms,
            self.nb_objects,
            self.nb_parallel_quests,
            self.quest_length,
            self.quest_breadth,
            self.quest_depth,
        )
        content = [_kb_id(self.kb), *sizes, self.grammar.serialize(), self.seeds]
        return f"tw-{self.grammar.theme}-{content_id(content)}"

    def __str__(self) -> str:
        """Return the options for reading, one a line; seeds that were not given are drawn now."""
        names = sorted(_SETTABLE - {"grammar", "chaining", "kb", "seeds"})
        said = {name: getattr(self, name) for name in names} | {"seeds": self.seeds}
        texts = [f"  {name}: {value}" for name, value in said.items()]
        texts += ["  grammar:", *(f"    {k}: {v}" for k, v in self.grammar.serialize().items())]
        return "\n".join(["Options of a game", *texts])

    def copy(self) -> "GameOptions":
        """Return a copy that can be changed on its own; knowledge bases are shared."""
        other = copy.copy(self)
        other.grammar = self.grammar.copy()
        other._seeds = None if self._seeds is None else _Seeds(self._seeds)
        other._chaining = None if self._chaining is None else self._chaining.copy()
        return other


_SETTABLE = frozenset(
    {
        *[name for name in GameOptions.__annotations__ if not name.startswith("_")],
        *[name for name, one in vars(GameOptions).items() if isinstance(one, _Size)],
        *[
            name
            for name, one in vars(GameOptions).items()
            if isinstance(one, property) and one.fset is not None
        ],
    }
)


@lru_cache(maxsize=16)
def _kb_id(kb: KnowledgeBase) -> str:
    """Return an id of a knowledge base, which stands for its long text."""
    return content_id(list(kb.serialize().values()))
