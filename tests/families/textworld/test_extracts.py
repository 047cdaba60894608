"""What can be extracted from a game of TextWorld, proven or not."""

import pytest

from twbench.errors import GenerationError
from twbench.families import KINDS, get
from twbench.families.textworld import extracts
from twbench.families.textworld.extracts import EXTRACTS
from twbench.generator import Game, GameMaker, KnowledgeBase, World
from twbench.logic import GameLogic, Proposition


def kitchen():
    """A kitchen with a table and two keys, without a quest and nothing proven."""
    maker = GameMaker()
    room = maker.new_room("kitchen")
    maker.set_player(room)
    room.add(maker.new("s", name="table"))
    room.add(maker.new("k", name="old key"), maker.new("k", name="new key"))
    return maker


@pytest.fixture
def game():
    return kitchen().build()


def test_everything_can_be_extracted():
    assert sorted(EXTRACTS) == sorted(KINDS)


def test_entities_are_the_names_of_things_and_directions(game):
    entities = EXTRACTS["entities"](game)
    assert sorted(entities[:-4]) == ["kitchen", "new key", "old key", "table"]
    assert entities[-4:] == ["north", "south", "east", "west"]


def test_objects_are_neither_rooms_nor_directions(game):
    assert sorted(EXTRACTS["objects"](game)) == ["new key", "old key", "table"]
    family = get("textworld")
    files = family.seal(game, "custom")
    assert family.extract_row("objects", family.describe(game, files)) == (
        EXTRACTS["objects"](game)
    )


def test_templates_are_commands_with_blanks(game):
    templates = EXTRACTS["templates"](game)
    assert {"take {o}", "put {o} on {s}", "look"} <= set(templates)
    assert templates == sorted(templates)


def test_a_walkthrough_is_a_line():
    maker = kitchen()
    assert EXTRACTS["walkthroughs"](maker.build()) == []
    maker.set_quest_from_commands(["take old key", "put old key on table"])
    assert EXTRACTS["walkthroughs"](maker.build()) == ["take old key > put old key on table"]


def test_commands_are_those_of_all_rules_for_all_things_that_fit(game):
    commands = EXTRACTS["commands"](game)
    assert [one for one in commands if one.startswith("put")] == [
        *("put old key on table", "put new key on table"),
    ]
    assert {"go north", "look", "inventory", "examine table", "take new key"} <= set(commands)
    assert not any("{" in one or one.startswith("unlock") for one in commands)  # nothing is locked


def test_every_command_that_ever_works_is_among_them(game):
    state = game.world.state
    possible = state.all_applicable_actions(game.kb.rules.values(), game.kb.constants)
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    typed = {action.format_command(names) for action in possible}
    assert typed
    assert typed <= set(EXTRACTS["commands"](game))


TYING = """
type P { }
type r { predicates { at(P, r); at(o, r); } }
type o {
    predicates { tied(o, o); }
    rules { tie :: $at(P, r) & $at(o, r) & $at(o', r) -> tied(o, o'); }
    inform7 { commands { tie :: "tie {o} to {o'}" :: "tying"; } }
}
"""


def test_a_command_about_two_things_is_about_different_ones():
    texts = ["at(P, r_0: r)", *(f"at(o_{number}: o, r_0: r)" for number in range(3))]
    kb = KnowledgeBase(GameLogic.parse(TYING))
    game = Game(World.from_facts(map(Proposition.parse, texts), kb))
    for number, name in enumerate(["rope", "hook", ""]):
        game.infos[f"o_{number}"].name = name
    assert EXTRACTS["commands"](game) == ["tie rope to hook", "tie hook to rope"]


def test_more_commands_than_anybody_lists_are_refused(game, monkeypatch):
    count = len(EXTRACTS["commands"](game))
    monkeypatch.setattr(extracts, "MOST_COMMANDS", count)
    assert len(EXTRACTS["commands"](game)) == count
    monkeypatch.setattr(extracts, "MOST_COMMANDS", count - 1)
    with pytest.raises(GenerationError, match=f"has more than {count - 1} commands, such as "):
        EXTRACTS["commands"](game)


def test_words_are_those_that_the_story_understands(game):
    assert {"kitchen", "table", "old", "key", "take", "north"} <= set(EXTRACTS["vocab"](game))
