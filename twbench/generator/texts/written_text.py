"""What the text generation wrote into a game, so that it can be written anew.

Text that somebody has set by hand, before the generation or since, stays as it is. A file does not
tell the two apart: in a game that was loaded, all text counts as generated, provided that there is
a grammar it may have come from.
"""

__all__ = ["WrittenText"]

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from operator import attrgetter

from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.texts.parts import GameParts

_Texts = tuple[str | None, ...]
_NONE: _Texts = (None, None, None)
_texts: Callable[[EntityInfo], _Texts] = attrgetter("name", "desc", "room_type")


@dataclass(frozen=True, slots=True)
class WrittenText:
    """The name, description and room type of each entity, and what quests say.

    What ``kept`` has of entities is no part of it.
    """

    entities: Mapping[str, _Texts] = field(default_factory=dict)
    quests: tuple[str | None, ...] = ()
    objective: str | None = None
    kept: Mapping[str, _Texts] = field(default_factory=dict)

    @classmethod
    def of(cls, game: GameParts, objective: str | None) -> "WrittenText":
        """Return the text of ``game``, whose objective is ``objective``, None unless it is set."""
        entities = dict(zip(game.infos, map(_texts, game.infos.values()), strict=True))
        return cls(entities, tuple([quest.desc for quest in game.quests]), objective)

    def apart_from(self, kept: "WrittenText") -> "WrittenText":
        """Return the text that was written where ``kept``, of the same game before, has none."""
        quests = tuple(map(_new, self.quests, kept.quests))
        objective = _new(self.objective, kept.objective)
        return WrittenText(self.entities, quests, objective, kept.entities)

    def erase(self, game: GameParts) -> None:
        """Remove from the entities and quests of ``game`` what is as here."""
        for id_, texts in self.entities.items():
            info = game.infos.get(id_)
            if info is None:
                continue
            # Told apart only now: most games are never written anew.
            written = tuple(map(_new, texts, self.kept.get(id_, _NONE)))
            name, desc, room_type = (
                text is not None and text == now
                for text, now in zip(written, _texts(info), strict=True)
            )
            if name:
                info.name = info.noun = info.adj = None
            if desc:
                info.desc = None
            if room_type:
                info.room_type = None
        for quest, text in zip(game.quests, self.quests, strict=False):
            if quest.desc == text:
                quest.desc = None


def _new(text: str | None, kept: str | None) -> str | None:
    return text if kept is None else None
