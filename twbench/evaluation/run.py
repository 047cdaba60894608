"""Evaluating an agent on a dataset: plan, play, store, score."""

__all__ = ["evaluate"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import joblib

from twbench.dataset.workers.results import results_of
from twbench.errors import AgentError, RunError
from twbench.evaluation.episodes.episode import Episode
from twbench.evaluation.playing.order import Order, module_hash
from twbench.evaluation.playing.outage import Outage
from twbench.evaluation.playing.player import Job, Player, PlayerPool
from twbench.evaluation.playing.rollout import FamilyStages
from twbench.evaluation.records.extension import Extension
from twbench.evaluation.records.record import sealed
from twbench.evaluation.records.run_folder import RunFolder
from twbench.evaluation.records.stored_run import Run
from twbench.evaluation.settings.evaluation import Evaluation, parse_evaluation
from twbench.evaluation.settings.plan import PlanItem
from twbench.evaluation.settings.protocol import Memory
from twbench.evaluation.statistics.scores import Outcome, aggregate
from twbench.families.family import Opener

Progress = Callable[[int, int], None]


def evaluate(
    settings: Evaluation | Mapping[str, Any],
    *,
    start: Opener | None = None,
    progress: Progress | None = None,
) -> Run:
    """Play the plan that ``settings`` ask for and return the run, stored and scored.

    They are an `Evaluation`, or plain values with the keys of ``conf/evaluate.yaml``:

    >>> run = evaluate({"dataset": "datasets/mine", "agent": "random", "protocol": "admissible"})
    >>> run.played
    6

    With ``extend`` the episodes of an earlier run are taken over, whose plan is a part of this one.
    If the run exists already, it is read. If it was stopped, or some episodes failed without the
    agent's fault, it is resumed. ``progress`` is called with (episodes there, episodes of the
    plan). ``start`` opens a story; it must be importable by its name.

    Raises AgentError, ConfigError, DatasetError or RunError before anything is stored, and
    ServiceError where a service has failed one episode after the other.
    """
    if not isinstance(settings, Evaluation):
        settings = parse_evaluation(settings)
    order = Order.of(replace(settings, agent=settings.agent.located(settings.agent_folders)))
    folder, earlier = RunFolder(settings.out / order.run_id), order.earlier()
    if folder.is_complete:
        if settings.transcripts and not folder.has_transcripts:
            raise RunError(
                f"The run in {folder.path} is there, but without transcripts: delete it to play"
                " it again."
            )
        run = Run.read(folder.path)
        if earlier is not None:
            folder.check_extends(earlier.extension, Extension.recorded(run.record))
        return run
    with folder.written_to():
        if earlier is None:
            folder.check_taken()
        else:
            folder.extend(earlier.extension, earlier.folder, order.chunks(), settings.transcripts)
        folder.check_transcripts(settings.transcripts)
        played = _recorded(order, start or FamilyStages(), folder, progress)
    return Run.read(folder.path, played)


def _recorded(order: Order, start: Opener, folder: RunFolder, progress: Progress | None) -> int:
    """Play what is missing of a run and write its record; return how many episodes were played."""
    folder.begin(order.plan)
    chunks = _Chunks.of(order, order.job(start), folder)
    try:
        played = _play(chunks, progress or (lambda there, total: None))
    except AgentError:
        folder.give_up()
        raise
    folder.join_parts(len(chunks.items), order.settings.transcripts)
    scores = aggregate(map(Outcome.of, folder.read_episodes()))
    folder.record(sealed({**order.record(folder, scores), **order.own.to_json()}))
    return played


@dataclass(frozen=True, slots=True)
class _Chunks:
    """The parts of a plan that are stored one by one: all ``items``, and those ``missing``."""

    order: Order
    job: Job
    folder: RunFolder
    items: Sequence[Sequence[PlanItem]]
    missing: Mapping[int, Sequence[PlanItem]]

    @classmethod
    def of(cls, order: Order, job: Job, folder: RunFolder) -> "_Chunks":
        """Look what of the run is in its folder."""
        items = order.chunks()
        missing: dict[int, Sequence[PlanItem]] = {}
        for number, chunk in enumerate(items):
            if left := folder.missing(number, chunk, job.transcripts):
                # Of an agent that remembers a part is worth nothing, and all are one chunk.
                missing[number] = chunk if job.protocol.memory is Memory.RUN else left
        return cls(order, job, folder, items, missing)

    def play(self, number: int, pool: PlayerPool, outage: Outage) -> int:
        """Play what is missing of a chunk and store it; return how many episodes that is.

        Raises AgentError if the agent's file was changed meanwhile, and what `Outage` does.
        """
        job, items = self.job, self.missing[number]
        outage.check()
        self.folder.note_begun(number, len(items))
        # An agent that remembers plays all in one go, in which the service may go away.
        waiting = outage.checking(items) if job.protocol.memory is Memory.RUN else items
        episodes = []
        with pool.borrow() as player:
            for episode in _episodes(player, waiting, self.order.card.deterministic):
                outage.note(episode)
                episodes.append(episode)
        if module_hash(job.agent) != self.order.identity["module"]:
            raise AgentError(f"{job.agent.file} was changed while it was played: evaluate again.")
        self.folder.write_part(number, self.items[number], episodes, job.transcripts)
        return len(episodes)


def _play(chunks: _Chunks, tell: Progress) -> int:
    """Play what is missing of the chunks; return how many episodes were played."""
    missing = chunks.missing
    total = sum(map(len, chunks.items))
    there = total - sum(map(len, missing.values()))
    tell(there, total)
    played = 0
    size = max(1, min(joblib.effective_n_jobs(chunks.order.settings.n_jobs), len(missing)))
    outage = Outage(size)
    # Threads suffice: each of them waits for a child process of its own, which plays.
    parallel = joblib.Parallel(n_jobs=size, backend="threading", return_as="generator_unordered")
    with PlayerPool(chunks.job, size, joblib.cpu_count()) as pool:
        tasks = (joblib.delayed(chunks.play)(number, pool, outage) for number in missing)
        for count in results_of(parallel, tasks):
            played += count
            tell(there + played, total)
    return played


def _episodes(player: Player, items: Iterable[PlanItem], repeats: bool) -> Iterator[Episode]:
    """Play the items; of an agent that ``repeats`` itself one episode stands for all of a game.

    That goes for games that have no chance in them.
    """
    known: dict[str, Episode] = {}
    for item in items:
        game = item.game
        episode = known.get(game.game_id)
        if episode is None:
            episode = player.play(item)
            if repeats and not game.has_chance and episode.counts:
                known[game.game_id] = episode
        yield replace(episode, item=item, agent_seed=player.agent_seed(item))
