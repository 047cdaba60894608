"""Facts and actions about the names of things in place of their ids."""

__all__ = ["ReadableNames"]

from collections.abc import Mapping
from typing import Any

from twbench.core import Environment, GameState, Wrapper
from twbench.logic import Action, Proposition, Variable


class ReadableNames(Wrapper):
    """Names things in facts and actions as the texts of the game do, as TextWorld does.

    ``at(o_0: o, r_0: r)`` becomes ``at(old key: o, attic: r)`` in ``facts``, ``win_facts`` and
    ``fail_facts``; in ``last_action`` too, whose own name loses what follows a slash (``take/c`` is
    ``take``) unless it is a way to go (``go/east`` is ``go east``). Put it around the environment:

    ```
    env = start("game.z8", EnvInfos(facts=True), wrappers=[ReadableNames])
    ```

    The names come from the game's file: `reset` raises EnvInfoMissingError if it is not there.
    """

    _of_episode = ("_names",)

    def __init__(self, env: Environment | None = None):
        super().__init__(env)
        self._names: Mapping[str, str] = {}

    def reset(self) -> GameState:
        """Start a game; see `Environment.reset`."""
        with self._asking("game") as known:
            state = super().reset()
        self._names = {id_: info["name"] or id_ for id_, info in known["game"]["infos"]}
        return self._read(state)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform ``command``; see `Environment.step`."""
        state, score, done = super().step(command)
        return self._read(state), score, done

    def _read(self, state: GameState) -> GameState:
        if state.get("facts") is not None:
            state["facts"] = self._facts(state["facts"])
        for name in ("win_facts", "fail_facts"):
            if state.get(name) is not None:
                state[name] = [[self._facts(event) for event in quest] for quest in state[name]]
        if state.get("last_action") is not None:
            state["last_action"] = self._action(state["last_action"])
        return state

    def _facts(self, facts: Any) -> list[Proposition]:
        names = self._names
        return [
            Proposition(
                fact.name,
                [Variable(names.get(one.name, one.name), one.type) for one in fact.arguments],
            )
            for fact in facts
        ]

    def _action(self, action: Action) -> Action:
        verb, _, kind = action.name.partition("/")
        return Action(
            f"{verb} {kind}" if verb == "go" else verb,
            self._facts(action.preconditions),
            self._facts(action.postconditions),
        )
