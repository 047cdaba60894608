"""Games made by hand."""

import doctest

import pytest
from houses_in_the_making import facts, house

from twbench.errors import GenerationError, InputError
from twbench.generator import Game, GameMaker, GameProgression, make_grammar
from twbench.generator.games.solution import shortest_solution
from twbench.generator.knowledge.command_actions import actions_for_commands
from twbench.generator.maker import (
    FailedConstraintsError,
    MissingPlayerError,
    PlayerAlreadySetError,
    QuestError,
    WorldEntity,
    WorldRoom,
    get_failing_constraints,
)
from twbench.generator.making import maker
from twbench.generator.worlds.graph_networks import create_map
from twbench.logic import Proposition

WALKTHROUGH = [
    "open screen door",
    "go east",
    "unlock old chest with old key",
    "open old chest",
    "take red apple from old chest",
]


def test_the_example_of_the_module():
    assert doctest.testmod(maker).failed == 0
    assert doctest.testmod(maker).attempted > 5


def test_facts_of_a_world():
    assert set(house().facts) == facts(
        "at(P, r_0: r)",
        "at(c_0: c, r_1: r)",
        "closed(d_0: d)",
        "edible(f_0: f)",
        "east_of(r_1: r, r_0: r)",
        "in(f_0: f, c_0: c)",
        "in(k_0: k, I)",
        "link(r_0: r, d_0: d, r_1: r)",
        "link(r_1: r, d_0: d, r_0: r)",
        "locked(c_0: c)",
        "match(k_0: k, c_0: c)",
        "west_of(r_0: r, r_1: r)",
    )


def test_entities_can_be_found():
    made = house()
    kitchen, pantry = made.rooms
    assert made.find_by_name("red apple").id == "f_0"
    assert made.find_by_name("pear") is None
    assert made.findall("r") == [kitchen, pantry]
    assert made.findall("o") == []
    assert made.find_path(pantry, kitchen) is made.paths[0]
    assert made.find_path(kitchen, made.new_room("cellar")) is None
    assert isinstance(kitchen, WorldRoom)
    assert isinstance(made.player, WorldEntity)
    assert (made.player.id, made.inventory.type) == ("P", "I")


def test_entities_can_be_moved():
    made = house()
    apple = made.find_by_name("red apple")
    made.move(apple, made.inventory)
    assert facts("in(f_0: f, I)") <= set(made.facts)
    assert facts("in(f_0: f, c_0: c)").isdisjoint(made.facts)
    chest = made.find_by_name("old chest")
    with pytest.raises(GenerationError, match="cannot be put into itself"):
        made.move(chest, chest)


def test_entities_out_of_the_world():
    made = house()
    meal = made.new(type="f", name="meal")
    meal.add_property("edible")
    assert facts("edible(f_1: f)").isdisjoint(made.facts)
    made.nowhere.append(meal)
    assert facts("edible(f_1: f)") <= set(made.facts)
    made.move(meal, made.inventory)
    assert made.nowhere == []


def test_the_player_is_placed_once():
    made = GameMaker()
    room = made.new_room("room")
    with pytest.raises(MissingPlayerError, match="call set_player"):
        made.build()
    made.set_player(room)
    with pytest.raises(PlayerAlreadySetError):
        made.set_player(room)
    assert made.validate()


def test_constraints_are_checked():
    made = house()
    made.find_by_name("old chest").add_property("open")
    with pytest.raises(FailedConstraintsError, match=r"c2: open\(c_0: c\) & locked") as caught:
        made.build()
    assert [action.name for action in caught.value.failed_constraints] == ["c2"]
    assert get_failing_constraints(made.state) == caught.value.failed_constraints
    assert made.build(validate=False).infos["c_0"].name == "old chest"


def test_a_failing_constraint_is_told_once():
    made = GameMaker()
    kitchen, garden = made.new_room("kitchen"), made.new_room("garden")
    ball = made.new("o", "ball")
    kitchen.add(ball)
    garden.add(ball)
    (failing,) = get_failing_constraints(made.state)
    assert failing.name == "obj7"
    assert set(failing.preconditions) == {
        Proposition.parse("at(o_0: o, r_0: r)"),
        Proposition.parse("at(o_0: o, r_1: r)"),
    }


def test_the_walkthrough_has_the_names_that_are_generated():
    made = GameMaker()
    room = made.new_room("Attic")
    made.set_player(room)
    hat = made.new(type="o")
    room.add(hat)
    made.set_quest_from_commands([f"take {hat.id}"])
    game = made.build()
    assert game.walkthrough == [f"take {game.infos[hat.id].name}"] != [f"take {hat.id}"]


def test_a_quest_from_commands():
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    assert [action.name for action in quest.win_events[0].actions] == [
        "open/d",
        "go/east",
        "unlock/c",
        "open/c",
        "take/c",
    ]
    assert facts("in(f_0: f, I)") < set(quest.win_events[0].conditions)
    game = made.build()
    assert game.walkthrough == WALKTHROUGH
    assert shortest_solution(game).length == 5
    assert game.infos["r_0"].desc == "A small kitchen."
    assert game.infos["f_0"].desc == "Shiny."
    assert game.infos["r_1"].desc


def test_articles_and_capitals_do_not_matter():
    made = house()
    quest = made.new_quest_using_commands(["Open the screen  door"])
    assert quest.win_events[0].actions[0].name == "open/d"


@pytest.mark.parametrize(
    ("commands", "message"),
    [
        (["go west"], "Command 1, 'go west', is refused: You can't go that way."),
        (["open screen door", "go est"], "Command 2, 'go est', is refused: I don't know the word"),
        (
            ["open door", "east", "open chest"],
            "Command 3, 'open chest', is refused: The old chest is locked.",
        ),
        ([], "An event needs at least one command."),
        ("go east", "Commands are given as a list, such as ['go east']."),
    ],
)
def test_wrong_commands_are_told(commands, message):
    with pytest.raises(QuestError) as caught:
        house().new_event_using_commands(commands)
    assert str(caught.value).startswith(message)


def test_ambiguous_commands_are_told():
    made = house()
    for _ in range(2):
        made.rooms[0].add(made.new(type="o", name="coin"))
    with pytest.raises(QuestError, match="Which do you mean, the coin or the coin"):
        made.set_walkthrough(["take coin"])


def test_several_quests():
    made = house()
    made.quests = [
        made.new_quest_using_commands(WALKTHROUGH[:1]),
        made.new_quest_using_commands(WALKTHROUGH),
    ]
    made.set_walkthrough(WALKTHROUGH)
    game = made.build()
    progression = GameProgression(game)
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    for action in actions_for_commands(WALKTHROUGH, game.world.state, game.kb, names):
        progression.update(action)
    assert progression.completed
    assert progression.score == 2


def test_distractors():
    made = house()
    made.generate_distractors(6)
    objects = [kind for kind in "csofk" for _ in made.findall(kind)]
    assert len(objects) == 3 + 6
    assert made.validate()
    another = made.new(type="o")
    assert another.id not in {fact.names[0] for fact in made.facts}
    game = made.build()
    assert all(info.name for id_, info in game.infos.items() if id_ not in ("P", "I"))


def test_random_quests():
    made = house()
    quests = made.generate_random_quests(nb_quests=2, length=3)
    assert [len(quest.commands) for quest in quests] == [3, 3]
    game = made.build()
    for quest in game.quests:
        assert shortest_solution(Game(game.world, quests=[quest])).length == 3


def test_a_map_can_be_imported():
    made = GameMaker()
    graph = create_map(3, 6, 3, 3)
    rooms = made.import_graph(graph)
    made.set_player(rooms[0])
    assert len(made.rooms) == 6
    assert len(made.paths) == len(graph.edges())
    doors = [attributes for _, _, attributes in graph.edges(data=True) if attributes["has_door"]]
    assert len(made.findall("d")) == len(doors)
    assert made.validate()


def test_a_game_is_compiled_with_its_json_beside_it(tmp_path):
    made = house()
    made.set_quest_from_commands(WALKTHROUGH)
    assert made.compile(tmp_path / "house.z8") == str(tmp_path / "house.z8")
    assert Game.load(tmp_path / "house.json").walkthrough == WALKTHROUGH


def test_playing_the_walkthrough(capsys):
    made = house()
    made.set_quest_from_commands(WALKTHROUGH)
    made.test(walkthrough=True)
    assert "Done after 5 steps. Score 1/1." in capsys.readouterr().out


def test_what_was_done_to_the_game_is_compiled(tmp_path):
    made = house()
    made.set_quest_from_commands(WALKTHROUGH)
    game = made.build()
    game.objective = "Eat, for once."
    game.infos["f_0"].desc = "Rotten."
    made.compile(tmp_path / "house.z8")
    loaded = Game.load(tmp_path / "house.json")
    assert loaded == game
    assert (loaded.objective, loaded.infos["f_0"].desc) == ("Eat, for once.", "Rotten.")


def test_all_that_is_said_of_a_thing_is_in_the_game(tmp_path):
    made = house()
    apple, key = made.find_by_name("red apple"), made.find_by_name("old key")
    apple.infos.synonyms, apple.infos.adj = ["fruit", "ruby pippin"], "red"
    key.infos.definite, key.infos.indefinite = "your", "a rusty"
    made.rooms[0].infos.room_type = "cook"
    game = Game.load(made.compile(tmp_path / "house.z8").replace(".z8", ".json"))
    assert (game.infos["f_0"].synonyms, game.infos["f_0"].adj) == (["fruit", "ruby pippin"], "red")
    assert (game.infos["k_0"].definite, game.infos["k_0"].indefinite) == ("your", "a rusty")
    assert game.infos["r_0"].room_type == "cook"
    apple.infos.synonyms.append("orb")
    assert game.infos["f_0"].synonyms == ["fruit", "ruby pippin"]
    assert made.build().infos["f_0"].synonyms == ["fruit", "ruby pippin", "orb"]


def test_a_player_may_use_the_synonyms_of_a_thing():
    made = house()
    made.find_by_name("old key").infos.synonyms = ["skeleton", "bit of iron"]
    event = made.new_event_using_commands(["drop the skeleton", "get iron", "drop bit of iron"])
    assert list(event.commands) == ["drop old key", "take old key", "drop old key"]


def test_synonyms_are_a_list():
    made = house()
    made.find_by_name("old key").infos.synonyms = "skeleton"
    with pytest.raises(InputError, match=r"given as a list, such as \['skeleton'\]"):
        made.build()


def test_a_noun_and_an_adjective_are_parts_of_the_name():
    made = house()
    hat, chest = made.new(type="o"), made.new(type="c")
    hat.infos.noun, hat.infos.adj = "bowler", "tall"
    chest.infos.adj = "mossy"
    made.rooms[0].add(hat, chest)
    game = made.build()
    assert game.infos[hat.id].name == "tall bowler"
    assert game.infos[chest.id].name == f"mossy {game.infos[chest.id].noun}"


@pytest.mark.parametrize(
    "change",
    [
        lambda made: made.generate_distractors(1),
        lambda made: setattr(made.findall("f")[0], "desc", "Green."),
        lambda made: setattr(made.findall("f")[0].infos, "synonyms", ["fruit"]),
        lambda made: made.set_quest_from_commands(WALKTHROUGH[:2]),
        lambda made: setattr(made.options.grammar, "theme", "basic"),
        lambda made: setattr(made.options, "seeds", 2),
    ],
    ids=["things", "description", "synonyms", "quest", "theme", "seeds"],
)
def test_another_design_is_another_game(change, tmp_path):
    made, same = house(), house()
    for maker_ in (made, same):
        maker_.set_quest_from_commands(WALKTHROUGH)
    made.build().objective = "Eat, for once."
    for maker_ in (made, same):
        change(maker_)
        maker_.compile(tmp_path / f"{id(maker_)}.z8")
    texts = [(tmp_path / f"{id(maker_)}.json").read_text() for maker_ in (made, same)]
    assert texts[0] == texts[1]


def test_quests_that_become_others_leave_what_was_done_to_the_game(tmp_path):
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    game = made.build()
    game.objective, game.infos["f_0"].desc = "Eat, for once.", "Rotten."
    quest.reward = 5
    shorter = made.new_event_using_commands(WALKTHROUGH[:2])
    quest.win_events = (shorter,)
    made.compile(tmp_path / "house.z8")
    loaded = Game.load(tmp_path / "house.json")
    assert (loaded.objective, loaded.infos["f_0"].desc) == ("Eat, for once.", "Rotten.")
    assert (loaded.max_score, loaded.walkthrough) == (5, WALKTHROUGH[:2])
    assert "chest" not in quest.desc
    shorter.set_conditions(facts("eaten(f_0: f)", "in(f_0: f, I)"))
    made.compile(tmp_path / "house.z8")
    assert Game.load(tmp_path / "house.json").walkthrough is None


def test_the_quest_that_was_set_tells_what_the_game_says_of_it():
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    told = quest.desc
    game = made.build()
    assert quest.desc == told
    assert game.quests == (quest,)
    assert quest.desc in game.objective
    quest.desc = None
    game.change_grammar(make_grammar({"only_last_action": True}, 5))
    assert quest.desc
    assert len(quest.desc) < len(game.objective)


def test_random_quests_tell_what_the_game_says_of_them():
    made = house()
    told = [quest.desc for quest in made.generate_random_quests(2)]
    assert all(told)
    assert [quest.desc for quest in made.build().quests] == told


def test_what_is_said_of_a_quest_by_hand_is_kept():
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    quest.desc = "Find a valuable object."
    assert [made.build().objective for _ in range(2)] == [quest.desc] * 2
    assert quest.desc == "Find a valuable object."


def test_a_game_built_before_goes_on_with_quests_of_its_own():
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    first = made.build()
    text = first.serialize()
    assert made.build().serialize() == text
    made.options.grammar.only_last_action = True
    second = made.build()
    assert first.serialize() == text
    assert second.quests == (quest,)
    assert first.quests[0].desc != quest.desc


def test_a_game_tells_who_made_it():
    assert "GameMaker" in house().build().metadata["desc"]


def test_what_is_said_of_a_quest_later_leaves_other_edits(tmp_path):
    made = house()
    quest = made.set_quest_from_commands(WALKTHROUGH)
    game = made.build()
    game.infos["f_0"].desc = "Rotten."
    quest.desc = "Eat, for once."
    made.compile(tmp_path / "house.z8")
    loaded = Game.load(tmp_path / "house.json")
    assert (loaded.objective, loaded.infos["f_0"].desc) == ("Eat, for once.", "Rotten.")
    game.objective = "Be brave."
    quest.desc = "Eat."
    made.compile(tmp_path / "house.z8")
    loaded = Game.load(tmp_path / "house.json")
    assert (loaded.objective, loaded.quests[0].desc) == ("Be brave.", "Eat.")
