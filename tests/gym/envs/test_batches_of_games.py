"""Several games at once: from one pool, or by their ids; here, or in worker processes."""

import os

import pytest

import twbench.gym
from twbench import EnvInfos
from twbench.errors import (
    CommandCountError,
    ConfigError,
    EnvInfoMissingError,
    GameNotRunningError,
    StoryFileError,
)
from twbench.generator import Game
from twbench.gym.envs import BatchEnv, ParallelBatchEnv, TextworldBatchGymEnv

ROOMS = ("Attic", "Cellar", "Garden", "Kitchen")
HERE, IN_WORKERS = False, True


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    monkeypatch.setattr(os, "sched_getaffinity", lambda number: {0})


@pytest.fixture(params=[HERE, IN_WORKERS], ids=["here", "workers"])
def asynchronous(request):
    return request.param


@pytest.fixture
def batch(pool, asynchronous):
    infos = EnvInfos(inventory=True, admissible_commands=True)
    with TextworldBatchGymEnv(pool, infos, 3, asynchronous, max_episode_steps=3) as batch:
        batch.seed(0)
        yield batch


def rooms(observations):
    return [name for text in observations for name in ROOMS if f"-= {name} =-" in text]


def test_all_comes_as_lists(batch):
    observations, infos = batch.reset()
    assert rooms(observations) == ["Garden", "Kitchen", "Cellar"]
    assert infos["inventory"] == ["You are carrying nothing.\n"] * 3
    observations, scores, dones, infos = batch.step(["go east", "look", "inventory"])
    for part in (observations, scores, dones, infos["inventory"]):
        assert isinstance(part, list)
        assert part == tuple(part)
    assert "-= Shed =-" in observations[0]
    assert "take coin" in infos["admissible_commands"][0]
    assert "take coin" not in infos["admissible_commands"][1]
    assert (scores, dones) == ([0] * 3, [False] * 3)


def test_each_game_ends_for_itself(batch):
    batch.reset()
    batch.step(["go east", "look", "go east"])
    observations, scores, dones, _ = batch.step(["take coin", "look", "look"])
    assert (scores, dones) == ([1, 0, 0], [True, False, False])
    ended = observations[0]
    observations, scores, dones, _ = batch.step(["look", "look", "take coin"])
    assert observations[0] == ended
    assert (scores, dones) == ([1, 0, 1], [True, True, True])


def test_the_next_games_are_played_after_a_reset(batch):
    assert rooms(batch.reset()[0]) == ["Garden", "Kitchen", "Cellar"]
    assert rooms(batch.reset()[0])[:1] == ["Attic"]
    batch.seed(0)
    batch.skip(2)
    assert rooms(batch.reset()[0])[:2] == ["Cellar", "Attic"]


def test_each_game_begins_again_by_itself(pool, asynchronous):
    with TextworldBatchGymEnv(
        pool, None, 2, asynchronous, auto_reset=True, max_episode_steps=4
    ) as batch:
        opening, infos = batch.reset()
        assert infos == {}
        batch.step(["go east", "look"])
        assert batch.step(["take coin", "go east"])[2] == [True, False]
        observations, scores, dones, _ = batch.step(["look", "take coin"])
        assert observations[0] == opening[0]
        assert (scores, dones) == ([0, 1], [False, True])
        observations, scores, dones, _ = batch.step(["go east", "look"])
        assert observations[1] == opening[1]
        assert (scores, dones) == ([0, 0], [False, False])
        assert {type(score) for score in scores} == {int}


def test_a_batch_of_one_is_a_batch(pool):
    batch = TextworldBatchGymEnv(pool, batch_size=1)
    assert len(batch.reset()[0]) == 1
    assert batch.step(["look"])[2] == [False]


def test_workers_tell_what_this_process_tells(pool):
    """Each information, in each state, whatever of it the workers leave out as known."""
    names = [name for name in EnvInfos.NAMES if name != "game"]
    infos = EnvInfos(**dict.fromkeys(names, True), extras=["walkthrough"])
    lines = [["look", "go east", "x"], ["go east", "take coin", "go west"], ["take coin"] * 3]
    told = []
    for asynchronous in (HERE, IN_WORKERS):
        with TextworldBatchGymEnv(pool, infos, 3, asynchronous, auto_reset=True) as batch:
            batch.seed(4)
            turns = [batch.reset()]
            turns += [batch.step(line) for line in [*lines, *lines]]
            turns.append(batch.reset())
            told.append(turns)
    assert told[HERE] == told[IN_WORKERS]
    assert set(told[IN_WORKERS][0][1]) == {*names, "extra.walkthrough"}


def test_a_game_travels_once(pool):
    with TextworldBatchGymEnv(pool, EnvInfos(game=True), 2, IN_WORKERS) as batch:
        first = batch.reset()[1]["game"]
        assert Game.deserialize(first[0]).walkthrough == ["go east", "take coin"]
        assert batch.step(["look", "look"])[3]["game"][0] is first[0]


def test_what_is_changed_by_a_user_stays_with_him(batch):
    _, infos = batch.reset()
    infos["inventory"][0] = "a crown"
    infos.clear()
    assert batch.step(["look"] * 3)[3]["inventory"][0] == "You are carrying nothing.\n"


@pytest.mark.parametrize(
    ("commands", "given"),
    [(["look"], "1"), (["look"] * 4, "4"), ([], "0"), ("xyz", "one text")],
)
def test_there_is_a_command_for_each_game(batch, commands, given):
    batch.reset()
    wrong = rf"a list of 3 commands, one for each game, not {given}"
    with pytest.raises(CommandCountError, match=wrong) as raised:
        batch.step(commands)
    assert isinstance(raised.value, ConfigError)
    assert isinstance(raised.value, AssertionError), "which TextWorld raises"
    assert batch.step(["look"] * 3)[2] == [False] * 3


def test_commands_are_texts(batch):
    batch.reset()
    with pytest.raises(ConfigError, match=r"Command 1 .* must be a text such as 'look', not None"):
        batch.step(["go east", None, "look"])
    assert batch.last_commands == [None] * 3, "nothing was typed, and no episode is lost"
    assert batch.step(["look"] * 3)[2] == [False] * 3


def test_a_step_needs_a_reset(batch):
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        batch.step(["look"] * 3)
    batch.reset()
    batch.close()
    with pytest.raises(GameNotRunningError, match="is closed"):
        batch.reset()


def test_what_a_game_does_not_tell_is_an_error(pool, asynchronous):
    with TextworldBatchGymEnv(pool, EnvInfos(extras=["recipe"]), 2, asynchronous) as batch:
        for _ in range(2):
            with pytest.raises(EnvInfoMissingError, match=r"extra\.recipe"):
                batch.reset()


def test_a_game_that_cannot_be_played_is_an_error(pool, tmp_path, asynchronous):
    path = tmp_path / "lost.z8"
    path.write_bytes(b"\x08nothing")
    with TextworldBatchGymEnv([path, *pool[:1]], None, 2, asynchronous) as batch:
        with pytest.raises(StoryFileError, match="lost"):
            batch.reset()
        with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
            batch.step(["look", "look"])


@pytest.mark.parametrize("size", [0, -3, 2.0])
def test_a_batch_has_games(pool, size):
    with pytest.raises(
        ConfigError, match=f"batch_size must be a whole number of at least 1, or None, not {size}"
    ):
        TextworldBatchGymEnv(pool, batch_size=size)


def test_rendering_shows_all_games(batch, capsys):
    observations, _ = batch.reset()
    assert batch.render("text") == "-----\n".join(observations)
    answers = batch.step(["look", "inventory", "x"])[0]
    text = batch.render("text")
    assert text.startswith(f"> look\n{answers[0]}-----\n> inventory\n")
    assert batch.render("ansi").getvalue() == text
    assert batch.render("human") is None
    assert capsys.readouterr().out == text
    assert batch.last_commands == ["look", "inventory", "x"]


@pytest.mark.parametrize("kind", [BatchEnv, ParallelBatchEnv])
def test_a_batch_of_ids(pool, kind):
    one = twbench.gym.register_game(pool[0], EnvInfos(moves=True), name="one")
    other = twbench.gym.register_games(pool[1:], EnvInfos(score=True), name="other")
    with kind([one, other], 2) as batch:
        for _ in range(2):
            first, second = rooms(batch.reset()[0])
            assert first == "Attic"
            assert second != "Attic"
        _, scores, dones, infos = batch.step(["look", "look"])
        assert (scores, dones) == ([0, 0], [False, False])
        # What was not asked of a game is not told of it.
        assert infos == {"moves": [1, None], "score": [None, 0]}


def test_one_id_may_be_repeated(pool):
    env_id = twbench.gym.register_games(pool, name="repeated")
    with BatchEnv(env_id, 3) as batch:
        assert batch.seed(3) == batch.seed(3)
        assert len(set(batch.seed(3))) == 3
        played = [rooms(batch.reset()[0]) for _ in range(4)]
        for place in range(3):
            assert sorted(row[place] for row in played) == list(ROOMS)
        batch.seed(3)
        batch.skip(3)
        assert rooms(batch.reset()[0]) == played[3]


def test_ids_of_a_batch_are_those_of_single_games(pool):
    batched = twbench.gym.register_games(pool, batch_size=2, name="batched")
    with pytest.raises(ConfigError, match=r"'tw-batched-v0' is a batch of 2 itself"):
        BatchEnv(batched, 2)
    with pytest.raises(ConfigError, match="A batch of 3 is made of as many ids, not of 2"):
        BatchEnv(["a", "b"], 3)
    for size in (0, "2"):
        with pytest.raises(ConfigError, match=f"a whole number of at least 1, not {size!r}"):
            BatchEnv("a", size)
    with pytest.raises(ConfigError, match=r"An id is what register_game returns.*, not 3"):
        twbench.gym.make(3)
    with pytest.raises(ConfigError, match="No games are registered as 'tw-lost-v0'"):
        BatchEnv("tw-lost-v0", 2)
