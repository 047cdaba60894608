from dataclasses import FrozenInstanceError, dataclass

import pytest
from challenge_games import options_of

from twbench import challenges
from twbench.challenges import Challenge, registry
from twbench.challenges.setting_types import setting_types
from twbench.errors import ConfigError
from twbench.system.parts import completed


@pytest.fixture
def own_registry(monkeypatch):
    # What ships is loaded when it is asked for: here before, so that others find it afterwards.
    known = {entry.name: entry for entry in registry.CHALLENGES.registered()}
    monkeypatch.setattr(registry.CHALLENGES, "_entries", known)


@dataclass(frozen=True)
class NoSettings:
    pass


def test_challenges_are_found_by_both_names():
    assert challenges.get("coin_collector") is challenges.get("tw-coin_collector")
    assert challenges.get("coin_collector").name == "coin_collector"
    assert "coin_collector" in challenges.names()
    assert challenges.names() == sorted(challenges.names())


def test_every_challenge_describes_itself():
    for name in challenges.names():
        challenge = challenges.get(name)
        assert challenge.name == name
        assert challenge.description.endswith(".")
        assert callable(challenge.make)


def test_unknown_names_are_answered_with_the_nearest():
    with pytest.raises(
        ConfigError, match=r"no challenge 'coin_colector'; .*Did you mean 'coin_collector'\?"
    ):
        challenges.get("coin_colector")


def test_names_are_registered_once(own_registry):
    challenge = Challenge("mine", "Mine.", NoSettings, lambda settings, options: None)
    assert challenges.register(challenge) is challenge
    assert challenges.register(challenge) is challenge
    assert challenges.get("tw-mine") is challenge
    with pytest.raises(ConfigError, match="already a challenge called 'mine'"):
        challenges.register(Challenge("mine", "Other.", NoSettings, lambda settings, options: None))


SMALL = {
    "coin_collector": {"level": 3},
    "cooking": {"recipe": 1, "take": 1, "go": 6},
    "custom": {"world_size": 2, "nb_objects": 4, "quest_length": 2},
    "simple": {"rewards": "dense", "goal": "detailed"},
    "treasure_hunter": {"level": 3},
}


def test_games_of_textworld_that_are_made_in_parts_by_turns_are_those_made_alone():
    shipped = [one for one in registry.CHALLENGES.registered() if one.family == "textworld"]
    assert {one.name for one in shipped} == set(SMALL)
    for challenge in shipped:
        settings = challenge.settings(**SMALL[challenge.name])
        works = {seed: challenge.make_in_parts(settings, options_of(seed)) for seed in (1, 2, 3)}
        games, parts = {}, 0
        while works:
            for seed, work in list(works.items()):
                try:
                    parts += next(work) + 1
                except StopIteration as end:
                    games[seed] = end.value
                    del works[seed]
        assert parts >= len(games) == 3
        for seed, game in games.items():
            assert game == challenge.make(settings, options_of(seed))


def test_what_a_challenge_makes_in_one_go_is_one_part():
    challenge = Challenge(
        "mine", "Mine.", NoSettings, lambda settings, options: (settings, options)
    )
    work = challenge.make_in_parts(NoSettings(), 5)
    assert completed(work) == (NoSettings(), 5)
    assert list(challenge.make_in_parts(NoSettings(), 5)) == []


def test_somebody_elses_name_may_have_the_prefix(own_registry):
    challenge = Challenge("tw-mine", "Mine.", NoSettings, lambda settings, options: None)
    challenges.register(challenge)
    assert challenges.get("tw-mine") is registry.CHALLENGES["tw-mine"] is challenge
    assert "tw-mine" in registry.CHALLENGES
    assert "mine" not in registry.CHALLENGES


def test_challenges_and_settings_are_values():
    with pytest.raises(FrozenInstanceError):
        challenges.get("coin_collector").name = "x"
    with pytest.raises(FrozenInstanceError):
        challenges.CoinCollector(1).level = 2


@pytest.mark.parametrize("name", ["", "My Garage", "a/b", "../garage", ".garage"])
def test_a_name_that_can_be_no_folder_is_refused(own_registry, name):
    with pytest.raises(ConfigError, match="must be of letters, digits, '_', '-' and"):
        challenges.register(Challenge(name, "Repair.", NoSettings, lambda *_: None))


def test_settings_need_types():
    @dataclass(frozen=True)
    class Garage:
        LARGEST = 9
        cars: int = 1
        junk = 2

    with pytest.raises(ConfigError, match=r"The setting 'junk' of Garage has no type: write"):
        setting_types(Garage)
    del Garage.junk
    assert setting_types(Garage) == {"cars": int}
    Garage.__annotations__["cars"] = "Cars"
    with pytest.raises(ConfigError, match=r"of the settings Garage: name 'Cars' is not defined\.$"):
        setting_types(Garage)


def test_settings_are_a_dataclass():
    class Garage:
        cars: int = 1

    with pytest.raises(ConfigError, match=r"The settings Garage must be a dataclass: write @data"):
        setting_types(Garage)
