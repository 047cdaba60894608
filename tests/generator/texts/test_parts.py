"""The parts of a game are all that its texts are made of."""

from dataclasses import dataclass, field
from typing import Any

from text_games import house

from twbench.generator import EntityInfo, Game, KnowledgeBase, Quest, World
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.texts.parts import GameParts
from twbench.generator.texts.text_generation import generate_text_from_grammar


@dataclass
class Parts:
    """Nothing but what `GameParts` asks for."""

    world: World
    kb: KnowledgeBase
    infos: dict[str, EntityInfo]
    quests: list[Quest]
    walkthrough: list[str] | None
    objective: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)

    @property
    def objects_names(self) -> list[str]:
        names = [info.name for id_, info in self.infos.items() if id_[0] not in "rPI"]
        return sorted(name for name in names if name)


def parts_of(game: Game) -> Parts:
    return Parts(game.world, game.kb, dict(game.infos), list(game.quests), game.walkthrough)


def test_texts_need_no_more_than_the_parts() -> None:
    parts: GameParts = generate_text_from_grammar(parts_of(house()), Grammar(rng=3))
    game = generate_text_from_grammar(house(), Grammar(rng=3))
    assert parts.infos == game.infos
    assert parts.objective == game.objective != ""
    assert [quest.desc for quest in parts.quests] == [quest.desc for quest in game.quests]


def test_a_game_has_all_parts() -> None:
    game = house()
    wanted = {name for name in vars(GameParts) if not name.startswith("_")}
    assert wanted == {
        *("world", "kb", "infos", "quests", "metadata"),
        *("objective", "walkthrough", "objects_names"),
    }
    assert all(hasattr(game, name) for name in wanted)
