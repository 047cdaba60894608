"""Building one item: from its specification to a proven game, as a pure function.

make the game -> link its story -> replay the walkthrough in the compiled story -> describe it

Nothing is read but the specification, so an item is the same wherever, whenever and in whatever
order it is built.
"""

__all__ = [
    "Item",
    "Rejection",
    "Sample",
    "build_item",
    "describe_game",
    "identify",
    "lose_item",
    "make_game",
    "patience",
    "planned_columns",
    "sample_item",
    "seal",
]

import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from twbench import challenges, story
from twbench.dataset.config.budget import Budget, OverBudget, within
from twbench.dataset.config.plan import ItemSpec, Spec
from twbench.dataset.items.failure import describe_error
from twbench.dataset.items.hygiene import Claimant
from twbench.dataset.items.maps import map_hash
from twbench.dataset.items.replay import replay
from twbench.dataset.workers.pool import Loss
from twbench.envs.frotz.story_file import StoryFile
from twbench.errors import GenerationError, StoryLimitError
from twbench.generator.games.game import Game, GameOptions
from twbench.generator.games.game_json import GameEncoder, serialize_kb
from twbench.generator.games.solution import shortest_solution
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.hashes.puzzle import puzzle_hash
from twbench.generator.hashes.structure import structure_hash
from twbench.generator.knowledge.vtypes import NOT_OBJECTS
from twbench.generator.texts.guidance import guidance_of
from twbench.hashing import canonical_json, content_id, sha256_hex, text_id

T = TypeVar("T")
FAMILY = "textworld"
SOLVER_NODES = Budget().nodes
INNERMOST = 50
"""Calls that a traceback shows at most: one of a recursion has a thousand."""


@dataclass(frozen=True, slots=True)
class Item:
    """A game: its manifest row and the bytes of its two files.

    A game that was made or compiled here is proven. A story by another maker has no game file.
    """

    row: dict[str, Any]
    story: bytes
    game: bytes | None


@dataclass(frozen=True, slots=True)
class Rejection:
    """A candidate that cannot be taken, with the reason in a word and in a sentence."""

    spec: Spec
    reason: str
    detail: str
    traceback: str | None = None


@dataclass(frozen=True, slots=True)
class Sample:
    """The ``game`` of a candidate, by what tells it apart from others.

    If it cannot be taken, the ``reason``, and where that is a name, the sentence that says it.
    """

    reason: str = ""
    detail: str = ""
    game: Claimant | None = None


def build_item(spec: ItemSpec) -> Item | Rejection:
    """Make, link, replay and describe the game of ``spec``.

    A game that cannot be made within its budget, does not fit into a story, has names that it must
    not have, or is not won by its walkthrough is a Rejection; and so is one whose challenge raises
    whatever it may, exits, or makes no game. OSError is raised if the disk is full, ConfigError if
    a challenge module is not at hand.
    """
    return _guarded(spec, _build)


def sample_item(spec: ItemSpec) -> Sample:
    """Make the game of ``spec``, but no story; raises what `build_item` raises."""
    found = _guarded(spec, _sample)
    return Sample(found.reason) if isinstance(found, Rejection) else found


def _guarded(spec: ItemSpec, make: Callable[[ItemSpec], T | Rejection]) -> T | Rejection:
    """Return what is made of ``spec``, or why that cannot be taken."""
    spec.extensions.use()
    try:
        with within(spec.budget.seconds):
            return make(spec)
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


def _challenge_game(spec: ItemSpec) -> Game:
    """Return the game of ``spec``; what its challenge does wrong is a _ChallengeError."""
    try:
        game: object = make_game(spec)
    except (GenerationError, KeyboardInterrupt, OverBudget):
        raise
    except BaseException as error:
        raise _ChallengeError(error) from error
    if not isinstance(game, Game):
        raise TypeError(f"challenge {spec.challenge} made no game but {type(game).__name__}")
    return game


def _sample(spec: ItemSpec) -> Sample | Rejection:
    game = _challenge_game(spec)
    game_id, _ = seal(game, spec.challenge)
    found = Claimant(
        game_id, spec.challenge, structure_hash(game), puzzle_hash(game), map_hash(game.world.facts)
    )
    problem = spec.names.problem(entity["name"] for entity in _entities(game))
    return Sample("held_out" if problem else "", problem or "", found)


def _build(spec: ItemSpec) -> Item | Rejection:
    game = _challenge_game(spec)
    game_id, data = seal(game, spec.challenge)
    compiled = story.compile_story(game)
    row = {
        **planned_columns(spec, game_id),
        **describe_game(game, compiled.vocabulary, spec.budget.nodes),
        "story_sha256": sha256_hex(compiled.data),
        "game_sha256": sha256_hex(data),
    }
    problem = spec.names.problem(entity["name"] for entity in row["entities"])
    if problem is not None:
        return Rejection(spec, "held_out", problem)
    problem = replay(StoryFile(game_id, compiled.data), row["walkthrough"], row["max_score"])
    if problem is not None:
        return Rejection(spec, "not_won", problem)
    return Item(row, compiled.data, data)


def planned_columns(spec: ItemSpec, game_id: str) -> dict[str, Any]:
    """Return the manifest columns that follow from the specification and the game's id."""
    stem = f"games/{spec.split}/{spec.challenge}/{game_id}"
    return {
        "game_id": game_id,
        "split": spec.split,
        "index": spec.index,
        "family": FAMILY,
        "challenge": spec.challenge,
        "seed": spec.seed,
        "attempt": spec.attempt,
        "params": canonical_json(spec.params),
        "grammar": canonical_json(spec.grammar),
        "story": f"{stem}.{spec.story_format}",
        "story_format": spec.story_format,
        "game": f"{stem}.json",
        "verified": True,
    }


def make_game(spec: ItemSpec) -> Game:
    """Return the game of ``spec``, as its challenge makes it."""
    challenge = challenges.get(spec.challenge)
    options = GameOptions()
    options.seeds = spec.seed
    options.grammar = GrammarOptions(spec.grammar)
    return challenge.make(challenge.settings(**spec.params), options)


def seal(game: Game, challenge: str) -> tuple[str, bytes]:
    """Write the id of ``game`` into its metadata; return it and the content of the JSON file.

    The id is that of `identify`, put together from the pieces of the file.
    """
    encoder = GameEncoder(canonical=True)
    encoded = encoder.game(game)
    content = {
        "world": encoder.array(sorted(map(encoder.fact, game.world.facts))),
        "quests": encoded["quests"],
        "infos": encoded["infos"],
        "objective": encoded["objective"],
        "logic": encoder.value(serialize_kb(game.kb)["logic"]),
    }
    game_id = f"tw-{challenge}-{text_id(encoder.object(content))}"
    game.metadata["uuid"] = game_id
    encoded["metadata"] = encoder.value(game.metadata)
    return game_id, encoder.object(encoded).encode() + b"\n"


def identify(data: Mapping[str, Any], challenge: str) -> str:
    """Return the content address of a serialised game.

    It is equal for equal worlds, quests, names, texts and logic. Metadata (seeds, settings) does
    not enter, nor does the order of the facts.
    """
    content = {
        "world": sorted(data["world"], key=canonical_json),
        "quests": data["quests"],
        "infos": data["infos"],
        "objective": data["objective"],
        "logic": data["KB"]["logic"],
    }
    return f"tw-{challenge}-{content_id(content)}"


def describe_game(
    game: Game, vocabulary: list[str], solver_nodes: int = SOLVER_NODES
) -> dict[str, Any]:
    """Return the manifest columns that depend on the game alone; its story has ``vocabulary``.

    ``solver_nodes`` is how many states may be looked at for the shortest solution.
    """
    kinds = [variable.type for variable in game.world.variables]
    return {
        "objective": game.objective,
        "guidance": guidance_of(game),
        "max_score": game.max_score,
        "walkthrough": list(game.walkthrough or ()),
        "optimal_length": optimal_length(game, solver_nodes),
        "quest_length": _quest_length(game),
        "n_rooms": kinds.count("r"),
        "n_doors": kinds.count("d"),
        "n_objects": sum(kind not in NOT_OBJECTS for kind in kinds),
        "entities": _entities(game),
        "vocab": vocabulary,
        "verbs": sorted(game.verbs),
        "command_templates": sorted(game.command_templates),
        "structure_hash": structure_hash(game),
        "puzzle_hash": puzzle_hash(game),
        "map_hash": map_hash(game.world.facts),
    }


def _entities(game: Game) -> list[dict[str, Any]]:
    return [
        {"id": info.id, "name": info.name, "type": info.type}
        for info in sorted(game.infos.values(), key=lambda info: info.id)
        if info.name and info.type not in ("P", "I")
    ]


def _quest_length(game: Game) -> int:
    """Return the length that the quest was asked to have; otherwise that of the walkthrough."""
    asked: int | None = game.metadata.get("quest_length")
    return len(game.walkthrough or ()) if asked is None else asked


def optimal_length(game: Game, solver_nodes: int = SOLVER_NODES) -> int | None:
    """Return the length of a shortest solution, where it is proven.

    Challenges that prove it by construction say so in the metadata; for others the solver does.
    """
    known = game.metadata.get("optimal_length")
    return known if known is not None else shortest_solution(game, solver_nodes).length
