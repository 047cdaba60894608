"""The object table: who is where, with what attributes, and called what."""

import pytest
import z_machine
from sample_games import (
    sample_games,
)

from twbench.generator.games.game import Game
from twbench.story import link, read_memory_map


@pytest.mark.parametrize("game", sample_games(), ids=lambda game: game.objective[:20])
def test_objects_are_those_of_the_world(game: Game) -> None:
    story = link(game)
    found = z_machine.objects(story)
    ids = [id_ for id_, _ in read_memory_map(story).objects]
    assert ids[0] == "P"
    assert set(ids) == {info.id for info in game.infos.values()} - {"I"} | {"P"}
    names = dict(zip(ids, (name for *_, name in found), strict=True))
    for info in game.infos.values():
        if info.name:
            assert names[info.id] == info.name
    numbers = {id_: number for number, id_ in enumerate(ids, 1)} | {"I": 1}
    for fact in game.world.facts:
        if fact.name in {"at", "in", "on"}:
            child, parent = (numbers[variable.name] for variable in fact.arguments)
            assert found[child - 1][1] == parent
    for number, (_, _, _, child, _) in enumerate(found, 1):
        while child:
            assert found[child - 1][1] == number
            child = found[child - 1][2]
