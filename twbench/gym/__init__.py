"""Playing games as environments of reinforcement learning (docs: textworld.gym).

```
env_id = register_games(gamefiles, EnvInfos(admissible_commands=True), max_episode_steps=50)
env = make(env_id)
ob, infos = env.reset()
ob, score, done, infos = env.step("look")
env.close()
```

This is the interface that TextWorld documents; `gymnasium.make` of the same id gives that of
Gymnasium 1.x. It needs the extra ``gym``: pip install 'twbench[gym]'.

The names below are loaded when they are first used.
"""

__all__ = [
    "Agent",
    "Registration",
    "TextEnv",
    "make",
    "make_batch",
    "register_dataset",
    "register_game",
    "register_games",
    "registry",
]

from importlib.util import find_spec
from typing import TYPE_CHECKING

from twbench.errors import MissingPackageError
from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.gym.core import Agent
    from twbench.gym.datasets import register_dataset
    from twbench.gym.registration import Registration, registry
    from twbench.gym.text_env import TextEnv
    from twbench.gym.utils import make, make_batch, register_game, register_games

_HOMES = {
    "core": ("Agent",),
    "datasets": ("register_dataset",),
    "registration": ("Registration", "registry"),
    "text_env": ("TextEnv",),
    "utils": ("make", "make_batch", "register_game", "register_games"),
}
_MODULES = ("core", "envs", "spaces", "spaces.text_spaces", "utils")
"""Those that the documentation takes from the package without importing them."""


def _refuse_without_gymnasium() -> None:
    if find_spec("gymnasium") is None:
        raise MissingPackageError("twbench.gym", "gymnasium", "gym")


_refuse_without_gymnasium()


__getattr__, __dir__ = loading(__name__, _HOMES, _MODULES)
