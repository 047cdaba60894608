"""``tw-extract`` as scripts call it."""

from subprocess import check_output

import textworld

files, walkthroughs = [], []
for seed in (2, 3):
    options = textworld.GameOptions()
    options.path, options.seeds, options.quest_length = f"./game{seed}.z8", seed, 2
    options.nb_rooms, options.nb_objects = 2, 4
    game_file, game = textworld.make(options)
    files.append(game_file)
    walkthroughs.append(" > ".join(game.walkthrough))


def extracted(kind):
    told = check_output(["tw-extract", kind, *files, "--output", f"{kind}.txt"], text=True)
    with open(f"{kind}.txt") as found:
        return told, found.read().splitlines()


told, lines = extracted("walkthroughs")
assert lines == walkthroughs
assert "Found 2 walkthroughs" in told
for kind, noun in (("vocab", "words"), ("entities", "entities"), ("commands", "commands")):
    told, lines = extracted(kind)
    assert f"Found {len(lines)} {noun}" in told
    assert lines == sorted(set(lines))
merged = ["tw-extract", "vocab", "--theme", "house", "--merge", "--output", "vocab.txt"]
assert "new)" in check_output(merged, text=True)
