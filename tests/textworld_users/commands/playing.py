"""``tw-play`` as scripts call it."""

from subprocess import check_output

import textworld

options = textworld.GameOptions()
options.path, options.seeds = "./game.z8", 5
options.nb_rooms, options.nb_objects, options.quest_length = 2, 4, 3
game_file, game = textworld.make(options)

for mode in ("random", "random-cmd", "walkthrough"):
    told = check_output(["tw-play", "--max-steps", "50", "--mode", mode, game_file], text=True)
    assert "Done after" in told
    assert "Score" in told
assert f"Done after {len(game.walkthrough)} steps. Score 1/1." in told
told = check_output(["tw-play", "--mode", "walkthrough", "-v", game_file], text=True)
assert "*** The End ***" in told
