"""The contract between a text-based game, the agent that plays it, and whoever runs them.

An episode, by example (``env`` is any `Environment`):

```
env = twbench.start("game.z8", twbench.EnvInfos(admissible_commands=True))
state = env.reset()                              # state.feedback is the opening text
state, score, done = env.step("take coin")       # score so far, whether the game has ended
env.step("look")                                 # after the end: GameNotRunningError
state = env.reset()
snapshot = env.save()                            # to look ahead
env.step("go north")
state = env.restore(snapshot)                    # as if nothing had been done
env.close()
```

Names follow the documentation of ``textworld.core`` (docs: section "Core").
"""

__all__ = [
    "Agent",
    "EnvInfoMissingError",
    "EnvInfos",
    "Environment",
    "GameNotRunningError",
    "GameState",
    "Wrapper",
    "WrapperSnapshot",
    "one_of_both",
]

from twbench.core.agents import Agent
from twbench.core.environments import Environment
from twbench.core.infos import EnvInfos, one_of_both
from twbench.core.states import GameState
from twbench.core.wrappers import Wrapper, WrapperSnapshot
from twbench.errors import EnvInfoMissingError, GameNotRunningError
