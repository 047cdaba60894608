"""Scores and leaderboards as text, HTML and CSV: the same figures in three dresses.

Names in runs are other people's text: here they are kept to one line, in pages they are escaped,
and the command line writes out what would be an order to a terminal.
"""

__all__ = ["leaderboard_csv", "leaderboard_html", "leaderboard_text", "scores_text"]

import csv
import io
from collections.abc import Iterator, Sequence
from html import escape
from itertools import combinations
from textwrap import fill

from twbench.evaluation.board.by_game import GAMES_NOTE, by_game
from twbench.evaluation.board.leaderboard import SHOWN_DIGITS, Entry, Leaderboard, Table
from twbench.evaluation.statistics.comparison import Difference, compare
from twbench.evaluation.statistics.intervals import Estimate
from twbench.evaluation.statistics.metrics import UNKNOWN, Metric, metrics_in_use
from twbench.evaluation.statistics.scores import Score, Scores
from twbench.printable import in_a_cell, printable
from twbench.whole_numbers import counted

_ENTRY = ("Rank", "Agent", "Run", "Mark")
_WIDTH = 100  # of lines of running text
_MOST_LEVELS = 12  # of a challenge that the text shows; pages and run.json have all
_MOST_PAIRED = 50  # runs of a table compared each with each: of n there are n * n / 2 pairs
_PAIRS_NOTE = (
    "Difference of means, game by game, and probability that an episode of the one scores higher"
    " than one of the other in the same game (ties count half), with 95 % intervals. Each is of one"
    " comparison by itself: of many agents that are equal, some seem worse than the best."
)
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:84rem;padding:0 1rem;"
    "color:#1b1f24;background:#fff}table{border-collapse:collapse;margin:.5rem 0 2rem}"
    "th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #d8dee4;"
    "font-variant-numeric:tabular-nums}th:nth-child(-n+4),td:nth-child(-n+4){text-align:left}"
    "th{border-bottom:2px solid #59636e}p,li,caption{color:#59636e;text-align:left}"
    "code{font-size:.9em}"
)


def scores_text(scores: Scores) -> str:
    """Return the table of one run: a row per challenge and level, and one overall."""
    rows = []
    for name, score in scores.challenges.items():
        rows.append([name, *_figures(score, _columns())])
        if len(score.levels) <= _MOST_LEVELS:
            rows.extend(
                [f"  level {key}", *_figures(part, _columns())]
                for key, part in score.levels.items()
            )
        else:
            rows.append([f"  {len(score.levels)} levels, in run.json", *[""] * len(_columns())])
    rows.append(["overall", *_figures(scores.overall, _columns())])
    return _align(["Challenge", *_titles(_columns())], rows, left=1)


def leaderboard_text(board: Leaderboard) -> str:
    """Return the tables one after the other, each under a line that says what it compares."""
    parts = []
    for table in board.tables:
        rows = [_row(entry) for entry in table.entries]
        lines = [_title(table), _align([*_ENTRY, *_titles(_columns())], rows, len(_ENTRY))]
        lines.extend([*_notes(table), _handicaps(table)])
        parts.append("\n".join(lines))
        games = by_game(table)
        if games is not None:
            parts.append(f"{_align(games.header, games.rows, left=1)}\n{fill(GAMES_NOTE, _WIDTH)}")
        if len(table.ranked) > 1:
            header, pairs = _against_best(table)
            parts.append(_align(header, pairs, left=2))
    if any(len(table.ranked) > 1 for table in board.tables):
        parts.append(fill(_PAIRS_NOTE, _WIDTH))
    return "\n\n".join([*parts, fill(_footnote(), _WIDTH)])


def leaderboard_html(board: Leaderboard) -> str:
    """Return one self-contained page, without scripts and without a link to anywhere."""
    parts = [part for table in board.tables for part in _html_parts(table)]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Leaderboard</title><style>{_STYLE}</style></head>\n<body>\n<h1>Leaderboard</h1>\n"
        + "\n".join(parts)
        + f"\n<p>{escape(_footnote())}</p>\n</body>\n</html>\n"
    )


def leaderboard_csv(board: Leaderboard) -> str:
    """Return all tables as one: a row per run, challenge (``overall`` among them) and level."""
    entry_columns = ("rank", "run_id", "agent", "mark", "note")
    table_columns = ("dataset", "fingerprint", "plan", "protocol", "protocol_hash")
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    figures = [name for metric in metrics_in_use() for name in _csv_names(metric)]
    writer.writerow([*entry_columns, *table_columns, "part", "challenge", "level", *figures])
    for table in board.tables:
        common = [*(in_a_cell(getattr(table, name)) for name in table_columns), _part(table)]
        for entry in table.entries:
            own = [in_a_cell(getattr(entry, name)) for name in entry_columns]
            for challenge, level, score in _csv_scores(entry.scores):
                values = [v for metric in metrics_in_use() for v in _csv_values(metric, score)]
                writer.writerow([*own, *common, in_a_cell(challenge), level, *values])
    return stream.getvalue()


def _columns() -> list[Metric]:
    return [metric for metric in metrics_in_use() if metric.column]


def _level_columns() -> list[Metric]:
    return [metric for metric in metrics_in_use() if metric.by_level]


def _footnote() -> str:
    meanings = "; ".join(f"{metric.title}: {metric.meaning}" for metric in _columns())
    return (
        "Figures are per challenge, then averaged over challenges, with 95 % intervals over"
        f" puzzles, which are wide if these are few. {meanings}. -: unknown, which is not zero."
    )


def _csv_scores(scores: Scores) -> Iterator[tuple[str, int | None, Score]]:
    yield "overall", None, scores.overall
    for name, score in scores.challenges.items():
        yield name, None, score
        for level, part in score.levels.items():
            yield name, level, part


def _csv_names(metric: Metric) -> list[str]:
    name = metric.name
    return [name, f"{name}_low", f"{name}_high"] if metric.interval else [name]


def _csv_values(metric: Metric, score: Score) -> list[float | None]:
    figure = score.figures.get(metric.name)
    if not metric.interval:
        return [None if isinstance(figure, Estimate) else figure]
    known = figure if isinstance(figure, Estimate) else Estimate()
    return [known.value, known.low, known.high]


def _title(table: Table) -> str:
    games = _part(table) or counted(table.games, "game")
    each = counted(table.episodes_per_game, "episode")
    return _line(
        f"{table.dataset} ({table.fingerprint[:SHOWN_DIGITS]}), {' + '.join(table.splits)}:"
        f" {games}, {each} each, {table.protocol}, plan {table.plan[:SHOWN_DIGITS]}"
    )


def _part(table: Table) -> str:
    """Return which games of the splits a table is about, and nothing if it is all of them."""
    return "" if table.part is None else table.part.told(table.splits, table.games)


def _handicaps(table: Table) -> str:
    """Return the line that tells what makes the games of a table easier."""
    return f"handicaps   {', '.join(table.handicaps) or 'none'}"


def _row(entry: Entry) -> list[str]:
    return [*_entry(entry), *_figures(entry.scores.overall, _columns())]


def _entry(entry: Entry) -> list[str]:
    rank = UNKNOWN if entry.rank is None else str(entry.rank)
    return [rank, *map(_line, (entry.agent, entry.run_id, entry.mark))]


def _notes(table: Table) -> list[str]:
    """Return what there is to say below a table: why runs have no rank, and what they lack."""
    lines = []
    for entry in table.entries:
        if entry.note is not None:
            lines.append(f"not ranked  {entry.run_id}: {entry.note}")
        known, all_of_them = entry.scores.overall.count("scored_challenges"), len(table.challenges)
        if known < all_of_them:
            lines.append(f"partial     {entry.run_id}: {known} of {all_of_them} challenges scored")
        if entry.again:
            lines.append(
                f"again       {entry.run_id}: {counted(entry.again, 'episode')} begun again"
            )
        if entry.unknown:
            names = ", ".join(entry.unknown)
            lines.append(f"not shown   {entry.run_id}: {names} (metrics not known here)")
    return [_line(line) for line in lines]


def _against_best(table: Table) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of the table that compares each ranked entry with the first."""
    best, *others = table.ranked
    rows = [
        [_line(entry.agent), _line(entry.run_id), *_pair(found), str(found.games)]
        for entry in others
        if (found := entry.against_best) is not None
    ]
    header = ["Against " + _line(best.agent), "Run", "Difference", "P(better)", "Games"]
    return header, rows


def _pair(found: Difference) -> list[str]:
    return [_interval(found.difference, "+"), _interval(found.improvement, "")]


def _interval(estimate: Estimate, sign: str) -> str:
    numbers = (estimate.value, estimate.low, estimate.high)
    if None in numbers:
        return UNKNOWN
    value, low, high = (f"{number:{sign}.3f}" for number in numbers)
    return f"{value} [{low}, {high}]"


def _titles(metrics: Sequence[Metric]) -> list[str]:
    return [f"{m.title} [95 %]" if m.interval else m.title for m in metrics]


def _figures(score: Score, metrics: Sequence[Metric]) -> list[str]:
    return [m.text(score.figures[m.name]) if m.name in score.figures else "" for m in metrics]


def _line(text: str) -> str:
    """Return other people's text as one line."""
    return printable(text).replace("\n", "\\n").replace("\t", "\\t")


def _align(header: Sequence[str], rows: Sequence[Sequence[str]], left: int) -> str:
    """Return the table in columns, the first ``left`` of them aligned to the left."""
    lines = [header, *rows]
    widths = [max(len(line[column]) for line in lines) for column in range(len(header))]
    text = [
        "  ".join(
            cell.ljust(width) if column < left else cell.rjust(width)
            for column, (cell, width) in enumerate(zip(line, widths, strict=True))
        ).rstrip()
        for line in lines
    ]
    return "\n".join([text[0], "-" * len(text[0]), *text[1:]])


def _html_parts(table: Table) -> Iterator[str]:
    yield f"<h2>{escape(_title(table))}</h2>"
    yield (
        f"<p>Dataset <code>{escape(_line(table.fingerprint))}</code>, plan"
        f" <code>{escape(_line(table.plan))}</code></p>"
    )
    yield f"<p>{escape(_handicaps(table))}</p>"
    yield _html_table([*_ENTRY, *_titles(_columns())], [_row(entry) for entry in table.entries])
    notes = _notes(table)
    if notes:
        yield "<ul>" + "".join(f"<li>{escape(note)}</li>" for note in notes) + "</ul>"
    if len(table.ranked) > 1:
        yield f"<h3>Differences</h3>\n<p>{escape(_PAIRS_NOTE)}</p>"
        yield _html_table(*_against_best(table))
    if len(table.ranked) > 2:
        best = f", of the best {_MOST_PAIRED} runs" if len(table.ranked) > _MOST_PAIRED else ""
        yield f"<p>Each agent (row) against each other (column){best}.</p>"
        yield _html_table(*_all_pairs(table.ranked[:_MOST_PAIRED]))
    games = by_game(table)
    if games is not None:
        yield f"<h3>By game</h3>\n<p>{escape(GAMES_NOTE)}</p>"
        yield _html_table(games.header, games.rows)
    for name in table.challenges:
        yield from _html_challenge(table, name)


def _all_pairs(ranked: Sequence[Entry]) -> tuple[list[str], list[list[str]]]:
    """Return the header and rows of the table of all ``ranked`` entries against each other."""
    found: dict[tuple[int, int], Difference] = {}
    for (i, one), (j, other) in combinations(enumerate(ranked), 2):
        found[i, j] = compare(one.scores, other.scores).overall
        found[j, i] = found[i, j].turned()
    rows = []
    for i, one in enumerate(ranked):
        row = [str(one.rank), *map(_line, (one.agent, one.run_id))]
        for j in range(len(ranked)):
            row.append(UNKNOWN if i == j else ", P ".join(_pair(found[i, j])))
        rows.append(row)
    return ["Rank", "Agent", "Run", *(_line(entry.agent) for entry in ranked)], rows


def _html_challenge(table: Table, challenge: str) -> Iterator[str]:
    """Yield the figures of a challenge, where there are several, and those of its levels."""
    scores = [(entry, entry.scores.challenges[challenge]) for entry in table.entries]
    has_levels = any(score.levels for _, score in scores)
    if len(table.challenges) > 1 or has_levels:
        yield f"<h3>{escape(_line(challenge))}</h3>"
    if len(table.challenges) > 1:
        rows = [[*_entry(entry), *_figures(score, _columns())] for entry, score in scores]
        yield _html_table([*_ENTRY, *_titles(_columns())], rows)
    if has_levels:
        rows = [
            [*_entry(entry), str(level), *_figures(part, _level_columns())]
            for entry, score in scores
            for level, part in score.levels.items()
        ]
        yield "<details><summary>By level</summary>"
        yield _html_table([*_ENTRY, "Level", *_titles(_level_columns())], rows)
        yield "</details>"


def _html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"
