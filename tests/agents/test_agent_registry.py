from pathlib import Path

import pytest

from twbench.agents import AgentEntry, get, load_module, names, registry
from twbench.core import Agent, GameState
from twbench.errors import AgentError

MODULE = """
from twbench.agents import register
from twbench.core import Agent

class Parrot(Agent):
    def __init__(self, word: str, times: int = 1, tone: float = 1.0, loud: bool = False):
        self.text = " ".join([word] * times)

    def act(self, game_state, reward, done):
        return self.text

register("parrot", Parrot, "repeats a word")
"""


@pytest.fixture(autouse=True)
def restored_registry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.AGENTS, "_entries", dict(registry.AGENTS._entries))


@pytest.fixture
def parrot(tmp_path: Path) -> AgentEntry:
    file = tmp_path / "parrot.py"
    file.write_text(MODULE)
    load_module(file)
    return get("parrot")


BUILT_IN = ["human", "random", "random_command", "simple", "walkthrough"]


def test_the_agents_of_the_package() -> None:
    assert [name for name in names() if name in BUILT_IN] == BUILT_IN
    assert [name for name in BUILT_IN if not get(name).evaluable] == ["human"]


@pytest.mark.parametrize("name", BUILT_IN)
def test_every_agent_is_made_and_described(name: str) -> None:
    entry = get(name)
    assert isinstance(entry.make({}, seed=1), Agent)
    assert entry.name == name
    assert entry.description


def test_what_lacks_something_of_an_agent_is_refused() -> None:
    class Mute:
        def act(self, game_state: object, reward: float, done: bool) -> str:
            return "look"

    entry = AgentEntry("mute", Mute, "inherits nothing")  # type: ignore[arg-type]
    lacks = r"Mute is no subclass of twbench\.core\.Agent .* inherit: finish, reset, wrappers\."
    with pytest.raises(AgentError, match=lacks):
        entry.make({}, seed=1)
    Mute.finish = Mute.reset = Mute.wrappers = None  # type: ignore[attr-defined]
    assert isinstance(entry.make({}, seed=1), Mute)


def test_an_agent_without_act_says_so() -> None:
    class Still(Agent):
        pass

    with pytest.raises(NotImplementedError, match="Still has no method act"):
        Still().act(GameState(), 0, False)


def test_the_seed_is_given_to_those_who_take_one() -> None:
    assert get("random").make({}, seed=5).seed == 5  # type: ignore[attr-defined]
    # One among the arguments is not the agent's seed: it is mixed into that before.
    assert get("random").make({"seed": 6}, seed=5).seed == 5  # type: ignore[attr-defined]
    assert [name for name in BUILT_IN if get(name).takes_seed] == [
        "random",
        "random_command",
        "simple",
    ]


def test_an_unknown_agent_is_answered_with_the_nearest() -> None:
    with pytest.raises(AgentError, match=r"no agent 'randm'; known are .*Did you mean 'random'\?"):
        get("randm")


def test_names_are_taken_once() -> None:
    with pytest.raises(AgentError, match="already an agent called 'random'"):
        registry.register("random", Agent, "another")


def test_a_file_registers_its_agents(parrot: AgentEntry) -> None:
    assert "parrot" in names()
    agent = parrot.make({"word": "hello", "times": 2}, seed=1)
    assert agent.act(None, 0, False) == "hello hello"  # type: ignore[arg-type]
    assert parrot.defaults() == {"times": 1, "tone": 1.0, "loud": False}


def test_a_file_is_imported_once(tmp_path: Path) -> None:
    file = tmp_path / "once.py"
    file.write_text(MODULE)
    assert load_module(file) is load_module(str(file))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"wrod": "x"}, r"no argument 'wrod'\. Did you mean 'word'\? .*word, times, tone, loud"),
        ({}, r"needs the argument 'word': agent_args\.word="),
        ({"word": 1}, "'word' of agent 'parrot' must be a text, not 1"),
        ({"word": "x", "times": "2"}, "'times' of agent 'parrot' must be an integer, not '2'"),
        ({"word": "x", "times": True}, "'times' of agent 'parrot' must be an integer, not True"),
        ({"word": "x", "tone": "high"}, "'tone' of agent 'parrot' must be a number, not 'high'"),
        ({"word": "x", "loud": 1}, "'loud' of agent 'parrot' must be true or false, not 1"),
    ],
)
def test_arguments_are_checked(
    parrot: AgentEntry, arguments: dict[str, object], message: str
) -> None:
    with pytest.raises(AgentError, match=message):
        parrot.check(arguments)


def test_right_arguments_pass(parrot: AgentEntry) -> None:
    parrot.check({"word": "x", "times": 3, "tone": 2, "loud": True})
    get("walkthrough").check({"commands": ["look"]})


def test_a_factory_may_take_anything() -> None:
    entry = AgentEntry("any", lambda **arguments: Agent(), "")
    entry.check({"whatever": 1})
    assert entry.parameters == {}


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("import nothing_of_that_name", "cannot be imported: ModuleNotFoundError: No module"),
        ("def (", "cannot be imported: SyntaxError"),
        (
            "from twbench.agents import register\nregister('random', None, '')",
            "already an agent called 'random'",
        ),
    ],
)
def test_a_broken_file_is_one_clear_error(tmp_path: Path, content: str, message: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(content)
    for _ in range(2):  # a failed import leaves nothing behind
        with pytest.raises(AgentError, match=message):
            load_module(file)


@pytest.mark.parametrize("name", ["missing.py", "folder", "notes.txt"])
def test_a_missing_file_is_one_clear_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    (tmp_path / "notes.txt").write_text("")
    with pytest.raises(AgentError, match="must be a Python file"):
        load_module(tmp_path / name)
