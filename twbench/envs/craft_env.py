"""Playing a story of crafting: its state, score and ending are read from its memory."""

__all__ = ["CraftEnv", "Planner"]

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, GameState
from twbench.core.environments import goes_on_after
from twbench.envs.frotz.session_env import SessionEnv, cleaned
from twbench.envs.frotz.story_file import StoryFile, read_story, refuse_doubtful
from twbench.envs.information.given import OF_CRAFTS
from twbench.errors import EnvInfoMissingError, GameNotRunningError, StoryFileError
from twbench.story.crafts.memory import CraftMemory
from twbench.story.zcode.layout import Ending

Planner = Callable[[Sequence[int], Sequence[bool]], "list[int] | None"]
"""Finds a way to win from a state of the world, given which tasks are done: transformations."""

_ALWAYS = ("inventory", "look")
"""Commands that are admissible in any state, so that there is always one."""
_CONSTANT: dict[str, Callable[[CraftMemory], Any]] = {
    "command_templates": lambda known: sorted(set(known.tables.phrases)),
    "entities": lambda known: _entities(known),
    "objective": lambda known: known.tables.objective,
    "possible_admissible_commands": lambda known: sorted({*known.tables.phrases, *_ALWAYS}),
    "possible_commands": lambda known: sorted({*known.tables.phrases, *_ALWAYS}),
    "verbs": lambda known: sorted({phrase.split(" ")[0] for phrase in known.tables.phrases}),
}
_CHANGING: dict[str, Callable[[CraftMemory, bytes], Any]] = {
    "description": CraftMemory.description,
    "inventory": CraftMemory.inventory,
    "location": CraftMemory.location,
}
_WALKTHROUGH = "walkthrough"
_GIVEN = {*OF_CRAFTS, f"extra.{_WALKTHROUGH}"}


class CraftEnv(SessionEnv):
    """An environment for one story of crafting at a time, played in the calling process.

    Stories that could do harm are refused, unless they are ``trusted``. The admissible commands are
    those that do something in the world, "look" and "inventory". A line is one command, always. A
    ``planner`` is needed for the commands of a policy.
    """

    def __init__(
        self,
        infos: EnvInfos | None = None,
        *,
        trusted: bool = False,
        planner: Callable[[CraftMemory], Planner] | None = None,
    ):
        super().__init__(infos)
        self._trusted = trusted
        self._make_planner = planner
        self._planner: Planner | None = None
        self._known: CraftMemory | None = None

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``.

        Raises StoryFileError if it is damaged or no story of crafting, or if playing it in this
        process could do harm, unless it is ``trusted``.
        """
        self.open(read_story(path))

    def open(self, story: StoryFile) -> None:
        """Load a story that was read; see `load`."""
        if not story.is_crafts:
            raise StoryFileError(f"{story.name} is no story of crafting.")
        if not self._trusted:
            refuse_doubtful(story)
        known = CraftMemory.of(story.data)
        session = self._seat(story)
        self._known = known
        self._planner = None
        self._session = session

    def reset(self) -> GameState:
        """Start the game and return its first state.

        Raises EnvInfoMissingError for information that such a story does not give.
        """
        self._running = False
        for name in self._asked_of_game:
            if name not in _GIVEN:
                raise EnvInfoMissingError("A story of crafting", name)
        text = self._loaded.reset()
        self._observe(text, None, self._loaded.memory())
        self._running = True
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`. Any text is a command, none can do harm."""
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        session = self._loaded
        try:
            text = session.step(command)
            score, ending = self._observe(text, command, session.memory())
            done = ending is not Ending.NONE or session.halted
        except BaseException as error:
            self._running = goes_on_after(error)
            raise
        self.state["done"] = done
        self._running = not done
        return self.state, score, done

    @property
    def acted(self) -> bool:
        """Whether the last command was an action: a transformation, to look, to take stock."""
        return self._knowledge.acted(self._loaded.memory())

    @property
    def counts(self) -> tuple[int, ...]:
        """The state of the world: the number of the player's zone, then all counts."""
        return self._knowledge.state(self._loaded.memory())

    @property
    def _knowledge(self) -> CraftMemory:
        if self._known is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._known

    def _observe(self, text: str, command: str | None, memory: bytes) -> tuple[int, Ending]:
        """Build the state after a command, and return score and ending."""
        known, infos = self._knowledge, self.infos
        score, moves, ending = known.standing(memory)
        state = GameState(
            raw=text,
            feedback=cleaned(text),
            last_command=command,
            score=score,
            max_score=known.tables.max_score,
            moves=moves,
            won=ending is Ending.WON,
            lost=ending is Ending.LOST,
        )
        if infos.admissible_commands:
            possible = [] if ending is not Ending.NONE else known.possible(memory)
            state["admissible_commands"] = sorted({*possible, *_ALWAYS})
        for name, tell in _CHANGING.items():
            if getattr(infos, name):
                state[name] = tell(known, memory)
        for name, tell_always in _CONSTANT.items():
            if getattr(infos, name):
                state[name] = tell_always(known)
        if infos.policy_commands:
            state["policy_commands"] = self._policy(memory, ending)
        if _WALKTHROUGH in infos.extras:
            state[f"extra.{_WALKTHROUGH}"] = list(known.tables.walkthrough)
        self.state = state
        return score, ending

    def _policy(self, memory: bytes, ending: Ending) -> list[str]:
        """Return commands that win from here; none if none are found, or the game is over."""
        if self._make_planner is None:
            raise EnvInfoMissingError("A story of crafting without a planner", "policy_commands")
        if ending is not Ending.NONE:
            return []
        known = self._knowledge
        if self._planner is None:
            self._planner = self._make_planner(known)
        plan = self._planner(known.state(memory), known.tasks_done(memory))
        return [known.tables.phrases[action] for action in plan or ()]


def _entities(known: CraftMemory) -> list[str]:
    tables = known.tables
    return list(dict.fromkeys((*tables.zones, *tables.items, *tables.lying)))
