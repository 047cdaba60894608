"""Scores and leaderboards as text, HTML and CSV: the same figures in three dresses."""

__all__ = ["leaderboard_csv", "leaderboard_html", "leaderboard_text", "scores_text"]

import csv
import io
from collections.abc import Sequence
from html import escape

from twbench.evaluation.leaderboard import Entry, Leaderboard, Table
from twbench.evaluation.metrics import Estimate
from twbench.evaluation.scores import Score, Scores

UNKNOWN = "-"
_FIGURES = ("Mean", "[95 %]", "IQM", "[95 %]", "Won", "Moves", "Invalid", "Unscored", "Failed")
_FOOTNOTE = (
    "Mean and interquartile mean (IQM) of score / maximum score, per challenge and then over"
    " challenges, with stratified bootstrap 95 % intervals. Failed: crashed or out of"
    " time. -: unknown, which is not zero."
)
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:72rem;padding:0 1rem;"
    "color:#1b1f24;background:#fff}table{border-collapse:collapse;margin:.5rem 0 2rem}"
    "th,td{padding:.3rem .8rem;text-align:right;border-bottom:1px solid #d8dee4;"
    "font-variant-numeric:tabular-nums}th:nth-child(-n+3),td:nth-child(-n+3){text-align:left}"
    "th{border-bottom:2px solid #59636e}p,caption{color:#59636e;text-align:left}"
    "code{font-size:.9em}"
)


def scores_text(scores: Scores) -> str:
    """Return the table of one run: a row per challenge, and one overall."""
    rows = [[name, *_figures(score)] for name, score in scores.challenges.items()]
    rows.append(["overall", *_figures(scores.overall)])
    return _align(["Challenge", *_FIGURES], rows, left=1)


def leaderboard_text(board: Leaderboard) -> str:
    """Return the tables one after the other, each under a line that says what it compares."""
    parts = [
        f"{_title(table)}\n{_align(_header(), [_row(entry) for entry in table.entries], left=3)}"
        for table in board.tables
    ]
    return "\n\n".join([*parts, _FOOTNOTE])


def leaderboard_html(board: Leaderboard) -> str:
    """Return one self-contained page, without scripts and without a link to anywhere."""
    parts = []
    for table in board.tables:
        parts.append(f"<h2>{escape(_title(table))}</h2>")
        parts.append(
            f"<p>Dataset <code>{escape(table.fingerprint)}</code>, plan"
            f" <code>{escape(table.plan)}</code></p>"
        )
        parts.append(_html_table(_header(), [_row(entry) for entry in table.entries]))
        if len(table.challenges) > 1:
            parts.extend(_html_challenge(table, name) for name in table.challenges)
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Leaderboard</title><style>{_STYLE}</style></head>\n<body>\n<h1>Leaderboard</h1>\n"
        + "\n".join(parts)
        + f"\n<p>{escape(_FOOTNOTE)}</p>\n</body>\n</html>\n"
    )


def leaderboard_csv(board: Leaderboard) -> str:
    """Return all tables as one, a row per run and challenge (``overall`` among them)."""
    columns = ("rank", "run_id", "agent", "dataset", "fingerprint", "plan", "max_steps")
    figures = ("mean", "mean_low", "mean_high", "iqm", "iqm_low", "iqm_high")
    counts = ("win_rate", "moves", "invalid_rate", "games", "episodes", "unscored", "crashed")
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow([*columns, "challenge", *figures, *counts, "timeout"])
    for table in board.tables:
        common = [table.dataset, table.fingerprint, table.plan, table.max_steps]
        for entry in table.entries:
            named = [("overall", entry.scores.overall), *entry.scores.challenges.items()]
            for name, score in named:
                mean, iqm = score.mean, score.iqm
                writer.writerow(
                    [entry.rank, entry.run_id, entry.agent, *common, name]
                    + [mean.value, mean.low, mean.high, iqm.value, iqm.low, iqm.high]
                    + [getattr(score, count) for count in (*counts, "timeout")]
                )
    return stream.getvalue()


def _title(table: Table) -> str:
    episodes = (
        "1 episode" if table.episodes_per_game == 1 else f"{table.episodes_per_game} episodes"
    )
    return (
        f"{table.dataset} ({table.fingerprint[:12]}), {' + '.join(table.splits)}: {table.games}"
        f" games, {episodes} each, at most {table.max_steps} steps, plan {table.plan[:12]}"
    )


def _header() -> list[str]:
    return ["Rank", "Agent", "Run", *_FIGURES]


def _row(entry: Entry) -> list[str]:
    rank = UNKNOWN if entry.rank is None else str(entry.rank)
    return [rank, entry.agent, entry.run_id, *_figures(entry.scores.overall)]


def _figures(score: Score) -> list[str]:
    return [
        _number(score.mean.value, 3),
        _interval(score.mean),
        _number(score.iqm.value, 3),
        _interval(score.iqm),
        _percent(score.win_rate),
        _number(score.moves, 1),
        _percent(score.invalid_rate),
        f"{score.unscored}/{score.episodes}",
        str(score.crashed + score.timeout),
    ]


def _number(value: float | None, digits: int) -> str:
    return UNKNOWN if value is None else f"{value:.{digits}f}"


def _percent(value: float | None) -> str:
    return UNKNOWN if value is None else f"{100 * value:.1f} %"


def _interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return UNKNOWN
    return f"[{estimate.low:.3f}, {estimate.high:.3f}]"


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


def _html_table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "\n".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    return f"<table>\n<tr>{head}</tr>\n{body}\n</table>"


def _html_challenge(table: Table, challenge: str) -> str:
    rows = [
        [*_row(entry)[:3], *_figures(entry.scores.challenges[challenge])] for entry in table.entries
    ]
    return f"<h3>{escape(challenge)}</h3>\n{_html_table(_header(), rows)}"
