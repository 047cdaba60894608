"""``tw-make`` as scripts call it."""

import os
from subprocess import check_output, run

import textworld
from textworld.agents import WalkthroughAgent

command = ["tw-make", "custom", "--seed", "1234", "--world-size", "3", "--nb-objects", "4"]
told = check_output(
    [*command, "--quest-length", "2", "--output", "games/game_1234", "-v"], text=True
)
assert os.path.isfile("games/game_1234.z8")
assert os.path.isfile("games/game_1234.json")
assert "Global seed: 1234" in told
assert f"Game generated: {os.path.abspath('games/game_1234.z8')}" in told
assert "Objective:" in told
assert "Nb. locations: 3" in told
game = textworld.Game.load("games/game_1234.json")
assert len(game.world.rooms) == 3
assert len(game.walkthrough) == 2
assert " > ".join(game.walkthrough) in told
textworld.play("games/game_1234.z8", agent=WalkthroughAgent(), silent=True)

refused = run([*command, "--format", "ulx"], capture_output=True, text=True)
assert refused.returncode == 2
assert "--format" in refused.stderr
