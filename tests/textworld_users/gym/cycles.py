"""The generator that environments of several games draw them from."""

from itertools import islice

from numpy.random import RandomState
from textworld.gym.envs.utils import shuffled_cycle

drawn = list(islice(shuffled_cycle(range(5), rng=RandomState(20181207)), 15))
for begin in (0, 5, 10):
    assert sorted(drawn[begin : begin + 5]) == [0, 1, 2, 3, 4]
again = list(islice(shuffled_cycle(range(5), rng=RandomState(20181207)), 15))
assert again == drawn
