"""What is done in a game: played by a person, or by commands as a player types them."""

__all__ = ["QuestError", "performed", "recorded"]

import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from twbench.errors import GenerationError, nearest
from twbench.logic import Action

if TYPE_CHECKING:
    from twbench.core import Environment
    from twbench.envs.wrappers import ActionRecorder

_INVITATION = (
    "Play what the quest shall be. What is refused does not count; undo takes a turn back, quit"
    " ends the recording.\n\n"
)
_WAITING = frozenset({"wait", "z"})


class QuestError(GenerationError, ValueError):
    """A quest cannot be made; the message says which command is wrong and why."""


def performed(story: str, commands: Sequence[str]) -> list[Action]:
    """Return the actions that the story at a path performs for ``commands``.

    They may be abbreviated, or lead to several actions ("take all"); "wait" leads to none. Raises
    QuestError that says which one the story refuses, with its answer.
    """
    from twbench.core import EnvInfos
    from twbench.envs.wrappers import ActionRecorder
    from twbench.families import start

    infos = EnvInfos(admissible_commands=True)
    with ActionRecorder(start(story, infos, isolated=False)) as env:
        possible = env.reset().admissible_commands
        for number, command in enumerate(commands, start=1):
            state, _, _ = env.step(command)
            if not env.unwrapped.acted and command.strip().lower() not in _WAITING:
                answer = " ".join(state.feedback.split())
                raise QuestError(
                    f"Command {number}, {command!r}, is refused: {answer}"
                    f"{nearest(command, [known for known in possible if known != command])}"
                )
            possible = state.admissible_commands
        return list(env.actions)


def recorded(story: str) -> list[Action]:
    """Return the actions of a person who plays the story at a path.

    The end of the input, ``quit`` and ``q`` end it; ``undo`` takes a turn back.
    """
    from twbench.agents import HumanAgent
    from twbench.envs.wrappers import ActionRecorder
    from twbench.families import play

    seats: list[ActionRecorder] = []

    def seated(env: "Environment") -> "ActionRecorder":
        seats.append(ActionRecorder(env))
        return seats[-1]

    sys.stdout.write(_INVITATION)
    with suppress(EOFError):  # how a person leaves
        play(story, HumanAgent(), max_nb_steps=0, wrappers=seated, isolated=False)
    return list(seats[0].actions)
