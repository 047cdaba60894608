"""The wall between an agent and the game that it plays.

On one side are the game, the score and the record (`desk`, in the process of the evaluation). On
the other is the agent with its loop (`loop`), around an `AgentView` (`view`) that knows what the
protocol grants and no more. What crosses are `frames`: lines of JSON of a limited size, each with
the name of its episode. Nothing that comes from the agent's side is run, unpickled or believed; a
score is what the game says on this side.

`host` is a process that has shut itself in (`guard`), has imported the installed libraries that the
agent needs (`libraries`), and forks for every episode; the fork runs the agent's own file, so that
what it learned in one episode is gone in the next. `seat` is the hold of the evaluation on that
process, or on an agent that plays in the recorder's: one that comes with twbench, or any, for
debugging. `probe` asks an agent what it is,
before there is anything to play.
"""

__all__: list[str] = []
