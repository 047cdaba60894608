"""Agents that type at random (docs: textworld.agents.random)."""

__all__ = ["NaiveAgent", "RandomCommandAgent", "admissible_commands"]

import re

from twbench.agents.seeded import SeededAgent
from twbench.core import Environment, GameState
from twbench.errors import EnvInfoMissingError

BARE_COMMANDS = (
    "go north",
    "go south",
    "go east",
    "go west",
    "look",
    "inventory",
)
VERBS = ("take", "drop", "open", "close", "unlock", "examine", "eat", "cook")
_WORD = re.compile(r"[a-z]{3,}")


class NaiveAgent(SeededAgent):
    """Types a random command made of common verbs and the words of the last text.

    It needs no information beyond the text, so it plays any story. The same seed and the same
    texts give the same commands.
    """

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return a direction, a look around, or a verb with a word of the last text."""
        nouns = sorted(set(_WORD.findall((game_state.feedback or "").lower())))
        if not nouns or self._rng.chance(0.5):
            return self._rng.choice(BARE_COMMANDS)
        return f"{self._rng.choice(VERBS)} {self._rng.choice(nouns)}"


class RandomCommandAgent(SeededAgent):
    """Picks one of the admissible commands at random: every command it types makes sense.

    Where the story offers no command at all it waits with ``look``.
    """

    def reset(self, env: Environment) -> None:
        """Ask for the admissible commands and start the random numbers anew."""
        super().reset(env)
        env.infos.admissible_commands = True

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        """Return one of the admissible commands.

        Raises EnvInfoMissingError where the environment does not know them.
        """
        commands = admissible_commands(game_state)
        return self._rng.choice(commands) if commands else "look"


def admissible_commands(game_state: GameState) -> list[str]:
    """Return the admissible commands, sorted.

    Raises EnvInfoMissingError where the environment does not know them.
    """
    commands = game_state.admissible_commands
    if commands is None:
        raise EnvInfoMissingError("This environment", "admissible_commands")
    return sorted(commands)
