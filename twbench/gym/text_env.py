"""A text-based game as an environment of Gymnasium 1.x.

An episode, by example (``env_id`` is one that `twbench.gym` has registered):

```
env = gymnasium.make(env_id)
text, info = env.reset(seed=1)                                   # the first game of an order
text, reward, terminated, truncated, info = env.step("take coin")  # the score that it gained
text, info = env.reset()                                         # the next game
text, info = env.reset(options={"game_id": "tw-simple-1"})       # this game
env.close()
```

Of a seed come the order of the games, in which each is played once before any is played again, and
the random numbers of the games that have such. ``terminated`` says that the game has ended, won or
lost; ``truncated`` is said by Gymnasium's own time limit, which `gymnasium.make` puts around the
environment.
"""

__all__ = ["LONGEST_TEXT", "TextEnv"]

from collections.abc import Mapping
from typing import Any, ClassVar

import gymnasium
from gymnasium import logger
from gymnasium.envs.registration import EnvSpec
from gymnasium.spaces import Text

from twbench.envs.frotz.typing_in import MAX_COMMAND
from twbench.errors import ConfigError, GameNotRunningError, nearest
from twbench.gym.open_games import OpenGame, OpenGames
from twbench.gym.options import checked_options, chosen_game
from twbench.gym.plain import GivenGames, GivenInfos, PlainSpec, as_games, as_infos
from twbench.gym.text_space import StoryText

LONGEST_TEXT = 8192
"""Letters of the longest text that an interpreter hands over at once."""
_LARGEST_SEED = 2**31 - 1
GivenSpace = gymnasium.Space[Any] | Mapping[str, Any]


class TextEnv(gymnasium.Env[str, str]):
    """An environment of Gymnasium for one game or several, one after the other.

    ``gamefiles`` are the games: paths, or what `twbench.gym.datasets` gives. ``request_infos`` says
    what the infos tell. All of these may be plain values as well: see `twbench.gym.plain`.

    Observations are always within the observation space: a letter that it does not have becomes a
    question mark, and what is too long is cut off at its end.

    With the ``render_mode`` "human" everything is printed, with "ansi" `render` returns it.

    Attributes:
        games: the games.
        request_infos: what is asked of the games; see `request`.
        game_id: the name of the game that is played, None before the first `reset`.

    Raises ConfigError for a mode or a space that cannot be, or if there are no games, and
    StoryFileError for a file that is not there.

    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi", "human"], "render_fps": 1}  # type: ignore[misc]  # Gymnasium's is one too

    def __init__(
        self,
        gamefiles: GivenGames,
        request_infos: GivenInfos | None = None,
        *,
        action_space: GivenSpace | None = None,
        observation_space: GivenSpace | None = None,
        render_mode: str | None = None,
    ):
        modes = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in modes:
            raise ConfigError(
                f"render_mode is one of {', '.join(modes)}, not {render_mode!r}."
                f"{nearest(str(render_mode), modes)}"
            )
        # Gymnasium 1.2 writes into it what a vector of such environments does.
        self.metadata = dict(self.metadata)  # type: ignore[misc]
        self.render_mode = render_mode
        self._spec: EnvSpec | None = None
        self.games = as_games(gamefiles)
        self.request_infos = as_infos(request_infos)
        self.action_space = _checked(action_space, "action_space", MAX_COMMAND)
        self.observation_space = _checked(observation_space, "observation_space", LONGEST_TEXT)
        self._fitting = self.observation_space.fitting
        self._open = OpenGames(self.games, self.request_infos)
        self._order: list[int] = []
        self._playing: OpenGame | None = None
        self._score: float = 0
        self._told: list[str] = []
        self.game_id: str | None = None

    @property
    def spec(self) -> EnvSpec | None:
        """What `gymnasium.make` has made the environment of; it can be written as JSON."""
        return self._spec

    @spec.setter
    def spec(self, spec: EnvSpec | None) -> None:
        self._spec = None if spec is None else PlainSpec.of(spec)

    def request(self, *names: str) -> None:
        """Ask for more information, from the next `reset` on; for wrappers that need it."""
        for name in names:
            setattr(self.request_infos, name, True)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[str, dict[str, Any]]:
        """Start a game: the next one, or that of ``options={"game_id": ...}``.

        With a ``seed`` the order of the games begins anew; a game that is chosen does not change
        it. Raises ConfigError for an option or a game that there is not, InputError for a game that
        cannot be played, and EnvInfoMissingError for infos that it cannot give.
        """
        super().reset(seed=seed)
        if seed is not None:
            self._order = []
        chosen = chosen_game(checked_options(options))
        # What is gained is counted from what the last reset has seen, so none may be left behind.
        self._playing = None
        number = self._next() if chosen is None else self.games.find(chosen)
        game = self._open.open(number)
        if game.has_chance:
            game.env.seed(int(self.np_random.integers(_LARGEST_SEED)))
        game.env.display_command_during_render = True
        infos = self.request_infos
        asked, infos.score = infos.score, game.tells_score
        try:
            state = game.env.reset()
        finally:
            infos.score = asked
        self._score = state.score or 0
        self._told = infos.keys_of_state
        self._playing = game
        self.game_id = self.games.names[number]
        if self.render_mode == "human":
            game.env.render()
        return self._fitting(state["feedback"]), {name: state.get(name) for name in self._told}

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        """Type a command; return the answer, the score gained, the ends, and the infos asked for.

        Any text is a command. Raises GameNotRunningError before the first `reset` and after the end
        of the game, ConfigError for what is no text, and StoryFileError where a story of somebody
        else crashes or does not answer; the next `reset` begins another episode.
        """
        game = self._playing
        if game is None:
            raise GameNotRunningError("The game is not running: call reset() first.")
        if not isinstance(action, str):
            raise ConfigError(
                f"An action is a command such as 'go north', not {action!r}: for numbers instead,"
                " see twbench.gym.wrappers.CommandIndex and Tokens."
            )
        state, score, terminated = game.env.step(action)
        reward, self._score = float(score - self._score), score
        text = self._fitting(state["feedback"])
        if self.render_mode == "human":
            game.env.render()
        # Python 3.11 makes a function of each comprehension, at each step.
        infos = {}
        for name in self._told:
            infos[name] = state[name]
        return text, reward, terminated, False, infos

    def render(self) -> str | None:
        """Return what a player would see with the mode "ansi"; "human" has shown it already.

        Raises GameNotRunningError before the first `reset`.
        """
        if self._playing is None:
            raise GameNotRunningError("Nothing to render: call reset() first.")
        if self.render_mode is None:
            logger.warn("Nothing is rendered: make the environment with render_mode='ansi'.")
        return str(self._playing.env.render("text")) if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Close all games. Closing twice is fine."""
        self._playing = None
        self._open.close()

    def _next(self) -> int:
        """Return the number of the game whose turn it is."""
        if not self._order:
            self._order = self.np_random.permutation(len(self.games)).tolist()[::-1]
        return self._order.pop()


def _checked(given: GivenSpace | None, name: str, max_length: int) -> StoryText:
    """Return the space of texts that was given as one of ours; raises ConfigError for others."""
    if given is None:
        return StoryText(max_length)
    space = Text(**given) if isinstance(given, Mapping) else given
    if not isinstance(space, Text) or space.min_length > 0:
        raise ConfigError(
            f"{name} is a gymnasium.spaces.Text with min_length=0, not {space}: for ids of words,"
            " wrap the environment in twbench.gym.wrappers.Tokens."
        )
    return StoryText(space.max_length, "".join(space.character_list))
