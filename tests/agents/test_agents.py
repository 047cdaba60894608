import builtins
from collections.abc import Sequence
from io import StringIO
from pathlib import Path

import pytest

from twbench import EnvInfos, GameOptions, make, start
from twbench.agents import HumanAgent, RandomCommandAgent, WalkthroughAgent, WalkthroughDone, simple
from twbench.agents import random as random_agents
from twbench.agents.human import completer
from twbench.core import Agent, Environment, GameState
from twbench.errors import EnvInfoMissingError

TEXT = GameState(feedback="You see a round coin. It is locked.")
ADMISSIBLE = GameState(admissible_commands=["take coin", "go east", "look"])


def commands(agent: Agent, state: GameState, count: int = 200) -> list[str]:
    agent.reset(Environment())
    return [agent.act(state, 0, False) for _ in range(count)]


def shown(env: Environment) -> str:
    """Return what is rendered, as a text and as a file alike."""
    text, file = env.render("text"), env.render("ansi")
    assert isinstance(file, StringIO)
    assert file.getvalue() == text
    return file.getvalue()


@pytest.mark.parametrize(
    ("agent", "state"),
    [
        (random_agents.NaiveAgent, TEXT),
        (RandomCommandAgent, ADMISSIBLE),
        (simple.NaiveAgent, TEXT),
    ],
)
def test_the_seed_decides_every_command(agent: type[Agent], state: GameState) -> None:
    assert commands(agent(), state) == commands(agent(seed=1234), state)  # type: ignore[call-arg]
    assert commands(agent(), state) != commands(agent(seed=1), state)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("agent", "state"),
    [
        (random_agents.NaiveAgent(), TEXT),
        (RandomCommandAgent(), ADMISSIBLE),
        (simple.NaiveAgent(), TEXT),
    ],
)
def test_a_reset_starts_the_sequence_anew(agent: Agent, state: GameState) -> None:
    assert commands(agent, state) == commands(agent, state)


def test_the_naive_agent_combines_verbs_with_words_of_the_text() -> None:
    typed = set(commands(random_agents.NaiveAgent(), TEXT, 2000))
    assert {"take coin", "open round", "go north", "inventory"} <= typed
    nouns = {command.split()[-1] for command in typed if command.split()[0] == "take"}
    assert nouns == {"coin", "locked", "round", "see", "you"}


def test_the_naive_agent_plays_without_any_text() -> None:
    typed = set(commands(random_agents.NaiveAgent(), GameState()))
    assert typed == set(random_agents.BARE_COMMANDS)


def test_the_simple_agent_types_all_it_knows() -> None:
    assert set(commands(simple.NaiveAgent(), TEXT)) == set(simple.NaiveAgent.COMMANDS)


def test_random_commands_are_the_admissible_ones_in_any_order() -> None:
    agent = RandomCommandAgent()
    shuffled = GameState(admissible_commands=["look", "take coin", "go east"])
    typed = commands(agent, ADMISSIBLE)
    assert set(typed) == {"take coin", "go east", "look"}
    assert typed == commands(agent, shuffled)


def test_random_commands_need_the_information() -> None:
    env = Environment()
    agent = RandomCommandAgent()
    agent.reset(env)
    assert env.infos.basics == ["admissible_commands"]
    assert agent.act(GameState(admissible_commands=[]), 0, False) == "look"
    with pytest.raises(EnvInfoMissingError, match="admissible_commands"):
        agent.act(GameState(), 0, False)


def test_given_commands_are_followed_and_then_there_are_no_more() -> None:
    env = Environment()
    agent = WalkthroughAgent(["open door", "go east"])
    for _ in range(2):  # an episode after the other
        agent.reset(env)
        assert [agent.act(GameState(), 0, False) for _ in "ab"] == ["open door", "go east"]
        with pytest.raises(WalkthroughDone):
            agent.act(GameState(), 0, False)
    assert env.infos.extras == []
    assert issubclass(WalkthroughDone, NameError)


def test_the_walkthrough_of_each_game_is_followed() -> None:
    env = Environment()
    agent = WalkthroughAgent()
    for walkthrough in (["take coin"], ["go east", "take coin"]):
        agent.reset(env)
        state = GameState({"extra.walkthrough": walkthrough})
        assert [agent.act(state, 0, False) for _ in walkthrough] == walkthrough
    assert env.infos.extras == ["walkthrough"]


def test_a_game_without_walkthrough_is_an_error() -> None:
    agent = WalkthroughAgent()
    agent.reset(Environment())
    with pytest.raises(EnvInfoMissingError, match="walkthrough"):
        agent.act(GameState(), 0, False)


def test_a_person_is_asked(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts: list[str] = []
    monkeypatch.setattr(builtins, "input", lambda prompt: prompts.append(prompt) or "look")
    env = Environment()
    agent = HumanAgent(autocompletion=True, walkthrough=True)
    agent.reset(env)
    assert env.infos.basics == ["admissible_commands", "policy_commands"]
    state = GameState(policy_commands=["go east", "take coin"], admissible_commands=["look"])
    assert agent.act(state, 0, False) == "look"
    assert HumanAgent().act(GameState(), 0, False) == "look"
    assert prompts == ["\n> ", "\n> "]
    assert capsys.readouterr().out == "\n[go east > take coin]"


def test_of_a_long_way_a_person_is_shown_the_beginning(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt: "look")
    agent = HumanAgent(walkthrough=True)
    for more, told in ((0, "]"), (290, " > ... 290 more]")):
        agent.act(GameState(policy_commands=["go east"] * (10 + more)), 0, False)
        assert capsys.readouterr().out.endswith("[" + " > ".join(["go east"] * 10) + told)
    agent.act(GameState(policy_commands=[]), 0, False)
    assert capsys.readouterr().out == "\n[none known from here]"


@pytest.mark.parametrize("typed", ["quit", "q", " QUIT ", "Quit!"])
def test_a_person_may_leave(monkeypatch: pytest.MonkeyPatch, typed: str) -> None:
    monkeypatch.setattr(builtins, "input", lambda prompt: typed)
    with pytest.raises(EOFError):
        HumanAgent().act(GameState(), 0, False)


def test_a_person_takes_turns_back(tmp_path: Path) -> None:
    options = GameOptions()
    options.nb_rooms, options.nb_objects, options.seeds = 5, 10, 1
    options.quest_length = 5
    options.path = str(tmp_path / "game.z8")
    path, game = make(options)
    wrapper, _ = HumanAgent().wrappers
    env = wrapper(start(path, EnvInfos(facts=True)))
    try:
        begun = env.reset().facts
        seen, places = [begun], [env.state.description]
        for command in game.walkthrough[:-1]:
            seen.append(env.step(command)[0].facts)
            places.append(env.state.description)
        assert seen[0] != seen[1]
        for facts, place in zip(reversed(seen[:-1]), reversed(places[:-1]), strict=True):
            state, score, done = env.step(" UNDO ")
            assert (state.facts, score, done) == (facts, 0, False)
            assert place.startswith("-= ")
            assert shown(env).strip() == f"[The last turn is taken back.]\n\n{place.strip()}"
            assert shown(env) == state.feedback
        taken_back = env.save()
        assert env.step("undo")[0].facts == begun
        assert "The last turn" not in shown(env)
        env.restore(taken_back)
        assert shown(env).startswith("[The last turn")
        env.step(game.walkthrough[0])
        for command in ("", "  "):
            env.step(command)
        assert env.step("undo.")[0].facts == begun
        assert shown(env).startswith("[The last turn")
        env.step(game.walkthrough[0])
        assert env.step("restart")[0].facts == begun
    finally:
        env.close()


def test_completion_offers_whole_commands() -> None:
    complete = completer(["take coin", "take key", "look"])
    offered: Sequence[str | None] = [complete("take", index) for index in range(3)]
    assert offered == ["take coin", "take key", None]
