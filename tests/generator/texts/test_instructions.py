"""Objectives: the instructions for quests, and what each option does to them."""

import re
from itertools import pairwise

import pytest
from text_games import action, corridor, facts, house, house_actions, theme_with, written

from twbench.generator.games.game import Event, Game, GameOptions, Quest
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.making.game_generation import make_game
from twbench.generator.text_generation import (
    assign_description_to_quest,
    describe_event,
    generate_instruction,
    generate_text_from_grammar,
    get_action_chains,
    is_seq,
)
from twbench.generator.texts.instructions import CountOrderedDict, MergeAction
from twbench.generator.worlds.world import World


def test_coin_collector():
    game = written(corridor(5), 0, theme="basic")
    assert game.objective == (
        "Your task: Go north. Go east. Go north. Go east."
        f" Take the {game.infos['o_0'].name}. That is all."
    )
    assert game.quests[0].desc in game.objective


def test_steps_seldom_begin_as_the_step_before():
    ways = re.compile(r"(Then|After that,|Next,|Now|That done,|Afterwards,|With that|When you)")
    pairs = alike = 0
    for seed in range(8):
        begun = ways.findall(written(corridor(21), seed).objective)
        pairs += len(begun) - 1
        alike += sum(one == next_one for one, next_one in pairwise(begun))
    assert pairs > 100
    assert alike <= 0.04 * pairs  # of 8 ways to begin, drawn twice where need be; else 0.125


def test_only_last_action():
    game = written(corridor(5), 0, theme="basic", only_last_action=True)
    assert game.objective == f"Your task: Take the {game.infos['o_0'].name}. That is all."


def test_all_actions_of_the_house():
    game = written(house(), 0, theme="basic")
    names = {id_: info.name for id_, info in game.infos.items()}
    assert game.quests[0].desc == (
        f"Open the {names['c_0']}. Take the {names['k_0']} from the {names['c_0']}."
        f" Unlock the {names['d_0']} with the {names['k_0']}. Open the {names['d_0']}."
        " Go north."
    )


def test_blend_instructions():
    game = written(house(), 0, theme="basic", blend_instructions=True)
    names = {id_: info.name for id_, info in game.infos.items()}
    assert game.quests[0].desc == (
        f"Open the {names['c_0']} and take the {names['k_0']}."
        f" Unlock the {names['d_0']} with the {names['k_0']} and open it. Go north."
    )


def test_chains_join_actions_about_the_same_things_only():
    game = house()
    grammar = Grammar({"theme": "house"})
    actions = house_actions()
    assert [chain.name for chain in get_action_chains(actions, grammar, game)] == [
        *("ig_open_take", "ig_unlock_open", "go/north")
    ]
    assert [chain.name for chain in get_action_chains(actions[1:], grammar, game)] == [
        *("ig_take_unlock_open", "go/north")
    ]
    other_chest = action("take/c", r="r_1", c="c_1", o="o_1")
    names = [chain.name for chain in get_action_chains([actions[0], other_chest], grammar, game)]
    assert names == ["open/c", "take/c"]
    assert is_seq(MergeAction("", tuple(actions[:2])), game)
    assert not is_seq(MergeAction("", (actions[0], other_chest)), game)


def test_ambiguous_instructions_vary_the_references():
    plain = {written(house(), seed, include_adj=True).quests[0].desc for seed in range(30)}
    vague = [
        written(house(), seed, include_adj=True, ambiguous_instructions=True) for seed in range(30)
    ]
    assert not any("container" in text for text in plain)
    assert any("container" in game.quests[0].desc for game in vague)
    full = [game.infos["d_0"].name in game.quests[0].desc for game in vague]
    assert any(full)
    assert not all(full)


def test_a_reference_that_fits_too_much_is_not_used():
    game = written(house(), 0, theme="basic")
    grammar = Grammar({"theme": "basic", "ambiguous_instructions": True}, 0)
    crowded = CountOrderedDict({"box": 4, f"box {game.infos['c_0'].noun}": 1})
    texts = {generate_instruction(house_actions()[0], grammar, game, crowded) for _ in range(40)}
    assert texts == {f"open the {game.infos['c_0'].name}"}
    texts = {
        generate_instruction(house_actions()[0], grammar, game, CountOrderedDict())
        for _ in range(40)
    }
    assert texts == {f"open the {game.infos['c_0'].name}", "open the box"}


def test_going_through_doors_is_told_with_the_door():
    for seed in range(5):
        game = written(house(), seed)
        assert f"through the {game.infos['d_0'].name} to the north" in game.quests[0].desc


def test_an_action_unknown_to_the_grammar_is_told_by_its_command(tmp_path):
    rules = {"unused": "x"}
    grammar = theme_with(tmp_path, rules)
    text = (tmp_path / "mine_all.twg").read_text(encoding="utf-8")
    (tmp_path / "less_all.twg").write_text(
        re.sub(r"(?m)^(?:open|ig_open.*):.*\n", "", text), encoding="utf-8"
    )
    game = generate_text_from_grammar(house(), grammar)
    less = Grammar({"theme": "less"}, text_grammars_path=tmp_path)
    assert generate_instruction(house_actions()[0], less, game) == (
        f"open the {game.infos['c_0'].name}"
    )


@pytest.mark.parametrize(("definite", "called"), [("", "Sting"), ("that", "that Sting")])
def test_articles_of_the_maker_are_kept(definite, called):
    told = set()
    for seed in range(8):
        game = corridor(1)
        game.infos["o_0"].name, game.infos["o_0"].definite = "Sting", definite
        told.add(written(game, seed).quests[0].desc)
    assert len(told) > 1
    assert all(called in text and "the Sting" not in text for text in told)


def test_commands_without_actions():
    conditions = facts("in(o_0, I)")
    event = Event(conditions=conditions, commands=["go north", "take coin"])
    game = Game(corridor(3).world, quests=[Quest([event])])
    assert written(game, 0, theme="basic").quests[0].desc == "Go north. Take coin."
    other = Game(corridor(3).world, quests=[Quest([Event(conditions=conditions)])])
    told = written(other, 0, theme="basic").quests[0].desc
    assert told == f"Get the {other.infos['o_0'].name}."


def test_descriptions_of_the_maker_are_the_objective():
    game = corridor(3)
    game.quests[0].desc = "Get rich."
    assert written(game, 0).objective == "Get rich."
    game = corridor(3)
    game.objective = "Do as you like."
    assert written(game, 0).objective == "Do as you like."
    assert game.quests[0].desc.endswith(".")


def test_several_quests_make_one_objective():
    quests = [corridor(2).quests[0], Quest([Event([action("take", r="r_0", o="o_1")])])]
    world = World.from_facts([*corridor(2).world.facts, *facts("at(o_1, r_0)")])
    game = written(Game(world, quests=quests), 0, theme="basic")
    names = [game.infos[id_].name for id_ in ("o_0", "o_1")]
    assert game.objective == (
        f"Your task: Go north. Take the {names[0]}. Also: Go south. Take the {names[1]}."
        " That is all."
    )


def test_a_further_quest_does_not_begin_as_if_it_went_on():
    options = GameOptions()
    options.nb_rooms, options.nb_objects, options.nb_parallel_quests = 5, 10, 3
    said = Grammar({"theme": "house"}).get_all_expansions_for_tag("next_quest")
    for options.seeds in range(10):
        objective = make_game(options).objective
        further = re.split("|".join(map(re.escape, said)), objective)[1:]
        assert all(
            re.match(r" (Now|Next,|Finally,|Last of all,|To finish,|As the last)", text)
            for text in further
        )


def test_what_is_said_in_place_of_names_becomes_synonyms_of_what_it_fits():
    options = {"include_adj": True, "ambiguous_instructions": True}
    games = [written(house(), seed, **options) for seed in range(30)]
    learned = 0
    for game in games:
        chest = game.infos["c_0"]
        words = ["container", f"{chest.adj} container"]
        synonyms = [text for text in words if re.search(rf"the {text}\b", game.objective)]
        assert (chest.synonyms or []) == synonyms[:1]
        learned += len(synonyms)
    assert learned > 5
    assert all(info.synonyms is None for info in written(house(), 0).infos.values())


def test_documented_functions():
    game = written(corridor(2), 0, theme="basic")
    grammar = Grammar({"theme": "basic"})
    quest = game.quests[0]
    assert assign_description_to_quest(quest, game, grammar) == quest.desc
    assert describe_event(quest.win_events[0], game, grammar) == quest.desc
    counts = CountOrderedDict()
    assert counts["anything"] == 0
