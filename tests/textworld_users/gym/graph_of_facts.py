"""Facts as triplets of a graph, followed by the actions of the game's own logic."""

import textworld
import textworld.challenges
import textworld.gym
from textworld.generator import compile_game
from textworld.logic import Signature, State

options = textworld.GameOptions()
options.seeds = 5
options.path = "./graph.z8"
game = textworld.challenges.cooking.make(
    {
        "recipe": 1,
        "take": 1,
        "go": 6,
        "open": True,
        "cook": False,
        "cut": False,
        "drop": False,
        "recipe_seed": 5,
        "split": "train",
    },
    options,
)
path = compile_game(game, options)


def triplets(facts):
    graph = set()
    for fact in facts:
        names = [argument.name for argument in fact.arguments]
        if len(names) == 1:
            graph.add((names[0], "is", fact.name))
        elif len(names) == 2:
            graph.add((names[0], fact.name, names[1]))
    return graph


infos = textworld.EnvInfos(
    game=True, facts=True, last_action=True, max_score=True, extras=["walkthrough"]
)
env_id = textworld.gym.register_games([path] * 2, infos, batch_size=2, asynchronous=False)
env = textworld.gym.make(env_id)
obs, info = env.reset()
assert [one.max_score for one in info["game"]] == info["max_score"]
assert [one.metadata["uuid"] for one in info["game"]] == [game.metadata["uuid"]] * 2
logic = info["game"][0].kb.logic
facts = info["facts"][0]
[at] = State(logic, facts).facts_with_signature(Signature("at", ("P", "r")))
assert at.arguments[0].name == "P"
seen = []
for command in info["extra.walkthrough"][0]:
    obs, scores, dones, info = env.step([command, "look"])
    action = info["last_action"][0]
    state = State(logic, set(facts) | set(action.preconditions))
    assert state.apply(action)
    facts = info["facts"][0]
    assert triplets(state.facts) == triplets(facts)
    seen.append(triplets(facts))
assert dones[0]
assert not dones[1]
assert any(relation == "in" for graph in seen for _, relation, _ in graph)
env.close()
