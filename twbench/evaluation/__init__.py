"""Agents scored on datasets: plans, rollouts, metrics, runs on disk, leaderboards.

`run` wires the rooms together: start reading there. `settings` says what is played, `playing` does
it in processes of its own, with agents behind the `wall`, and `episodes` are what comes of it.
`records` keeps runs on disk, `statistics` makes figures of them, `board` compares and prints, and
`checking` is for runs of others.

Names are imported from the modules. The package itself imports nothing: every playing process
passes through here, and needs neither pyarrow nor joblib.
"""

__all__: list[str] = []
