"""Agents that play, and the registry through which configurations name them.

To add one: subclass `twbench.core.Agent` in a file of yours, call ``register(AgentEntry(...))`` at
its end, and name the file (`twbench evaluate agent_module=my_agent.py agent=my_agent ...`). An
installed package announces its own as entry points of ``twbench.agents``.
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

from twbench.agents.human import HumanAgent
from twbench.agents.random import NaiveAgent, RandomCommandAgent
from twbench.agents.registry import AGENTS, SHIPPED, AgentEntry, get, names, register
from twbench.agents.third_party import load_module
from twbench.agents.walkthrough import WalkthroughAgent, WalkthroughDone
