"""Playing a story that twbench linked: facts, score and ending are read from its memory."""

__all__ = ["EnvSnapshot", "StoryEnv"]

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, GameState
from twbench.core.environments import goes_on_after
from twbench.envs.frotz.interpreter import Memory
from twbench.envs.frotz.session_env import EnvSnapshot, SessionEnv, cleaned
from twbench.envs.frotz.story_file import StoryFile, read_story, refuse_doubtful
from twbench.envs.frotz.typing_in import sanitise
from twbench.envs.information.knowledge import StoryKnowledge
from twbench.envs.information.policy_tracker import PolicyTracker
from twbench.errors import EnvInfoMissingError, GameNotRunningError, StoryFileError
from twbench.logic import Action
from twbench.story import MemoryMap
from twbench.story.zcode.layout import Ending
from twbench.system.at_hand import as_path

_CONSTANT = (
    "command_templates",
    "entities",
    "fail_facts",
    "game",
    "max_score",
    "objective",
    "possible_admissible_commands",
    "possible_commands",
    "typed_entities",
    "verbs",
    "win_facts",
)
_FOR_PROGRAMS = "tw-"
"""What the commands begin with that turn on extra information, for TextWorld's programs."""
_SIDE_QUERIES = ("description", "inventory")
_POLICY = ("intermediate_reward", "policy_commands")
_ACTIONS = ("last_action",)
_NONE, _WON, _LOST = Ending
_FROM_WORLD: dict[str, Callable[[StoryKnowledge, bytes], Any]] = {
    "admissible_commands": StoryKnowledge.admissible_commands,
    "facts": StoryKnowledge.facts,
    "location": StoryKnowledge.location,
}


@dataclass(frozen=True, slots=True)
class _Requests:
    """The names of the information requested, by how it is found out.

    ``any_at_all`` says whether one is requested that is not in every state.
    """

    any_at_all: bool
    constant: tuple[str, ...]
    from_world: tuple[str, ...]
    side_queries: tuple[str, ...]
    policy: tuple[str, ...]
    actions: tuple[str, ...]

    @classmethod
    @cache
    def of(cls, flags: tuple[bool, ...]) -> "_Requests":
        """Return the requests that have flags, in the order of `EnvInfos.ALL_NAMES`."""

        def requested(names: Iterable[str]) -> tuple[str, ...]:
            return tuple(name for name in names if name in chosen)

        chosen = {name for name, flag in zip(EnvInfos.ALL_NAMES, flags, strict=True) if flag}
        kinds = (_CONSTANT, _FROM_WORLD, _SIDE_QUERIES, _POLICY, _ACTIONS)
        groups = tuple(map(requested, kinds))
        return cls(any(groups), *groups)


class StoryEnv(SessionEnv):
    """An environment for one story of ours at a time, played in the calling process.

    Stories that could do harm are refused, unless they are ``trusted``.

    With ``one_command`` the story itself takes the first command of a line alone: it knows where
    one ends. That others follow is refused, and takes a turn. Things named in a list, or as "all",
    are one command still.

    The game's JSON is looked for beside the story, under the same name; it is read when an
    information is requested that only the game can give, and EnvInfoMissingError is raised if it
    is not there.
    """

    _of_episode = ("_policy", "_held")

    def __init__(self, infos: EnvInfos | None = None, *, trusted: bool = False):
        super().__init__(infos)
        self._trusted = trusted
        self._known: StoryKnowledge | None = None
        # What every state has, in its order, as it is at the beginning.
        self._blank: dict[str, Any] = {}
        # What stays the same over an episode. Its lists are the episode's own: scripts change them.
        self._given: dict[str, Any] = {}
        self._flags = self.infos.flags
        self._asked = _Requests.of(self._flags)
        self._policy: PolicyTracker | None = None
        # Whether the story is held to one command a step.
        self._held = False

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``.

        Raises StoryFileError if it is damaged or not ours, or if playing it in this process could
        do harm, unless it is ``trusted``.
        """
        story = read_story(path)
        if not self._trusted:
            refuse_doubtful(story)
        self.open(story, path)

    def open(self, story: StoryFile, path: str | Path) -> None:
        """Load a story that was read from ``path``, and that is trusted."""
        if not story.is_ours:
            raise StoryFileError("This story was not made by twbench.")
        memory_map = MemoryMap(story.directory)
        session = self._seat(story)
        self._known = StoryKnowledge(as_path(path), memory_map, story.data)
        self._session = session

    def reset(self) -> GameState:
        """Start the game and return its first state.

        Raises StoryFileError if ``one_command`` is asked of a story that an earlier version of
        twbench linked.
        """
        self._running = False
        for name in EnvInfos.STORY_NAMES:
            if getattr(self.infos, name):
                reason = "Only stories by other makers give it."
                raise EnvInfoMissingError("This story", name, reason)
        flag = self._one_command_flag() if self.one_command else None
        if self.infos.last_action:
            # Only a step reads it; whether it can be read is said before the first one.
            self._knowledge.information("last_action")
        self._given = {}
        text = self._loaded.reset()
        self._held = flag is not None
        if flag is not None:
            self._loaded.write_word(flag, 1)
        wanted = self._requests().policy
        self._policy = self._knowledge.beginning(wanted[0]) if wanted else None
        memory = self._loaded.memory()
        self._blank = {
            "raw": "",
            "feedback": "",
            "last_command": None,
            "score": 0,
            "max_score": self._knowledge.max_score(memory),
            "moves": 0,
            "won": False,
            "lost": False,
        }
        self._observe(text, None, None, memory, self._requests())
        self._running = True
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`. Any text is a command, none can do harm."""
        session = self._session
        if session is None or not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        typed = _no_program(command) if self._held else command
        requests = self._requests()
        try:
            text, memory, halted = session.glance(typed)
            action = None
            if requests.actions:
                actions = self._knowledge.actions(memory)
                action = actions[-1] if actions else None
            if self._policy is not None:
                self._policy = self._knowledge.after(self._policy, memory)
            score, ending = self._observe(text, command, action, memory, requests)
        except BaseException as error:
            self._running = goes_on_after(error)
            raise
        done = ending is not _NONE or halted
        self.state["done"] = done
        self._running = not done
        return self.state, score, done

    @property
    def acted(self) -> bool:
        """Whether the last command was an action of the game; no game file is needed to tell."""
        return bool(self._memory_map.performed(self._loaded.memory()))

    @property
    def last_actions(self) -> list[Action]:
        """The actions that the last command led to, in order: "take all" leads to several.

        Raises EnvInfoMissingError where the story has no game file beside it.
        """
        return self._knowledge.actions(self._loaded.memory())

    def understands(self, command: str) -> bool:
        """Whether ``command`` would be an action of the game now, without performing it."""
        session = self._loaded
        snapshot = session.save()
        running, self._running = self._running, False  # until it is taken back
        session.step(command)
        understood = bool(self._memory_map.performed(session.memory()))
        session.restore(snapshot)
        self._running = running
        return understood

    @property
    def _knowledge(self) -> StoryKnowledge:
        if self._known is None:
            raise GameNotRunningError("No story is loaded: call load() first.")
        return self._known

    @property
    def _memory_map(self) -> MemoryMap:
        return self._knowledge.memory_map

    def _one_command_flag(self) -> int:
        """Return where the story's flag is that holds it to one command a line."""
        flag = self._memory_map.one_command
        if flag is None:
            raise StoryFileError(
                "The story was linked by an earlier version of twbench, and cannot be held to one"
                " command a step: build it anew with this version."
            )
        return flag

    def _observe(
        self,
        text: str,
        command: str | None,
        action: Action | None,
        memory: Memory,
        requests: _Requests,
    ) -> tuple[int, Ending]:
        """Build the state after a command, and return score and ending."""
        knowledge = self._known or self._knowledge
        score, moves, ending = knowledge.memory_map.standing(memory)
        # A copy has room for all keys, and what seldom changes. Python is quicker with dictionaries
        # than with what is a kind of them.
        told = self._blank.copy()
        told["raw"] = text
        told["feedback"] = cleaned(text)
        told["last_command"] = command
        told["score"] = score
        told["moves"] = moves
        if ending is not _NONE:
            told["won"] = ending is _WON
            told["lost"] = ending is _LOST
        state = GameState(told)
        if requests.any_at_all:
            self._tell(state, requests, action, memory)
        for key in self.infos.extras:
            self._tell_extra(state, key)
        self.state = state
        return score, ending

    def _tell_extra(self, state: GameState, key: str) -> None:
        """Put an extra into ``state``, unless only a wrapper can."""
        name = f"extra.{key}"
        if name not in self._given:
            try:
                self._given[name] = self._knowledge.extra_information(key)
            except EnvInfoMissingError:
                if self.extras_may_be_added:
                    return
                raise
        state[name] = self._given[name]

    def _tell(
        self, state: GameState, requests: _Requests, action: Action | None, memory: Memory
    ) -> None:
        """Put into ``state`` what is not in every one."""
        knowledge = self._known or self._knowledge
        given = self._given
        for name in requests.constant:
            if name not in given:
                given[name] = knowledge.constant(name)
            state[name] = given[name]
        if requests.from_world or requests.side_queries:
            world = knowledge.memory_map.world(memory)
            for name in requests.from_world:
                state[name] = _FROM_WORLD[name](knowledge, world)
            queries = requests.side_queries
            texts = knowledge.side_queries.ask(queries, self._loaded, world) if queries else {}
            for name in requests.side_queries:
                state[name] = texts[name]
        if requests.policy:
            for name in (*requests.policy, "policy_unknown"):
                state[name] = getattr(self._policy, name, None)
        if requests.actions:
            state["last_action"] = action

    def _requests(self) -> _Requests:
        flags = self.infos.flags
        if flags is not self._flags:
            self._flags = flags
            self._asked = _Requests.of(flags)
        return self._asked


def _no_program(command: str) -> str:
    """Return ``command``, but not one for programs, after which a story prints more each time."""
    typed = sanitise(command)
    return typed.replace("-", " ", 1) if typed[:3].lower() == _FOR_PROGRAMS else typed
