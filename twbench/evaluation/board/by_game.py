"""A table by game: what each run scored in it, beside what others have published of it."""

__all__ = ["GAMES_NOTE", "GameTable", "by_game"]

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import mean, stdev

from twbench import families
from twbench.evaluation.board.leaderboard import Entry, Table
from twbench.evaluation.statistics.metrics import UNKNOWN
from twbench.evaluation.statistics.rates import student_quantile
from twbench.evaluation.statistics.scores import GameScores
from twbench.printable import printable

GAMES_NOTE = (
    "By game: mean raw scores, with Student's 95 % intervals over episodes. What is published is of"
    " others, whose agents had other budgets and handicaps. The last line is the mean over the"
    " games that have published scores of the part of the maximum score: ours of the maximum that"
    " the game counts with, theirs of that which they name."
)
_MAX = "max_score"


@dataclass(frozen=True, slots=True)
class GameTable:
    """The table as texts: a row for each game, and one for the mean."""

    header: Sequence[str]
    rows: Sequence[Sequence[str]]


def by_game(table: Table) -> GameTable | None:
    """Return a table of all games of challenges in which others have published scores.

    None if there is no such challenge. The last row but one, the mean of all games, is there if
    some were published by nobody; the last one is of those that were.
    """
    games = {
        (challenge, game): _published(game, challenge)
        for challenge, names in sorted(table.entries[0].scores.games.items())
        for game in sorted(names)
    }
    told = {challenge for (challenge, _), found in games.items() if found}
    if not told:
        return None
    games = {key: found for key, found in games.items() if key[0] in told}
    known = {key: found for key, found in games.items() if found}
    agents = list(dict.fromkeys(name for found in known.values() for name in found if name != _MAX))
    header = ["Game", "Max", *(printable(entry.agent) for entry in table.entries)]
    rows = []
    for (challenge, game), found in games.items():
        several = [entry.scores.games[challenge].get(game) for entry in table.entries]
        most = next((one.max_score for one in several if one is not None), None)
        theirs = [_number(found.get(agent)) for agent in agents]
        rows.append([_name(game), _number(most), *map(_raw, several), *theirs])
    others = [
        _percent([found[agent] / found[_MAX] for found in known.values()]) for agent in agents
    ]
    if len(known) < len(games):
        all_ours = [_mean_part(entry, list(games)) for entry in table.entries]
        rows.append(["mean of maximum, all", "", *all_ours, *[UNKNOWN] * len(agents)])
    ours = [_mean_part(entry, list(known)) for entry in table.entries]
    rows.append(["mean of maximum", "", *ours, *others])
    return GameTable([*header, *(f"{agent} (published)" for agent in agents)], rows)


def _published(game_id: str, challenge: str) -> Mapping[str, float]:
    return next(
        (
            found
            for family in families.FAMILIES.registered()
            if (found := family.published(game_id, challenge))
        ),
        {},
    )


def _name(game_id: str) -> str:
    return printable(game_id.removeprefix("if-").rpartition("-")[0])


def _raw(game: GameScores | None) -> str:
    """Return the mean raw score with its interval."""
    if game is None or not game.scores or game.max_score is None:
        return UNKNOWN
    scores = [score * game.max_score for score in game.scores]
    middle = mean(scores)
    if len(scores) == 1:
        return _number(middle)
    margin = student_quantile(len(scores) - 1) * stdev(scores) / math.sqrt(len(scores))
    return f"{_number(middle)} [{_number(middle - margin)}, {_number(middle + margin)}]"


def _mean_part(entry: Entry, games: Sequence[tuple[str, str]]) -> str:
    known = [entry.scores.games[challenge].get(game) for challenge, game in games]
    return _percent([mean(game.scores) for game in known if game is not None and game.scores])


def _percent(parts: Sequence[float]) -> str:
    return f"{100 * mean(parts):.1f} %" if parts else UNKNOWN


def _number(value: float | None) -> str:
    if value is None:
        return UNKNOWN
    text = f"{value:.1f}".removesuffix(".0")
    return "0" if text == "-0" else text
