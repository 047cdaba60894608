"""Protocols: what names them, what they grant, and what makes no sense."""

import dataclasses
from typing import Any

import pytest

from twbench.core import EnvInfos
from twbench.errors import ConfigError
from twbench.evaluation.settings.protocol import CUSTOM, ORACLE, TRACKS, Limits, Memory, Protocol

TEXT = TRACKS["text"]


@pytest.mark.parametrize("name", TRACKS)
def test_a_protocol_comes_out_of_json_as_it_went_in(name: str) -> None:
    protocol = TRACKS[name].of(("none", "last"), "abc")
    again = Protocol.from_json(protocol.to_json())
    assert again.to_json() == protocol.to_json()
    assert again.hash == protocol.hash
    assert again.track == name


@pytest.mark.parametrize(
    "change",
    [
        {"infos": ("feedback", "score")},
        {"extras": ("walkthrough",)},
        {"max_turns": 201},
        {"lookahead": 1},
        {"memory": Memory.RUN},
        {"limits": Limits(agent_seconds=0.001)},
        {"limits": Limits(network_agent_seconds=60.0)},
        {"limits": Limits(story_seconds=9.0)},
        {"limits": Limits(search_seconds=2.0)},
        {"guidance": ("last",)},
        {"runtime": "abc"},
    ],
)
def test_every_setting_is_in_the_hash(change: dict[str, Any]) -> None:
    assert dataclasses.replace(TEXT, **change).hash != TEXT.hash


@pytest.mark.parametrize(
    "same",
    [
        {"agent_seconds": 60},
        {"story_seconds": 10},
        {"search_seconds": 60},
        {"infos": ["feedback", "feedback"]},
        {"track": "oracle"},
    ],
)
def test_the_same_protocol_has_one_hash(same: dict[str, Any]) -> None:
    assert Protocol.from_json({**TEXT.to_json(), **same}).hash == TEXT.hash


def test_protocols_of_earlier_runs_are_written_as_they_were() -> None:
    assert not {"counted", "game_seed", "search_seconds"} & TEXT.to_json().keys()
    quick = dataclasses.replace(TEXT, limits=Limits(search_seconds=2.0))
    assert quick.to_json() == {**TEXT.to_json(), "search_seconds": 2.0}
    assert Protocol.from_json(quick.to_json()) == quick


@pytest.mark.parametrize(
    ("limits", "told"),
    [
        ({"search_seconds": None}, "search_seconds must be a number of seconds, not None."),
        ({"story_seconds": None}, "story_seconds must be a number of seconds, not None."),
        ({"agent_seconds": "60"}, "agent_seconds must be a number of seconds, not '60'."),
        ({"agent_seconds": True}, "agent_seconds must be a number of seconds, not True."),
        ({"story_seconds": float("nan")}, "story_seconds must be above 0, not nan."),
        ({"search_seconds": 3600.0001}, "search_seconds must be at most 3600, not 3600.0001."),
    ],
)
def test_limits_are_seconds(limits: dict[str, Any], told: str) -> None:
    with pytest.raises(ConfigError) as raised:
        Limits(**limits)
    assert str(raised.value) == f"protocol.{told}"


def test_agents_may_have_all_the_time_there_is() -> None:
    assert Limits(agent_seconds=None).of_agent(False) is None


def test_the_order_of_what_is_granted_does_not_count() -> None:
    names = TRACKS["admissible"].infos
    other = dataclasses.replace(TRACKS["admissible"], infos=names[::-1])
    assert (other.hash, other.track) == (TRACKS["admissible"].hash, "admissible")


@pytest.mark.parametrize("name", ["policy_commands", "win_facts", "fail_facts", "game"])
def test_whoever_tells_a_part_of_the_solution_is_an_oracle(name: str) -> None:
    assert dataclasses.replace(TEXT, infos=("feedback", name)).track == ORACLE
    assert dataclasses.replace(TEXT, extras=("x",)).track == ORACLE
    assert dataclasses.replace(TEXT, infos=("feedback", "score")).track == CUSTOM


def test_what_is_granted_and_what_is_not() -> None:
    assert TEXT.refusal(EnvInfos(feedback=True)) is None
    assert TEXT.refusal(EnvInfos(feedback=True, score=True)) == "score"
    assert TEXT.refusal(EnvInfos(extras=["walkthrough"])) == "walkthrough"
    everything = EnvInfos(extras=["walkthrough"], **dict.fromkeys(EnvInfos.NAMES, True))
    assert TRACKS[ORACLE].refusal(everything) is None


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"infos": ["feedbak", "feedback"]}, "Did you mean 'feedback'"),
        ({"infos": ["score"]}, "must have feedback"),
        ({"infos": "feedback"}, r"protocol\.infos must be"),
        ({"max_turns": 0}, "must be a whole number of at least 1, not 0"),
        ({"max_turns": True}, "must be a whole number"),
        ({"max_turns": None}, r"protocol\.max_turns must be"),
        ({"commands_per_step": 2}, "can be 1 and nothing else"),
        ({"lookahead": -1}, "must be a whole number of at least 0, not -1"),
        ({"memory": "dataset"}, r"protocol\.memory"),
        ({"agent_seconds": 0}, "must be above 0, not 0"),
        ({"story_seconds": -1.0}, "must be above 0, not -1"),
        ({"story_seconds": float("inf")}, "must be above 0, not inf"),
        ({"story_seconds": None}, r"protocol\.story_seconds must be"),
        ({"search_seconds": 0}, "must be above 0, not 0"),
        ({"search_seconds": 3601}, "must be at most 3600, not 3601"),
        ({"search_seconds": 10**400}, "must be above 0, not inf"),
        ({"search_seconds": None}, r"protocol\.search_seconds must be"),
        ({"max_step": 5}, "no key 'max_step'"),
    ],
)
def test_what_makes_no_sense_is_one_clear_error(change: dict[str, Any], message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        Protocol.from_json({**TEXT.to_json(), **change})


def test_a_configuration_names_every_setting_and_nothing_that_is_noted() -> None:
    values = TEXT.to_json()
    for name in ("track", "guidance", "runtime"):
        del values[name]
    assert Protocol.from_settings(values) == TEXT
    with pytest.raises(ConfigError, match=r"protocol\.lookahead is missing"):
        Protocol.from_settings({name: values[name] for name in values if name != "lookahead"})
    with pytest.raises(ConfigError, match="no key 'runtime'"):
        Protocol.from_settings({**values, "runtime": "abc"})


def test_who_waits_for_a_service_has_time_of_its_own() -> None:
    assert (Limits().of_agent(False), Limits().of_agent(True)) == (60.0, None)
