"""The agent of docs/cookbook/language_model.md, as printed, with a server of this machine."""

import json
import os
import subprocess
import sys
import time
from itertools import chain, repeat
from threading import Event

import pyarrow.parquet as pq
import pytest
from cookbook_pages import PAGES, blocks, code_lines
from model_server import ModelServer

from twbench.agents import registry
from twbench.core import EnvInfos, GameState
from twbench.errors import ServiceError
from twbench.sandbox import sandbox_kind

KEY = "sk-secret-37"
PAGE = "language_model"


@pytest.fixture
def page(monkeypatch):
    """The names that the page's file defines; its agent sleeps no longer than it has to."""
    monkeypatch.setattr(registry.AGENTS, "_entries", dict(registry.AGENTS._entries))
    monkeypatch.setenv("OPENAI_API_KEY", KEY + "\n")
    names = {}
    exec(blocks(PAGE, "python")[0], names)
    return names


@pytest.fixture
def waits(monkeypatch):
    """The seconds that the agent has waited; no time passes."""
    seconds = []
    monkeypatch.setattr(time, "sleep", seconds.append)
    return seconds


@pytest.fixture
def agent(page, monkeypatch):
    """Make an agent that asks a server whose answers are given one by one; the last is repeated."""
    servers = []

    def make(*answers, **arguments):
        left = chain(answers, repeat(answers[-1]))
        server = ModelServer(lambda values: next(left))
        servers.append(server.__enter__())
        monkeypatch.setenv("OPENAI_BASE_URL", server.url + "/")
        agent = page["LanguageModel"](seed=5, model="tiny", **arguments)
        env = type("Env", (), {"infos": EnvInfos()})
        agent.reset(env)
        assert env.infos.admissible_commands is agent.choose
        return agent, server

    yield make
    for server in servers:
        server.__exit__()


def state(feedback="You are here.", commands=None):
    return GameState({"feedback": feedback, "admissible_commands": commands})


def test_the_example_is_short():
    assert 80 <= code_lines(PAGE) <= 110


@pytest.mark.parametrize(
    ("reply", "typed"),
    [
        ("open chest", "open chest"),
        ("  > Open chest.\n\n", "Open chest"),
        ("<think>A chest!\nor a door?</think>\n\n`open chest`", "open chest"),
        ("I would rather open the chest", "I would rather open the chest"),
        ("", "look"),
        ("\n \n```\n", "look"),
    ],
)
def test_the_last_line_of_a_reply_is_typed(page, reply, typed):
    assert page["command_in"](reply, []) == typed


@pytest.mark.parametrize(
    ("reply", "typed"),
    [
        ("2", "take 3 coins"),
        ("There is a coin.\n**2.**", "take 3 coins"),
        ("2. take 3 coins", "take 3 coins"),
        ("I choose 1", "go north"),
        ("go north", "go north"),
        ("take 3 coins", "take 3 coins"),
        ("0", "0"),
        ("3", "3"),
        ("9" * 5000, "9" * 5000),
        ("go south", "go south"),
        ("", "look"),
    ],
)
def test_a_command_is_chosen_by_number_or_by_name(page, reply, typed):
    assert page["command_in"](reply, ["go north", "take 3 coins"]) == typed


def test_a_request_has_what_the_page_says(agent):
    player, server = agent("open chest", temperature=0.5, max_tokens=9)
    assert player.act(state(), 0, False) == "open chest"
    [(headers, values)] = server.asked
    assert headers["path"] == "/v1/chat/completions"
    assert headers["Authorization"] == f"Bearer {KEY}"
    system, opening = values.pop("messages")
    assert "one short command" in system["content"]
    assert opening == {"role": "user", "content": "You are here."}
    assert values == {"model": "tiny", "temperature": 0.5, "max_tokens": 9, "seed": 5}


def test_without_a_key_there_is_no_header(agent, monkeypatch):
    monkeypatch.delenv("OPENAI_API_KEY")
    player, server = agent("look")
    player.act(state(), 0, False)
    assert "Authorization" not in server.asked[0][0]


def test_commands_are_listed_in_the_last_text_alone(agent):
    player, server = agent("2", choose=True)
    for number in range(2):
        commands = ["look", f"open {number}"]
        assert player.act(state(f"Room {number}", commands), 0, False) == f"open {number}"
    system, *said = server.asked[-1][1]["messages"]
    assert "the number of one of the listed commands" in system["content"]
    assert [message["content"] for message in said] == [
        "Room 0",
        "open 0",
        "Room 1\n1. look\n2. open 1",
    ]


def test_the_dialogue_keeps_to_its_length_and_to_the_opening(agent):
    player, server = agent("go north", letters=300)
    for number in range(20):
        player.act(state(f"Room {number:02} {'.' * 40}"), 0, False)
    messages = server.asked[-1][1]["messages"]
    roles = [message["role"] for message in messages]
    assert roles == ["system", "user", *["assistant", "user"] * 4]
    texts = [message["content"][:7] for message in messages[1::2]]
    assert texts == ["Room 00", "Room 16", "Room 17", "Room 18", "Room 19"]
    assert sum(len(message["content"]) for message in messages[1:]) <= 300


@pytest.mark.parametrize(
    ("faults", "waited"),
    [
        ([(429, {"Retry-After": "7"}, "slow down")], [7]),
        ([(429, {"Retry-After": "86400"}, "enough for today")], [60]),
        ([(429, {"Retry-After": "Fri, 27 Nov 2026 22:00:00 GMT"}, "")], [1]),
        ([(500, {}, "out of memory")] * 3, [1, 2, 4]),
        ([b"{not JSON"], [1]),
        ([b'{"error": "still loading"}'], [1]),
        ([b'{"choices": []}', b"[]", b"", b"\xff"], [1, 2, 4, 8]),
        ([None], [1]),
    ],
)
def test_a_server_that_fails_is_asked_again(agent, waits, faults, waited):
    player, server = agent(*faults, "go north")
    assert player.act(state(), 0, False) == "go north"
    assert waits == waited
    assert len(server.asked) == len(faults) + 1


def test_a_server_that_is_silent_is_asked_again(agent, waits):
    player, server = agent("go north", seconds=0.1)
    answer, silence = server.model, [0.5]
    server.model = lambda values: (silence and Event().wait(silence.pop())) or answer(values)
    assert player.act(state(), 0, False) == "go north"
    assert waits == [1]


def test_an_empty_reply_is_one(agent, waits):
    nothing = {"choices": [{"message": {"role": "assistant", "content": None}}]}
    player, _ = agent(json.dumps(nothing).encode())
    assert player.act(state(), 0, False) == "look"
    assert waits == []


@pytest.mark.parametrize(
    ("answer", "error", "message", "requests"),
    [
        ((401, {}, f"no such key: {KEY}"), ServiceError, "does not answer: HTTP 401", 1),
        ((404, {}, f"no model for {KEY}"), ServiceError, "does not answer: HTTP 404", 1),
        ((503, {}, f"too much of {KEY}"), ServiceError, "does not answer: HTTP 503", 3),
        (None, ServiceError, "does not answer: RemoteDisconnected", 3),
        ((400, {}, f"{KEY} is too long"), RuntimeError, "refuses the request: HTTP 400", 1),
    ],
)
def test_a_failure_for_good_tells_no_key(agent, waits, capfd, answer, error, message, requests):
    player, server = agent(answer, tries=3)
    with pytest.raises(error, match=f"{message}$"):
        player.act(state(), 0, False)
    assert len(server.asked) == requests
    assert waits == ([1, 2, 0] if requests == 3 else [])
    logged = capfd.readouterr().err
    assert KEY not in logged
    assert all(json.loads(line)["agent_seed"] == 5 for line in logged.splitlines())
    assert len(logged.splitlines()) == requests


def test_a_key_that_is_none_is_not_told(agent, waits, monkeypatch, capfd):
    monkeypatch.setenv("OPENAI_API_KEY", f"{KEY}\nand more")
    player, server = agent("look", tries=1)
    with pytest.raises(ServiceError, match=r"does not answer: ValueError$"):
        player.act(state(), 0, False)
    assert server.asked == []
    assert KEY not in capfd.readouterr().err


@pytest.mark.parametrize("address", [None, "", "localhost:8000/v1"])
def test_without_an_address_the_service_is_to_blame(page, monkeypatch, address):
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    if address is not None:
        monkeypatch.setenv("OPENAI_BASE_URL", address)
    with pytest.raises(ServiceError, match="agent_environment"):
        page["LanguageModel"](seed=1, model="tiny")


FAULTS = [(500, {}, "oh"), b"{", None, (429, {"Retry-After": "0"}, ""), "", "Let me see.\nlook\n"]


def talk(faults):
    """Return a model that fails at first, and knows what it wants if it can choose."""

    def model(values):
        if faults:
            return faults.pop(0)
        for line in values["messages"][-1]["content"].splitlines():
            if line.endswith("take coin"):
                return f"There it is.\n\n{line}"
        if "one of the listed" in values["messages"][0]["content"]:
            return str(len(values["messages"]) % 3)
        return f"{values['model']} thinks.\ngo {'north' if values['seed'] % 2 else 'east'}"

    return model


@pytest.mark.slow
def test_the_page_does_what_it_says(cli, tmp_path):
    (tmp_path / "language_model.py").write_text(blocks(PAGE, "python")[0])
    first, tokens = blocks(PAGE, "sh")
    (build,) = blocks(PAGE, "")
    with ModelServer(talk(list(FAULTS))) as server:
        for told, value in (("http://localhost:8000/v1", server.url), ("=none", f"={KEY}")):
            assert told in first
            first = first.replace(told, value)
        printed = shell(build + first, tmp_path)
        summed = shell(tokens, tmp_path)
    assert server.most > 1
    assert {headers.get("Authorization") for headers, _ in server.asked} == {f"Bearer {KEY}"}
    assert "language_model(model=large)" in printed
    assert "Against language_model(model=" in printed
    assert "choose=True" in printed
    log = (tmp_path / "model.log").read_text()
    lines = [json.loads(line) for line in log.splitlines()]
    answered = len(server.asked) - 4
    assert sum("reply" in line for line in lines) == answered
    assert sum("error" in line for line in lines) == 4
    assert summed.splitlines()[-1] == f"total_tokens {107 * answered}"
    runs = list((tmp_path / "runs").iterdir())
    assert len(runs) == 3
    kept = printed + log
    for run in runs:
        record = json.loads((run / "run.json").read_text())
        assert record["complete"]
        assert record["agent"]["network"]
        assert (record["wall"]["on"], record["wall"]["sandbox"]) == (True, sandbox_kind())
        assert record["wall"]["environment"] == ["OPENAI_API_KEY", "OPENAI_BASE_URL"]
        tables = {file.stem: pq.read_table(file).to_pylist() for file in run.glob("*.parquet")}
        assert tables.keys() == {"commands", "episodes", "plan", "steps"}
        assert {row["agent_seed"] for row in tables["episodes"]} <= {
            line["agent_seed"] for line in lines
        }
        kept += f"{record} {tables}"
    assert KEY not in kept
    assert server.url not in kept


def shell(script, folder):
    """Return what a script prints that is typed where twbench is installed."""
    names = f'twbench() {{ "{sys.executable}" -m twbench "$@"; }}\n'
    names += f'python() {{ "{sys.executable}" "$@"; }}\n'
    done = subprocess.run(
        ["bash", "-euc", names + script],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(PAGES.parents[1])},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, (done.stdout, done.stderr, list(folder.iterdir()))
    return done.stdout
