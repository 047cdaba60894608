"""Agents scored on datasets: plans, rollouts, metrics, runs on disk, leaderboards.

The stages, each a module: `games` reads the dataset, `plan` fixes the episodes, `rollout` plays
one, `player` keeps it in a process of its own, `results` stores, `metrics` and `scores` aggregate,
`run` wires these together (start reading there), `leaderboard` compares runs, and `report` prints.

Names are imported from the modules. The package itself imports nothing: every playing process
passes through here, and needs neither pyarrow nor joblib.
"""

__all__: list[str] = []
