"""The examples of TextWorld's documentation that make and play games, with twbench instead."""

import pytest

import twbench


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def test_environment():
    """From the class textworld.core.Environment."""
    options = twbench.GameOptions()
    options.seeds = 1234
    options.nb_objects = 5
    options.quest_length = 2
    game_file, game = twbench.make(options, path="./")
    env = twbench.start(game_file)
    state = env.reset()
    assert state.feedback.startswith(game.objective[:20])
    done = False
    for command in game.walkthrough:
        assert not done
        state, reward, done = env.step(command)
    assert (reward, done) == (1, True)


def test_extra_information():
    """From the functions textworld.gym.utils.register_game and the class Filter."""
    from twbench import EnvInfos
    from twbench.envs.wrappers import Filter
    from twbench.generator import compile_game, make_game

    options = twbench.GameOptions()
    options.seeds = 1234
    game = make_game(options)
    game.extras["more"] = "This is extra information."
    gamefile = compile_game(game)
    request_infos = EnvInfos(description=True, inventory=True, extras=["more"])
    env = Filter(twbench.start(gamefile, request_infos))
    ob, infos = env.reset()
    assert infos["description"] in ob
    assert infos["inventory"].strip() == "You are carrying nothing."
    assert infos["extra.more"] == "This is extra information."


def test_properties_of_an_entity():
    """From the method textworld.generator.maker.WorldEntity.has_property."""
    from twbench import GameMaker

    M = GameMaker()  # noqa: N806 - as documented
    chest = M.new(type="c", name="chest")
    assert not chest.has_property("closed")
    chest.add_property("closed")
    assert chest.has_property("closed")


def test_options_of_the_generation():
    """From the classes GameOptions, GrammarOptions and ChainingOptions."""
    from twbench.generator import ChainingOptions, GrammarOptions, KnowledgeBase, make_game

    options = twbench.GameOptions()
    options.seeds = {"map": 1, "objects": 2, "quest": 3, "grammar": 4}
    options.nb_rooms, options.nb_objects, options.quest_length = 3, 6, 3
    options.kb = KnowledgeBase.default()
    options.grammar = GrammarOptions(theme="basic", include_adj=True, only_last_action=True)
    options.chaining = ChainingOptions()
    game = make_game(options)
    assert make_game(options.copy()) == game
    assert len(game.world.rooms) == 3
    assert len(game.walkthrough) == 3
    assert options.seeds == {"map": 1, "objects": 2, "quest": 3, "grammar": 4}


def test_an_event_of_conditions():
    """From the classes Event and Quest: won by a condition, lost by another one."""
    from twbench import GameMaker
    from twbench.generator import Event, GameProgression, Quest

    M = GameMaker()  # noqa: N806 - as documented
    kitchen, garden = M.new_room("kitchen"), M.new_room("garden")
    M.connect(kitchen.north, garden.south)
    M.set_player(kitchen)
    apple = M.new(type="f", name="apple")
    M.inventory.add(apple)
    there = Event(conditions=[M.new_fact("at", apple, garden)])
    eaten = Event(conditions=[M.new_fact("eaten", apple)])
    M.quests = [Quest(win_events=[there], fail_events=[eaten])]
    M.set_walkthrough(["go north", "drop apple"])
    game = M.build()
    assert (game.max_score, game.walkthrough) == (1, ["go north", "drop apple"])
    for rule, ended in (("drop", (False, False, False)), ("eat", (True, False, True))):
        progression = GameProgression(game)
        (action,) = [action for action in progression.valid_actions if action.name == rule]
        progression.update(action)
        assert (progression.done, progression.completed, progression.failed) == ended
    progression = GameProgression(game)
    for rule in ("go/north", "drop"):
        (action,) = [action for action in progression.valid_actions if action.name == rule]
        progression.update(action)
    assert (progression.done, progression.completed, progression.score) == (True, True, 1)
