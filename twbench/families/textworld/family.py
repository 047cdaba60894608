"""The family of TextWorld's games, as the rest of twbench knows it."""

__all__ = ["TextWorld"]

import re
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from twbench.bounded_cache import BoundedCache
from twbench.core import EnvInfos, Environment
from twbench.envs.frotz.story_file import StoryFile, check_story
from twbench.families.family import FileNote, Files, Opener, Traits, game_file, is_json
from twbench.families.known import FAMILIES
from twbench.families.z_machine import StoryFamily
from twbench.story.zcode.signature import SIGNATURE, SIGNATURE_AT
from twbench.system.parts import Parts, completed

if TYPE_CHECKING:
    from twbench.challenges import Challenge
    from twbench.generator.games.game import Game
    from twbench.render.picture import Picture

_MOST_CHECKED = 128
"""Stories that were checked and are to be played: more than are verified together."""
_OF_ANOTHER = re.compile(rb'\s*{\s*"family"')
"""How a JSON file of another family begins."""


class TextWorld(StoryFamily["Game"]):
    """Games of a world, quests, texts and a logic.

    The modules that make and describe games are loaded when they are needed: playing a story takes
    none of them.
    """

    name: ClassVar[str] = "textworld"
    description: ClassVar[str] = "rooms, doors and things with quests, as TextWorld makes them"
    suffixes: ClassVar[frozenset[str]] = frozenset({".json"})
    has_game_file: ClassVar[bool] = True
    has_grammar: ClassVar[bool] = True
    has_commands: ClassVar[bool] = True
    tells_actions: ClassVar[bool] = True
    informations: ClassVar[frozenset[str]] = frozenset(EnvInfos.NAMES)
    is_harmless: ClassVar[bool] = True
    is_all_in_files: ClassVar[bool] = True
    proof: ClassVar[str] = (
        "a Z-machine story that interpreters such as Frotz play, and its walkthrough has been"
        "\nreplayed in the compiled story: it wins with the maximum score"
    )

    def __init__(self) -> None:
        self._checked: BoundedCache[str, StoryFile] = BoundedCache(_MOST_CHECKED)

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `Family.recognises`: our stories are signed, and TextWorld's JSON has no mark."""
        if is_json(path):
            return _OF_ANOTHER.match(head) is None
        return head[SIGNATURE_AT : SIGNATURE_AT + len(SIGNATURE)] == SIGNATURE

    def open(self, path: Path, infos: EnvInfos | None = None) -> Environment:
        """See `Family.open`; the file of a game is played by its rules, without texts."""
        if not is_json(path):
            return super().open(path, infos)
        from twbench.envs.tw import TextWorldEnv

        env = TextWorldEnv(infos)
        env.load(path)
        return env

    def start(
        self,
        path: Path,
        infos: EnvInfos | None = None,
        *,
        isolated: bool | None = None,
        timeout: float = 10.0,
    ) -> Environment:
        """See `Family.start`; the file of a game does nothing that it has to be isolated for."""
        if is_json(path):
            return self.open(path, infos)
        return super().start(path, infos, isolated=isolated, timeout=timeout)

    def read(self, path: Path) -> "Game":
        """Return the game of a JSON file, or of the one beside a story; raises GameFileError."""
        from twbench.generator.games.game import Game

        return Game.load(game_file(path))

    def inspect(self, files: Files, path: Path, challenge: str) -> "Parts[tuple[Game, str]]":
        """See `Family.inspect`; a game that is written as twbench does it is read in its pieces."""
        if files.game is None:
            return super().inspect(files, path, challenge)
        from twbench.families.textworld import games

        return games.inspect(files.game, path, challenge)

    def make(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> "Game":
        """Return the game that the challenge makes, with texts of the grammar."""
        return completed(self.make_in_parts(challenge, settings, seed, grammar))

    def make_in_parts(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> "Parts[Game]":
        """See `Family.make_in_parts`: in those of the challenge."""
        from twbench.families.textworld import games

        return games.make_game_in_parts(challenge, settings, seed, grammar)

    def identify(self, game: "Game", challenge: str) -> str:
        """Write the id of the game into its metadata, and return it."""
        from twbench.families.textworld import games

        game_id, _ = games.sign(game, challenge)
        return game_id

    def seal(self, game: "Game", challenge: str) -> Files:
        """Return the story, linked of the game, and the game's JSON with its id written into it."""
        return completed(self.seal_in_parts(game, challenge))

    def seal_in_parts(self, game: "Game", challenge: str) -> Parts[Files]:
        """See `Family.seal_in_parts`: the JSON, the story's tables, its words, and the story."""
        from twbench.families.textworld import games

        return games.seal_in_parts(game, challenge)

    def traits(self, game: "Game", challenge: str) -> Traits:
        """See `Family.traits`; no story is linked."""
        from twbench.families.textworld import games

        return games.traits(game, challenge)

    def describe(self, game: "Game", files: Files | None = None, nodes: int = 0) -> dict[str, Any]:
        """See `Family.describe`; ``nodes`` are those of the solver of shortest solutions."""
        return completed(self.describe_in_parts(game, files, nodes))

    def describe_in_parts(
        self, game: "Game", files: Files | None = None, nodes: int = 0
    ) -> Parts[dict[str, Any]]:
        """See `Family.describe_in_parts`: the words, each of the hashes, and all else."""
        from twbench import story
        from twbench.families.textworld import games

        words = story.vocabulary(game) if files is None else list(files.vocabulary)
        yield 0
        return (yield from games.describe_in_parts(game, words, nodes))

    def check(self, files: Files) -> None:
        """Raise StoryFileError unless the header and the checksum of the story are true."""
        from twbench.story.zcode.header import check_header
        from twbench.story.zcode.template import load_template

        story = StoryFile(files.game_id, files.story)
        check_story(story)
        check_header(story.data, load_template(), SIGNATURE)
        self._checked.pop(files.game_id, None)
        self._checked.keep(files.game_id, story)

    def mark(self, game: "Game") -> str:
        """Return a hash of all that a story is made of, which is in the story's directory."""
        from twbench.story.linking.identity import game_identity

        return game_identity(game)

    def read_mark(self, files: Files) -> str:
        """Return the hash in the directory of the story."""
        return self._story(files).directory.game

    def replay(self, files: Files, row: Mapping[str, Any]) -> str | None:
        """Type the walkthrough into the story: it must win with the maximum score."""
        from twbench.families.replay import replay
        from twbench.story.zcode.standing import own_standing

        if not row["walkthrough"]:
            from twbench.families.textworld import games

            return games.without_walkthrough(files)
        story = self._story(files)
        self._checked.pop(files.game_id, None)  # it is played once
        # Whoever knows the words has just linked the story, and need not ask it where to look.
        reader = own_standing() if files.vocabulary else None
        problem = replay(story, row["walkthrough"], row["max_score"], reader)
        if problem is not None:
            from twbench.families.textworld import games

            return f"{problem} {games.doubt(files)}".strip()
        return None

    def _story(self, files: Files) -> StoryFile:
        """Return the story, one that was checked if it is: what it tells is read once."""
        known = self._checked.get(files.game_id)
        if known is not None and known.data is files.story:
            return known
        return StoryFile(files.game_id, files.story)

    def origin(self, game: "Game") -> str:
        """Return the challenge that the game's id names, as TextWorld writes it."""
        from twbench.families.textworld import games

        return games.origin(game)

    def note(self, path: Path) -> FileNote:
        """See `Family.note`: the game's id is read, and what has none is of no challenge."""
        from twbench.families.textworld import games

        return games.note(game_file(path), super().note(path).text)

    def stage(self) -> Opener:
        """Return what opens stories of ours on one interpreter, as far as they are harmless."""
        from twbench.families.textworld.stage import Stage

        return Stage(self)

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return the version of the story's runtime."""
        from twbench.story import runtime_version

        return runtime_version()

    def extract(self, kind: str, game: "Game") -> list[str]:
        """See `Family.extract`; a game that was not proven has words and names as well."""
        from twbench.families.textworld.extracts import EXTRACTS

        return EXTRACTS[kind](game)

    def extract_row(self, kind: str, row: Mapping[str, Any]) -> list[str]:
        """See `Family.extract_row`: rooms and doors are entities, and no objects."""
        if kind == "objects":
            return [thing["name"] for thing in row["entities"] if thing["type"] not in ("r", "d")]
        return super().extract_row(kind, row)

    def picture(self, game: "Game") -> "Picture":
        """Return the map of the world with what lies where."""
        from twbench.render import visualize

        return visualize(game)

    def prepare(self) -> None:
        """Read the logic that games have by default: its parser is to be imported once."""
        from twbench.generator.data import KnowledgeBase

        KnowledgeBase.default()


FAMILIES.register(TextWorld())
