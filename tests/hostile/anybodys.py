"""An agent as anybody's: from a file of its own, and so behind the wall."""

from twbench.agents import NaiveAgent, register

register("anybodys", NaiveAgent, "the agent random, from a file")
