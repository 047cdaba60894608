"""A family of games of its own, guess the number, with a challenge of it."""

from dataclasses import dataclass

from twbench.challenges import Challenge
from twbench.core import Environment, GameState
from twbench.errors import GameNotRunningError
from twbench.families import Family, unknown_columns
from twbench.hashing import content_id
from twbench.seeding import Rng


class GuessEnv(Environment):
    game, over = None, True

    def load(self, path):
        self.game = FAMILY.read(path)

    def seed(self, seed=None):
        return []  # there is no chance in it

    def reset(self):
        return self._tell(None, 0, f"I think of a number from 1 to {self.game['most']}.", False)

    def step(self, command):
        if self.over:
            raise GameNotRunningError("The game is not running: call reset() first.")
        number = int(command) if command.isdecimal() and len(command) < 9 else 0
        secret = self.game["secret"]
        text = "Right!" if number == secret else "Too low." if number < secret else "Too high."
        state = self._tell(command, self.moves + 1, text, number == secret)
        return state, int(self.over), self.over

    def _tell(self, command, moves, text, won):
        self.moves, self.over = moves, won
        known = {"moves": moves, "score": int(won), "max_score": 1, "won": won, "lost": False}
        asked = {name: value for name, value in known.items() if getattr(self.infos, name)}
        self.state = GameState(raw=text, feedback=text, last_command=command, **asked)
        return self.state


class Guessing(Family):
    name, description = "guessing", "a number that somebody thinks of"
    story_format, suffixes, is_harmless = "guess", frozenset({".guess"}), True
    proof = "a number that has been guessed"
    informations = Family.informations | {"moves", "score", "max_score", "won", "lost"}

    def describe(self, game, files=None, nodes=0):
        return {
            **unknown_columns(),
            "max_score": 1,
            "walkthrough": [str(game["secret"])],
            "optimal_length": 1,
            "vocab": sorted(str(number) for number in range(1, game["most"] + 1)),
            "structure_hash": content_id(game, 26),
        }

    def open(self, path, infos=None):
        env = GuessEnv(infos)
        env.load(path)
        return env


@dataclass(frozen=True)
class Numbers:
    most: int = 10


def think(settings, seed):
    return {"most": settings.most, "secret": Rng(seed).between(1, settings.most)}


FAMILY = Guessing()
GUESS = Challenge("guess", "a number to be guessed", Numbers, think, family="guessing")
