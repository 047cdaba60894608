"""An episode as the game tells it: every command that reaches the game is counted and kept here.

This is the inner side of the wall: the game, the score and the record. An agent is somewhere else
and has no hold on any of them; see `twbench.evaluation.wall`.
"""

__all__ = ["MOST_INVALID", "Recording", "StoryFailed"]

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TypeVar

from twbench.core import EnvInfos, Environment, GameState
from twbench.envs.announcing import told_of_searches
from twbench.envs.frotz.typing_in import sanitise
from twbench.errors import AgentError
from twbench.evaluation.episodes.episode import Command, Episode, FailedBy, Status, Step
from twbench.evaluation.settings.plan import PlanItem
from twbench.evaluation.settings.protocol import Counted, GameSeed, Protocol
from twbench.families.family import Opener
from twbench.system.timers import Alarm, Clock

Answer = TypeVar("Answer")
_MAX_ERROR = 1000  # characters of an error message that are kept
MOST_INVALID = 50
"""Commands for each turn after which an episode ends, where some commands take no turn."""
_MAX_BRANCHES = 1000
"""Copies of a game that can be open at once."""


class StoryFailed(BaseException):
    """The story has crashed or does not answer; no ``except Exception`` of an agent stops it."""


class _StoryTimeout(BaseException):
    """Raised inside a story that takes too long."""


class Recording:
    """One episode of ``item``: its game, and what is known of it so far.

    It is kept step by step, so that a crash loses nothing. With ``transcripts`` the texts are kept
    as well.
    """

    def __init__(self, item: PlanItem, protocol: Protocol, transcripts: bool = False):
        self.item = item
        self.protocol = protocol
        self.ended = False
        self.turns = 0
        self.steps = 0
        self.lookahead = 0
        self.state = GameState()
        self.commands: list[Command] = []
        self.story_error: str | None = None
        self.story_timeout = False
        self.in_story = False
        self.asked = 0
        """How often the story was asked for anything: for this it has `search_seconds`."""
        self.search_seconds = 0.0
        """What the story may take longer, since valid actions are searched for."""
        self._games: dict[int, Environment] = {}
        self._branches_ended: set[int] = set()
        self._branches = 0
        self._invalid_actions: int | None = 0 if item.game.tells_actions else None
        # What the world was before, where it is told, and how many commands have changed it.
        self._world: str | None = None
        self._score: int | None = None
        self._highscore: int | None = None
        self._alarm = Alarm(_StoryTimeout, protocol.limits.story_seconds, Clock.WALL)
        self._transcripts = transcripts
        self._transcript: list[Step] = []

    @property
    def score(self) -> int | None:
        """The score that the game gives; None before the first state, and where it gives none."""
        return self._score

    @property
    def begun(self) -> bool:
        """Whether the game has said anything."""
        return bool(self.state)

    @property
    def turns_left(self) -> int:
        """How many turns the agent may still take."""
        left = self.protocol.max_turns - self.turns
        if self.protocol.counted is Counted.VALID and self.steps >= self._most_commands:
            return 0
        return max(0, left)

    @property
    def _most_commands(self) -> int:
        """How many commands end an episode of which only some count."""
        return MOST_INVALID * self.protocol.max_turns

    @property
    def _seed(self) -> int | None:
        """The seed of the story's random numbers; None for the game's own."""
        if self.item.game.has_own_seed:
            return None
        fixed = self.protocol.game_seed is GameSeed.FIXED and self.item.game.seed is not None
        return self.item.game.seed or 0 if fixed else self.item.episode_seed

    @property
    def over(self) -> bool:
        """Whether no further command is taken."""
        return self.ended or not self.turns_left

    @contextmanager
    def opened(self, start: Opener) -> Iterator[Environment]:
        """Give the game of the episode, started by ``start``; raises StoryFailed.

        Raises RuntimeError outside the main thread, where alone a story can be stopped in time.
        """
        with ExitStack() as opened, self._alarm, told_of_searches(self._wait_for_search):
            game = self._story(
                lambda: opened.enter_context(start(self.item.game.story, EnvInfos()))
            )
            yield game
            self.close()

    def begin(self, game: Environment, wanted: EnvInfos | None = None) -> GameState:
        """Begin the episode in ``game``; ``wanted`` is what the agent is told beside the text."""
        game.infos = (wanted or EnvInfos()).copy()
        for name in self._needed(game):
            setattr(game.infos, name, True)
        game.one_command = True
        game.search_seconds = self.protocol.limits.search_seconds
        self._games[0] = game

        def reset() -> GameState:
            game.seed(self._seed)
            return game.reset()

        state = self._story(reset)
        self._see(state, state.score, None, done=False)
        return state

    def step(self, command: str) -> GameState:
        """Type ``command``, which is counted whatever comes of it; only before it is `over`."""
        game = self._games[0]
        state, score, done = self._story(lambda: game.step(command))
        # Where nobody knows the score, a step returns 0.
        self._see(state, state.get("score", score), command, done)
        return state

    def fork(self, branch: int = 0) -> int:
        """Copy the game (branch 0) or a copy of it; return the number of the new copy.

        Raises AgentError if there are too many, or no such copy.
        """
        if len(self._games) > _MAX_BRANCHES:
            raise AgentError(f"More than {_MAX_BRANCHES} copies of a game cannot be open at once.")
        copy = self._story(self._branch(branch).copy)
        self._branches += 1
        self._games[self._branches] = copy
        if branch in self._branches_ended:
            self._branches_ended.add(self._branches)
        return self._branches

    def tell(self, branch: int, wanted: EnvInfos) -> None:
        """Let a copy tell what is ``wanted`` from its next command on, and no more.

        Raises AgentError if there is no such copy.
        """
        self._branch(branch).infos = wanted.copy()

    def try_out(self, branch: int, command: str) -> tuple[GameState, float, bool]:
        """Type ``command`` into a copy: it is counted as lookahead and kept with the number.

        Raises AgentError where the game of the copy has ended, there is no such copy, or the
        lookahead is used up.
        """
        game = self._branch(branch)
        if branch in self._branches_ended:
            raise AgentError("The game of this copy has ended.")
        if self.lookahead >= self.protocol.lookahead:
            raise AgentError(f"The {self.protocol.lookahead} commands of lookahead are used up.")
        self.lookahead += 1
        self.commands.append(Command(sanitise(command), branch))
        state, score, done = self._story(lambda: game.step(command))
        if done:
            self._branches_ended.add(branch)
        return state, score, done

    def drop(self, branch: int) -> None:
        """Forget a copy; dropping one twice is fine."""
        if branch and branch in self._games:
            self._games.pop(branch).close()

    def close(self) -> None:
        """Forget all copies."""
        for branch in list(self._games):
            self.drop(branch)

    def episode(
        self, agent_seed: int, status: Status, failed_by: FailedBy | None, error: str | None
    ) -> Episode:
        """Return the record of the episode as far as it went."""
        begun = self.begun
        return Episode(
            self.item,
            agent_seed,
            status,
            failed_by,
            error and storable(error)[:_MAX_ERROR],
            score=self._score,
            highscore=self._highscore,
            moves=self.state.moves,
            turns=self.turns if begun else None,
            steps=self.steps if begun else None,
            won=self.state.won,
            lost=self.state.lost,
            invalid_actions=self._invalid_actions if begun else None,
            lookahead=self.lookahead if begun else None,
            commands=tuple(self.commands),
            transcript=tuple(self._transcript),
        )

    def _branch(self, branch: int) -> Environment:
        if branch not in self._games:
            raise AgentError(f"There is no copy {branch} of the game.")
        return self._games[branch]

    def _see(self, state: GameState, score: float | None, command: str | None, done: bool) -> None:
        """Take note of the state that answered ``command`` (None: of the first state)."""
        before, moves = self._score, self.state.get("moves")
        self.state = state
        self.ended = done
        self._score = None if score is None else int(score)
        if self._score is not None:
            self._highscore = max(self._score, self._highscore or self._score)
        if command is None:
            self._world = state.get("world_state_hash")
        else:
            self.steps += 1
            self.turns += self._spent(state, before, moves)
            self.commands.append(Command(sanitise(command)))
            if self._invalid_actions is not None:
                self._invalid_actions += not _acted(self._games[0], state)
        if self._transcripts:
            reward = None if self._score is None else self._score - (before or 0)
            text = storable(state.feedback or "")
            typed = None if command is None else storable(command)
            self._transcript.append(Step(self.steps, text, typed, reward, self._score, done))

    def _spent(self, state: GameState, score: int | None, moves: int | None) -> int:
        """Return how many turns the command that led to ``state`` has taken.

        ``score`` and ``moves`` are those before it.
        """
        counted = self.protocol.counted
        if counted is Counted.MOVES:
            return max(1, (state.get("moves") or 0) - (moves or 0))
        if counted is Counted.COMMANDS:
            return 1
        if self._invalid_actions is not None:
            return int(_acted(self._games[0], state) or self.ended)
        if not self.item.game.hashes_world:  # nobody knows what has changed
            return 1
        world, self._world = self._world, state.get("world_state_hash")
        return int(world != self._world or score != self._score or self.ended)

    def _needed(self, game: Environment) -> Iterator[str]:
        """Give the information that the record of an episode is made of."""
        yield from ("feedback", "lost", "moves", "score", "won")
        item = self.item.game
        if item.tells_actions and game.acted is None:
            yield "last_action"
        elif self.protocol.counted is Counted.VALID and item.hashes_world:
            yield "world_state_hash"

    def _story(self, does: Callable[[], Answer]) -> Answer:
        """Return what ``does`` returns, within the story's time limit.

        Whatever it raises is the story's fault: StoryFailed is raised instead.
        """
        # In this order, since a thread may look at any moment: see `twbench.evaluation.playing`.
        self.asked += 1
        self.search_seconds = 0.0
        self.in_story = True
        try:
            self._alarm.set()
            return does()
        except _StoryTimeout as error:
            seconds = self.protocol.limits.story_seconds + self.search_seconds
            self.story_timeout = True
            self.story_error = f"story: no answer within {seconds:g} seconds"
            raise StoryFailed from error
        except (Exception, SystemExit) as error:  # the border where a crash becomes data
            self.story_error = f"story: {type(error).__name__}: {error}"
            raise StoryFailed from error
        finally:
            self._alarm.stop()
            self.in_story = False

    def _wait_for_search(self, seconds: float) -> None:
        """Let the story take so many seconds more: it has answered, and is searched now."""
        self.search_seconds += seconds
        self._alarm.set(self.search_seconds)


def _acted(game: Environment, state: GameState) -> bool:
    """Return whether the last command was an action of the game."""
    acted = game.acted
    return state.last_action is not None if acted is None else acted


def storable(text: str) -> str:
    """Return ``text`` with lone surrogates escaped, as a UTF-8 column can hold it."""
    return text.encode("utf-8", "backslashreplace").decode()
