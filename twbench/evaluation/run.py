"""Evaluating an agent on a dataset: plan, play, store, score."""

__all__ = ["evaluate"]

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import joblib

from twbench.dataset.workers.results import results_of
from twbench.errors import AgentError, RunError
from twbench.evaluation.episodes.episode import Episode
from twbench.evaluation.playing.order import Order, module_hash
from twbench.evaluation.playing.outage import Outage
from twbench.evaluation.playing.player import Player, PlayerPool
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
    A run that is there already is read, one that was stopped is resumed, and so is one with
    episodes that failed without the agent's fault. ``progress`` is called with (episodes there,
    episodes of the plan). ``start`` opens a story; it must be importable by its name.

    Raises AgentError, ConfigError, DatasetError or RunError before anything is stored, and
    ServiceError where a service has failed one episode after the other.
    """
    if not isinstance(settings, Evaluation):
        settings = parse_evaluation(settings)
    order = Order.of(replace(settings, agent=settings.agent.located()))
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
        played = _recorded(order, start or FamilyStages(), folder, progress)
    return Run.read(folder.path, played)


def _recorded(order: Order, start: Opener, folder: RunFolder, progress: Progress | None) -> int:
    """Play what is missing of a run and write its record; return how many episodes were played."""
    folder.begin(order.plan)
    chunks, transcripts = order.chunks(), order.settings.transcripts
    try:
        played = _play(order, start, chunks, folder, progress)
    except AgentError:
        folder.give_up()
        raise
    folder.join_parts(len(chunks), transcripts)
    scores = aggregate(map(Outcome.of, folder.read_episodes()))
    folder.record(sealed({**order.record(folder, scores), **order.own.to_json()}))
    return played


def _play(
    order: Order,
    start: Opener,
    chunks: Sequence[Sequence[PlanItem]],
    folder: RunFolder,
    progress: Progress | None,
) -> int:
    """Play what is missing of the chunks; return how many episodes were played.

    Raises AgentError if the agent's file is changed meanwhile, and what `Outage` does.
    """
    job, n_jobs = order.job(start), order.settings.n_jobs
    missing = {
        number: items
        for number, chunk in enumerate(chunks)
        if (items := folder.missing(number, chunk, job.transcripts))
    }
    remembers = job.protocol.memory is Memory.RUN
    if remembers:
        missing = {number: list(chunks[number]) for number in missing}
    total = sum(map(len, chunks))
    there = total - sum(map(len, missing.values()))
    tell = progress or (lambda there, total: None)
    tell(there, total)
    played = 0
    size = max(1, min(joblib.effective_n_jobs(n_jobs), len(missing)))
    outage = Outage(size)
    with PlayerPool(job, size, joblib.cpu_count()) as pool:

        def play_chunk(number: int) -> int:
            outage.check()
            folder.note_begun(number, len(missing[number]))
            # Of an agent that remembers a part is worth nothing, and all are one chunk.
            items = outage.checking(missing[number]) if remembers else missing[number]
            episodes = []
            with pool.borrow() as player:
                for episode in _episodes(player, items, order.card.deterministic):
                    outage.note(episode)
                    episodes.append(episode)
            if module_hash(job.agent) != order.identity["module"]:
                raise AgentError(
                    f"{job.agent.file} was changed while it was played: evaluate again."
                )
            folder.write_part(number, chunks[number], episodes, job.transcripts)
            return len(episodes)

        # Threads suffice: each of them waits for a child process of its own, which plays.
        parallel = joblib.Parallel(
            n_jobs=size, backend="threading", return_as="generator_unordered"
        )
        for count in results_of(parallel, map(joblib.delayed(play_chunk), missing)):
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
