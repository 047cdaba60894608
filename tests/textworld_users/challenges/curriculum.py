"""Lessons that keep more in their settings than the challenge asks for."""

import json
import os

import textworld.challenges.tw_cooking.cooking
import textworld.generator

LESSONS = [
    {"level": 1, "sublevel": 1, "go": 1, "recipe": 1, "take": 0, "cook": False, "cut": False},
    {"level": 1, "sublevel": 2, "go": 1, "recipe": 1, "take": 1, "cook": True, "cut": False},
    {"level": 2, "sublevel": 1, "go": 6, "recipe": 2, "take": 2, "cook": True, "cut": True},
]

os.makedirs("lessons", exist_ok=True)
tasks = []
for number, lesson in enumerate(LESSONS, 1):
    settings = dict(lesson, open=True, drop=False, split="train")
    settings["recipe_seed"] = 0 if lesson["take"] == 0 else number
    options = textworld.GameOptions()
    options.seeds = {"map": number, "objects": number, "quest": number, "grammar": number}
    options.path = f"lessons/cooking-{number}.z8"
    game = textworld.challenges.tw_cooking.cooking.make(settings, options)
    path = textworld.generator.compile_game(game, options)
    assert len(game.metadata["ingredients"]) == lesson["recipe"]
    assert len(game.world.rooms) == lesson["go"]
    tasks.append(
        {
            "id": number,
            "level": lesson["level"],
            "task": game.objective,
            "solution": ", ".join(game.walkthrough),
            "file_path": path,
        }
    )

with open("lessons.jsonl", "w") as file:
    file.writelines(json.dumps(task) + "\n" for task in tasks)
with open("lessons.jsonl") as file:
    for line in file:
        task = json.loads(line)
        env = textworld.start(task["file_path"], textworld.EnvInfos(won=True))
        state = env.reset()
        done = False
        for command in task["solution"].split(", "):
            assert not done
            state, score, done = env.step(command)
        assert done
        assert state.won
        env.close()
