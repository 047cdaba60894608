"""Games made by hand go the whole way: built, tested, compiled, played, saved, loaded, imported.

The games, and what has to come of each, are in `games_by_hand`.
"""

import math

import pytest
from games_by_hand import GAMES, held, one_room, thing

from twbench import EnvInfos, start
from twbench.dataset import import_dataset, load_dataset, verify_dataset
from twbench.dataset.building.imports import parse_settings
from twbench.generator import Event, Game, GameProgression, Quest
from twbench.generator.games.walkthrough import played
from twbench.generator.knowledge.command_actions import actions_for_commands

NAMES = [game.name for game in GAMES]
each_game = pytest.mark.parametrize("expected", GAMES, ids=NAMES)


@pytest.fixture(scope="module")
def compiled(tmp_path_factory):
    """The maker and the story of each game, by name."""
    folder = tmp_path_factory.mktemp("stories")
    found = {}
    for game in GAMES:
        made = game.make()
        found[game.name] = made, made.compile(folder / f"{game.name}.z8")
    return found


@pytest.fixture(scope="module")
def dataset(compiled, tmp_path_factory):
    """The dataset of all games, which their files become."""
    folder = tmp_path_factory.mktemp("dataset")
    games = folder / "games"
    games.mkdir()
    for name, (made, _) in compiled.items():
        made.build().save(games / f"{name}.json")
    config = parse_settings("handmade", "test")
    import_dataset([games], config, folder / "handmade", n_jobs=1, progress=False)
    return folder / "handmade"


def test_there_are_more_than_twenty_of_different_kinds():
    assert len(GAMES) == len(set(NAMES)) == 21


@each_game
def test_it_has_a_walkthrough_that_wins(expected):
    made = expected.make()
    game = made.build()
    assert len(game.walkthrough) == expected.steps
    assert tuple(game.walkthrough) == expected.won_by or not expected.won_by
    names = {id_: info.name for id_, info in game.infos.items() if info.name}
    actions = actions_for_commands(game.walkthrough, game.world.state, game.kb, names)
    assert played(game, actions).score == expected.score
    assert game.max_score == expected.max_score


@each_game
def test_its_maker_tests_it(expected, compiled, capsys):
    made, _ = compiled[expected.name]
    made.test(walkthrough=True)
    shown = capsys.readouterr().out
    most = "" if math.isinf(expected.max_score) else f"/{expected.max_score}"
    assert shown.endswith(f". Score {expected.score}{most}.\n")
    assert "*** The End ***" in shown
    bound = "," if math.isinf(expected.max_score) else " out of a possible"
    assert f"You scored {expected.score}{bound}" in shown


@each_game
def test_its_story_does_what_its_rules_say(expected, compiled):
    _, story = compiled[expected.name]
    with start(story, EnvInfos(facts=True, last_action=True), isolated=False) as env:
        state = env.reset()
        game = Game.load(story.replace(".z8", ".json"))
        progression = GameProgression(game)
        assert state.max_score == expected.max_score
        for command in game.walkthrough:
            assert not progression.done
            state, score, done = env.step(command)
            progression.update(state.last_action)
            assert set(state.facts) == set(progression.state.facts)
            assert (score, done) == (progression.score, progression.done)
    assert (state.won, score) == (True, expected.score)


@each_game
def test_it_is_what_it_was_when_it_was_saved(expected, compiled, tmp_path):
    made, story = compiled[expected.name]
    game = made.build()
    game.save(tmp_path / "game.json")
    loaded = Game.load(tmp_path / "game.json")
    assert loaded == game == Game.load(story.replace(".z8", ".json"))
    assert loaded.walkthrough == game.walkthrough
    assert loaded.max_score == expected.max_score


def test_they_are_imported_and_verified(dataset):
    rows = {row["params"].split('"')[3]: row for row in load_dataset(dataset)["test"]}
    assert list(rows) == sorted(f"{name}.json" for name in NAMES)
    for game in GAMES:
        row = rows[f"{game.name}.json"]
        assert row["verified"]
        assert len(row["walkthrough"]) == game.steps
        assert row["max_score"] == (None if math.isinf(game.max_score) else game.max_score)
    assert verify_dataset(dataset, n_jobs=1, progress=False).problems == ()


def test_what_an_ambiguous_objective_calls_things_is_understood(tmp_path):
    made, room = one_room()
    made.options.grammar.ambiguous_instructions = made.options.grammar.include_adj = True
    box, table = made.new(type="c"), made.new(type="s")
    box.add_property("closed")
    hat = made.new(type="o")
    room.add(box, table)
    table.add(hat)
    names = [f"open {box.id}", f"take {hat.id} from {table.id}", f"insert {hat.id} into {box.id}"]
    made.set_quest_from_commands(names)
    vague = set()
    for seed in range(6):
        made.options.seeds = seed
        game = made.build()
        with start(made.compile(tmp_path / f"{seed}.z8"), isolated=False) as env:
            env.reset()
            for info in game.infos.values():
                for words in info.synonyms or ():
                    assert words in game.objective
                    vague.add(words.replace(f"{info.adj} ", ""))
                    answer = env.step(f"examine the {words}")[0].feedback
                    assert answer == env.step(f"examine {info.name}")[0].feedback, words
    assert vague == {"container", "piece of furniture", "object"}


@pytest.mark.parametrize("is_last", [False, True])
def test_a_story_and_its_rules_lose_by_what_wins_and_fails_at_once(is_last, tmp_path):
    made, attic = one_room()
    won = held(made, thing(made, attic, "coin"), reward=2)
    lost = Quest(fail_events=won.win_events)
    made.quests = [won, lost] if is_last else [lost, won]
    path = made.compile(tmp_path / "coin.z8")
    for file in (path, path.replace(".z8", ".json")):
        with start(file, EnvInfos(admissible_commands=True)) as env:
            env.reset()
            state, score, done = env.step("take coin")
            assert (state.won, state.lost, done, score) == (False, True, True, 2), file


@pytest.mark.parametrize("synonyms", [["chest"], ["old chest"]])
def test_a_name_is_that_of_no_other_thing_by_its_synonyms(synonyms, tmp_path):
    made, attic = one_room()
    trunk, chest = (thing(made, attic, name, "c", "closed") for name in ("trunk", "chest"))
    trunk.infos.synonyms = synonyms
    made.quests = [Quest([Event(conditions=[made.new_fact("open", chest)])])]
    with start(made.compile(tmp_path / "chest.z8"), EnvInfos(won=True)) as env:
        env.reset()
        state, _, _ = env.step("open chest")
        assert state.won, state.feedback
