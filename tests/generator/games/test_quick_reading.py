"""Games read by their pieces are those that any JSON is read as, or none."""

import json
import re
import time
from collections.abc import Callable

import pytest
from challenge_games import challenge_game
from hypothesis import given
from hypothesis import strategies as st
from made_games import read_as_written

from twbench.errors import GameFileError
from twbench.families.textworld.games import inspect, sign
from twbench.generator.games.game import Game
from twbench.generator.games.game_json import SORTED_FACTS
from twbench.generator.games.quick_facts import read_facts
from twbench.generator.games.quick_values import OtherFormError
from twbench.hashing import canonical_json
from twbench.logic import Proposition
from twbench.shape import ShapeError
from twbench.system.parts import completed

SECONDS = 2.0
"""More than a sound reader takes for half a megabyte, and less than the square of it."""
SETTINGS = {"simple": {"rewards": "dense", "goal": "detailed"}, "coin_collector": {"level": 7}}


def made(name: str, seed: int = 3) -> Game:
    return challenge_game(name, seed, **SETTINGS.get(name, {}))


@pytest.fixture(scope="module", params=["simple", "coin_collector", "cooking", "custom"])
def written(request) -> tuple[str, bytes]:
    return request.param, sign(made(request.param), request.param)[1]


def inspected(content: bytes, name: str = "simple") -> tuple[Game, str]:
    return completed(inspect(content, "game.json", name))


def read_anyhow(content: bytes, monkeypatch: pytest.MonkeyPatch) -> tuple[Game, str]:
    with monkeypatch.context() as patch:
        patch.setattr(Game, "parts_as_written", lambda content: None)
        return inspected(content)


def test_what_twbench_wrote_is_read_by_its_pieces(written, monkeypatch):
    name, content = written
    game, texts = read_as_written(content)
    facts = sorted(map(canonical_json, game.world.serialize()))
    assert bytes(texts[SORTED_FACTS]).decode() == f"[{','.join(facts)}]"
    assert game == Game.of_bytes(content, "game.json")
    assert sign(game, name)[1] == sign(game, name, texts)[1] == content
    assert inspected(content, name)[1] == json.loads(content)["metadata"]["uuid"]


CHANGES = {
    "a blank": lambda text: text.replace('"world":[', '"world": [', 1),
    "another key of an entity": lambda text: text.replace('"adj":', '"colour":null,"adj":', 1),
    "an entity without a key": lambda text: text.replace('"adj":null,', "", 1),
    "a number for an action": lambda text: text.replace('"condition":', '"condition":0,"x":', 1),
    "numbers for actions": lambda text: text.replace('"actions":[', '"actions":[0,', 1),
    "no actions at all": lambda text: text.replace('"actions":[', '"actions":[],"was":[', 1),
    "another fact": lambda text: text.replace('"world":[{', '"world":[{"more":1,', 1),
    "facts in another order": lambda text: swapped_facts(text),
    "a fact twice": lambda text: text[:-3] + "," + facts_of(text)[-1] + text[-3:],
    "another version": lambda text: text.replace('"version":1,', '"version":2,', 1),
    "another logic": lambda text: text.replace('{"KB":{', '{"KB":{"a":1,', 1),
    "a key more": lambda text: text.replace('"grammar":', '"extras":{},"grammar":', 1),
    "a reward of null": lambda text: text.replace('"reward":1', '"reward":null', 1),
    "a text of another type": lambda text: text.replace('"objective":"', '"objective":["', 1),
    "another key of a quest": lambda text: text.replace(
        '"fail_events"', '"else":0,"fail_events"', 1
    ),
    "another key of an event": lambda text: text.replace('{"actions":', '{"a":0,"actions":', 1),
    "another key of an action": lambda text: text.replace(
        '"reverse_name":', '"reverse_n":0,"reverse_name":', 1
    ),
    "another key of a condition": lambda text: text.replace(
        '"name":"trigger",', '"name":"trigger","o":0,', 1
    ),
    "an action that is a copy with another name": lambda text: text.replace(
        '"name":"trigger"', '"name":"triggers"', 1
    ),
    "a quest without commands": lambda text: re.sub(
        r'"commands":\[[^]]+\],"desc"', '"commands":[],"desc"', text, count=1
    ),
    "a quest that is neither optional nor not": lambda text: text.replace(
        '"optional":false', '"optional":null', 1
    ),
    "a reward of true": lambda text: text.replace('"reward":1', '"reward":true', 1),
    "keys of a quest in another order": lambda text: text.replace(
        '"optional":false,"repeatable":false', '"repeatable":false,"optional":false', 1
    ),
    "keys of an entity in another order": lambda text: text.replace(
        '"adj":null,"definite":null', '"definite":null,"adj":null', 1
    ),
    "a key twice": lambda text: text.replace('"adj":null,', '"adj":null,"adj":null,', 1),
    "an entity twice": lambda text: re.sub(
        r'"infos":\[(\[[^]]*\])', r'"infos":[\1,\1', text, count=1
    ),
    "an entity of three": lambda text: text.replace('"infos":[["P",', '"infos":[["P",0,', 1),
    "a letter that is written as an escape": lambda text: name_changed(text, "\\\\u0061"),
    "half of a letter": lambda text: name_changed(text, "\\\\ud83d"),
    "a letter of two halves": lambda text: name_changed(text, "\\\\ud83d\\\\ude00"),
    "an escape that is none": lambda text: name_changed(text, "\\\\q"),
    "a letter that has to be escaped": lambda text: name_changed(text, "\x07"),
    "a slash with an escape": lambda text: name_changed(text, "\\\\/"),
    "another name than the id says": lambda text: text.replace('"infos":[["P"', '"infos":[["Q"', 1),
    "no id": lambda text: text.replace('"infos":[["P"', '"infos":[[""', 1),
    "no type": lambda text: re.sub(r'"type":"\w+"\}\]', '"type":""}]', text, count=1),
    "too long a name": lambda text: name_changed(text, 1001 * "a"),
    "synonyms": lambda text: re.sub(
        r'"synonyms":(?:null|\[[^]]*\])', r'"synonyms":["a","\\"b"]', text, count=1
    ),
    "no synonyms": lambda text: re.sub(
        r'"synonyms":(?:null|\[[^]]*\])', '"synonyms":[]', text, count=1
    ),
    "a synonym that is none": lambda text: re.sub(
        r'"synonyms":(?:null|\[[^]]*\])', '"synonyms":["a",null]', text, count=1
    ),
    "infos elsewhere": lambda text: re.sub(
        r'"infos":(\[.*\]),"metadata":', r'"infos":[],"infot":\1,"metadata":', text, count=1
    ),
    "infos twice": lambda text: text.replace('"metadata":{', '"infos":[],"metadata":{', 1),
    "a reward with a sign": lambda text: text.replace('"reward":1', '"reward":-0', 1),
    "too large a reward": lambda text: text.replace('"reward":1', f'"reward":{10**18 * 99}', 1),
    "a command that is written as an escape": lambda text: text.replace(
        '"commands":["', '"commands":["\\u0061', 1
    ),
    "no infos": lambda text: text.replace('"infos":[', '"infos":0,"infot":[', 1),
    "commands that are none": lambda text: text.replace('"commands":["', '"commands":[0,"', 1),
    "half of it": lambda text: text[: len(text) // 2],
    "too large a number": lambda text: text.replace('"metadata":{', f'"metadata":{{"a":{9**30},'),
    "too deep": lambda text: text.replace(
        '"metadata":{', f'"metadata":{{"a":{70 * "["}{70 * "]"},'
    ),
}


def name_changed(text: str, written: str) -> str:
    """Put something into the first name of an entity."""
    return re.sub(r'"name":"(\w+[^"]*)","noun"', rf'"name":"\1{written}","noun"', text, count=1)


def facts_of(text: str) -> list[str]:
    facts = json.loads(text)["world"]
    return [json.dumps(one, separators=(",", ":")) for one in facts]


def swapped_facts(text: str) -> str:
    first, second = facts_of(text)[:2]
    return text.replace(f'"world":[{first},{second}', f'"world":[{second},{first}')


@pytest.mark.parametrize("what", CHANGES)
def test_what_was_changed_is_read_as_any_json(written, what, monkeypatch):
    _, content = written
    text = CHANGES[what](content.decode())
    assert text.encode() != content
    changed = text.encode()
    expected = told(lambda: read_anyhow(changed, monkeypatch))
    assert told(lambda: inspected(changed)) == expected


NAMES = st.text('ar_0 "\\\\,{}[]:é\x7f', max_size=4) | st.sampled_from(
    ["", "n" * 1001, '"},{"name":"', '"}],"name":"']
)
FACTS = st.fixed_dictionaries(
    {
        "arguments": st.lists(st.fixed_dictionaries({"name": NAMES, "type": NAMES}), max_size=3),
        "name": NAMES,
    }
)


@given(FACTS)
def test_a_fact_is_what_its_json_says_or_is_not_read(data):
    """Plain names need no proof: whatever is read is what any JSON is read as, and no more."""
    text = canonical_json(data)
    try:
        expected = Proposition.deserialize(json.loads(text))
    except ShapeError:
        with pytest.raises((GameFileError, ShapeError, OtherFormError)):
            read_facts(text)
    else:
        assert read_facts(text) == ([expected], f"[{text}]")


@given(st.lists(FACTS, min_size=2, max_size=5))
def test_facts_are_each_what_their_json_says_or_none_is_read(data):
    texts = [*map(canonical_json, data)]
    try:
        expected = [Proposition.deserialize(json.loads(text)) for text in texts]
    except ShapeError:
        with pytest.raises((GameFileError, ShapeError, OtherFormError)):
            read_facts(",".join(texts))
    else:
        assert read_facts(",".join(texts)) == (expected, f"[{','.join(sorted(texts))}]")


@pytest.mark.parametrize(
    ("written", "instead"),
    [
        ('"name":"r_1","type"', '"type":"r","name"'),
        ('"type":"r"}', '"type":"r","x":"y"}'),
        ('"r_1"', '"r_\\u0031"'),
        ('"r_1"', '"r_\\/1"'),
        ('"r_1"', '"r_\t1"'),
        ('"r_1"', '"r_é1"'),
        ('"r_1"', "1"),
        ('"r_1"', '""'),
        ("},{", "}, {"),
        ("],", '],"arguments":[],'),
        ('"at"}', '"at"}\n[{"name":"r_1","type":"r"}],"name":"at"}'),
        ('"at"}', '"at"}\n'),
    ],
)
def test_a_fact_that_is_written_in_another_way_is_not_read(written, instead):
    text = canonical_json(Proposition.parse("at(r_1: r, r_2: r)").serialize())
    assert read_facts(text) == ([Proposition.parse("at(r_1: r, r_2: r)")], f"[{text}]")
    with pytest.raises((GameFileError, OtherFormError)):
        read_facts(text.replace(written, instead, 1))


BEGINNINGS = ['{"arguments":[', '{"arguments":[],"name":"', '{"arguments":[{"name":"']


@pytest.mark.parametrize("begin", BEGINNINGS)
def test_what_begins_like_facts_is_read_in_no_square_of_time(begin):
    text = sign(made("coin_collector"), "coin_collector")[1].decode()
    many = text.replace('"world":[', f'"world":[{30_000 * begin}],', 1)
    before = time.process_time()
    assert read_as_written(many.encode()) is None
    assert time.process_time() - before < SECONDS


def told(read: Callable[[], tuple[Game, str]]) -> tuple[Game, str] | str:
    try:
        return read()
    except GameFileError as error:
        return str(error)


def trigger(text: str) -> str:
    """What stands for an action in the last quest, as text."""
    condition = json.loads(text)["quests"][-1]["fail_events"][0]["condition"]
    return json.dumps(condition, separators=(",", ":"), sort_keys=True)


def last_quest(text: str, **changes: str) -> str:
    """Change the last quest, which loses the game, and whose actions are the last of the file."""
    place = text.rindex('"fail_events":')
    quest = text[place:]
    for name, value in changes.items():
        quest = re.sub(
            rf'"{name}":(?:[0-9]+|{{"command_template".*?"reverse_name":null}})',
            lambda found, name=name, value=value: f'"{name}":{value}',
            quest,
            count=1,
        )
    return text[:place] + quest


def count(text: str) -> int:
    return text.count('{"command_template":')


DISGUISED = {
    "an action for the last reward": lambda text: last_quest(text, reward=trigger(text)),
    "an action behind the last reward": lambda text: last_quest(text, reward="1" + trigger(text)),
    "a number for an action, which stands elsewhere": lambda text: last_quest(
        text, condition=str(count(text) - 1), reward=trigger(text)
    ),
    "what stands for actions for an action": lambda text: last_quest(
        text, condition='{"":0}', reward=trigger(text)
    ),
    "something else between facts": lambda text: changed_comma(text, "x"),
    "a comma behind the facts": lambda text: changed_comma(text[:-3] + "," + text[-3:], ""),
}


def changed_comma(text: str, other: str) -> str:
    """Put something else for the comma between two facts."""
    place = text.index('},{"arguments":', text.index('"world":[')) + 1
    return text[:place] + other + text[place + 1 :]


@pytest.mark.parametrize("what", DISGUISED)
def test_what_is_no_game_is_none_though_it_is_signed_as_one(what):
    sound = sign(made("simple"), "simple")[1].decode()
    text = DISGUISED[what](sound)
    assert text != sound
    # The id of a hostile file is that of its content, as far as it can be read.
    read = read_as_written(text.encode())
    if read is not None:
        text = sign(read[0], "simple", read[1])[1].decode()
    with pytest.raises(GameFileError):
        inspected(text.encode())
