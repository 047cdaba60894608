"""The family of stories by other makers, as the rest of twbench knows it."""

__all__ = ["InteractiveFiction"]

import warnings
from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from twbench.core import EnvInfos, Environment
from twbench.envs.information.given import OF_OTHER_MAKERS
from twbench.envs.objects.bindings import SUFFIX as BINDING_SUFFIX
from twbench.envs.objects.bindings import parse_binding
from twbench.errors import GenerationError, StoryFileError
from twbench.families.family import Catalogue, FileNote, Files, Opener
from twbench.families.known import FAMILIES
from twbench.families.z_machine import StoryFamily
from twbench.untrusted import read_bytes

if TYPE_CHECKING:
    from twbench.challenges import Challenge
    from twbench.families.interactive_fiction.stories import KnownStory

LATEST = 8
"""The newest version of the Z-machine; the first byte of a story is its own."""


class InteractiveFiction(StoryFamily["KnownStory"]):
    """Stories that are taken as they are, with what Jericho knows of them. None is made."""

    name: ClassVar[str] = "interactive_fiction"
    description: ClassVar[str] = "stories of the Z-machine by other makers, as they are"
    suffixes: ClassVar[frozenset[str]] = frozenset(f".z{number}" for number in range(1, LATEST + 1))
    has_chance: ClassVar[bool] = True
    informations: ClassVar[frozenset[str]] = OF_OTHER_MAKERS
    proof: ClassVar[str] = "a story as its makers have made it"
    suffixes_beside: ClassVar[tuple[str, ...]] = (BINDING_SUFFIX,)
    suffixes_saving_time: ClassVar[tuple[str, ...]] = (".valid-actions.jsonl",)

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `Family.recognises`: whatever may be a story, by its name or its first byte."""
        return path.suffix.lower() in self.suffixes or (bool(head) and 1 <= head[0] <= LATEST)

    def kept_as(self, path: Path) -> str | None:
        """See `Family.kept_as`: a story of the suite is known whatever its file is called."""
        from twbench.families.interactive_fiction.suite import suite_story_at

        return super().kept_as(path) or (
            None if (story := suite_story_at(path)) is None else f"z{story.z_version}"
        )

    def content(self, path: Path) -> str:
        """See `Family.content`: what lies behind the length of a story is never loaded."""
        from twbench.families.interactive_fiction.stories import content_of

        return content_of(path)

    def read(self, path: Path) -> "KnownStory":
        """Look at the story, in a process that may be lost; raises StoryFileError."""
        from twbench.families.interactive_fiction.stories import look_at

        return look_at(path)

    def make(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> "KnownStory":
        """Raise GenerationError: these stories are found, not made."""
        raise GenerationError("Stories of other makers are imported, not made: twbench import.")

    def facts(self, game: "KnownStory") -> dict[str, Any]:
        """Return what the suite has of the story, and what the walkthrough comes to."""
        from twbench.families.interactive_fiction.suite import suite_story

        story = suite_story(game.data)
        found: dict[str, Any] = {} if story is None else {"suite": story.to_json()}
        if game.ending:
            found["walkthrough"] = dict(game.ending)
        if game.binding is not None:
            found["binding"] = game.binding.to_json()
        return found

    def beside(self, params: Mapping[str, Any]) -> Mapping[str, bytes]:
        """Return the binding file, where the user has had one; see `Family.beside`."""
        values = params.get("binding")
        if values is None:
            return {}
        if not isinstance(values, Mapping):
            raise StoryFileError(f"A binding must be a mapping, not {values!r}.")
        return {BINDING_SUFFIX: parse_binding(values, "A binding").to_toml().encode()}

    def check_saving_time(self, story: Path, file: Path) -> None:
        """Read valid actions that were kept; whether they are true is not looked at."""
        from twbench.envs.valid_actions.kept import KeptActions

        KeptActions(read_bytes(story, StoryFileError)).load(file)

    def published(self, game_id: str, challenge: str) -> dict[str, float]:
        """Return the results of the Jericho paper."""
        from twbench.families.interactive_fiction.stories import published

        return published(game_id, challenge)

    def note(self, path: Path) -> FileNote:
        """See `Family.note`: nothing is played, and Jericho's tables tell what it knows."""
        from twbench.families.interactive_fiction.stories import note_of

        return note_of(path)

    def catalogue(self) -> Catalogue:
        """Return the Jericho suite."""
        from twbench.families.interactive_fiction.suite import SUITE_FILE, suite

        names = tuple(story.name for story in suite().values())
        return Catalogue("the Jericho suite", names, SUITE_FILE)

    def seal(self, game: "KnownStory", challenge: str) -> Files:
        """Return the story as it is."""
        from twbench.families.interactive_fiction.stories import story_id

        return Files(story_id(game.name, game.data), game.data, None)

    def describe(
        self, game: "KnownStory", files: Files | None = None, nodes: int = 0
    ) -> dict[str, Any]:
        """Return what Jericho knows."""
        return dict(game.columns)

    def replay(self, files: Files, row: Mapping[str, Any]) -> str | None:
        """Return None: whether its walkthrough wins is told by the column ``verified``."""
        return None

    def origin(self, game: "KnownStory") -> str:
        """Return whether Jericho knows the story."""
        return str(game.columns["challenge"])

    def extract(self, kind: str, game: "KnownStory") -> list[str]:
        """See `Family.extract`."""
        return self.extract_row(kind, {**self.describe(game), "game_id": game.name})

    def extract_row(self, kind: str, row: Mapping[str, Any]) -> list[str]:
        """See `Family.extract_row`: commands are the templates with names of objects in them."""
        if kind != "commands":
            return super().extract_row(kind, row)
        from twbench.families.interactive_fiction.stories import commands_of

        return commands_of(row)

    def stage(self) -> Opener:
        """See `Family.stage`; what Jericho does not know of a story, its row has told already."""
        opened = super().stage()

        @contextmanager
        def opener(path: str, infos: EnvInfos) -> Iterator[Environment]:
            from twbench.envs import JerichoUnsupportedGameWarning

            with warnings.catch_warnings():
                warnings.simplefilter("ignore", JerichoUnsupportedGameWarning)
                with opened(path, infos) as env:
                    yield env

        return opener

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return the version of Jericho, which plays the stories and counts their scores.

        Where valid actions are told, that of the search for them too: an agent that chooses from
        others plays another game.
        """
        from twbench.envs.detection import EXHAUSTIVE_ACTIONS
        from twbench.envs.valid_actions.search import SEARCH_VERSION

        player = f"jericho {version('jericho')}"
        found = {"admissible_commands", "valid_actions", EXHAUSTIVE_ACTIONS}
        return player if found.isdisjoint(infos) else f"{player}, valid actions {SEARCH_VERSION}"


FAMILIES.register(InteractiveFiction())
