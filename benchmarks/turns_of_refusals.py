"""How often a story by another maker takes a turn for a command that it refuses.

    python benchmarks/turns_of_refusals.py STORIES [--only library.z5 ...]

In states along each walkthrough people's commands are typed, each from the same state: five verbs
with every word of the text that something there can be examined by. Refused is what leaves the
world as waiting or looking leaves it. A clock is a number in the story's globals that each of three
turns of waiting raises by one; to examine what is there raises it, to ask for what is not does not.
Printed is, of the refused commands, how many have raised one, and after how many the next random
number would be another. Whoever remembers refusals for other states has to know what they read:
`docs/jericho.md`.
"""

import argparse
import re
from pathlib import Path

from bench_valid_actions import Place, known_stories

from twbench.envs import own_folder
from twbench.envs.frotz.session import Session

STATES = range(0, 40, 4)
VERBS = ("take", "open", "push", "eat", "pull")
_GLOBALS = 12  # where the header has the address of the globals, 240 words


def clocks_of(session: Session, data: bytes) -> list[int]:
    """Return where in memory the numbers are that each turn raises by one."""
    before, memories = session.save(), [session.memory()]
    for _ in range(3):
        session.step("wait")
        memories.append(session.memory())
    session.restore(before)
    start = int.from_bytes(data[_GLOBALS : _GLOBALS + 2], "big")
    places = range(start, start + 480, 2)
    values = [[int.from_bytes(memory[at : at + 2], "big") for at in places] for memory in memories]
    return [
        place
        for number, place in enumerate(places)
        if [row[number] - values[0][number] for row in values] == [0, 1, 2, 3]
    ]


def refused_in(path: Path) -> tuple[int, int, int]:
    """Return how many commands a story refuses, how many take a turn, how many draw a number."""
    place = Place(path)
    session = place.session
    clocks = clocks_of(session, place.story.data)

    def takes_a_turn(command: str) -> bool:
        session.restore(place.here)
        session.step(command)
        now, before = session.memory(), place.here.memory
        return any(now[at : at + 2] != before[at : at + 2] for at in clocks)

    refused = turns = draws = 0
    for number, step in enumerate(place.walkthrough[: max(STATES) + 1]):
        if number in STATES:
            place.arrive()
            words = sorted(set(re.findall("[a-z]{3,}", session.step("look").lower())))
            there = [word for word in words if takes_a_turn(f"examine {word}")]
            for command in (f"{verb} {word}" for verb in VERBS for word in there):
                if place.leaves(command) is None:
                    refused += 1
                    draws += session.save().random != place.here.random
                    turns += takes_a_turn(command)
            session.restore(place.here)
        session.step(step)
    session.close()
    return refused, turns, draws


def main() -> None:
    """Print the figures of each story that Jericho knows a walkthrough of."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stories", type=Path, help="a folder")
    parser.add_argument("--only", nargs="*", help="names of stories of the folder")
    given = parser.parse_args()
    stories = given.stories.resolve()
    with own_folder():
        for path in known_stories(stories, given.only):
            refused, turns, draws = refused_in(path)
            print(
                f"{path.name:<16}{refused:>6} refused, {turns / max(refused, 1):.0%} take a"
                f" turn, {draws / max(refused, 1):.0%} draw a random number",
                flush=True,
            )


if __name__ == "__main__":
    main()
