"""What the wall costs: steps a second of whole evaluations, beside the environments alone.

    python benchmarks/bench_evaluation.py [--games 360] [--seed N] [--turns 200] [--most 16]

New games of all challenges are made and played at random, three episodes of 200 turns each: by the
agent ``random`` in track text, by ``random_command`` in track admissible. ``alone`` is the same
agent in the same episodes in one process, without wall, record or files. The others are whole
evaluations with one episode in flight and with 16: of the agent as it comes with twbench, which
plays in the recorder's process, and of the same agent from a file of its own, as anybody's, behind
the wall. They are timed from the end of the first chunk of episodes to that of the last, so that
what processes need to start is not in the figure. The ratio is to one process alone in the same
run. Behind the wall with one in flight, agent and game take turns; with more in flight, both
processors work.
"""

import argparse
import sys
import time
from dataclasses import replace
from pathlib import Path

from twbench.agents import get
from twbench.cli import main as twbench_main
from twbench.core import EnvInfos
from twbench.evaluation.playing import order
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.run import evaluate
from twbench.evaluation.settings.agents import AgentSpec
from twbench.evaluation.settings.evaluation import Evaluation
from twbench.evaluation.settings.games import read_games
from twbench.evaluation.settings.plan import PlanItem, make_plan
from twbench.evaluation.settings.protocol import TRACKS, Protocol
from twbench.families import start
from twbench.system.scratch import scratch_folder

SPLIT = ("test",)
AGENTS = {"text": "random", "admissible": "random_command"}
ANYBODYS = """
from twbench.agents import NaiveAgent, RandomCommandAgent, register

register("anybodys_random", NaiveAgent, "the agent random, from a file")
register("anybodys_random_command", RandomCommandAgent, "the agent random_command, from a file")
"""
order.CHUNK = 6  # episodes between two looks at the clock, and at the disk


def build(folder: Path, games: int, seed: int) -> Path:
    """Make a dataset of new games of all challenges."""
    settings = [
        "dataset=all_challenges",
        f"dataset.splits={{train: 9, valid: 9, test: {games}}}",
        f"dataset.seed={seed}",
        "dataset.hygiene=structure",
        f"out={folder}",
    ]
    if twbench_main(["build", *settings]) != 0:
        raise SystemExit("The games cannot be made.")
    return folder


def alone(items: tuple[PlanItem, ...], agent_name: str, protocol: Protocol) -> float:
    """Return the steps a second of an agent that plays without a wall, in one process."""
    steps = 0
    begun = time.perf_counter()
    infos = EnvInfos(**dict.fromkeys(protocol.infos, True))
    for item in items:
        agent = get(agent_name).make({}, item.agent_seed)
        with start(item.game.story, infos) as env:
            agent.reset(env)
            state, score, done = env.reset(), 0.0, False
            for _ in range(protocol.max_turns):
                state, score, done = env.step(agent.act(state, score, done))
                steps += 1
                if done:
                    break
    return steps / (time.perf_counter() - begun)


def evaluated(
    dataset: Path, agent: AgentSpec, protocol: Protocol, in_flight: int, out: Path
) -> float:
    """Return the steps a second of an evaluation, from its first chunk of episodes to its last."""
    looks: list[tuple[float, int]] = []
    settings = Evaluation(
        dataset,
        agent,
        protocol=protocol,
        out=out / str(in_flight),
        n_jobs=in_flight,
    )
    run = evaluate(
        settings, progress=lambda there, total: looks.append((time.perf_counter(), there))
    )
    started = next(n for n, (_, there) in enumerate(looks) if there >= in_flight * order.CHUNK)
    (first, there), (last, total) = looks[started], looks[-1]
    steps = sum(row["steps"] for row in RunFolder(run.folder).read_episodes())
    return steps * (total - there) / total / (last - first)


def compare(games: int, seed: int, turns: int, most: int) -> None:
    """Print the figures of both tracks, with one episode in flight and with ``most``."""
    with scratch_folder() as folder:
        dataset = build(folder / "games", games, seed)
        plan = make_plan(read_games(dataset, SPLIT).games, SPLIT, 3, 0)
        module = folder / "anybodys.py"
        module.write_text(ANYBODYS)
        sys.stdout.write(f"\n{len(plan.items)} episodes of {games} games, seed {seed}\n")
        for track, name in AGENTS.items():
            protocol = replace(TRACKS[track], max_turns=turns)
            base = alone(plan.items, name, protocol)
            sys.stdout.write(f"{track:12} {'alone':38} {base:8,.0f} steps/s\n")
            for agent, where in (
                (AgentSpec(name), "comes with twbench"),
                (AgentSpec(f"anybodys_{name}", module=str(module)), "behind the wall"),
            ):
                for in_flight in (1, most):
                    out = folder / track / agent.name
                    rate = evaluated(dataset, agent, protocol, in_flight, out)
                    what = f"{where}, {in_flight:2} in flight"
                    figures = f"{rate:8,.0f} steps/s {rate / base:5.2f}x"
                    sys.stdout.write(f"{track:12} {what:38} {figures}\n")
                    sys.stdout.flush()


def main() -> None:
    """Print the figures of both tracks."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=360, help="(default: 360)")
    parser.add_argument("--seed", type=int, help="of the games (default: of the time)")
    parser.add_argument("--turns", type=int, default=200, help="of an episode (default: 200)")
    parser.add_argument("--most", type=int, default=16, help="in flight (default: 16)")
    given = parser.parse_args()
    seed = time.time_ns() % 10**6 if given.seed is None else given.seed
    compare(given.games, seed, given.turns, given.most)


if __name__ == "__main__":
    main()
