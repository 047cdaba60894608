"""What goes wrong in the environments of a vector, and in telling it."""

import time
from functools import partial

import pytest
from gymnasium_games import registered
from odd_env import Odd

from twbench.errors import ConfigError, GameNotRunningError, StoryFileError
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv, make_vec


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
