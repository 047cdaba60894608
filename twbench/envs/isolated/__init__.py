"""Stories that nobody trusts, each played in a process of its own.

`env` is what an agent sees, `process` the story's process as seen from there, `child` what runs in
it. `frames` is what the two say to each other, `line` how that gets from one to the other.
"""

__all__ = ["IsolatedEnv", "IsolatedSnapshot"]

from twbench.envs.isolated.env import IsolatedEnv, IsolatedSnapshot
