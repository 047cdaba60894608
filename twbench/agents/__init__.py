"""Agents that play, and the registry through which configurations name them.

To add one: subclass `twbench.core.Agent` in a file of yours, call ``register(AgentEntry(...))`` at
its end, and name the file (`twbench evaluate agent_module=my_agent.py agent=my_agent ...`). An
installed package announces its own as entry points of ``twbench.agents``.

The names below are loaded when they are first used: whoever plays by one agent needs no other.
"""

__all__ = [
    "AGENTS",
    "SHIPPED",
    "AgentEntry",
    "HumanAgent",
    "NaiveAgent",
    "RandomCommandAgent",
    "WalkthroughAgent",
    "WalkthroughDone",
    "get",
    "load_module",
    "names",
    "register",
]

from typing import TYPE_CHECKING

from twbench.system.public_names import loading

if TYPE_CHECKING:
    from twbench.agents.human import HumanAgent
    from twbench.agents.random import NaiveAgent, RandomCommandAgent
    from twbench.agents.registry import AGENTS, SHIPPED, AgentEntry, get, names, register
    from twbench.agents.third_party import load_module
    from twbench.agents.walkthrough import WalkthroughAgent, WalkthroughDone

_HOMES = {
    "human": ("HumanAgent",),
    "random": ("NaiveAgent", "RandomCommandAgent"),
    "registry": ("AGENTS", "SHIPPED", "AgentEntry", "get", "names", "register"),
    "third_party": ("load_module",),
    "walkthrough": ("WalkthroughAgent", "WalkthroughDone"),
}
_MODULES = (
    *("canonical", "explorer", "greedy", "human", "kept_games", "random", "registry"),
    *("seeded", "simple", "third_party", "walkthrough"),
)

__getattr__, __dir__ = loading(__name__, _HOMES, _MODULES)
