"""Agents that draw their commands: the same seed, the same game."""

import textworld
from textworld.agents import NaiveAgent, RandomCommandAgent

options = textworld.GameOptions()
options.path, options.seeds = "./game.z8", 11
options.nb_rooms, options.nb_objects, options.quest_length = 3, 5, 2
game_file, _ = textworld.make(options)


def played(agent, steps=8):
    env = textworld.start(game_file)
    agent.reset(env)
    state = env.reset()
    score, done, commands = 0, False, []
    while not done and len(commands) < steps:
        commands.append(agent.act(state, score, done))
        if agent.__class__ is RandomCommandAgent:
            assert commands[-1] in state.admissible_commands
        state, score, done = env.step(commands[-1])
    env.close()
    return commands


for kind in (NaiveAgent, RandomCommandAgent):
    assert played(kind(seed=3)) == played(kind(seed=3))
    assert played(kind(seed=3)) != played(kind(seed=4))
    textworld.play(game_file, agent=kind(seed=1), max_nb_steps=5, silent=True)
