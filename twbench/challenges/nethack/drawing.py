"""What levels of NetHack are drawn with: squares, things, and the game that comes of it."""

__all__ = ["Draft", "Place", "draw"]

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from twbench.challenges.nethack.things import ACTIVITIES, FEATURES, MONSTERS, TRAPS
from twbench.errors import GenerationError
from twbench.minihack.levels.plan import find_way
from twbench.minihack.levels.specification import LevelSpecification
from twbench.minihack.levels.subgoals import Course, Subgoal, route
from twbench.minihack.text.game import LevelGame
from twbench.seeding import Rng, derive_seed

Place = tuple[int, int]

_SEEDS = 2**31
_TRIES = 50


@dataclass(slots=True)
class Draft:
    """A level in the making: its map, what is put on it, and how it is won.

    Attributes:
        rows: the map.
        start: where the player begins.
        calls: what is put on the map.
        subgoals: how the level is won.
        taken: squares that have something already.
        blocked: squares that the player is not to walk on.
        events: what is rewarded; without any, the stair down is the goal.
        objective: what the player is told.
        chance: whether something is left to chance, so that only play tells how it is won.

    """

    rows: Sequence[str]
    start: Place
    calls: list[dict[str, list[Any]]] = field(default_factory=list)
    subgoals: list[Subgoal] = field(default_factory=list)
    taken: set[Place] = field(default_factory=set)
    blocked: set[Place] = field(default_factory=set)
    events: list[dict[str, Any]] = field(default_factory=list)
    objective: str = "Reach the stairs down."
    chance: bool = False

    def __post_init__(self) -> None:
        self.taken.add(self.start)
        self.call("set_start_pos", self.start)

    def call(self, method: str, *arguments: Any) -> None:
        """Put something on the map by one of the generator's calls."""
        self.calls.append({method: list(arguments)})

    def free(self, squares: Iterable[Place] | None = None) -> list[Place]:
        """Return those of some squares, or of all, that are floor and have nothing."""
        known = _all(self.rows) if squares is None else squares
        return [at for at in known if self.rows[at[1]][at[0]] == "." and at not in self.taken]

    def place(self, rng: Rng, squares: Iterable[Place] | None = None) -> Place:
        """Draw a free square and take it; raises GenerationError where there is none."""
        found = self.free(squares)
        if not found:
            raise GenerationError("The level has no room for all that is to lie in it.")
        at = rng.choice(found)
        self.taken.add(at)
        return at

    def stair(self, at: Place) -> None:
        """Put the stair somewhere, as the last subgoal."""
        self.taken.add(at)
        self.call("add_stair_down", at)
        self.subgoals.append(Subgoal(at))

    def add_monsters(self, rng: Rng, count: int, name: str) -> None:
        """Put hostile monsters on free squares that are not right beside the start."""
        x, y = self.start
        for _ in range(count):
            kind = name or rng.choice(list(MONSTERS))
            far = [at for at in self.free() if max(abs(at[0] - x), abs(at[1] - y)) > 1]
            at = self.place(rng, far)
            self.call("add_monster", kind, MONSTERS[kind], at, ["hostile"])
            self.chance = True

    def add_traps(self, rng: Rng, count: int, name: str) -> None:
        """Put traps on free squares, which the player is not to walk on."""
        for _ in range(count):
            at = self.place(rng)
            self.blocked.add(at)
            self.call("add_trap", name or rng.choice(TRAPS), at)

    def add_activity(self, rng: Rng, activity: str, thing: str, at: Place) -> str:
        """Put the thing of an activity somewhere, as a subgoal; return what the player is told."""
        known = ACTIVITIES[activity]
        name = thing or rng.choice(list(known.things))
        if not known.symbol:
            more = ("neutral", "altar") if name == "altar" else ()
            self.call(FEATURES[name], at, *more)
        else:
            self.call("add_object", name, known.symbol, at, "uncursed")
        event = known.judged(name)
        self.events.append(event)
        commands = tuple(command.format(name) for command in known.commands)
        self.subgoals.append(Subgoal(at, commands))
        self.chance = True
        return known.objective.format(name)

    def is_connected(self) -> bool:
        """Say whether each subgoal can be walked to from the one before."""
        here = self.start
        blocked = frozenset(self.blocked)
        for subgoal in self.subgoals:
            if subgoal.place is not None:
                if find_way(self.rows, here, subgoal.place, blocked=blocked, doors=True) is None:
                    return False
                here = subgoal.place
        return True

    def course(self) -> Course:
        """Return how the level is won."""
        return Course(self.rows, self.start, self.subgoals, frozenset(self.blocked))

    def level(self, lit: bool, flags: Sequence[str] = ("hardfloor",)) -> LevelSpecification:
        """Return the level."""
        return LevelSpecification.from_data(
            {
                "map": "\n".join(self.rows),
                "lit": lit,
                "flags": list(flags),
                "calls": self.calls,
            }
        )


def draw(
    seed: int,
    name: str,
    drafted: Callable[[Rng], Draft | None],
    *,
    lit: bool = True,
    flags: Sequence[str] = ("hardfloor",),
) -> dict[str, Any]:
    """Return a game that is drawn, with its walkthrough.

    ``drafted`` draws a level, None for one that is not wanted. Raises GenerationError where none
    is, or where it is not won, and MissingPackageError where only play tells how it is won and
    NetHack is not at hand.
    """
    rng = Rng(derive_seed(seed, "nethack", name))
    for _ in range(_TRIES):
        draft = drafted(rng)
        if draft is not None:
            break
    else:
        raise GenerationError(f"None of {_TRIES} levels that were drawn is one of {name}.")
    game = LevelGame.from_data(
        {
            "family": "minihack",
            "level": draft.level(lit, flags).data(),
            "seed": derive_seed(seed, "nethack", "game") % _SEEDS,
            "events": draft.events,
            "objective": draft.objective,
        }
    )
    content = game.data()
    content.pop("family")
    return {**content, "walkthrough": list(_won(game, draft))}


def _won(game: LevelGame, draft: Draft) -> Sequence[str]:
    if not draft.chance:
        return route(draft.course())
    from twbench.minihack.winning.solver import solve

    return solve(game, draft.course())


def _all(rows: Sequence[str]) -> Iterator[Place]:
    for y, row in enumerate(rows):
        for x in range(len(row)):
            yield x, y
