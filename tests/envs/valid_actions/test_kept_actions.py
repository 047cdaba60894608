"""Valid actions that are kept in a file: what comes back, and what is refused."""

import json
from dataclasses import replace

import pytest

from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.valid_actions.kept import KeptActions, file_beside, state_key
from twbench.envs.valid_actions.search import FoundActions
from twbench.errors import DatasetError

STORY = b"some story"
KEY = "0f" * 32
FOUND = FoundActions(
    (("north", "n"), ("sing",)), "fast", incomplete=True, tried=12, in_variables=("sing",)
)


@pytest.fixture
def saved(tmp_path):
    kept = KeptActions(STORY)
    kept.keep(KEY, FOUND)
    kept.save(tmp_path / "kept.jsonl")
    return tmp_path / "kept.jsonl"


def test_what_was_kept_comes_back(saved):
    kept = KeptActions(STORY)
    kept.load(saved)
    assert kept.get("fast", KEY) == FOUND
    assert kept.get("exhaustive", KEY) is None
    assert len(kept) == 1


def test_the_same_states_make_the_same_file_in_any_order(tmp_path):
    files = []
    for keys in (["aa" * 32, "bb" * 32], ["bb" * 32, "aa" * 32]):
        kept = KeptActions(STORY)
        for key in keys:
            kept.keep(key, FOUND)
        kept.save(tmp_path / "kept.jsonl")
        files.append((tmp_path / "kept.jsonl").read_bytes())
    assert files[0] == files[1]


def test_what_the_clock_has_ended_is_not_kept():
    kept = KeptActions(STORY)
    kept.keep(KEY, FoundActions((), "fast", incomplete=True, tried=3, timed_out=True))
    assert len(kept) == 0


@pytest.mark.parametrize(
    ("slow", "by_clock", "kept_as"),
    [(True, False, True), (True, True, False), (False, False, False)],
)
def test_a_file_says_slow_where_the_work_does_and_not_the_clock(tmp_path, slow, by_clock, kept_as):
    kept = KeptActions(STORY)
    kept.keep(KEY, replace(FOUND, slow=slow, slow_by_clock=by_clock))
    kept.save(tmp_path / "kept.jsonl")
    again = KeptActions(STORY)
    again.load(tmp_path / "kept.jsonl")
    assert kept.get("fast", KEY) == again.get("fast", KEY) == replace(FOUND, slow=kept_as)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"groups": [["north\x1b[2J"]]}, '"groups" are no lists of commands'),
        ({"groups": [["a\\b"]]}, '"groups" are no lists of commands'),
        ({"groups": [[]]}, '"groups" are no lists of commands'),
        ({"groups": [["x" * 500]]}, '"groups" are no lists of commands'),
        ({"groups": "north"}, '"groups" are no lists of commands'),
        ({"state": "../../etc"}, '"state" is no hash'),
        ({"mode": "slow"}, '"mode" is neither'),
        ({"mode": ["fast"]}, '"mode" is neither'),
        ({"seconds": 0}, '"seconds" is no time'),
        ({"seconds": True}, '"seconds" is no time'),
        ({"seconds": float("nan")}, '"seconds" is no time'),
        ({"seconds": 10**400}, '"seconds" is no time'),
        ({"incomplete": 1}, '"incomplete" is no truth value'),
        ({"slow": None}, '"slow" is no truth value'),
        ({"tried": True}, '"tried" is no number'),
        ({"in_variables": ["west"]}, "no group begins with"),
        ({"in_variables": [[]]}, "no list of commands"),
        ({"more": 1}, "it has"),
    ],
)
def test_a_damaged_line_is_named_and_nothing_of_the_file_is_known(saved, change, message):
    head, line = saved.read_text().splitlines()
    saved.write_text(f"{head}\n{line}\n{json.dumps(json.loads(line) | change)}\n")
    kept = KeptActions(STORY)
    with pytest.raises(DatasetError, match=f"line 3: .*{message}"):
        kept.load(saved)
    assert len(kept) == 0


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "line 1: it is empty"),
        ("{", "line 1: the line is cut off"),
        ("{\n", "line 1: this is no JSON"),
        ("[" * 100_000 + "\n", "line 1: this is no JSON"),
        ("[]\n", "line 1: this is no JSON object"),
        ("{}\n", "line 1: the format is not"),
    ],
)
def test_what_is_no_such_file_is_refused(tmp_path, text, message):
    (tmp_path / "kept.jsonl").write_text(text)
    with pytest.raises(DatasetError, match=message):
        KeptActions(STORY).load(tmp_path / "kept.jsonl")


def test_a_file_of_another_story_or_search_is_refused(saved):
    with pytest.raises(DatasetError, match="of another story file"):
        KeptActions(b"another story").load(saved)
    head, *lines = saved.read_text().splitlines()
    head = json.dumps(json.loads(head) | {"version": 0})
    saved.write_text("\n".join([head, *lines, ""]))
    with pytest.raises(DatasetError, match="make the file anew"):
        KeptActions(STORY).load(saved)


def test_a_state_is_known_by_what_counts_of_it():
    state = Snapshot(
        None,
        b"memory",
        b"old-stack",
        (7, 2, 3, 4, 5),
        (1,),
        b"text",
        unseen=None,
        halted=False,
        keys=b"",
    )
    same = state._replace(owner=object(), stack=b"xxxxstack", narrative=b"")
    assert state_key(state) == state_key(same)
    others = [
        state._replace(memory=b"memorY"),
        state._replace(stack=b"old-stacK"),
        state._replace(registers=(8, 2, 3, 4, 5)),
        state._replace(random=(2,)),
        state._replace(keys=b"ook"),
    ]
    assert len({state_key(state), *map(state_key, others)}) == 6


def test_the_file_lies_beside_its_story(tmp_path):
    assert file_beside(tmp_path / "zork.z5").name == "zork.z5.valid-actions.jsonl"


def test_what_more_seconds_have_found_is_for_those_who_ask_for_as_many():
    kept = KeptActions(STORY)
    kept.keep(KEY, FOUND, 2.0)
    longer = replace(FOUND, incomplete=True, tried=90)
    kept.keep(KEY, longer, 20.0)
    whole = replace(FOUND, incomplete=False, tried=200)
    kept.keep(KEY, whole, 60.0)
    assert [kept.get("fast", KEY, seconds) for seconds in (2, 20, 30, 60, 90)] == [
        FOUND,
        longer,
        None,
        whole,
        whole,
    ]


def test_all_of_it_comes_back_from_a_file(tmp_path):
    kept = KeptActions(STORY)
    for seconds in (60, 2.0):
        kept.keep(KEY, replace(FOUND, tried=int(seconds)), seconds)
    kept.save(tmp_path / "kept.jsonl")
    again = KeptActions(STORY)
    again.load(tmp_path / "kept.jsonl")
    assert [again.get("fast", KEY, seconds).tried for seconds in (2, 60)] == [2, 60]
    again.save(tmp_path / "again.jsonl")
    assert (tmp_path / "again.jsonl").read_bytes() == (tmp_path / "kept.jsonl").read_bytes()


def test_what_was_whole_after_fewer_seconds_is_stored_once(tmp_path):
    kept = KeptActions(STORY)
    for seconds, incomplete in ((60, False), (10, False), (2.0, True)):
        kept.keep(KEY, replace(FOUND, incomplete=incomplete, tried=int(seconds)), seconds)
    kept.save(tmp_path / "kept.jsonl")
    again = KeptActions(STORY)
    again.load(tmp_path / "kept.jsonl")
    found = [again.get("fast", KEY, seconds) for seconds in (2, 10, 60)]
    assert [one.tried for one in found] == [2, 10, 10]
