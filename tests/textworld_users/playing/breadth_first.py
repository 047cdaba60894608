"""A shortest solution is looked for by copies of the progression of a game."""

from collections import deque

import textworld
from textworld.generator import make_game
from textworld.generator.game import GameProgression, gen_commands_from_actions

options = textworld.GameOptions()
options.seeds = 2
options.nb_rooms, options.nb_objects, options.quest_length = 3, 5, 3
game = make_game(options)

start = GameProgression(game)
seen = {frozenset(start.state.facts)}
queue, solution = deque([(start, [])]), None
while queue and solution is None:
    progression, path = queue.popleft()
    for action in progression.valid_actions:
        child = progression.copy()
        child.update(action)
        facts = frozenset(child.state.facts)
        if child.completed:
            solution = [*path, action]
            break
        if facts not in seen and not child.failed:
            seen.add(facts)
            queue.append((child, [*path, action]))

assert 1 <= len(solution) <= 3
assert all(action.name in game.kb.rules for action in solution)
assert len(gen_commands_from_actions(solution, game.kb)) == len(solution)
assert start.state.is_applicable(solution[0])
