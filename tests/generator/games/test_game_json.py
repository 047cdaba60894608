import json

import pytest
from challenge_games import challenge_game
from hand_made_games import SAMPLE_GAMES, apple_game, needs_samples
from text_games import corridor

from twbench.generator import Event, Game, Quest
from twbench.generator.games.game_json import game_encoder
from twbench.generator.knowledge import event
from twbench.hashing import canonical_json
from twbench.logic import Action, Proposition, Variable, terms


def assert_encoded_as_by_json(game):
    data = game.serialize()
    plain, canonical = game_encoder(False), game_encoder(True)
    assert plain.object(plain.game(game)) == json.dumps(data)
    assert canonical.object(canonical.game(game)) == canonical_json(data)
    for encoder in (plain, canonical):
        encoded = encoder.game(game)
        pieces = encoder.pieces({key: text.encode() for key, text in encoded.items()})
        assert b"".join(pieces).decode() == encoder.object(encoded)


@pytest.mark.parametrize("level", [1, 30, 250])
def test_made_games_are_encoded_as_by_json(level):
    assert_encoded_as_by_json(challenge_game("coin_collector", level, level=level))


@needs_samples
def test_games_of_textworld_are_encoded_as_by_json():
    for path in SAMPLE_GAMES:
        assert_encoded_as_by_json(Game.load(path))


def test_quests_of_every_kind_are_encoded_as_by_json():
    game = apple_game()
    eaten = Event(conditions=[Proposition("eaten", [Variable("f_0", "f")])])
    game.quests += (
        Quest([eaten], [eaten], reward=3, desc="Don't.", optional=True, repeatable=True),
        Quest([], [eaten]),
    )
    game.extras["hint"] = {"b": None, "a": [1, 2.5, "ü"]}
    assert_encoded_as_by_json(game)


def test_names_that_need_escapes_are_encoded_as_by_json():
    game = corridor(2)
    strange = Variable('"Zoë" \\ \n', "{o}")
    game.world.add_fact(Proposition("in", [strange, Variable("I")]))
    game.infos["o_0"].name = 'a "coin" \u2028'
    assert_encoded_as_by_json(game)


def test_a_fact_is_encoded_once():
    encoder = game_encoder(False)
    fact = Proposition("at", [Variable("P"), Variable("r_0", "r")])
    assert encoder.fact(fact) == json.dumps(fact.serialize())
    assert encoder.fact(fact) is encoder.fact(fact)


def test_canonical_json_refuses_what_is_not_json():
    game = apple_game()
    game.metadata["ratio"] = float("nan")
    assert '"ratio": NaN' in game_encoder(False).game(game)["metadata"]
    with pytest.raises(ValueError, match="JSON compliant"):
        game_encoder(True).game(game)


def test_many_synonyms_are_not_remembered():
    """What strangers write is not to fill the memory."""
    encoder = game_encoder(True)
    remembered = encoder.few_synonyms.cache_info().currsize
    text = encoder._synonyms(["apple"] * 1000)
    assert json.loads(text) == ["apple"] * 1000
    assert encoder.few_synonyms.cache_info().currsize == remembered


def test_what_is_long_is_not_remembered():
    """What strangers write is not to fill the memory."""
    encoder = game_encoder(True)
    facts = [Proposition("at", [Variable(f"thing {n}", "o")]) for n in range(1000)]
    many = Proposition("event", [fact.arguments[0] for fact in facts])
    action = Action("huge", facts, [many])
    remembered = [len(encoder.actions), len(encoder.actions_by_parts)]
    text = encoder.action(action)
    assert text == canonical_json(action.serialize())
    assert [len(encoder.actions), len(encoder.actions_by_parts)] == remembered
    assert many not in encoder.facts
    assert facts[0] in encoder.facts


def test_a_condition_of_many_facts_is_not_remembered():
    def remembered(number):
        facts = [Proposition("at", [Variable(f"thing {n}", "o")]) for n in range(number)]
        assert Event(conditions=facts).condition.preconditions == tuple(facts)
        return event._kept_trigger.cache_info().currsize

    event._kept_trigger.cache_clear()
    assert (remembered(3), remembered(1000)) == (1, 1)


def test_a_fact_of_many_arguments_is_not_remembered():
    things = [Variable(f"thing {n}", "o") for n in range(100)]
    long = Proposition("event", things)
    assert Proposition.deserialize(long.serialize()) is long
    kept = {*terms._RECENT_PROPOSITIONS.values(), *terms._RECENTLY_READ.values()}
    assert long not in kept
    short = Proposition.deserialize(Proposition("event", things[:3]).serialize())
    assert short in terms._RECENT_PROPOSITIONS.values()
    assert short in terms._RECENTLY_READ.values()
