"""The wall between an agent and the game that it plays.

On one side are the game, the score and the record (`desk`, in the process of the evaluation). On
the other is the agent with its loop (`loop`), around an `AgentView` (`view`) that knows what the
protocol grants and no more. What crosses are `frames`: lines of JSON of a limited size, each with
the name of its episode. Nothing that comes from the agent's side is run, unpickled or believed; a
score is what the game says on this side.

`host` is the process in which agents are imported. It shuts itself in before it does so, and forks
for every episode, so that what an agent learned in one is gone in the next. `seat` is the hold of
the evaluation on that process, or on an agent that plays without a wall, for debugging.
"""

__all__: list[str] = []
