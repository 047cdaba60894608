"""Many games at once, with one message for each worker process and step.

`env` is what a learner sees, `part` the environments of one process, and `no_workers` stands for
worker processes where there are none. `infos` and `joining` make one batch of what parts tell, and
`making` a vector of an id.
"""

__all__ = ["TextVectorEnv", "make_vec"]

from twbench.gym.vector.env import TextVectorEnv
from twbench.gym.vector.making import make_vec
