"""Reading the JSON of a game as `twbench.generator.games.game_json` writes it, by its pieces.

Facts and actions are most of a game's file, and occur over and over in it and in other games. Here
the file is cut into the texts of facts and actions (`quick_facts`, `quick_quests`), each of which
is read once as long as it is remembered. The rest, and what is said of entities (`quick_infos`), is
cut into its values (`quick_values`). A file of any other form is not read here, but as any JSON is
(`Game.of_bytes`).

Where to cut is a guess, so each piece has to prove that it was read rightly: when it is written
again, it must be the same text. A larger part is proven by its pieces, if it has the keys that
twbench writes, in that order; so the large parts of a file need not be written again. The small
ones must be, by whoever calls `twbench.generator.games.game.Game.of_parts`.
"""

__all__ = ["KB_BEGINS", "QUESTS_BEGIN", "Parts", "read_parts"]

from collections.abc import Mapping
from typing import Any, NamedTuple

from twbench import shape
from twbench.bounded_cache import BoundedCache
from twbench.errors import GameFileError
from twbench.generator.data import KnowledgeBase
from twbench.generator.games.quick_facts import read_facts
from twbench.generator.games.quick_infos import read_infos
from twbench.generator.games.quick_quests import read_quests
from twbench.generator.games.quick_values import WRITTEN, OtherFormError, known
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.quest import Quest
from twbench.logic import Proposition
from twbench.untrusted import parse_json

KB_BEGINS = '{"KB":'
"""How the file begins: with the knowledge base."""
QUESTS_BEGIN = ',"quests":['
"""Where the quests begin, the largest part of most files."""
_BEHIND_KB = '}},"{}":'
_INFOS_BEGIN = ',"infos":['
_BEHIND_INFOS = '],"metadata":'
_WORLD = '],"version":1,"world":['
_END = "]}\n"

_KNOWLEDGE: BoundedCache[str, KnowledgeBase] = BoundedCache(16)
"""By their texts, twenty kilobytes each."""


class Parts(NamedTuple):
    """A game's file: its facts, quests and infos, and the rest as JSON, which has none of them.

    The knowledge base, which is as long as all else of a small game, is left out of the rest too.
    ``sorted_facts`` is the array of the facts in the order of their texts. ``places`` are where
    knowledge base, facts, quests and infos stand in the file, by their keys.
    """

    kb: KnowledgeBase
    facts: list[Proposition]
    sorted_facts: str
    quests: list[Quest]
    infos: list[EntityInfo]
    rest: Mapping[str, Any]
    places: Mapping[str, slice]


def read_parts(text: str) -> Parts | None:
    """Return the parts of a game's file; None if it is of another form, or is no sound game.

    The parts have the types that they promise. That ``rest`` is what the text says has yet to be
    proven by writing it again.
    """
    try:
        return _read(text)
    except (OtherFormError, GameFileError):
        return None


def _read(text: str) -> Parts:
    kb_ends = text.find(_BEHIND_KB.format("grammar"))
    extras = text.find(_BEHIND_KB.format("extras"), 0, kb_ends)  # of which most games have none
    kb_ends = extras if extras > 0 else kb_ends
    # Quests are the longest part of most files: nothing is looked for within them.
    infos_at = text.find(_INFOS_BEGIN, kb_ends)
    quests_at = text.find(QUESTS_BEGIN, infos_at)
    infos_end = text.rfind(_BEHIND_INFOS, infos_at, quests_at)
    world_at = text.rfind(_WORLD)
    if not (
        text.startswith(KB_BEGINS)
        and 0 < kb_ends < infos_at < infos_end < quests_at < world_at
        and text.endswith(_END)
    ):
        raise OtherFormError
    # All that is left when the knowledge base, the infos, the quests and the facts are cut out.
    others = f"{{{text[kb_ends + 2 : infos_at]}{text[infos_end + 1 : quests_at]}}}"
    rest = shape.mapping(parse_json(others, "the game", GameFileError))
    places = {
        "KB": slice(len(KB_BEGINS), kb_ends + 1),
        "infos": slice(infos_at + len(_INFOS_BEGIN) - 1, infos_end + 1),
        "quests": slice(quests_at + len(QUESTS_BEGIN) - 1, world_at + 1),
        "world": slice(world_at + len(_WORLD) - 1, len(text) - len(_END) + 1),
    }
    kb, infos, quests, facts = [text[place] for place in places.values()]
    return Parts(
        known(_KNOWLEDGE, kb, KnowledgeBase.deserialize, WRITTEN.knowledge),
        *read_facts(facts[1:-1]),
        read_quests(quests[1:-1]),
        read_infos(infos[1:-1]),
        rest,
        places,
    )
