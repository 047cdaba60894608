"""One function for every challenge, by its name, that keeps a record of each game."""

import hashlib
import json
import os

import textworld
import textworld.challenges
from textworld.generator import QuestGenerationError, compile_game

WANTED = {
    "tw-simple": {"seed": 3, "rewards": "balanced", "goal": "brief", "test": False},
    "tw-coin_collector": {"seed": 4, "level": 105},
    "tw-treasure_hunter": {"seed": 5, "level": 3},
}


def generate(name, settings, folder="games"):
    if name not in textworld.challenges.CHALLENGES:
        raise ValueError("Unknown challenge: " + name)
    _, make, _ = textworld.challenges.CHALLENGES[name]
    options = textworld.GameOptions()
    options.seeds = settings["seed"]
    options.file_ext = options.file_ext or ".z8"
    os.makedirs(folder, exist_ok=True)
    options.path = os.path.join(folder, "{}_seed{}.z8".format(name, settings["seed"]))
    try:
        game = make(settings=settings, options=options)
    except QuestGenerationError:
        return None, None
    return compile_game(game, options), game


records = []
for name, settings in WANTED.items():
    path, game = generate(name, settings)
    assert os.path.exists(path)
    env = textworld.start(path, textworld.EnvInfos(max_score=True, won=True, inventory=True))
    try:
        state = env.reset()
        first = state.feedback
        assert int(state.max_score or 1) == game.max_score
        for command in game.metadata["walkthrough"]:
            state, score, done = env.step(command)
        assert done
        assert state.won
    finally:
        env.close()
    with open(path, "rb") as file:
        digest = hashlib.sha256(file.read()).hexdigest()
    records.append({"name": name, "question": first, "sha256": digest, "settings": settings})
    records[-1]["uuid"] = game.metadata["uuid"]

assert len({record["uuid"] for record in records}) == len(WANTED)
assert len({record["sha256"] for record in records}) == len(WANTED)
assert json.loads(json.dumps(records)) == records
refused = ""
try:
    generate("tw-chess", {"seed": 1})
except ValueError as error:
    refused = str(error)
assert "tw-chess" in refused
