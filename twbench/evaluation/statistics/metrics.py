"""The figures of an evaluation, each an entry of one registry: to add a metric is to add an entry.

An entry says what a figure is called, how it is measured and how it is printed; scores, run.json,
tables, pages and CSV files follow. A figure is measured on strata: the episodes of one challenge,
of one level of it, or those of all challenges for the figure overall.

Metrics of one's own are shown after those of twbench, and never rank a run: that is done by the
mean, whose name is taken. They come from a module (`twbench.modules`), or from an installed package
(``twbench.metrics``) if they are asked for by name: what is installed changes no table by itself.
"""

__all__ = ["METRICS", "Figure", "Metric", "Stratum", "metrics_in_use", "use_announced"]

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from twbench.errors import ConfigError
from twbench.evaluation.episodes.episode import FAILED, Status
from twbench.evaluation.statistics.clusters import DIGITS, Clusters
from twbench.evaluation.statistics.intervals import Estimate, Part, combined, iqm_part, mean_part
from twbench.evaluation.statistics.outcomes import Outcome
from twbench.registry import Registry
from twbench.seeding import derive_seed

UNKNOWN = "-"

Figure = Estimate | float | int | None
Value = Callable[[Outcome], float | None]


class Stratum:
    """Episodes that belong together, and their parts of figures, computed once.

    ``seed`` is that of its resamples; it depends on the challenge and level alone, so that all runs
    on a plan are resampled alike.
    """

    def __init__(self, challenge: str, outcomes: Sequence[Outcome], level: int | None = None):
        self.challenge = challenge
        self.outcomes = tuple(outcomes)
        key = (challenge,) if level is None else (challenge, level)
        self.seed = derive_seed(0, "bootstrap", *key)
        self._parts: dict[tuple[str, Value], Part | None] = {}

    @property
    def graded(self) -> bool:
        """Whether there are scores between nothing and all; where all maxima are 1 are none."""
        scored = [outcome for outcome in self.outcomes if outcome.score is not None]
        return any(o.max_score != 1 or o.score not in (0.0, 1.0) for o in scored)

    def games(self, value: Value) -> list[tuple[str, list[float]]]:
        """Return the puzzle of each game, and the values of its episodes that have one."""
        found: dict[str, tuple[str, list[float]]] = {}
        for outcome in self.outcomes:
            values = found.setdefault(outcome.game_id, (outcome.puzzle, []))[1]
            number = value(outcome)
            if number is not None:
                values.append(number)
        return list(found.values())

    def mean(self, value: Value) -> Part | None:
        """Return the mean over games of a value of episodes."""
        return self._part("mean", value, mean_part)

    def iqm(self, value: Value) -> Part | None:
        """Return the interquartile mean over games, of graded scores only."""
        return self._part("iqm", value, iqm_part) if self.graded else None

    def _part(
        self, name: str, value: Value, measure: Callable[[Clusters | None, int], Part | None]
    ) -> Part | None:
        key = (name, value)
        if key not in self._parts:
            self._parts[key] = measure(Clusters.of(self.games(value)), self.seed)
        return self._parts[key]


Measure = Callable[[Sequence[Stratum]], Figure]


@dataclass(frozen=True, slots=True)
class Metric:
    """A figure by its ``name``; ``title`` heads its column, ``meaning`` is for the footnote.

    ``interval`` tells estimates from plain numbers. ``column`` is whether tables show it, and
    ``by_level`` whether levels have it. ``digits`` are those printed, of percents if ``percent``.
    """

    name: str
    title: str
    meaning: str
    measure: Measure
    interval: bool = False
    column: bool = False
    by_level: bool = False
    digits: int = 0
    percent: bool = False

    @property
    def description(self) -> str:
        """What it means, as lists of metrics tell it."""
        return self.meaning

    def figure(self, strata: Sequence[Stratum]) -> Figure:
        """Return its figure of ``strata``.

        Raises ConfigError where a metric that is none of twbench's own fails, or gives no figure.
        """
        if self.name in METRICS.shipped:
            return self.measure(strata)
        try:
            figure = self.measure(strata)
        except Exception as error:  # the border to code of anybody
            raise ConfigError(
                f"The metric {self.name} cannot be computed: {type(error).__name__}: {error}"
            ) from error
        if self.interval and isinstance(figure, Estimate):
            return figure
        if figure is None:
            return None
        if isinstance(figure, int | float) and not self.interval and _is_number(figure):
            return figure
        wanted = "an Estimate" if self.interval else "a finite number"
        raise ConfigError(f"The metric {self.name} must give {wanted} or None, not {figure!r}.")

    def text(self, figure: Figure) -> str:
        """Return how the figure is printed, with its interval; unknown is a dash."""
        if not isinstance(figure, Estimate):
            return UNKNOWN if figure is None else self._number(figure) + " %" * self.percent
        if figure.value is None:
            return UNKNOWN
        value = self._number(figure.value) + " %" * self.percent
        if figure.low is None or figure.high is None:
            return value
        return f"{value} [{self._number(figure.low)}, {self._number(figure.high)}]"

    def _number(self, value: float) -> str:
        return f"{100 * value if self.percent else value:.{self.digits}f}"


def _is_number(figure: float) -> bool:
    return not isinstance(figure, bool) and math.isfinite(figure)


_score: Value = attrgetter("score")
_success: Value = attrgetter("success")
_path_success: Value = attrgetter("path_success")


def _mean_of(value: Value) -> Measure:
    return lambda strata: combined([stratum.mean(value) for stratum in strata])


def _iqm_of(value: Value) -> Measure:
    return lambda strata: combined([stratum.iqm(value) for stratum in strata])


def _average(of: Callable[[Stratum], float | None]) -> Measure:
    """Return the mean over the strata that have the number."""

    def measure(strata: Sequence[Stratum]) -> Figure:
        known = [number for number in map(of, strata) if number is not None]
        return round(sum(known) / len(known), DIGITS) if known else None

    return measure


def _count(of: Callable[[Stratum], int]) -> Measure:
    return lambda strata: sum(map(of, strata))


def _episodes(which: Callable[[Outcome], bool]) -> Measure:
    return _count(lambda stratum: sum(map(which, stratum.outcomes)))


def _ended(*statuses: Status) -> Measure:
    return _episodes(lambda outcome: outcome.status in statuses)


def _moves_of_won(stratum: Stratum) -> float | None:
    moves = [o.moves for o in stratum.outcomes if o.success == 1 and o.moves is not None]
    return sum(moves) / len(moves) if moves else None


def _invalid(stratum: Stratum) -> float | None:
    known = [o for o in stratum.outcomes if o.invalid_actions is not None]
    steps = sum(outcome.steps or 0 for outcome in known)
    return sum(outcome.invalid_actions or 0 for outcome in known) / steps if steps else None


def _lookahead(strata: Sequence[Stratum]) -> Figure:
    spent = [outcome.lookahead for stratum in strata for outcome in stratum.outcomes]
    known = [commands for commands in spent if commands is not None]
    return sum(known) if known else None


_ALL = (
    Metric(
        "mean",
        "Mean",
        "score / maximum score",
        _mean_of(_score),
        interval=True,
        column=True,
        by_level=True,
        digits=3,
    ),
    Metric(
        "iqm",
        "IQM",
        "interquartile mean of graded scores, over the challenges that have some",
        _iqm_of(_score),
        interval=True,
        column=True,
        digits=3,
    ),
    Metric(
        "won",
        "Won",
        "episodes that were won",
        _mean_of(_success),
        interval=True,
        column=True,
        by_level=True,
        digits=1,
        percent=True,
    ),
    Metric(
        "spl",
        "SPL",
        "success weighted by path length, won * optimal / max(optimal, turns)",
        _mean_of(_path_success),
        interval=True,
        column=True,
        digits=3,
    ),
    Metric(
        "moves_of_won",
        "Moves",
        "mean moves of won episodes",
        _average(_moves_of_won),
        column=True,
        digits=1,
    ),
    Metric(
        "invalid",
        "Invalid",
        "commands that were no action, since the story refused or did not understand them",
        _average(_invalid),
        column=True,
        digits=1,
        percent=True,
    ),
    Metric("lookahead", "Lookahead", "commands spent on copies", _lookahead),
    Metric(
        "games",
        "Games",
        "games of the plan",
        _count(lambda stratum: len({o.game_id for o in stratum.outcomes})),
        by_level=True,
    ),
    Metric(
        "puzzles",
        "Puzzles",
        "different puzzles among the games",
        _count(lambda stratum: len({o.puzzle for o in stratum.outcomes})),
        by_level=True,
    ),
    Metric(
        "episodes",
        "Episodes",
        "episodes of the plan",
        _episodes(lambda outcome: True),
        by_level=True,
    ),
    Metric(
        "scored_challenges",
        "Challenges",
        "challenges with a score",
        _count(lambda stratum: any(o.score is not None for o in stratum.outcomes)),
    ),
    Metric(
        "unscored",
        "Unscored",
        "episodes without a score, which count nowhere",
        _episodes(lambda outcome: outcome.score is None),
        column=True,
        by_level=True,
    ),
    Metric(
        "incomplete",
        "Incomplete",
        "unscored episodes that could have had a score",
        _episodes(lambda outcome: outcome.missing),
    ),
    Metric("done", "Done", "games that ended", _ended(Status.DONE)),
    Metric("truncated", "Truncated", "episodes that were cut off", _ended(Status.TRUNCATED)),
    Metric("crashed", "Crashed", "episodes that crashed", _ended(Status.CRASHED)),
    Metric("timeout", "Timeout", "episodes out of time", _ended(Status.TIMEOUT)),
    Metric(
        "failed",
        "Failed",
        "episodes that crashed or were out of time",
        _ended(*FAILED),
        column=True,
    ),
)

METRICS = Registry(Metric, "metric", "twbench.metrics", ConfigError)
"""All metrics by name, in the order in which they are shown."""

for _metric in _ALL:
    METRICS.register(_metric)
METRICS.seal()

_asked_for: tuple[Metric, ...] = ()


def use_announced(names: Sequence[str]) -> None:
    """Show the metrics ``names`` of installed packages as well, and no others of packages.

    Raises ConfigError where there is no such metric, or where it cannot be loaded.
    """
    global _asked_for
    _asked_for = tuple(METRICS.get(name) for name in dict.fromkeys(names))


def metrics_in_use() -> list[Metric]:
    """Return the metrics that are computed and shown, in their order."""
    registered = METRICS.registered()
    return [*registered, *(metric for metric in _asked_for if metric not in registered)]
