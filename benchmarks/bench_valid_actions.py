"""Valid actions of stories by other makers: what is found, how fast, and whether it is true.

    python benchmarks/bench_valid_actions.py STORIES --jericho-python PATH [--mode exhaustive]
    python benchmarks/bench_valid_actions.py STORIES --jericho-python PATH --answers FOLDER
        --episode 100 --every 8
    python benchmarks/bench_valid_actions.py STORIES --random 20000

STORIES is a folder, PATH the Python of an environment with Jericho, spaCy and its English model.

The first compares: in some states along each walkthrough, the share of the changes found by Jericho
that are found here, and the seconds of the processor that both take. A change is one if Jericho
says so and the world is another afterwards; one that is there after ``wait``, ``look`` or
``inventory`` as well is none, nor is a flag that is set and cleared again: those are counted as
phantoms. It is found if a command of ours is reported by Jericho as the same change, or leaves the
same objects. Jericho's answers are kept in a file by ``--answers``, so that it has to be asked
once. Beside that it says of the walkthrough's commands that change the world, how many are among
the valid actions of their states, or do the same as one of them.

With ``--episode`` an agent asks for valid actions at every step, and what was refused before is
remembered: of so many steps of the walkthrough, and of one that types a valid action at random
(drawn once, and kept in the folder of ``--answers``). Jericho, which remembers nothing, is asked at
every ``--every``-th step, in the run in which it comes to these states. Where it finishes in time,
the seconds of both are compared, and what was found with what a search finds that knows this state
alone: groups of commands that change more than variables, and those of them that are lost.

With ``--random`` so many valid actions are typed from random walks; each should change the world.
How much memory, and how many open files, processes and files are left is printed with it. With
``--walks`` what was seen in each story is kept in a folder as soon as it is done: begun again, the
walks of these stories are read there, so that a stop loses one story at most.
"""

import argparse
import gc
import json
import os
import random
import resource
import subprocess
import tempfile
import time
from collections import Counter
from collections.abc import Container, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from twbench.core.environments import SEARCH_SECONDS
from twbench.envs import own_folder
from twbench.envs.detection import Detection
from twbench.envs.frotz.interpreter import Snapshot
from twbench.envs.frotz.known import bindings_of, walkthrough_of
from twbench.envs.frotz.session import Session
from twbench.envs.frotz.story_file import read_story
from twbench.envs.objects.dictionary import Dictionary
from twbench.envs.objects.world import World
from twbench.envs.valid_actions.kept import state_key
from twbench.envs.valid_actions.limits import Limits
from twbench.envs.valid_actions.refusals import Refusals
from twbench.envs.valid_actions.search import EXHAUSTIVE, FAST, ActionFinder, FoundActions

ASK = """
import json, os, signal, sys, time, warnings
warnings.simplefilter("ignore")
import spacy
path, steps, seconds, model, commands = json.load(sys.stdin)
load = spacy.load
spacy.load = lambda *a, **k: load(model)
import jericho, jericho.util
jericho.util._load_spacy()
env = jericho.FrotzEnv(path)
env.reset()
told = {}
for step, command in enumerate(commands or env.get_walkthrough()):
    if step in steps:
        read, write = os.pipe()
        child = os.fork()
        if not child:
            signal.setitimer(signal.ITIMER_PROF, seconds)
            begun = time.process_time()
            names = env._score_object_names(env._identify_interactive_objects(use_object_tree=True))
            found = env._filter_candidate_actions(env.act_gen.generate_actions(names), True, False)
            taken = time.process_time() - begun
            found = [[[int(n) for n in change], [str(a) for a in same]]
                     for change, same in found.items()]
            with os.fdopen(write, "w") as sink:
                json.dump([taken, found], sink)
            os._exit(0)
        os.close(write)
        with os.fdopen(read) as source:
            data = source.read()
        os.waitpid(child, 0)
        if data:
            told[step] = json.loads(data)
    env.step(command)
json.dump(told, sys.stdout)
"""
_DIFF = 128
_ASIDES = ("wait", "look", "inventory")
_MOST_OF_A_STATE = 25
_STATES_OF_A_WALK = 10
_SUFFIXES = (".z3", ".z4", ".z5", ".z8")


class Place:
    """A story that is being played, and what its commands do in the state in which it is."""

    def __init__(self, path: Path):
        self.story = read_story(path)
        self.session = Session(self.story)
        self.session.reset()
        frotz = self.session.frotz
        self.walkthrough = walkthrough_of(frotz)
        self.bindings = bindings_of(frotz)
        data = self.story.data
        self.world = World(data, Dictionary(data), frotz.player_obj_num or None)
        self.here: Snapshot = self.session.save()

    def finder(self, mode: str, limits: Limits) -> ActionFinder:
        """Return who finds valid actions."""
        return ActionFinder(self.story.data, self.world, self.bindings, mode, limits)

    def arrive(self) -> None:
        """Say that commands are to be tried in this state from now on."""
        self.here = self.session.save()
        self._same = {self._after(aside)[1] for aside in _ASIDES} | {self._digest()}
        self._waited = self.reported("wait")
        self.session.restore(self.here)

    @property
    def is_over(self) -> bool:
        """Whether the story has ended."""
        frotz = self.session.frotz
        return bool(self.session.halted or frotz.game_over() or frotz.victory())

    def leaves(self, command: str) -> str | None:
        """Return what tells the world after a command, None if it is as it was."""
        ended, digest = self._after(command)
        return ended or (None if digest in self._same else digest)

    def reported(self, command: str) -> frozenset[tuple[int, ...]]:
        """Return what Jericho reports of a command."""
        import ctypes

        self._type(command)
        places, values = (ctypes.c_uint16 * 64)(), (ctypes.c_uint16 * 64)()
        self.session.frotz.frotz_lib.get_cleaned_world_diff(places, values)
        return self.plain([*places, *values])

    def plain(self, change: list[int]) -> frozenset[tuple[int, ...]]:
        """Return a change of Jericho's as a set, without what waiting does as well."""
        found = {(i // 16, change[i], change[64 + i]) for i in range(64) if change[i]}
        return frozenset(found - getattr(self, "_waited", frozenset()))

    def _type(self, command: str) -> None:
        if self.session.halted:
            self.session.reset()
        self.session.restore(self.here)
        self.session.step(command)

    def _after(self, command: str) -> tuple[str | None, str]:
        self._type(command)
        frotz = self.session.frotz
        if frotz.is_fully_supported and (frotz.game_over() or frotz.victory()):
            return f"ended with {frotz.get_score()}", ""
        return None, self._digest()

    def _digest(self) -> str:
        frotz = self.session.frotz
        score = frotz.get_score() if frotz.is_fully_supported else 0
        watched = frotz._get_special_ram().tolist() if frotz.is_fully_supported else []
        return f"{self.world.digest(self.session.memory())} {score} {watched}"


@dataclass
class Tally:
    """What was seen in the states of one story.

    ``slowest`` are the seconds of the slowest search, ``slowest_unsaid`` those of the slowest that
    says neither that it is slow nor that it is incomplete.
    """

    states: int = 0
    changes: int = 0
    found: int = 0
    phantoms: int = 0
    ours: int = 0
    incomplete: int = 0
    slow: int = 0
    slow_by_clock: int = 0
    slowest: float = 0.0
    slowest_unsaid: float = 0.0
    jericho_seconds: float = 0.0
    seconds: float = 0.0
    of_walkthrough: int = 0
    of_walkthrough_found: int = 0


def asked(path: Path, args: argparse.Namespace) -> dict[int, Any]:
    """Return what Jericho finds in states of a story, by their steps."""
    kept = Path(args.answers) / f"{path.name}.json" if args.answers else None
    if kept is not None and kept.is_file():
        told = json.loads(kept.read_text())
    else:
        length = len(Place(path).walkthrough)
        steps = sorted({int((i + 0.5) * length / args.states) for i in range(args.states)})
        told = of_jericho(path, steps, [], args)
        if kept is not None:
            kept.parent.mkdir(parents=True, exist_ok=True)
            kept.write_text(json.dumps(told))
    return {int(step): found for step, found in told.items()}


def of_jericho(
    path: Path, steps: list[int], commands: list[str], args: argparse.Namespace
) -> dict[str, Any]:
    """Return Jericho's seconds and answers before steps of some commands, or of the walkthrough."""
    if args.jericho_python is None:
        raise SystemExit(
            f"{args.answers} has no answers of Jericho for {path.name}: give --jericho-python."
        )
    run = subprocess.run(
        [args.jericho_python, "-c", ASK],
        input=json.dumps([str(path), steps, args.jericho_seconds, args.model, commands]),
        capture_output=True,
        text=True,
        check=True,
    )
    told: dict[str, Any] = json.loads(run.stdout.splitlines()[-1])
    return told


def compare(path: Path, args: argparse.Namespace, limits: Limits) -> Tally:
    """Compare with Jericho in the states in which it comes to an end."""
    told, place, tally = asked(path, args), Place(path), Tally()
    finder = place.finder(args.mode, limits)
    for step, command in enumerate(place.walkthrough):
        if step in told:
            begun = time.process_time()
            found = finder.find(place.session)
            taken = time.process_time() - begun
            place.arrive()
            tally.states += 1
            tally.seconds += taken
            tally.slowest = max(tally.slowest, taken)
            if not (found.incomplete or found.slow):
                tally.slowest_unsaid = max(tally.slowest_unsaid, taken)
            tally.incomplete += found.incomplete
            tally.slow += found.slow
            tally.slow_by_clock += found.slow_by_clock
            tally.ours += len(found.commands)
            tally.jericho_seconds += told[step][0]
            _count(place, found, told[step][1], command, tally)
            place.session.restore(place.here)
        place.session.step(command)
    place.session.close()
    return tally


def _count(place: Place, found: FoundActions, theirs: list[Any], next_: str, tally: Tally) -> None:
    commands = [command for group in found.groups for command in group]
    left = {place.leaves(command) for command in commands} - {None}
    reported = {place.reported(command) for command in commands}
    changes: dict[frozenset[tuple[int, ...]], str] = {}
    for change, same in theirs:
        plain = place.plain(change)
        if plain:
            changes.setdefault(plain, same[0])
    for change, command in changes.items():
        world = place.leaves(command)
        if world is None:
            tally.phantoms += 1
            continue
        tally.changes += 1
        tally.found += change in reported or world in left
    world = place.leaves(next_)
    if world is not None:
        tally.of_walkthrough += 1
        tally.of_walkthrough_found += world in left or next_ in commands


def episodes(path: Path, args: argparse.Namespace) -> dict[str, dict[str, Any]]:
    """Return the commands of two episodes of a story, and Jericho's seconds before some of them."""
    kept = Path(args.answers) / f"{path.name}.{args.episode}.{args.seed}.episodes.json"
    if kept.is_file():
        found: dict[str, dict[str, Any]] = json.loads(kept.read_text())
        return found
    place = Place(path)
    finder = place.finder(FAST, Limits.lasting(SEARCH_SECONDS))
    draw = random.Random(f"{args.seed} {path.name}")
    typed: list[str] = []
    while len(typed) < args.episode and not place.is_over:
        typed.append(draw.choice(finder.find(place.session).commands or _ASIDES))
        place.session.step(typed[-1])
    found = {}
    for name, commands in (
        ("walkthrough", place.walkthrough[: args.episode]),
        ("random", typed),
    ):
        steps = list(range(args.every // 2, len(commands), args.every))
        told = of_jericho(path, steps, commands, args)
        seconds = {step: told[step][0] for step in told}
        found[name] = {"commands": commands, "asked": len(steps), "jericho_seconds": seconds}
    place.session.close()
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps(found))
    return found


def play_episodes(path: Path, args: argparse.Namespace, limits: Limits) -> None:
    """Print the seconds that valid actions take at each step of episodes, beside Jericho's."""
    for name, episode in episodes(path, args).items():
        place, refusals = Place(path), Refusals()
        finder = place.finder(FAST, limits)
        ours, theirs = {}, episode["jericho_seconds"]
        cold, groups, lost = 0.0, 0, []
        for step, command in enumerate(episode["commands"]):
            begun = time.process_time()
            found, lesson = finder.find_next(place.session, refusals)
            refusals = finder.learned(refusals, place.session, lesson)
            ours[str(step)] = time.process_time() - begun
            if str(step) in theirs:
                begun = time.process_time()
                alone = finder.find(place.session)
                cold += time.process_time() - begun
                known = {command for group in found.groups for command in group}
                certain = [one for one in alone.groups if one[0] not in alone.in_variables]
                groups += len(certain)
                lost += [f"{step} {one[0]}" for one in certain if known.isdisjoint(one)]
            place.session.step(command)
        same = sum(ours[step] for step in theirs)
        seen = {
            "steps": len(ours),
            "seconds": round(sum(ours.values()), 2),
            "asked": episode["asked"],
            "finished": len(theirs),
            "jericho_seconds": round(sum(theirs.values()), 2),
            "seconds_there": round(same, 2),
            "seconds_of_each_alone": round(cold, 2),
            "groups_of_each_alone": groups,
            "lost": lost,
            "times": round(sum(theirs.values()) / max(same, 1e-9), 2),
        }
        print(path.name, name, json.dumps(seen), flush=True)
        place.session.close()


def walk(path: Path, count: int, seed: int, seconds: float) -> Iterator[tuple[str, str, bool]]:
    """Type valid actions at random; yield the action, what was seen, and whether it was flagged.

    Each walk goes on at random from somewhere along the walkthrough. No action is typed twice in
    the same state. It may end before ``count``, if most of what it comes to was seen before.
    """
    draw = random.Random(f"{seed} {path.name}")
    place = Place(path)
    detection = Detection(place.story.data, place.session, seconds=seconds)
    typed: set[tuple[str, str]] = set()
    for _ in range(count):
        place.session.reset()
        for command in place.walkthrough[: draw.randrange(len(place.walkthrough))]:
            place.session.step(command)
        for _ in range(_STATES_OF_A_WALK):
            told = detection.valid(place.session).to_json()
            state = state_key(place.session.save())
            new = [command for command in told["commands"] if (state, command) not in typed]
            place.arrive()
            for command in draw.sample(new, min(len(new), _MOST_OF_A_STATE, count - len(typed))):
                typed.add((state, command))
                seen = "changed"
                if place.leaves(command) is None:
                    told_so = command in told["in_variables"]
                    seen = "variables alone, as told" if told_so else "NOTHING"
                yield command, seen, told["incomplete"]
            if len(typed) >= count:
                place.session.close()
                return
            place.session.restore(place.here)
            place.session.step(draw.choice(told["commands"] or _ASIDES))
            if place.is_over:
                break


def walked(path: Path, count: int, seed: int, seconds: float) -> dict[str, Any]:
    """Return what was seen in a walk through a story, and what it took."""
    begun, clock = time.process_time(), time.monotonic()
    before, early = left_behind(), {}
    seen: Counter[str] = Counter()
    idle = []
    for done, (command, what, flagged) in enumerate(walk(path, count, seed, seconds)):
        seen[what + (", incomplete" if flagged else "")] += 1
        if what == "NOTHING":
            idle.append(command)
        if done == count // 5:
            early = left_behind()
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {
        "story": path.name,
        "seed": seed,
        "actions": sum(seen.values()),
        "seen": dict(sorted(seen.items())),
        "did nothing": idle,
        "before": before,
        "after a fifth": early,
        "after all": left_behind(),
        "seconds of the processor": round(time.process_time() - begun, 1),
        "and of all searches so far": round(children.ru_utime + children.ru_stime, 1),
        "seconds by the clock": round(time.monotonic() - clock, 1),
    }


def walk_all(paths: list[Path], args: argparse.Namespace) -> None:
    """Print what was seen in walks through stories; those that were kept are not walked again."""
    for number, path in enumerate(paths):
        part = args.random * (number + 1) // len(paths) - args.random * number // len(paths)
        file = args.walks / f"{path.name}.{args.seed}.{part}.json" if args.walks else None
        if file is not None and file.is_file():
            seen = json.loads(file.read_text())
        else:
            seen = walked(path, part, args.seed, args.seconds)
            if file is not None:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(json.dumps(seen, indent=1) + "\n")
        print(json.dumps(seen), flush=True)


def known_stories(folder: Path, only: Container[str] | None) -> list[Path]:
    """Return the stories of a folder, or some of them, that Jericho knows a walkthrough of."""
    paths = sorted(path for path in folder.iterdir() if path.suffix in _SUFFIXES)
    return [path for path in paths if (not only or path.name in only) and Place(path).walkthrough]


def left_behind() -> dict[str, float]:
    """Return what this process has of memory, files and processes."""
    gc.collect()
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    children = Path(f"/proc/self/task/{os.getpid()}/children").read_text().split()
    return {
        "megabytes": round(pages * resource.getpagesize() / 1e6, 1),
        "open files": len(list(Path("/proc/self/fd").iterdir())),
        "processes": len(children),
        "temporary files": len(list(Path(tempfile.gettempdir()).iterdir())),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("stories", type=Path, help="a folder")
    parser.add_argument("--only", nargs="*", help="names of stories of the folder")
    parser.add_argument("--jericho-python", help="the Python of an environment with Jericho")
    parser.add_argument("--model", default="en_core_web_sm", help="the model for its spaCy")
    parser.add_argument("--answers", help="a folder where Jericho's answers are kept")
    parser.add_argument("--jericho-seconds", type=float, default=60, help="for each state")
    parser.add_argument("--states", type=int, default=11, help="of each walkthrough")
    parser.add_argument("--mode", choices=(FAST, EXHAUSTIVE), default=FAST)
    parser.add_argument(
        "--seconds",
        type=float,
        default=SEARCH_SECONDS,
        help="the limit for a state (default: that of users, %(default)g)",
    )
    parser.add_argument("--episode", type=int, default=0, help="how many steps an episode has")
    parser.add_argument("--every", type=int, default=1, help="Jericho is asked at each such step")
    parser.add_argument("--random", type=int, default=0, help="how many random valid actions")
    parser.add_argument("--walks", type=Path, help="a folder where what they showed is kept")
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    if args.episode and not args.answers:
        parser.error("--episode keeps its commands in the folder of --answers")
    limits = Limits.lasting(args.seconds)
    stories = args.stories.resolve()
    with own_folder():
        known = known_stories(stories, args.only)
        if args.episode:
            for path in known:
                play_episodes(path, args, limits)
        elif args.jericho_python or args.answers:
            for path in known:
                tally = asdict(compare(path, args, limits))
                tally["recall"] = tally["found"] / max(tally["changes"], 1)
                tally["times"] = tally["jericho_seconds"] / max(tally["seconds"], 1e-9)
                print(path.name, args.mode, json.dumps(tally), flush=True)
        if args.random:
            walk_all(known, args)


if __name__ == "__main__":
    main()
