"""The agent that knows how the game is won."""

import textworld
from textworld.agents import WalkthroughAgent, WalkthroughDone

options = textworld.GameOptions()
options.path, options.seeds, options.quest_length = "./game.z8", 7, 2
game_file, game = textworld.make(options)

env = textworld.start(game_file)
agent = WalkthroughAgent()
agent.reset(env)
state = env.reset()
score, done = 0, False
commands = []
while not done:
    command = agent.act(state, score, done)
    commands.append(command)
    state, score, done = env.step(command)
agent.finish(state, score, done)
assert commands == list(game.walkthrough)
assert score == game.max_score
env.close()

env = textworld.start(game_file)
agent = WalkthroughAgent(commands=["look"])
agent.reset(env)
state = env.reset()
assert agent.act(state, 0, False) == "look"
try:
    agent.act(state, 0, False)
except WalkthroughDone:
    pass
else:
    raise AssertionError("the commands were at their end")
env.close()
