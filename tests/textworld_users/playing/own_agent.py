"""An agent of one's own, and a wrapper that counts what it does."""

import textworld
from textworld.core import Agent, Wrapper


class Careful(Agent):
    """Looks before everything it does."""

    def reset(self, env):
        env.request_infos.admissible_commands = True
        self.looked = False

    def act(self, game_state, reward, done):
        self.looked = not self.looked
        if self.looked:
            return "look"
        return sorted(game_state.admissible_commands)[0]


class Counter(Wrapper):
    steps = 0

    def step(self, command):
        Counter.steps += 1
        return super().step(command)


options = textworld.GameOptions()
options.path, options.seeds = "./game.z8", 3
game_file, _ = textworld.make(options)
textworld.play(game_file, agent=Careful(), max_nb_steps=6, wrappers=[Counter], silent=True)
assert 1 <= Counter.steps <= 6
