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
    **dict.fromkeys(["AGENTS", "SHIPPED", "AgentEntry", "get", "names", "register"], "registry"),
    "HumanAgent": "human",
    "NaiveAgent": "random",
    "RandomCommandAgent": "random",
    "WalkthroughAgent": "walkthrough",
    "WalkthroughDone": "walkthrough",
    "load_module": "third_party",
}
_MODULES = (
    *("canonical", "explorer", "greedy", "human", "kept_games", "random", "registry"),
    *("seeded", "simple", "third_party", "walkthrough"),
)

__getattr__, __dir__ = loading(__name__, _HOMES, {name: name for name in _MODULES})
