"""Many games in worker processes: as Gymnasium's own vector, and no process is left behind."""

import gc
import os
import signal
import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import gymnasium
import numpy as np
import pytest
from gymnasium.spaces import Box, Dict, Discrete, Tuple
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from gymnasium.wrappers import TimeLimit
from gymnasium.wrappers.vector import RecordEpisodeStatistics
from gymnasium_games import cave, coins, registered
from processes_seen import gone

from twbench.core import EnvInfos
from twbench.errors import ConfigError, GameNotRunningError, StoryFileError
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv, make_vec
from twbench.gym.wrappers import CommandIndex, Tokens, vocabulary

INFOS = EnvInfos(admissible_commands=True, won=True, score=True, extras=["walkthrough"])
WORDS = ("gem", "coin", "take", "look", "cave")


class Odd(gymnasium.Env):
    """Observations and actions of several parts, and infos of all kinds that come and go."""

    observation_space = Dict(
        {"where": Tuple((Discrete(9), Box(0, 9, (2,), np.float32))), "far": Discrete(9)}
    )
    action_space = Dict({"go": Discrete(9), "both": Tuple((Discrete(9), Discrete(9)))})

    def __init__(self, number):
        self.number = number

    def seen(self):
        return {
            "where": (self.turn, np.full(2, self.number, np.float32)),
            "far": np.int64(self.number),
        }

    def told(self):
        infos = {
            "turn": self.turn,
            "part": {"array": np.arange(self.number % 2 + 3)[:3], "none": None},
            "text": "a" * self.turn,
            "share": 0.5,
            "list": [1, 2],
        }
        odd = (self.number + self.turn) % 3
        return dict(list(infos.items())[odd:])

    def reset(self, *, seed=None, options=None):
        super().reset(seed=seed)
        self.turn = 0
        return self.seen(), self.told()

    def step(self, action):
        self.turn += 1
        gained = float(action["go"] + 10 * action["both"][0] + 100 * action["both"][1])
        return self.seen(), gained, self.turn > self.number + 1, self.turn > 3, self.told()

    def render(self):
        return self.number


def text_env(paths, number):
    return TimeLimit(TextEnv(paths, INFOS, render_mode="ansi"), 9)


def numbered_env(paths, number):
    return Tokens(CommandIndex(text_env(paths, number), max_commands=20), WORDS, max_length=30)


def odd_env(paths, number):
    return Odd(number)


def actions(envs, infos, rng):
    """Random ones, of commands those that are admissible."""
    if not isinstance(envs.single_action_space, gymnasium.spaces.Text):
        return envs.action_space.sample()
    known = [infos["admissible_commands"][number] or ["look"] for number in range(envs.num_envs)]
    return tuple(commands[rng.integers(len(commands))] for commands in known)


def played(envs, steps=40):
    """Play; return all that was said."""
    rng = np.random.default_rng(1)
    envs.action_space.seed(1)
    said = [envs.reset(seed=3)]
    infos = said[0][1]
    for _ in range(steps):
        said.append(envs.step(actions(envs, infos, rng)))
        infos = dict(said[-1][-1])
        ended = said[-1][2] | said[-1][3]
        if envs.metadata["autoreset_mode"] is AutoresetMode.DISABLED and ended.any():
            said.append(envs.reset(options={"reset_mask": ended}))
            for key, values in said[-1][1].items():
                if key == "admissible_commands":
                    infos[key] = np.where(ended, values, infos[key])
    envs.close()
    return said


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(
    ("make", "workers"),
    [
        (text_env, 0),
        *(
            pytest.param(*kind, marks=pytest.mark.slow)
            for kind in [(text_env, 3), (numbered_env, 2), (odd_env, 3)]
        ),
    ],
)
def test_what_is_said_is_what_gymnasiums_vector_says(make, workers, mode):
    paths = [*coins(), cave()]
    env_fns = [partial(make, paths, number) for number in range(5)]
    theirs = played(SyncVectorEnv(env_fns, autoreset_mode=mode))
    ours = played(TextVectorEnv(env_fns, num_workers=workers, autoreset_mode=mode))
    assert len(theirs) == len(ours)
    for said, told in zip(theirs, ours, strict=True):
        assert data_equivalence(said, told, exact=True)
    ends = [said for said in theirs if len(said) == 5]
    assert any(said[3].any() for said in ends)
    if mode is AutoresetMode.SAME_STEP:
        finals = [said[-1] for said in ends if "final_obs" in said[-1]]
        assert finals
        assert all(np.array_equal(f["_final_obs"], f["_final_info"]) for f in finals)


@pytest.mark.slow
def test_games_are_won_and_begin_anew():
    envs = make_vec(registered("won", [cave()]), 3, num_workers=2)
    envs.reset(seed=1)
    rewards, terminations = [], []
    for command in ("take gem", "take coin", "look", "take gem"):
        _, reward, terminated, _, _ = envs.step([command, "look", command])
        rewards.append(reward.tolist())
        terminations.append(terminated.tolist())
    assert rewards == [[1, 0, 1], [1, 0, 1], [0, 0, 0], [1, 0, 1]]
    assert terminations == [[False] * 3, [True, False, True], [False] * 3, [False] * 3]
    envs.close()


@pytest.mark.parametrize("workers", [0, 2])
def test_what_a_step_returns_is_the_learners_to_write_to(workers):
    envs = make_vec(registered("written", [cave()]), 3, num_workers=workers)
    envs.reset(seed=1)
    _, *arrays, infos = envs.step(["take gem", "look", "look"])
    kept = [array.copy() for array in arrays]
    for array in (*arrays, *infos.values()):
        array[:] = 0
    later = envs.step(["look", "look", "take gem"])
    assert [array.tolist() for array in kept] == [[1, 0, 0], [False] * 3, [False] * 3]
    assert later[1].tolist() == [0, 0, 1]
    assert all(value.all() for key, value in later[-1].items() if key.startswith("_"))
    envs.close()


@pytest.mark.slow
def test_seeds_and_names_reach_their_environments():
    envs = make_vec(registered("seeds"), 4, num_workers=2)
    alone = gymnasium.make("twbench-tests/seeds-v0")
    texts, _ = envs.reset(seed=11)
    assert envs.np_random_seed == (11, 12, 13, 14)
    assert list(texts) == [alone.reset(seed=seed)[0] for seed in (11, 12, 13, 14)]
    assert envs.reset(seed=[14, 13, 12, 11])[0] == texts[::-1]
    envs.reset(options={"game_id": "tw-coin-2"})
    assert envs.get_attr("game_id") == ("tw-coin-2",) * 4
    options = {"game_id": "tw-coin-3", "reset_mask": np.array([False, True, False, False])}
    envs.reset(options=options)
    assert len(options) == 2
    assert [name[-1] for name in envs.get_attr("game_id")] == ["2", "3", "2", "2"]
    envs.close()


@pytest.mark.slow
def test_attributes_and_methods_of_environments():
    with pytest.raises(AttributeError):
        TextVectorEnv([partial(odd_env, [], 0)], num_workers=1).get_attr("nothing")
    envs = TextVectorEnv([partial(odd_env, [], number) for number in range(3)], num_workers=2)
    envs.set_attr("number", [4, 5, 6])
    assert envs.get_attr("number") == envs.render() == (4, 5, 6)
    envs.set_attr("number", 7)
    assert envs.call("render") == (7, 7, 7)
    envs.close()


@pytest.mark.skipif(
    not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2,
    reason="there is one processor, or nobody tells which there are",
)
def test_workers_share_no_processor_while_there_are_enough():
    envs = TextVectorEnv([partial(TextEnv, [coins()[0]]) for _ in range(2)], num_workers=2)
    mine = os.sched_getaffinity(0)
    one, other = (os.sched_getaffinity(number) for number in numbers(envs))
    envs.close()
    assert not one & other
    assert one | other == mine


def test_gymnasiums_wrappers_of_vectors_count():
    envs = RecordEpisodeStatistics(make_vec(registered("counted", [cave()]), 2, num_workers=1))
    envs.reset(seed=1)
    envs.step(["take gem", "look"])
    *_, infos = envs.step(["take coin", "look"])
    assert infos["episode"]["r"].tolist() == [2.0, 0.0]
    envs.close()


@pytest.mark.slow
def test_wrappers_are_put_around_each_environment():
    env_id = registered("wrapped")
    words = vocabulary(gymnasium.make(env_id))
    wrappers = [partial(CommandIndex, max_commands=20), partial(Tokens, vocab=words, max_length=9)]
    envs = make_vec(env_id, 3, num_workers=2, wrappers=wrappers, max_episode_steps=2)
    ids, infos = envs.reset(seed=1)
    assert ids.shape == (3, 9)
    assert infos["action_mask"].shape == (3, 20)
    envs.step(np.zeros(3, dtype=np.int64))
    assert envs.step(np.zeros(3, dtype=np.int64))[3].all()
    envs.close()


def test_the_limit_of_an_id_can_be_lifted():
    env_id = registered("lifted", max_episode_steps=1)
    limits = {}
    for limit in (None, -1, 2):
        given = {} if limit is None else {"max_episode_steps": limit}
        envs = gymnasium.make_vec(env_id, num_envs=1, num_workers=0, **given)
        envs.reset(seed=1)
        limits[limit] = [bool(envs.step(["look"])[3][0]) for _ in range(2)]
    assert limits == {None: [True, False], -1: [False, False], 2: [False, True]}


@pytest.mark.parametrize("workers", [0, 2])
def test_calls_out_of_order_are_errors(workers):
    envs = make_vec(registered("order"), 3, num_workers=workers, autoreset_mode="Disabled")
    with pytest.raises(GameNotRunningError, match=r"call reset\(\) first"):
        envs.step(["look"] * 3)
    with pytest.raises(GameNotRunningError, match="reset all of them first"):
        envs.reset(options={"reset_mask": np.array([True, False, False])})
    envs.close()
    envs.close()
    for call in (envs.reset, lambda: envs.step(["look"] * 3), lambda: envs.call("render")):
        with pytest.raises(GameNotRunningError, match="have been closed"):
            call()


@pytest.mark.parametrize("workers", [0, 2])
def test_what_has_ended_is_named_where_nothing_is_reset(workers):
    envs = make_vec(
        registered("ended", [cave()]), 3, num_workers=workers, autoreset_mode="Disabled"
    )
    envs.reset(seed=1)
    envs.step(["look", "eat mushroom", "eat mushroom"])
    with pytest.raises(GameNotRunningError, match=r"ended: 1, 2\. Reset them with"):
        envs.step(["look"] * 3)
    envs.reset(options={"reset_mask": np.array([False, True, True])})
    assert len(envs.step(["look"] * 3)[0]) == 3
    envs.close()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"num_envs": 0}, "num_envs must be a whole number of at least 1, not 0"),
        ({"num_envs": 1.5}, "num_envs must be a whole number of at least 1, not 1.5"),
        ({"num_workers": -1}, "num_workers must be a whole number of at least 0, or None, not -1"),
        ({"num_workers": "2"}, "at least 0, or None, not '2'"),
        ({"autoreset_mode": None}, "autoreset_mode is one of .*, not None"),
        ({"autoreset_mode": "NextSteps"}, "not 'NextSteps'. Did you mean 'NextStep'"),
    ],
)
def test_a_vector_that_cannot_be_is_refused(arguments, message):
    with pytest.raises(ConfigError, match=message):
        make_vec(registered("refused"), **{"num_envs": 2, **arguments})


def test_a_wrong_number_is_told():
    envs = make_vec(registered("numbers"), 3, num_workers=0)
    envs.reset(seed=1)
    for call in (
        lambda: envs.step(["look"]),
        lambda: envs.reset(seed=[1, 2]),
        lambda: envs.set_attr("metadata", [1]),
    ):
        with pytest.raises(ConfigError, match="3 environments take as many"):
            call()
    for seed in (1.5, "one", {1, 2, 3}):
        with pytest.raises(ConfigError, match="seed is a number, a list of numbers or None"):
            envs.reset(seed=seed)
    for mask in ([True, False, True], np.array([1, 0, 1]), np.zeros(3, dtype=bool)):
        with pytest.raises(ConfigError, match="options are such as"):
            envs.reset(options=[mask])
        with pytest.raises(ConfigError, match="reset_mask must be an array of 3 truth values"):
            envs.reset(options={"reset_mask": mask})
    assert envs.step(["look"] * 3)


@pytest.mark.parametrize("actions", ["look", "loo", None, 3])
def test_one_action_for_all_is_refused(actions):
    """A text has as many letters as there are environments, now and then."""
    envs = make_vec(registered("alone"), 4, num_workers=0)
    envs.reset(seed=1)
    with pytest.raises(ConfigError, match=f"4 environments take as many actions, not {actions!r}"):
        envs.step(actions)
    assert len(envs.step(iter(["look"] * 4))[0]) == 4


@pytest.mark.slow
def test_environments_with_other_spaces_are_refused():
    path = cave()
    env_fns = [
        lambda: CommandIndex(TextEnv([path]), max_commands=20),
        lambda: CommandIndex(TextEnv([path]), max_commands=21),
    ]
    with pytest.raises(ConfigError, match=r"the same spaces.*Discrete\(20\) and Discrete\(21\)"):
        TextVectorEnv(env_fns, num_workers=2)


def test_what_an_environment_raises_is_raised_here_and_a_reset_goes_on():
    envs = make_vec(registered("errors"), 4, num_workers=2)
    envs.reset(seed=1)
    with pytest.raises(ConfigError, match="None of the 3 games is 'tw-coin-9'"):
        envs.reset(options={"game_id": "tw-coin-9"})
    with pytest.raises(GameNotRunningError, match="call reset"):
        envs.step(["look"] * 4)
    envs.reset(seed=1)
    with pytest.raises(ConfigError, match="not 5"):
        envs.step(["look", "look", "look", 5])
    with pytest.raises(GameNotRunningError, match="call reset"):
        envs.step(["look"] * 4)
    before = envs.reset(seed=1)[0]
    assert envs.step(["look"] * 4)[0] != before
    envs.close()


class Failing(Odd):
    """The first environment fails last."""

    def step(self, action):
        if not self.number:
            time.sleep(0.3)
        raise RuntimeError(f"environment {self.number} fails")


@pytest.mark.slow
def test_the_error_of_the_first_worker_is_raised_whoever_answers_first():
    envs = TextVectorEnv([partial(Failing, number) for number in range(3)], num_workers=3)
    for _ in range(2):
        envs.reset()
        with pytest.raises(RuntimeError, match="environment 0 fails"):
            envs.step(envs.action_space.sample())
    envs.close()


class Slow(Odd):
    """The second environment thinks."""

    def step(self, action):
        time.sleep(0.3 * (self.number == 1))
        return super().step(action)


@pytest.mark.slow
def test_who_has_answered_last_is_asked_first_and_told_in_its_place():
    envs = TextVectorEnv([partial(Slow, number) for number in range(3)], num_workers=3)
    envs.reset()
    for _ in range(2):
        observed = envs.step(envs.action_space.sample())[0]
        assert observed["far"].tolist() == [0, 1, 2]
        assert envs._workers._latest_first[0] == 1
    envs.close()


@pytest.mark.slow
def test_waiting_for_the_last_answer_takes_no_time_of_the_processor():
    envs = TextVectorEnv([partial(Slow, number) for number in range(2)], num_workers=2)
    envs.reset()
    begun = time.process_time()
    envs.step(envs.action_space.sample())
    assert time.process_time() - begun < 0.1
    envs.close()


def test_an_answer_to_a_call_that_was_interrupted_is_not_taken_for_another():
    envs = make_vec(registered("interrupted"), 2, num_workers=1)
    first = envs.reset(seed=1)
    [child] = envs._workers._children
    child.send((0, "step", (["look", "look"],)))
    assert data_equivalence(envs.reset(seed=1), first)
    envs.close()


@pytest.mark.slow
def test_what_cannot_be_sent_is_told():
    def env():
        made = Odd(1)
        made.told = lambda: {"function": lambda: 1}
        return made

    envs = TextVectorEnv([env], num_workers=1)
    with pytest.raises(RuntimeError, match=r"cannot be sent to another process: .*lambda"):
        envs.reset()
    assert envs.get_attr("number") == (1,)
    envs.close()


def refuses_to_be_sent():
    class Refusing:
        def __reduce__(self):
            raise ValueError("it stays")

    return Refusing()


def deep():
    found = []
    for _ in range(100_000):
        found = [found]
    return found


def refuses_to_speak():
    class SilentError(Exception):
        def __str__(self):
            raise ValueError

        def __reduce__(self):
            raise ValueError

    raise SilentError


def becomes_something_else():
    class OtherError(Exception):
        def __reduce__(self):
            return int, (3,)

    raise OtherError("what it was")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("tell", "message"),
    [
        (refuses_to_be_sent, "cannot be sent to another process: it stays"),
        (deep, "cannot be sent to another process: .*recursion"),
        (refuses_to_speak, "SilentError: it cannot be told"),
        (becomes_something_else, "OtherError: what it was"),
    ],
)
def test_a_worker_lives_on_whatever_its_environments_tell(tell, message):
    def env():
        made = Odd(1)
        made.told = lambda: {"told": tell()}
        return made

    envs = TextVectorEnv([env], num_workers=1)
    with pytest.raises(RuntimeError, match=message):
        envs.reset()
    assert envs.get_attr("number") == (1,)
    envs.close()


@pytest.mark.slow
def test_what_is_raised_while_environments_are_made_is_raised_here(tmp_path):
    with pytest.raises(StoryFileError, match=r"nowhere\.z8"):
        TextVectorEnv([partial(TextEnv, ["nowhere.z8"])] * 2, num_workers=2)


def numbers(envs):
    return [child.number for child in envs._workers._children]


def test_a_worker_that_is_killed_is_told_and_all_end():
    envs = make_vec(registered("killed"), 4, num_workers=2)
    envs.reset(seed=1)
    first, second = numbers(envs)
    os.kill(second, signal.SIGKILL)
    with pytest.raises(
        GameNotRunningError, match=r"Worker 2 of 2, .* 2 to 3, was ended by SIGKILL"
    ):
        envs.step(["look"] * 4)
    assert gone(first)
    with pytest.raises(GameNotRunningError):
        envs.reset()
    envs.close()


@pytest.mark.slow
def test_workers_end_with_what_owns_them():
    closed = make_vec(registered("closed"), 2, num_workers=2)
    forgotten = make_vec(registered("forgotten"), 2, num_workers=2)
    forgotten.reset(seed=1)
    seen = [*numbers(closed), *numbers(forgotten)]
    closed.close()
    del forgotten
    gc.collect()
    assert all(map(gone, seen))


@pytest.mark.slow
def test_workers_end_when_their_parent_is_killed():
    program = f"""
import os, signal
from twbench.gym.gymnasium_ids import register
from twbench.gym.vector import make_vec
register("twbench-tests/parent-v0", [{cave()!r}])
envs = make_vec("twbench-tests/parent-v0", 4, num_workers=2)
envs.reset(seed=1)
print(*[child.number for child in envs._workers._children], flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    seen = list(map(int, run.stdout.split()))
    assert len(seen) == 2, run.stderr
    assert all(map(gone, seen))


def test_a_story_of_somebody_else_is_isolated_in_its_worker(tmp_path):
    """It plays in a process of its own, which ends with the worker."""
    story = Path(__file__).parents[3].parent / "shared" / "data" / "stories" / "zork1.z3"
    if not story.is_file():
        pytest.skip("there is no story of another maker beside the checkout")
    envs = TextVectorEnv([partial(TextEnv, [story])] * 2, num_workers=1)
    texts, _ = envs.reset(seed=1)
    assert "West of House" in texts[0]
    assert envs.step(["open mailbox", "north"])[0][0] != texts[0]
    envs.close()
