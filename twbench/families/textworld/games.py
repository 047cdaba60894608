"""Games of TextWorld: made, given an id, written, and told in the columns of the manifest."""

__all__ = [
    "describe_in_parts",
    "doubt",
    "inspect",
    "make_game_in_parts",
    "note",
    "optimal_length",
    "origin",
    "seal_in_parts",
    "sign",
    "traits",
    "without_walkthrough",
]

import json
import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, cast

from twbench.bounded_cache import BoundedCache
from twbench.challenges import CHALLENGES, Challenge
from twbench.errors import GameFileError, InputError
from twbench.families.family import FileNote, Files, Traits, named_id
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Game, GameOptions
from twbench.generator.games.game_checks import check_keys
from twbench.generator.games.game_json import SORTED_FACTS, Piece, game_encoder, serialize_kb
from twbench.generator.grammar.grammar_options import GrammarOptions
from twbench.generator.hashes.maps import map_hash
from twbench.generator.hashes.puzzle import puzzle_hash
from twbench.generator.hashes.structure import structure_hash
from twbench.generator.hashes.walks import Survey
from twbench.generator.knowledge.patterns import Same
from twbench.generator.knowledge.roles import NOT_OBJECTS, PLAYER_TYPES, ROOM
from twbench.generator.texts.guidance import guidance_of
from twbench.hashing import canonical_json, pieces_id
from twbench.system.parts import Parts
from twbench.untrusted import read_json

OTHER_CHALLENGE = "custom"
"""What games of no challenge are listed under: people make them by hand."""


@dataclass(slots=True)
class _OfStructure:
    """What games that are equal up to names have in common, found out for the first of them.

    All is None until then. ``length`` is that of a shortest solution: it is known once it was
    proven that the walkthrough of one of these games is as short as can be. A walkthrough of the
    same length is then a shortest one of any of them, if it wins, which its replay shows.
    """

    puzzle: str | None = None
    map: str | None = None
    length: int | None = None

    def puzzle_hash(self, game: Game, survey: Survey) -> str:
        """Return the `puzzle_hash` of one of the games."""
        if self.puzzle is None:
            self.puzzle = puzzle_hash(game, survey)
        return self.puzzle

    def map_hash(self, game: Game, survey: Survey) -> str:
        """Return the `map_hash` of one of the games."""
        if self.map is None:
            self.map = map_hash(game.world.facts, survey)
        return self.map


_STRUCTURES: BoundedCache[tuple[Same, str], _OfStructure] = BoundedCache(4096)
"""By logic and structure: some challenges draw from few of them. An entry takes half a kilobyte."""
_PROBLEMS: BoundedCache[str, str] = BoundedCache(1024)
"""Why games have no walkthrough, or perhaps not the best, by their ids: files of a game are sealed
and then proven, and those of several games at once."""


def make_game_in_parts(
    challenge: Challenge, settings: Any, seed: int, grammar: Mapping[str, Any]
) -> Parts[Game]:
    """Return the game that the challenge makes; raises TypeError if it makes something else.

    Of somebody else's challenge it is a copy: they may keep the game, and change it into the next
    one while this one is still worked on.
    """
    options = GameOptions()
    options.seeds = seed
    options.grammar = GrammarOptions(dict(grammar))
    game: object = yield from challenge.make_in_parts(settings, options)
    if not isinstance(game, Game):
        raise TypeError(f"challenge {challenge.name} made no game but {type(game).__name__}")
    if challenge.name in CHALLENGES.shipped:
        return game
    apart = game.copy()
    apart.world = game.world.copy()
    return apart


def seal_in_parts(game: Game, challenge: str) -> Parts[Files]:
    """Return the story that is linked of the game, and its JSON; see `sign`.

    A game of somebody's without a walkthrough gets one, if it is found; so does one whose
    walkthrough leaves out what is optional. What can be reached at best is noted in it. Nothing of
    the JSON changes after the first part.
    """
    problem = ""
    game.reaches(None)
    if game.needs_walkthrough:
        from twbench.generator.games.walkthrough import complete_walkthrough  # and all of planning

        problem = complete_walkthrough(game)
    game_id, data = sign(game, challenge)
    if problem:
        _PROBLEMS.keep(game_id, problem)
    yield len(data)
    from twbench.story.linking.linker import compile_in_parts  # and all of linking

    compiled = yield from compile_in_parts(game)
    return Files(game_id, compiled.data, data, tuple(compiled.vocabulary))


def without_walkthrough(files: Files) -> str:
    """Return why the game in ``files`` has no walkthrough, as it was found out when it was sealed.

    In another process, it is found out anew.
    """
    problem = _PROBLEMS.get(files.game_id)
    if problem is None:
        from twbench.generator.games.walkthrough import find_walkthrough

        game = Game.deserialize(json.loads(cast(bytes, files.game)))
        problem = find_walkthrough(game).problem
    return f"The game has no walkthrough. {problem}".strip()


def doubt(files: Files) -> str:
    """Return why the walkthrough of the game in ``files``, sealed here, may not be the best.

    It is "" where nothing is in doubt.
    """
    return _PROBLEMS.get(files.game_id) or ""


def traits(game: Game, challenge: str) -> Traits:
    """Return what tells the game apart."""
    game_id, _ = sign(game, challenge)
    survey = Survey(game.world.facts)
    structure = structure_hash(game, survey)
    found = _of_structure(game, structure)
    return Traits(
        game_id,
        structure,
        found.puzzle_hash(game, survey),
        found.map_hash(game, survey),
        tuple(entity["name"] for entity in _entities(game)),
    )


def origin(game: Game) -> str:
    """Return the challenge that the game's id names, as TextWorld writes it: ``tw-NAME-...``."""
    return _named_in(game.metadata)


def note(path: Path, told: str) -> FileNote:
    """Return the challenge of the game in a file and what is ``told`` of it, or why it is none."""
    try:
        found = read_json(path, GameFileError)
        check_keys(found)
    except InputError as error:
        return FileNote(OTHER_CHALLENGE, str(error))
    metadata = found["metadata"]
    return FileNote(_named_in(metadata if isinstance(metadata, dict) else {}), told)


def _named_in(metadata: Mapping[str, Any]) -> str:
    match = re.match(r"tw-([a-z]+(?:_[a-z]+)*)-", str(metadata.get("uuid", "")))
    return match[1] if match else OTHER_CHALLENGE


def sign(
    game: Game, challenge: str, known: Mapping[str, Piece] = MappingProxyType({})
) -> tuple[str, bytes]:
    """Write the id of ``game`` into its metadata; return it and the content of the JSON file.

    The id is equal for equal worlds, quests, names, texts, logic and words of its own. Metadata
    (seeds, settings) does not enter, nor does the order of the facts. It is made of the pieces of
    the file, of which some may be ``known``: see `GameEncoder.game`.
    """
    game_id, pieces = _sign(game, challenge, known)
    return game_id, b"".join(pieces)


def _sign(game: Game, challenge: str, known: Mapping[str, Piece]) -> tuple[str, list[Piece]]:
    """Do the same, but return the content in pieces: it may be a third of a megabyte."""
    encoder = game_encoder(True)
    parts = dict(known)
    facts = parts.pop(SORTED_FACTS, None)
    if facts is None:
        facts = encoder.array(sorted(map(encoder.fact, game.world.facts))).encode()
    parts |= {key: text.encode() for key, text in encoder.game(game, known).items()}
    content: dict[str, Piece] = {
        "world": facts,
        "quests": parts["quests"],
        "infos": parts["infos"],
        "objective": parts["objective"],
        **_knowledge(game.kb),
    }
    game_id = named_id(challenge, pieces_id(encoder.pieces(content)))
    game.metadata["uuid"] = game_id
    parts["metadata"] = encoder.value(game.metadata).encode()
    return game_id, [*encoder.pieces(parts), b"\n"]


def inspect(content: bytes, path: Path, challenge: str) -> Parts[tuple[Game, str]]:
    """Return the game of a file's ``content`` and its id.

    Raises GameFileError, naming ``path``. A game that was read in the quick way is that of the file
    if it is written as the same bytes, its id among them: `sign` has to write it in any case.
    """
    parts = Game.parts_as_written(content)
    yield 0
    read = None if parts is None else Game.of_parts(parts, content)
    yield 0
    if read is not None:
        game, known = read
        game_id, pieces = _sign(game, challenge, known)
        if _is_all(content, pieces):
            return game, game_id
    game = Game.of_bytes(content, path, unique=True)
    game_id, _ = sign(game, challenge)
    return game, game_id


def _is_all(content: bytes, pieces: Iterable[Piece]) -> bool:
    """Whether the ``pieces`` together are the ``content``; they are not put together to see it."""
    place = 0
    for piece in pieces:
        if not content.startswith(piece, place):
            return False
        place += len(piece)
    return place == len(content)


@lru_cache(maxsize=16)
def _knowledge(kb: KnowledgeBase) -> Mapping[str, bytes]:
    """Return what of an encoded knowledge base a game is made of, besides its grammars."""
    data = serialize_kb(kb)
    known = [key for key in ("logic", "phrasebook") if key in data]
    return {key: canonical_json(data[key]).encode() for key in known}


def describe_in_parts(game: Game, words: list[str], solver_nodes: int) -> Parts[dict[str, Any]]:
    """Return the manifest columns that depend on the game alone; its story understands ``words``.

    ``solver_nodes`` is how many states may be looked at for the shortest solution.
    """
    survey = Survey(game.world.facts)
    structure = structure_hash(game, survey)
    yield 0
    found = _of_structure(game, structure)
    puzzle = found.puzzle_hash(game, survey)
    yield 0
    of_map = found.map_hash(game, survey)
    yield 0
    kinds = [variable.type for variable in game.world.variables]
    return {
        "vocab": words,
        "structure_hash": structure,
        "puzzle_hash": puzzle,
        "map_hash": of_map,
        "objective": game.objective,
        "guidance": guidance_of(game),
        "max_score": None if math.isinf(game.max_score) else game.max_score,
        "walkthrough": list(game.walkthrough or ()),
        "optimal_length": optimal_length(game, solver_nodes, found),
        "quest_length": _quest_length(game),
        "n_rooms": kinds.count(ROOM),
        "n_doors": kinds.count("d"),
        "n_objects": sum(kind not in NOT_OBJECTS for kind in kinds),
        "entities": _entities(game),
        "verbs": sorted(game.verbs),
        "command_templates": sorted(game.command_templates),
    }


def _of_structure(game: Game, structure: str) -> _OfStructure:
    """Return what is known of games with the logic and the ``structure`` of this one."""
    key = Same(game.kb.logic), structure
    return _STRUCTURES.get(key) or _STRUCTURES.keep(key, _OfStructure())


def _entities(game: Game) -> list[dict[str, Any]]:
    return [
        {"id": info.id, "name": info.name, "type": info.type}
        for info in sorted(game.infos.values(), key=lambda info: info.id)
        if info.name and info.type not in PLAYER_TYPES
    ]


def _quest_length(game: Game) -> int:
    """Return the length that the quest was asked to have; otherwise that of the walkthrough."""
    asked: int | None = game.metadata.get("quest_length")
    return len(game.walkthrough or ()) if asked is None else asked


def optimal_length(game: Game, solver_nodes: int, known: _OfStructure | None = None) -> int | None:
    """Return the length of a shortest solution, where it is proven.

    Challenges that prove it by construction note it in the metadata. Anybody may have written
    these, so a length that is longer than the walkthrough is not believed. For other games the
    solver looks for a shortest solution, unless one of the same structure was solved before
    (``known``) and the walkthrough is as short as the solution found then.
    """
    said = game.metadata.get("optimal_length")
    if type(said) is int and 0 < said <= len(game.walkthrough or ()):
        return said
    walkthrough = game.walkthrough_actions
    known = known or _OfStructure()
    if not walkthrough or len(walkthrough) != known.length:
        from twbench.generator.games.solution import shortest_length  # and all of planning

        length = shortest_length(game, solver_nodes)
        if length is None or len(walkthrough) != length:
            return length
        known.length = length
    return known.length
