"""What is told about a game does not tell more than it says."""

from twbench.challenges import get
from twbench.envs.information.game_information import GameInformation
from twbench.generator.games.game import GameOptions


def test_names_and_types_are_not_in_the_order_in_which_things_were_made() -> None:
    options = GameOptions()
    options.seeds = 3
    challenge = get("cooking")
    game = challenge.make(challenge.settings(recipe=5, take=5), options)
    pairs = GameInformation(game).typed_entities
    assert pairs == sorted(pairs)
    ids = {info.name: info.id for info in game.infos.values()}
    foods = [ids[name] for name, type_ in pairs if type_ == "f"]
    assert foods != sorted(foods)
    assert len(foods) > 5
