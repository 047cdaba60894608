"""An agent that takes the valid action that looks best at once."""

__all__ = ["GreedyAgent"]

import math
from collections import Counter

from twbench.agents.random import admissible_commands
from twbench.agents.seeded import SeededAgent
from twbench.core import Environment, GameState

_WAIT = "z"
_RELUCTANCE = 4
"""So often waiting counts as typed before it was: what is valid may change nothing of weight, and
take no time, so that nothing else becomes valid.
"""
_WITHOUT_ACTIONS = (_WAIT, "q", "")
"""What is typed where nothing is valid: something comes of itself, or a menu or a page is left.

Of longer lines a story that waits for keys would read letters when the next ones are typed.
"""
_Value = tuple[float, bool]
"""What comes of a command: the score, and whether its answer was never read before."""


class GreedyAgent(SeededAgent):
    """Plays valid actions greedily, and remembers what it has done where.

    Where the protocol grants lookahead, it tries commands on copies of the game, and takes the one
    with the highest score, of several the first whose answer it has never read. Otherwise, and once
    the lookahead is used up, it takes the command that it has typed least often where the same
    commands are valid, of several the one typed least often anywhere. The seed decides between
    those that are equal. Once all have been typed several times it waits, too.
    """

    def __init__(self, seed: int = 1234):
        super().__init__(seed)
        self._env: Environment | None = None
        self._typed: Counter[str] = Counter()
        self._typed_here: Counter[tuple[tuple[str, ...], str]] = Counter()
        self._read: set[str] = set()
        self._idle = 0

    def reset(self, env: Environment) -> None:
        """Ask for the admissible commands, and forget what was done."""
        super().reset(env)
        self._env = env
        self._typed.clear()
        self._typed_here.clear()
        self._read.clear()
        self._idle = 0
        env.infos.admissible_commands = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return a valid action; where there is none what lets time pass, or leaves a menu.

        Raises EnvInfoMissingError where the environment does not know them.
        """
        order = admissible_commands(game_state)
        self._read.add(game_state.feedback or "")
        if not order:
            self._idle += 1
            return _WITHOUT_ACTIONS[(self._idle - 1) % len(_WITHOUT_ACTIONS)]
        here = tuple(order)
        self._rng.shuffle(order)
        order = sorted([*order, _WAIT], key=lambda command: self._wear(here, command))
        command = self._best(order)
        self._typed[command] += 1
        self._typed_here[here, command] += 1
        return command

    def _wear(self, here: tuple[str, ...], command: str) -> tuple[int, int]:
        """Return how often a command was typed where those ``here`` are valid, and anywhere."""
        reluctance = _RELUCTANCE if command == _WAIT and _WAIT not in here else 0
        return self._typed_here[here, command] + reluctance, self._typed[command]

    def _best(self, commands: list[str]) -> str:
        """Return the best of the commands by trying them ahead, the first where that cannot be."""
        best, value = commands[0], None
        for command in commands:
            if not getattr(self._env, "lookahead_left", 0):
                break
            found = self._value(command)
            if value is None or found > value:
                best, value = command, found
        return best

    def _value(self, command: str) -> _Value:
        assert self._env is not None, "reset() comes first"  # noqa: S101 - for the type checker
        copy = self._env.copy()
        copy.infos = copy.infos.copy()
        copy.infos.admissible_commands = False  # of what comes of it nobody asks that
        try:
            state, score, done = copy.step(command)
        finally:
            copy.close()
        known = 0.0 if math.isnan(score) else score  # it is where it is not granted
        is_new = (state.feedback or "") not in self._read and not done
        return known, is_new
