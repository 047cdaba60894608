"""Agents that misbehave, registered under their names."""

import os
import sys
import time
from pathlib import Path

from twbench.agents import register
from twbench.core import Agent, Environment, GameState
from twbench.errors import ServiceError


class Scripted(Agent):
    """Does what ``script`` says: commands, separated by commas."""

    def __init__(self, script: str = "look"):
        self._commands = script.split(",")

    def reset(self, env: Environment) -> None:
        self._left = iter(self._commands)

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return next(self._left, "look")


class Trouble(Agent):
    """Goes east once, then does what ``kind`` says."""

    def __init__(self, kind: str, seed: int = 7):
        self.kind = kind
        self.seed = seed
        self._acts = 0

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        self._acts += 1
        if self._acts == 1:
            return "go east"
        return self._trouble()

    def _trouble(self) -> str:
        if self.kind == "raise":
            raise KeyError("no idea")
        if self.kind == "number":
            return 42  # type: ignore[return-value]
        if self.kind == "exit":
            sys.exit("enough")
        if self.kind == "die":
            os._exit(5)
        if self.kind == "hang":
            time.sleep(600)
        if self.kind == "swallow":
            while True:
                try:
                    time.sleep(600)
                except BaseException:  # noqa: S112
                    continue
        if self.kind == "print":
            print("chatter")
        return {
            "nul": "\0",
            "emoji": "\N{COLLISION SYMBOL}",
            "long": "x" * 10_000,
            "surrogate": "\ud800",
            "newline": "look\ngo east",
        }.get(self.kind, "look")


class Served(Agent):
    """Asks a service, which is up while ``folder`` is there and waits until it has ``guests``."""

    def __init__(self, folder: str, seed: int, guests: int = 1):
        self._folder = Path(folder)
        self._seed = seed
        self._guests = guests

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        if not self._folder.is_dir():
            raise ServiceError("nobody is there")
        (self._folder / str(self._seed)).touch()
        deadline = time.monotonic() + 20
        while len(list(self._folder.iterdir())) < self._guests:
            if time.monotonic() > deadline:
                return "wait"
            time.sleep(0.01)
        return "look"


class Alike(Served):
    """The same, and does the same in every episode of a game."""

    def __init__(self, folder: str, guests: int = 1):
        super().__init__(folder, 0, guests)


class Seeded(Agent):
    """Types its seed."""

    def __init__(self, seed: int):
        self.seed = seed

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return str(self.seed)


_episodes = 0


class Remembers(Agent):
    """Types how many episodes it has seen."""

    def reset(self, env: Environment) -> None:
        global _episodes
        _episodes += 1

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return str(_episodes)


def broken_factory() -> Agent:
    raise RuntimeError("out of memory")


register("scripted", Scripted, "follows a script")
register("trouble", Trouble, "makes trouble")
register("served", Served, "asks a service", network=True)
register("alike", Alike, "asks a service once", deterministic=True, network=True)
register("local", Served, "asks no service, it says")
register("seeded", Seeded, "types its seed")
register("remembers", Remembers, "counts the episodes")
register("broken", broken_factory, "cannot be made")
