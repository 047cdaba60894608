"""Games by the command, in a loop, read again for a table of examples."""

import json
import subprocess
from pathlib import Path

import textworld

KINDS = {
    "custom": ["--world-size", "2", "--nb-objects", "4", "--quest-length", "2"],
    "tw-coin_collector": ["--level", "3"],
    "tw-cooking": ["--recipe", "1", "--take", "1", "--go", "1", "--cook", "--split", "valid"],
}

examples = []
for number, (kind, settings) in enumerate(KINDS.items()):
    output = Path("games") / kind / f"game_{number}.z8"
    command = ["tw-make", kind, *settings, "--seed", str(number + 1), "--output", str(output)]
    if kind == "custom":
        command.append("--only-last-action")
    made = subprocess.run([*command, "--silent"], capture_output=True, text=True, timeout=200)
    assert made.returncode == 0, made.stderr
    game = textworld.Game.load(str(output.with_suffix(".json")))
    names = {room.id: game.infos[room.id].name or room.name for room in game.world.rooms}
    doors = {
        (names[room.id], way, names[other.id])
        for room in game.world.rooms
        for way, other in room.exits.items()
    }
    examples.append({"kind": kind, "objective": game.objective, "rooms": sorted(names.values())})
    assert len(doors) >= len(names) - 1

    infos = textworld.EnvInfos(admissible_commands=True, won=True)
    env = textworld.start(str(output), infos)
    agent = textworld.agents.WalkthroughAgent(game.metadata["walkthrough"])
    agent.reset(env)
    state, score, done = env.reset(), 0, False
    while not done:
        state, score, done = env.step(agent.act(state, score, done))
    assert state.won
    env.close()

assert [len(example["rooms"]) for example in examples] == [2, 3, 1]
assert all(example["objective"] for example in examples)
assert json.dumps(examples)
