"""What is asked of a vector and cannot be."""

import numpy as np
import pytest
from gymnasium_games import cave, registered

from twbench.errors import ConfigError, GameNotRunningError
from twbench.gym.text_env import TextEnv
from twbench.gym.vector import TextVectorEnv, make_vec
from twbench.gym.wrappers import CommandIndex


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
