"""Many games at once, with one message for each worker process and step.

`env` is what a learner sees, `workers` the processes as seen from there, `worker` what runs in one,
`messages` what the two say; `joining` makes one batch of parts, and `making` a vector of an id.
"""

__all__ = ["TextVectorEnv", "make_vec"]

from twbench.gym.vector.env import TextVectorEnv
from twbench.gym.vector.making import make_vec
