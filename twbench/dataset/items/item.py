"""Building one item: from its specification to a proven game, as a pure function.

make the game -> seal it into its files -> describe it -> replay its walkthrough in these files

How each of these steps is done, the family of the game says. Several items are best built in turns,
a part of each after the other, see `twbench.dataset.workers.turns`.

Nothing is read but the specification, so an item is the same wherever, whenever and in whatever
order it is built.
"""

__all__ = [
    "Item",
    "Made",
    "Rejection",
    "Sample",
    "build_in_parts",
    "build_item",
    "file_hashes",
    "file_names",
    "lose_item",
    "make_game",
    "make_game_in_parts",
    "patience",
    "planned_columns",
    "sample_item",
]

import traceback
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, TypeVar

from twbench import challenges, families
from twbench.dataset.config.budget import Allowance, OverBudget
from twbench.dataset.config.plan import ItemSpec, Spec
from twbench.dataset.items.deduplication import CandidateGame
from twbench.dataset.items.failure import describe_error
from twbench.dataset.workers.work import Loss
from twbench.errors import GenerationError, StoryLimitError
from twbench.families import Family, Files
from twbench.hashing import canonical_json, sha256_hex
from twbench.system.parts import Parts, completed

T = TypeVar("T")
INNERMOST = 50
"""Calls that a traceback shows at most: one of a recursion has a thousand."""


class Item(NamedTuple):
    """A game: its manifest row and the bytes of its two files.

    A game that was made or compiled here is proven. Some families have no game file.
    """

    row: dict[str, Any]
    story: bytes
    game: bytes | None


class Rejection(NamedTuple):
    """A candidate that cannot be taken, with the reason in a word and in a sentence."""

    spec: Spec
    reason: str
    detail: str
    traceback: str | None = None


Made = Item | Rejection
"""What becomes of a candidate."""


class Sample(NamedTuple):
    """The ``game`` of a candidate, by what tells it apart from others.

    If it cannot be taken, the ``reason``, and where that is a name, the sentence that says it.
    """

    reason: str = ""
    detail: str = ""
    game: CandidateGame | None = None


def build_item(spec: ItemSpec) -> Made:
    """Make, link, replay and describe the game of ``spec``.

    A game that cannot be made within its budget, does not fit into a story, has names that it must
    not have, or is not won by its walkthrough is a Rejection; and so is one whose challenge raises
    whatever it may, exits, or makes no game. OSError is raised if the disk is full, ConfigError if
    a challenge module is not at hand.
    """
    return completed(build_in_parts(spec))


def build_in_parts(spec: ItemSpec) -> Parts[Made]:
    """Do the same in parts; the budget is for all of them together."""
    spec.extensions.use()
    allowance = Allowance(spec.budget.seconds)
    parts = _build(spec)

    def go_on() -> int | Made:
        try:
            return _bytes_so_far(spec, next(parts))
        except StopIteration as end:
            made: Made = end.value
            return made

    while isinstance(part := _guarded(spec, go_on, allowance), int):
        yield part
    return part


def sample_item(spec: ItemSpec) -> Sample:
    """Make the game of ``spec``, but no story; raises what `build_item` raises."""
    spec.extensions.use()
    allowance = Allowance(spec.budget.seconds)
    found = _guarded(spec, lambda: _sample(spec), allowance)
    return Sample(found.reason) if isinstance(found, Rejection) else found


def _guarded(spec: ItemSpec, part: Callable[[], T], allowance: Allowance) -> T | Rejection:
    """Return what ``part`` makes of ``spec``, or why that cannot be taken."""
    try:
        return allowance.spend(part)
    except OverBudget:
        return _over_budget(spec)
    except StoryLimitError as error:
        return Rejection(spec, "too_large", str(error))
    except GenerationError as error:
        return Rejection(spec, "not_generated", str(error))
    except _ChallengeError as error:
        return _failure(spec, error.cause)
    except OSError:
        raise
    except Exception as error:  # the border where a game that breaks something is refused
        return _failure(spec, error)


def lose_item(spec: ItemSpec, loss: Loss) -> Rejection:
    """Return what to record of a candidate that a worker has been lost with."""
    if loss is Loss.HUNG:
        return _over_budget(spec)
    return Rejection(spec, "crashed", "The process that made it ended unexpectedly, twice.")


def patience(spec: ItemSpec) -> float | None:
    """Return after how many seconds a worker that makes the candidate is to be ended.

    By then a game that can be interrupted has been: it is for code that cannot be, or that waits.
    """
    seconds = spec.budget.seconds
    # Budgets are of processor time, but this is by the clock: on a busy machine a worker gets a
    # part of a processor only.
    return None if seconds is None else 4 * seconds + 10


def _over_budget(spec: ItemSpec) -> Rejection:
    detail = f"It was not done after {spec.budget.seconds:g} seconds of processor time."
    return Rejection(spec, "over_budget", detail)


def _failure(spec: ItemSpec, error: BaseException) -> Rejection:
    lines = traceback.format_exception(error, limit=-INNERMOST)
    trace = "".join(lines).encode("utf-8", "backslashreplace").decode()
    if isinstance(error, MemoryError):
        return Rejection(spec, "out_of_memory", "It took more memory than there is.", trace)
    return Rejection(spec, "failed", describe_error(error), trace)


class _ChallengeError(Exception):
    """A challenge raised ``cause``, which would mean something else if it were from our code."""

    def __init__(self, cause: BaseException):
        super().__init__(cause)
        self.cause = cause


def make_game(spec: ItemSpec) -> Any:
    """Return the game of ``spec``, as its challenge makes it: an object of the game's family."""
    return completed(make_game_in_parts(spec))


def make_game_in_parts(spec: ItemSpec) -> Parts[Any]:
    """Do the same in parts."""
    challenge = challenges.get(spec.challenge)
    settings = challenge.settings(**spec.params)
    family = _family(spec)
    return (yield from family.make_in_parts(challenge, settings, spec.seed, spec.grammar))


def _challenge_game(spec: ItemSpec) -> Parts[Any]:
    """Return the game of ``spec``; what its challenge does wrong is a _ChallengeError."""
    parts = make_game_in_parts(spec)
    while True:
        try:
            size: object = next(parts)  # of somebody's family, say
        except StopIteration as end:
            return end.value
        except (GenerationError, KeyboardInterrupt, OverBudget):
            raise
        except BaseException as error:
            raise _ChallengeError(error) from error
        yield _bytes_so_far(spec, size)


def _bytes_so_far(spec: ItemSpec, said: object) -> int:
    """Return what a part has ``said``; raises TypeError if somebody's challenge or family errs."""
    if isinstance(said, int):
        return said
    raise TypeError(f"a part of challenge {spec.challenge} says {type(said).__name__}, no bytes")


def _family(spec: ItemSpec) -> Family[Any]:
    return families.get(challenges.get(spec.challenge).family)


def _sample(spec: ItemSpec) -> Sample | Rejection:
    game = completed(_challenge_game(spec))
    traits = _family(spec).traits(game, spec.challenge)
    found = CandidateGame(
        traits.game_id,
        spec.challenge,
        traits.structure_hash,
        traits.puzzle_hash,
        traits.map_hash,
    )
    problem = spec.names.problem(traits.names)
    return Sample("held_out" if problem else "", problem or "", found)


def _build(spec: ItemSpec) -> Parts[Made]:
    family = _family(spec)
    game = yield from _challenge_game(spec)
    yield 0
    files = yield from family.seal_in_parts(game, spec.challenge)
    yield len(files.story) + len(files.game or b"")
    row = planned_columns(spec, files.game_id, family)
    row |= yield from family.describe_in_parts(game, files, spec.budget.nodes)
    yield 0
    del game
    row |= file_hashes(files)
    problem = spec.names.problem(entity["name"] for entity in row["entities"])
    if problem is not None:
        return Rejection(spec, "held_out", problem)
    problem = family.replay(files, row)
    return Rejection(spec, "not_won", problem) if problem else Item(row, files.story, files.game)


def file_hashes(files: Files) -> dict[str, str | None]:
    """Return the columns that hold the SHA-256 of a game's files."""
    return {
        "story_sha256": sha256_hex(files.story),
        "game_sha256": None if files.game is None else sha256_hex(files.game),
    }


def file_names(row: Mapping[str, Any], has_game: bool) -> dict[str, str | None]:
    """Return the columns that say where the files of a game are."""
    stem = f"games/{row['split']}/{row['challenge']}/{row['game_id']}"
    return {
        "story": f"{stem}.{row['story_format']}",
        "game": f"{stem}.json" if has_game else None,
    }


def planned_columns(spec: ItemSpec, game_id: str, family: Family[Any]) -> dict[str, Any]:
    """Return the manifest columns that follow from the specification and the game's id."""
    row = {
        "game_id": game_id,
        "split": spec.split,
        "index": spec.index,
        "family": family.name,
        "challenge": spec.challenge,
        "seed": spec.seed,
        "attempt": spec.attempt,
        "params": canonical_json(spec.params),
        "grammar": canonical_json(spec.grammar if family.has_grammar else {}),
        "story_format": family.story_format,
        "verified": True,
    }
    return {**row, **file_names(row, family.has_game_file)}
