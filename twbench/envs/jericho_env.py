"""Playing stories of other makers, with the information that Jericho gives about them."""

__all__ = ["JerichoEnv", "JerichoSnapshot", "JerichoUnsupportedGameWarning"]

import re
import warnings
from pathlib import Path
from typing import Any

from twbench.core import EnvInfos, GameState
from twbench.core.environments import goes_on_after
from twbench.core.states import ADMISSIBLE_NOTES
from twbench.envs.detection import EXHAUSTIVE_ACTIONS, Detection, Episode
from twbench.envs.frotz.known import walkthrough_of
from twbench.envs.frotz.one_command import OneCommand, typed
from twbench.envs.frotz.session_env import EnvSnapshot, SessionEnv
from twbench.envs.frotz.story_file import StoryFile, read_story
from twbench.envs.information.given import OF_OTHER_MAKERS
from twbench.envs.objects.bindings import Binding, check_unbound, read_binding
from twbench.envs.valid_actions.kept import file_beside
from twbench.envs.valid_actions.limits import Limits
from twbench.errors import EnvInfoMissingError, GameNotRunningError
from twbench.whole_numbers import whole_or_none

_DETECTED = frozenset({*EnvInfos.STORY_NAMES, "admissible_commands", f"extra.{EXHAUSTIVE_ACTIONS}"})
_GIVEN = frozenset({*OF_OTHER_MAKERS, f"extra.{EXHAUSTIVE_ACTIONS}", "extra.walkthrough"})
_LAST_WITH_STATUS_LINE = 3
"""The last version of the Z-machine whose interpreter writes a status line, not the story."""
_STATUS_LINE = re.compile(r"\A> [^\n]* (?:Score: +-?\d+ +Moves: +\d+|Time: +\d+:\d\d [ap]m) *\n")
"""How Frotz shows it: the place, and the score or the time of day."""

JerichoSnapshot = EnvSnapshot


class JerichoUnsupportedGameWarning(UserWarning):
    """Jericho does not know the story: score, moves and ending stay unknown (docs: Z-Machine).

    Not so where a binding file tells them, or the story's version where they are kept: see
    `twbench.envs.objects.bindings`.
    """


class JerichoEnv(SessionEnv):
    """An environment for any story file that Frotz plays, in the calling process.

    Nothing is known of what the story does there: `twbench.start` plays it in a process of its own.
    What it saves it writes into the current folder (see `own_folder`).

    With ``one_command`` a line that may hold several commands, or that takes back turns, is not
    handed to the story (see `twbench.envs.frotz.one_command`): the step's feedback says so, and all
    else is as it was. Where the story waits for a key all lines are handed to it: it reads a letter
    at each step.

    Description and inventory are what the story answers to "look" and "inventory", which are taken
    back. They are empty where it waits for a key, as in a menu, and once it is over.

    Asking for information that is not known of such stories raises EnvInfoMissingError. What
    Jericho does not know of one story, or of a place in it, is None.
    """

    _of_episode = ("_rule", "_episode")

    def __init__(self, infos: EnvInfos | None = None, *, request_infos: EnvInfos | None = None):
        super().__init__(infos, request_infos=request_infos)
        self._path = Path()
        self._seed: int | None = None
        self._data = b""
        self._detection: Detection | None = None
        # The story's memory before the last command, if somebody wants to know what that changed.
        self._before: bytes | None = None
        # Where the score of a story is that Jericho does not know.
        self._binding: Binding | None = None
        # What is refused in this episode.
        self._rule: OneCommand | None = None
        # What was searched in this episode.
        self._episode = Episode()

    def load(self, path: str | Path) -> None:
        """Load the story at ``path``. Raises StoryFileError if it is damaged."""
        self.open(read_story(path), path)

    def open(self, story: StoryFile, path: str | Path) -> None:
        """Load a story that was read from ``path``."""
        session = self._seat(story)
        if self._seed is not None:
            session.seed(self._seed)
        self._path = Path(path)
        self._data = story.data
        self._detection = None
        if session.frotz.is_fully_supported:
            check_unbound(self._path)
            self._binding = None
        else:
            self._binding = read_binding(self._path, story.data)
        self._session = session
        if self._binding is not None and not self._binding.won:
            unknown = ", ".join(self._binding.unknown)
            warnings.warn(
                f"Jericho does not know {story.name}. What stays unknown: {unknown}."
                f" {self._told_by_game()}".rstrip(),
                JerichoUnsupportedGameWarning,
                stacklevel=3,
            )

    def seed(self, seed: int | None = None) -> list[int]:
        """Set the seed of the story's random numbers, from the next reset on.

        None is the seed of the walkthrough that Jericho knows; of a story that it does not know,
        every reset draws anew. It is kept for stories that are loaded later.
        """
        self._seed = seed = whole_or_none(seed, "seed", None)
        if self._session is not None:
            self._session.seed(seed)
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Start the story and return its first state.

        Raises ConfigError if `search_seconds` is no time.
        """
        self._running = False
        self._check_infos()
        Limits.lasting(self.search_seconds)
        if self._detection is not None and self._detection.seconds != self.search_seconds:
            self._detection = None
        self._rule = OneCommand(self._data) if self.one_command else None
        text = self._loaded.reset()
        self._episode = Episode()
        self._before = None
        self._observe(text, None)
        self._running = True
        return self.state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Type ``command``; see `Environment.step`. The score is 0 where it is unknown."""
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        try:
            self._before = self._loaded.memory() if self.infos.world_diff else None
            text = self._answer(command)
            state = self._observe(text, command)
            done = self._is_over
        except BaseException as error:
            self._running = goes_on_after(error)
            raise
        state["done"] = done
        self._running = not done
        return state, state.score or 0, done

    def _answer(self, command: str) -> str:
        """Return what the story answers, or what is answered in its place."""
        # A key is no command: menus are left by "q", which would be one to leave the story.
        if self._rule is None or self._loaded.waits_for_key:
            return self._loaded.step(command)
        return self._rule.refusal(command) or self._loaded.step(typed(command))

    @property
    def _is_over(self) -> bool:
        return self._loaded.halted or bool(self.state.lost or self.state.won)

    @property
    def _told(self) -> Detection:
        if self._detection is None:
            beside = file_beside(self._path)
            self._detection = Detection(self._data, self._loaded, beside, self.search_seconds)
        return self._detection

    @property
    def _is_known(self) -> bool:
        return bool(self._loaded.frotz.is_fully_supported)

    def _check_infos(self) -> None:
        for name in self._asked_of_game:
            if name not in _GIVEN:
                who = f"The story {self._path.name}"
                raise EnvInfoMissingError(who, name, self._told_by_game())

    def _told_by_game(self) -> str:
        """Return what to do where TextWorld's game of a story, which tells more, lies beside it."""
        game = self._path.with_suffix(".json")
        if not game.is_file():
            return ""
        return f"If TextWorld made it of {game.name}: twbench import makes a story of it."

    def _observe(self, text: str, command: str | None) -> GameState:
        state = GameState(raw=text, feedback=text, last_command=command)
        if self._is_known:
            frotz = self._loaded.frotz
            state["score"] = frotz.get_score()
            state["max_score"] = frotz.get_max_score()
            state["moves"] = frotz.get_moves()
            # Of some endings Jericho says both: an end that wins is not lost.
            state["won"] = bool(frotz.victory())
            state["lost"] = bool(frotz.game_over()) and not state["won"]
        elif self._binding is not None:
            self._observe_bound(self._binding, text, state)
        self.state = state
        for name in self.infos.keys_of_state:
            if name not in state and name in _GIVEN:
                state[name] = self._information(name)
        return state

    def _observe_bound(self, binding: Binding, text: str, state: GameState) -> None:
        """Read what a binding tells of the state that has answered with ``text``."""
        memory = self._loaded.memory()
        state["score"], state["moves"] = binding.score(memory), binding.moves(memory)
        state["max_score"] = binding.max_score
        state["won"], state["lost"] = binding.has_won(text), binding.has_lost(text)
        if state["won"] and state["lost"]:
            state["lost"] = False

    def _information(self, name: str) -> Any:
        session = self._loaded
        if name == "description":
            return self._aside("look")
        if name == "inventory":
            return self._aside("inventory")
        if name == "location":
            # Jericho has no object for a place beyond those that it has counted.
            return self._told.location(session.memory())
        if name in _DETECTED:
            over = self._is_over
            if name in ("valid_actions", "admissible_commands"):
                found, self._episode = self._told.valid_after(self._episode, session, over)
                if name == "valid_actions":
                    return found.to_json()
                notes = ("detected", found.incomplete, found.slow)
                self.state.update(zip(ADMISSIBLE_NOTES, notes, strict=True))
                return list(found.commands)
            return self._told.tell(name, session, self._before, over)
        return walkthrough_of(session.frotz) if self._is_known else None

    def _aside(self, command: str) -> str:
        """Return the answer to a command that is taken back, "" where the story reads none."""
        if self._is_over or self._loaded.waits_for_key:
            return ""
        snapshot = self._loaded.save()
        text = self._loaded.step(command)
        self._loaded.restore(snapshot)
        return _STATUS_LINE.sub("", text) if self._data[0] <= _LAST_WITH_STATUS_LINE else text
