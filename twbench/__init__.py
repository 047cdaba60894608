"""twbench: a declarative dataset and benchmark builder for text-based games.

The names below are loaded when they are first used, so that ``import twbench`` is quick.
"""

__all__ = [
    "Agent",
    "EnvInfos",
    "Environment",
    "Game",
    "GameMaker",
    "GameOptions",
    "GameState",
    "__version__",
    "load_dataset",
    "make",
    "play",
    "start",
]

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from twbench.core import Agent, EnvInfos, Environment, GameState
    from twbench.dataset import load_dataset
    from twbench.families import play, start
    from twbench.generator import Game, GameMaker, GameOptions
    from twbench.generator.making.compile import make

__version__ = "0.1.0"

_HOMES = {
    "Agent": "twbench.core",
    "EnvInfos": "twbench.core",
    "Environment": "twbench.core",
    "Game": "twbench.generator",
    "GameMaker": "twbench.generator",
    "GameOptions": "twbench.generator",
    "GameState": "twbench.core",
    "load_dataset": "twbench.dataset",
    "make": "twbench.generator.making.compile",
    "play": "twbench.families",
    "start": "twbench.families",
}


def __getattr__(name: str) -> Any:
    """Load a public name from the module that defines it (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module 'twbench' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
