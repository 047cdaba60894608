"""What is done in a game: played by a person, or by commands as a player types them."""

__all__ = ["QuestError", "performed", "played_condition", "recorded"]

import sys
from collections.abc import Sequence
from contextlib import suppress
from queue import SimpleQueue
from typing import TYPE_CHECKING

from twbench.errors import GenerationError, nearest
from twbench.generator.knowledge.event import Event
from twbench.logic import Action, Proposition, State

if TYPE_CHECKING:
    from twbench.core import Environment

_INVITATION = (
    "Play what the quest shall be. What is refused does not count; undo takes a turn back, quit"
    " ends the recording.\n\n"
)
_NO_ACTIONS = frozenset({"undo", "wait", "z"})


class QuestError(GenerationError, ValueError):
    """A quest cannot be made; the message says which command is wrong and why."""


def performed(story: str, commands: Sequence[str]) -> list[Action]:
    """Return the actions that the story at a path performs for ``commands``.

    They may be abbreviated, or lead to several actions ("take all"); "wait" leads to none, "undo"
    takes back those before. Raises QuestError that says which one the story refuses, with its
    answer.
    """
    from twbench.agents.human import SecondThoughts
    from twbench.core import EnvInfos
    from twbench.envs.wrappers import ActionRecorder
    from twbench.families import start

    infos = EnvInfos(admissible_commands=True)
    recorder = ActionRecorder(start(story, infos, isolated=False))
    with SecondThoughts(recorder) as env:
        possible = env.reset().admissible_commands
        for number, command in enumerate(commands, start=1):
            state, _, _ = env.step(command)
            if not env.unwrapped.acted and command.strip().lower() not in _NO_ACTIONS:
                answer = " ".join(state.feedback.split())
                raise QuestError(
                    f"Command {number}, {command!r}, is refused: {answer}"
                    f"{nearest(command, [known for known in possible if known != command])}"
                )
            possible = state.admissible_commands
        return list(recorder.actions)


def recorded(story: str, port: int | None = None) -> list[Action]:
    """Return the actions of a person who plays the story at a path: on a page, if it has a port.

    The end of the input, ``quit`` and ``q`` end it; ``undo`` takes a turn back.
    """
    from twbench.agents.human import HumanAgent, PageAgent
    from twbench.envs.wrappers import ActionRecorder, RecordingViewer
    from twbench.families import play

    seats: list[ActionRecorder] = []
    typed: SimpleQueue[str] = SimpleQueue()

    def seated(env: "Environment") -> "Environment":
        seats.append(ActionRecorder(env))
        if port is None:
            return seats[0]
        viewer = RecordingViewer(seats[0], typed.put, port=port)
        sys.stdout.write(f"The page is {viewer.url}\n")
        return viewer

    sys.stdout.write(_INVITATION)
    agent = HumanAgent() if port is None else PageAgent(typed.get)
    with suppress(EOFError):  # how a person leaves
        play(story, agent, 0, seated, silent=port is not None, isolated=False)
    return list(seats[0].actions)


def played_condition(actions: Sequence[Action], start: State) -> list[Proposition]:
    """Return the condition of the quest to do what was played from the ``start``.

    It is what the last action leaves true. Where that was so before, as when the player has come
    back with something, it is that and all else that is not as it was at the start.
    """
    if not actions:
        return []
    last = Event(actions)
    now = start.copy()
    was_so = last.is_triggering(now)
    for action in actions[:-1]:
        now.apply(action)
        was_so = was_so or last.is_triggering(now)
    if not was_so:
        return list(last.conditions)
    now.apply(actions[-1])
    changed = sorted(set(now.facts) - set(start.facts))
    return list(dict.fromkeys([*last.conditions, *changed]))
