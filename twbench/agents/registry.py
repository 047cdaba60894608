"""Agents by name: what ``agent=...`` in a configuration may say."""

__all__ = ["AGENTS", "SHIPPED", "AgentEntry", "get", "names", "register"]

import inspect
import typing
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from twbench.agents import simple
from twbench.agents.canonical import CanonicalAgent
from twbench.agents.explorer import ExplorerAgent
from twbench.agents.greedy import GreedyAgent
from twbench.agents.human import HumanAgent
from twbench.agents.random import NaiveAgent, RandomCommandAgent
from twbench.agents.walkthrough import WalkthroughAgent
from twbench.core import Agent
from twbench.errors import AgentError, nearest
from twbench.registry import Registry

AgentFactory = Callable[..., Agent]

_CONTRACT = ("act", "finish", "reset", "wrappers")
_NAMED_TYPES: Mapping[type, tuple[str, tuple[type, ...]]] = {
    bool: ("true or false", (bool,)),
    int: ("an integer", (int,)),
    float: ("a number", (int, float)),
    str: ("a text", (str,)),
}


@dataclass(frozen=True, slots=True)
class AgentEntry:
    """A registered agent: ``factory`` makes a new one for every episode.

    A factory that has a parameter ``seed`` is given a seed for each episode. An agent that is not
    ``evaluable`` (a person) plays, but is kept out of evaluations. A ``deterministic`` one does the
    same in every episode of a game, so that one is played for all of them. One that waits for a
    service in the ``network`` has time limits of its own; others have no network in a sandbox.
    """

    name: str
    factory: AgentFactory
    description: str
    evaluable: bool = True
    deterministic: bool = False
    network: bool = False

    def __post_init__(self) -> None:
        if self.deterministic and self.takes_seed:
            raise AgentError(
                f"Agent {self.name!r} is registered as deterministic, but takes a seed: it is"
                " either."
            )

    @property
    def parameters(self) -> Mapping[str, inspect.Parameter]:
        """The parameters of the factory that a configuration can set."""
        return {
            name: parameter
            for name, parameter in inspect.signature(self.factory).parameters.items()
            if parameter.kind in (parameter.POSITIONAL_OR_KEYWORD, parameter.KEYWORD_ONLY)
        }

    @property
    def takes_seed(self) -> bool:
        """Whether the factory wants a seed."""
        return "seed" in self.parameters

    def check(self, arguments: Mapping[str, Any]) -> None:
        """Raise AgentError unless the factory can be called with ``arguments``.

        Values are compared with the annotations bool, int, float and str; parameters annotated
        otherwise take anything.
        """
        parameters = self.parameters
        takes_any = any(
            parameter.kind is parameter.VAR_KEYWORD
            for parameter in inspect.signature(self.factory).parameters.values()
        )
        for name in arguments:
            if name not in parameters and not takes_any:
                allowed = ", ".join(parameters) or "none"
                raise AgentError(
                    f"Agent {self.name!r} has no argument {name!r}.{nearest(name, parameters)}"
                    f" Its arguments: {allowed}."
                )
        for name, parameter in parameters.items():
            if parameter.default is parameter.empty and name not in arguments and name != "seed":
                raise AgentError(
                    f"Agent {self.name!r} needs the argument {name!r}: agent_args.{name}=..."
                )
        self._check_types(arguments)

    def defaults(self) -> dict[str, Any]:
        """Return the values of the arguments that are not given (a seed comes from the plan)."""
        return {
            name: parameter.default
            for name, parameter in self.parameters.items()
            if parameter.default is not parameter.empty and name != "seed"
        }

    def make(self, arguments: Mapping[str, Any], seed: int) -> Agent:
        """Return a new agent, given ``seed`` if it takes one, whatever ``arguments`` say.

        Raises AgentError for what lacks something that an agent inherits.
        """
        seeded = {**arguments, "seed": seed} if self.takes_seed else arguments
        agent = self.factory(**seeded)
        if missing := [name for name in _CONTRACT if not hasattr(agent, name)]:
            raise AgentError(
                f"{type(agent).__name__} is no subclass of twbench.core.Agent and lacks what these"
                f" inherit: {', '.join(missing)}."
            )
        return agent

    def _check_types(self, arguments: Mapping[str, Any]) -> None:
        target = self.factory.__init__ if inspect.isclass(self.factory) else self.factory
        hints = typing.get_type_hints(target)
        for name, value in arguments.items():
            if hints.get(name) not in _NAMED_TYPES:
                continue
            wanted, types = _NAMED_TYPES[hints[name]]
            if not isinstance(value, types) or (isinstance(value, bool) and bool not in types):
                raise AgentError(
                    f"Argument {name!r} of agent {self.name!r} must be {wanted}, not {value!r}."
                )


AGENTS = Registry(
    AgentEntry,
    "agent",
    "twbench.agents",
    AgentError,
    "One of your own is registered by the file named with agent_module=...",
)
"""The agents by name."""

names = AGENTS.names
get = AGENTS.get


def register(entry: AgentEntry | str, *described: Any, **options: Any) -> AgentEntry:
    """Add an agent and return it; ``register(name, factory, ...)`` makes the entry as well.

    Raises AgentError where the name is taken, and for an agent that is said to be deterministic
    and takes a seed.
    """
    if isinstance(entry, str):
        entry = AgentEntry(entry, *described, **options)
    return AGENTS.register(entry)


for _entry in (
    AgentEntry("canonical", CanonicalAgent, "eleven canonical actions, at random (RAND)"),
    AgentEntry(
        "explorer", ExplorerAgent, "draws a map, tries what is named, remembers what failed"
    ),
    AgentEntry("greedy", GreedyAgent, "valid actions: the best to be seen ahead, or the newest"),
    AgentEntry("human", HumanAgent, "a person at the keyboard", evaluable=False),
    AgentEntry("random", NaiveAgent, "common verbs with words of the text, at random"),
    AgentEntry("random_command", RandomCommandAgent, "one of the admissible commands, at random"),
    AgentEntry("simple", simple.NaiveAgent, "a dozen fixed words, at random"),
    AgentEntry("walkthrough", WalkthroughAgent, "the game's own solution", deterministic=True),
):
    AGENTS.register(_entry)
AGENTS.seal()

SHIPPED = AGENTS.shipped
"""The names of the agents that come with twbench; nobody else can register one under them."""
