"""MiniHack's own classes of tasks, played at random on one of two bases.

``python task_classes.py FOLDER minihack`` plays them on MiniHack, whose package is in FOLDER;
``... twbench`` puts twbench's classes in the place of those that they are subclasses of. Each line
is a class, its actions, and the length, reward and end of some episodes, as JSON.
"""

import importlib
import inspect
import json
import os
import pkgutil
import random
import sys
import types
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BASES = ("base", "level_generator", "navigation", "reward_manager", "skills")
ELSEWHERE = {"boxohack", "minigrid", "Sokoban"}
"""What needs more than MiniHack: downloaded levels, MiniGrid; and a base of others."""
EPISODES, STEPS = 3, 60


def put_in_place(folder: Path) -> None:
    """Let ``minihack`` be twbench's package, but for the tasks."""
    sys.modules["minihack"] = importlib.import_module("twbench.minihack")
    for name in BASES:
        module: Any = importlib.import_module(f"twbench.minihack.{name}")
        sys.modules[f"minihack.{name}"] = module
        module.PATH_DAT_DIR = str(folder / "dat")
    tasks: Any = types.ModuleType("minihack.envs")
    tasks.__path__ = [str(folder / "envs")]
    tasks.register = lambda id, **arguments: None  # noqa: A006 - MiniHack's name
    sys.modules["minihack.envs"] = tasks


def classes(folder: Path) -> Iterator[type]:
    for found in pkgutil.iter_modules([str(folder / "envs")]):
        if found.name in ELSEWHERE:
            continue
        module = importlib.import_module(f"minihack.envs.{found.name}")
        for name, kind in sorted(vars(module).items()):
            own = isinstance(kind, type) and kind.__module__ == module.__name__
            if own and name not in ELSEWHERE and is_task(kind):
                yield kind


def is_task(kind: type) -> bool:
    """Whether a class is made without arguments, and so no base of others."""
    parameters = inspect.signature(kind).parameters.values()
    named = (one for one in parameters if one.kind is not one.VAR_POSITIONAL)
    return all(one.kind is one.VAR_KEYWORD or one.default is not one.empty for one in named)


def played(env: Any) -> list[Any]:
    draw, told = random.Random(1), []
    for seed in range(EPISODES):
        env.seed(seed, seed, False)
        env.reset()
        rewards, ended = [], False
        while not ended and len(rewards) < STEPS:
            action = draw.randrange(len(env.actions))
            _, reward, terminated, truncated, info = env.step(action)
            rewards.append(reward)
            ended = terminated or truncated
        told.append([len(rewards), round(sum(rewards), 6), int(info["end_status"])])
    return told


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    where = Path(sys.argv[1])
    if sys.argv[2] == "twbench":
        put_in_place(where)
        os.chdir(where / "dat")  # MiniHack looks for levels there
    for kind in classes(where):
        env = kind()
        print(json.dumps([kind.__name__, [int(one) for one in env.actions], played(env)]))
        env.close()
