"""Where a turn goes: what of a step is Frotz, what Jericho's environment adds, and what ours.

    python benchmarks/bench_turn.py [--games 12] [--steps 50] [--rounds 6] [--textworld-python PATH]

The games and the commands are those of `bench_steps.py`: with ``--textworld-python``, TextWorld
made them. Printed are, for each challenge, the instructions of the Z-machine and the letters of a
turn, and the microseconds of the processor for a command in

* Frotz: its library's ``step``, called from Python with a line that is ready,
* `jericho.FrotzEnv.step`,
* `twbench.envs.StoryEnv.step` with nothing asked for;

behind them, what TextWorld takes for the same commands divided by each of the three. That of Frotz
is the most that an environment could reach which plays these stories in Frotz. Each game is played
several times by turns, and the fastest one counts: this is not what a first episode costs.
"""

import argparse
import tempfile
import time
import warnings
from collections.abc import Callable
from itertools import chain
from pathlib import Path

import jericho
from bench_steps import (
    CHALLENGES,
    PLAY,
    Episodes,
    ask,
    random_episodes,
    rate,
    stories_of,
)
from jericho.jericho import UnsupportedGameWarning

from twbench.core import EnvInfos
from twbench.envs import StoryEnv
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story

ALONE = "feedback alone"
Played = list[tuple[Path, Episodes]]


def timed(commands: Episodes, reset: Callable[[], object], step: Callable[[str], object]) -> float:
    """Return the seconds that the steps of some episodes take."""
    seconds = 0.0
    for episode in commands:
        reset()
        begin = time.process_time()
        for command in episode:
            step(command)
        seconds += time.process_time() - begin
    return seconds


def timed_lines(episodes: Episodes, frotz: jericho.FrotzEnv) -> float:
    """Return the seconds that the library of an environment takes for the lines of episodes."""
    step = frotz.frotz_lib.step
    seconds = 0.0
    for episode in episodes:
        frotz.reset()
        lines = [command.encode() + b"\n" for command in episode]
        begin = time.process_time()
        for line in lines:
            step(line)
        seconds += time.process_time() - begin
    return seconds


def microseconds(games: Played, rounds: int) -> tuple[float, float, float]:
    """Return what a step takes in Frotz, in Jericho's environment, and in ours."""
    best = [[float("inf")] * 3 for _ in games]
    for _ in range(rounds):
        for number, (path, episodes) in enumerate(games):
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", UnsupportedGameWarning)
                frotz = jericho.FrotzEnv(str(path))
            taken = [timed_lines(episodes, frotz), timed(episodes, frotz.reset, frotz.step)]
            frotz.close()
            with StoryEnv(EnvInfos(), trusted=True) as env:
                env.load(path)
                taken.append(timed(episodes, env.reset, env.step))
            best[number] = list(map(min, best[number], taken))
    steps = sum(len(episode) for _, episodes in games for episode in episodes)
    frotz_alone, with_jericho, ours = (
        1e6 * sum(taken) / steps for taken in zip(*best, strict=True)
    )
    return frotz_alone, with_jericho, ours


def counted(games: Played) -> tuple[float, float]:
    """Return the instructions of a turn, and its letters, in the mean of all turns."""
    instructions = letters = turns = 0
    for path, episodes in games:
        session = Session(read_story(path))
        for episode in episodes:
            session.reset()
            for command in episode:
                instructions += session.count_instructions(command)
                letters += len(session.step(command))
            turns += len(episode)
        session.close()
    return instructions / turns, letters / turns


def main() -> None:
    """Measure, and print a row for each challenge."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "--textworld-python", type=Path, help="the Python of an environment with TextWorld 1.7"
    )
    parser.add_argument("--games", type=int, default=12, help="of each challenge (default: 12)")
    parser.add_argument("--steps", type=int, default=50, help="of an episode at most (default: 50)")
    parser.add_argument("--rounds", type=int, default=6, help="of each game (default: 6)")
    parser.add_argument("--only", nargs="*", default=list(CHALLENGES), help="some challenges")
    arguments = parser.parse_args()
    print("| challenge | instructions | letters | Frotz | FrotzEnv | ours | times TextWorld | | |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in arguments.only:
        with tempfile.TemporaryDirectory() as folder:
            print(row(name, Path(folder), arguments), flush=True)


def row(name: str, folder: Path, arguments: argparse.Namespace) -> str:
    """Measure one challenge; return its row of the table."""
    python = arguments.textworld_python
    paths, theirs = stories_of(name, folder, arguments.games, python)
    games = [(path, random_episodes(path, n, 1, arguments.steps)) for n, path in enumerate(paths)]
    each = microseconds(games, arguments.rounds)
    cells = [f"{count:.0f}" for count in counted(games)] + [f"{taken:.1f}" for taken in each]
    if theirs:
        turns = [(str(story), done) for story, (_, done) in zip(theirs, games, strict=True)]
        played = ask(python, PLAY, [turns, {ALONE: {}}, False])[ALONE][1]
        taken_there = 1e6 / rate(chain.from_iterable(played))
        cells += [f"{taken_there / taken:.0f}" for taken in each]
    return f"| {name} | {' | '.join(cells)} |"


if __name__ == "__main__":
    main()
