"""Where TextWorld has the functions that a script begins with; here they are those of `twbench`."""

__all__ = ["make", "play", "start"]

from twbench.families import play, start
from twbench.generator.making.compile import make
