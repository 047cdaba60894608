"""What families have in common whose stories are of the Z-machine."""

__all__ = ["StoryFamily"]

from collections.abc import Mapping
from pathlib import Path
from typing import Any, ClassVar, TypeVar

from twbench.core import EnvInfos, Environment
from twbench.envs.playing import open_story, start_story
from twbench.families.family import Family

G = TypeVar("G")


class StoryFamily(Family[G]):
    """A family whose stories interpreters of the Z-machine play."""

    story_format: ClassVar[str] = "z8"
    # Cards tell of both kinds where there is one, as they always have: verifying makes them anew.
    imported: ClassVar[str] = (
        "a Z-machine story that interpreters such as Frotz play. Games of TextWorld were compiled"
        " anew,\nand their walkthroughs win with the maximum score; of stories by other makers the"
        " manifest says\nwhat Jericho knows, and `verified` whether the walkthrough won so"
    )
    imported_files: ClassVar[str] = "stories (`.z8`) and games (`.json`)"

    def open(self, path: Path, infos: EnvInfos | None = None) -> Environment:
        """See `Family.open`; what a story saves is written into the working folder."""
        return open_story(path, infos)

    def start(
        self,
        path: Path,
        infos: EnvInfos | None = None,
        *,
        isolated: bool | None = None,
        timeout: float = 10.0,
    ) -> Environment:
        """See `Family.start`; a story that could do harm is isolated unless that is forbidden."""
        return start_story(path, infos, isolated=isolated, timeout=timeout)

    def extract_row(self, kind: str, row: Mapping[str, Any]) -> list[str]:
        """See `Family.extract_row`: directions count as names of entities."""
        from twbench.generator.knowledge.roles import DIRECTIONS

        own = super().extract_row(kind, row)
        return [*own, *DIRECTIONS] if kind == "entities" else own
