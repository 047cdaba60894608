"""Whether a command has changed something that no other has.

Many commands change the same as others: in some stories, a thing gets a flag as soon as any command
names it. Such a change is no reason to try more commands of the kind, which would do it as well.
"""

__all__ = ["News"]

from itertools import islice

from twbench.envs.valid_actions.trials import Trials


class News:
    """What was changed by commands that were tried, up to the last `learn`."""

    def __init__(self, trials: Trials):
        self._trials = trials
        self._learned = 0
        # What commands have changed, and the parts of it.
        self._known: set[object] = set()
        self._parts: set[object] = set()

    def learn(self) -> None:
        """Take what all commands so far have changed as known."""
        typed = list(islice(self._trials.tried, self._learned, None))
        self._learned += len(typed)
        known = {self._trials.certain_changes(command) for command in typed}
        self._known |= known
        self._parts.update(one for changes in known for one in changes)

    def is_new(self, command: str) -> bool:
        """Whether a command has changed what was not known.

        Flags that other commands have set one by one are nothing new where they are set together.
        """
        if command not in self._trials.tried:
            return False
        changes = self._trials.certain_changes(command)
        if not changes or changes in self._known:
            return False
        return not self._parts.issuperset(changes) or self._trials.moves(command)
