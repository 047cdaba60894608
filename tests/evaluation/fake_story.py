"""A corridor played in Python, for tests of everything around the story.

The story file is JSON: ``length`` rooms to the east, the last with a coin (worth ``max_score``).
``trouble`` happens at the command "press button": raise, exit, exit_once, segfault, bell, hang,
hang_hard, search (for a second, of which the story says that it may be two), search_for_ever.
"""

import json
import os
import signal
import time
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.announcing import announce_search
from twbench.errors import GameNotRunningError


class CorridorEnv(Environment):
    def __init__(self, infos: EnvInfos | None = None):
        super().__init__(infos)
        self._running = False
        self.seeds: list[int | None] = []

    def load(self, path: str) -> None:
        story = json.loads(Path(path).read_text())
        self._story = Path(path)
        self._length: int = story["length"]
        self._max_score: int = story["max_score"]
        self._trouble: str = story.get("trouble", "none")

    def seed(self, seed: int | None = None) -> list[int]:
        self.seeds.append(seed)
        return [seed or 0]

    def reset(self) -> GameState:
        self._room, self._score, self._moves, self._running = 0, 0, 0, True
        return self._look("You are in a corridor.", None, valid=True)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        if not self._running:
            raise GameNotRunningError("No episode is running.")
        if command == "press button":
            trouble(self._trouble, self._story)
        valid = command in self._commands()
        feedback = "I do not understand."
        if valid:
            self._moves += 1
            feedback = f"You {command}."
            self._room += {"go east": 1, "go west": -1}.get(command, 0)
            if command in ("take coin", "eat poison"):
                self._score += self._max_score if command == "take coin" else 0
                self._running = False
        state = self._look(feedback, command, valid)
        return state, self._score, not self._running

    def copy(self) -> "CorridorEnv":
        other = type(self)(self.infos.copy())
        other.__dict__.update({**self.__dict__, "infos": other.infos})
        return other

    def _commands(self) -> list[str]:
        commands = ["look"]
        if self._room < self._length:
            commands.append("go east")
        else:
            commands += ["eat poison", "take coin"]
        if self._room > 0:
            commands.append("go west")
        return sorted(commands)

    def _look(self, feedback: str, command: str | None, valid: bool) -> GameState:
        taken = self._score > 0
        known: dict[str, Any] = {
            "feedback": feedback,
            "last_command": command,
            "last_action": command if valid else None,
            "score": self._score,
            "moves": self._moves,
            "won": not self._running and taken,
            "lost": not self._running and not taken,
            "max_score": self._max_score,
            "admissible_commands": self._commands(),
        }
        self.state = GameState({name: known[name] for name in self.infos.basics if name in known})
        if "walkthrough" in self.infos.extras:
            self.state["extra.walkthrough"] = ["go east"] * self._length + ["take coin"]
        return self.state


def trouble(kind: str, story: Path) -> None:
    if kind == "exit_once" and not story.with_suffix(".once").exists():
        story.with_suffix(".once").touch()
        os._exit(3)
    if kind == "raise":
        raise ValueError("the story is broken")
    if kind == "exit":
        os._exit(3)
    if kind == "segfault":
        os.kill(os.getpid(), signal.SIGSEGV)
    if kind == "bell":
        os.write(1, b"\a")
        print("of the environment")
    if kind == "search":
        announce_search(2.0)
        time.sleep(1.0)
    if kind == "search_for_ever":
        announce_search(0.3)
        time.sleep(600)
    if kind == "hang":
        time.sleep(600)
    if kind == "hang_hard":
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGALRM])
        time.sleep(600)


def start(path: str, infos: EnvInfos | None = None) -> Environment:
    env = CorridorEnv(infos)
    env.load(path)
    return env
