"""Maps in colours around an environment that draws one: nobody else is told of it unasked."""

from collections.abc import Iterable

import pytest

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.wrappers.colored_map import ColoredMap
from twbench.render.letters import TERMINAL_COLORS

SCREEN = {"rows": ["@."], "colors": ["12"], "cursor": None}


class Drawing(Environment):
    """Says what was typed, above a map."""

    def reset(self) -> GameState:
        return self.told("")

    def step(self, command: str) -> tuple[GameState, float, bool]:
        return self.told(command), 0, False

    def told(self, said: str) -> GameState:
        self.state = GameState(feedback=f"{said}\n@.\n")
        if "screen" in self.infos.extras:
            self.state["extra.screen"] = SCREEN
        return self.state


@pytest.mark.parametrize("extras", [[], ["screen"]])
def test_the_map_is_coloured_and_told_to_those_who_ask(extras: list[str]) -> None:
    shown: list[tuple[str, str]] = []

    def write(pieces: Iterable[tuple[str, str]]) -> None:
        shown.extend(pieces)

    env = ColoredMap(Drawing(EnvInfos(extras)), write)
    for state in (env.reset(), env.step("look")[0]):
        assert ("extra.screen" in state) == bool(extras)
        assert env.infos.extras == extras
    env.render()
    assert "".join(text for text, _ in shown) == "look\n@.\n"
    assert ("@", TERMINAL_COLORS[1]) in shown
    assert (".", TERMINAL_COLORS[2]) in shown
