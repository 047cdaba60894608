"""The errors of twbench, grouped by who can act on them.

```
TwbenchError
├── InputError               somebody wrote something we cannot use; the message says what is right
│   ├── ConfigError            a configuration key, type or value
│   │   ├── CommandCountError    not one command for each game of a batch
│   │   └── UnknownInfoError     an information that no environment has
│   ├── LogicError             a logic (.twl) file or expression
│   ├── GrammarError           a text grammar (.twg) file
│   ├── GameFileError          a game (.json) file
│   ├── StoryFileError         a story (.z1 to .z8) file
│   ├── DatasetError           a dataset folder
│   ├── RunError               a run folder
│   ├── WorldError             a world of items, zones and transformations
│   ├── AgentError             an agent's name or arguments
│   └── MissingPackageError    something that needs an extra of twbench that is not installed
├── GenerationError          what was asked for cannot be made; the message says why
│   └── StoryLimitError        a game does not fit into a story file
├── ChallengeError           a challenge fails whatever it is asked for
├── SandboxError             a process cannot be shut in, or what it is to reach must stay hidden
├── EnvInfoMissingError      an information was requested that this story cannot give
├── GameNotRunningError      a step without a reset, or after the end of the episode
├── NotCopiedError           a running game cannot be pickled
├── ServiceError             a service that an agent needs does not answer; agents raise it
└── InternalError            a fault of twbench, or of an extension, in the process of a story
```

Every one of them is shown to a command-line user as its message alone, with a non-zero exit code.
What is wrong in a file and can be used all the same is told with an `InputWarning`.
"""

__all__ = [
    "AgentError",
    "ChallengeError",
    "CommandCountError",
    "ConfigError",
    "DatasetError",
    "EnvInfoMissingError",
    "GameFileError",
    "GameNotRunningError",
    "GenerationError",
    "GrammarError",
    "InputError",
    "InputWarning",
    "InternalError",
    "LogicError",
    "MissingPackageError",
    "NotCopiedError",
    "RunError",
    "SandboxError",
    "ServiceError",
    "StoryFileError",
    "StoryLimitError",
    "TwbenchError",
    "UnknownInfoError",
    "WorldError",
    "nearest",
]

from collections.abc import Iterable


class TwbenchError(Exception):
    """Base of all errors that twbench raises on purpose."""


class InputError(TwbenchError):
    """Something written by a person (or a damaged file) cannot be used."""


class InputWarning(UserWarning):
    """Something written by a person is used, although it is surely not meant so."""


class ConfigError(InputError):
    """A configuration key, type or value is wrong."""


class CommandCountError(ConfigError, AssertionError):
    """A batch is not given one command for each of its games (TextWorld's is an AssertionError)."""


class UnknownInfoError(ConfigError, ValueError):
    """An information is asked for that no environment has (TextWorld's is a ValueError)."""


class LogicError(InputError, ValueError):
    """A logic file or expression is wrong; the message shows line, column and caret."""


class GrammarError(InputError, ValueError):
    """A text grammar is wrong; the message shows line, column and caret."""


class GameFileError(InputError):
    """A game file cannot be read."""


class StoryFileError(InputError):
    """A story file is damaged, of an unsupported kind, or not the story of its game."""


class DatasetError(InputError):
    """A dataset folder is damaged, unfinished or not a dataset."""


class RunError(InputError):
    """A run folder is damaged, unfinished or not a run."""


class WorldError(InputError, ValueError):
    """A world of items, zones and transformations cannot be played; the message lists all of it."""


class AgentError(InputError):
    """An agent is unknown or was given wrong arguments."""


class MissingPackageError(InputError, ModuleNotFoundError):
    """Something was imported that needs an extra of twbench which is not installed."""

    def __init__(self, wanted: str, package: str, extra: str):
        super().__init__(
            f"{wanted} needs the package {package}, which is not installed: pip install"
            f" 'twbench[{extra}]'.",
            name=package,
        )
        self.wanted = wanted
        self.extra = extra

    def __reduce__(self) -> tuple[type, tuple[str, str | None, str]]:
        return type(self), (self.wanted, self.name, self.extra)


class GenerationError(TwbenchError, ValueError):
    """What was asked for cannot be generated."""


class StoryLimitError(GenerationError):
    """A game does not fit into a story file of the chosen format."""


class ChallengeError(TwbenchError):
    """A challenge fails whatever it is asked for; the message says how, and where to read more."""

    def __init__(self, challenge: str, message: str):
        super().__init__(challenge, message)
        self.challenge = challenge

    def __str__(self) -> str:
        return str(self.args[1])


class SandboxError(TwbenchError):
    """A process cannot be shut in as asked, or is to reach what must stay hidden."""


class EnvInfoMissingError(TwbenchError, NameError):
    """An information was requested that this environment cannot give (docs: textworld.core)."""

    def __init__(self, requester: str, info: str, reason: str = ""):
        super().__init__(f"{requester} cannot give the information {info!r}. {reason}".rstrip())
        self.requester = requester
        self.info = info
        self.reason = reason

    def __reduce__(self) -> tuple[type, tuple[str, str, str]]:
        return type(self), (self.requester, self.info, self.reason)


class GameNotRunningError(TwbenchError, RuntimeError):
    """The game has not been reset, or has ended (docs: textworld.core)."""


class NotCopiedError(TwbenchError, TypeError):
    """A running game was to be pickled."""

    def __init__(self) -> None:
        super().__init__(
            "A running game cannot be pickled: give the other process the path of the story, and"
            " start it there. Within one process, env.copy() makes a copy."
        )


class ServiceError(TwbenchError):
    """A service that an agent needs fails: not the agent's fault, and the episode does not count.

    Agents that are registered with ``network=True`` raise it; of others it is their own failure.
    The episode is played again when the run is resumed; until then the run is not complete. An
    evaluation raises it where one episode after the other has failed so.
    """


class InternalError(TwbenchError):
    """Python code failed in the process of a story: a fault of twbench or of an extension."""


_LONGEST_COMPARED = 50
_MOST_COMPARED = 1000


def nearest(name: str, allowed: Iterable[str], cutoff: float = 0.6) -> str:
    """Return `` Did you mean 'x'?`` for the allowed name closest to ``name``, or nothing.

    It is nothing if none is as similar as ``cutoff`` (1: the same). To compare takes long: long
    names are not compared, nor is more than a thousand.
    """
    if len(name) > _LONGEST_COMPARED:
        return ""
    known = [other for other in sorted(allowed) if len(other) <= _LONGEST_COMPARED]
    from difflib import get_close_matches

    close = get_close_matches(name, known[:_MOST_COMPARED], n=1, cutoff=cutoff)
    return f" Did you mean {close[0]!r}?" if close else ""
