"""NetHack on a level as a text-based game.

A command is some keys, and NetHack may ask something, or show pages, before the turn is over. Pages
are read to their end. Of the questions those are answered that the command has an answer for; what
is left is escaped, and told, so that no command leaves the player in a question.
"""

__all__ = ["NetHackEnv"]

import re
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from twbench.core import EnvInfos, Environment, GameState
from twbench.core.environments import goes_on_after
from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError
from twbench.minihack.engine import VERSION, checked_seed, refuse_without_nle
from twbench.minihack.knowledge import Knowledge, plain_name
from twbench.minihack.levels.compiler import packed_level
from twbench.minihack.levels.geometry import MapOnScreen
from twbench.minihack.text.admissible import admissible_commands
from twbench.minihack.text.balrog import BalrogView
from twbench.minihack.text.commands import Command, known_beginnings, parse_command
from twbench.minihack.text.dialogue import Dialogue, Wish, completed
from twbench.minihack.text.game import LevelGame, arguments_of
from twbench.minihack.text.given import INFORMATIONS
from twbench.minihack.text.lookup import knowledge_of
from twbench.minihack.text.names import glyph_names, is_monster, meant_feature
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.sight import Sight, drawing
from twbench.minihack.text.underfoot import looked_at
from twbench.minihack.text.vocabulary import ALL, BALROG, CONTAINERS, Form

_GIVEN = frozenset({*INFORMATIONS, "extra.screen", "extra.walkthrough"})
HELP = (
    'Go "north" or "far east"; "north 3" takes three steps, and "travel to the altar" goes to what'
    ' is seen. Use things by name or letter: "eat the apple", "throw dagger east", "put on ring".'
    ' Do things to what is beside you: "open the door", "attack the newt", "kick north".'
    ' "inventory" shows what you carry, "look" what is here, "look at the newt" where it is. Where'
    ' something is asked, answer with the next line, or give another command. "again" repeats the'
    ' last command, "goal" says what you are after. Commands begin with {}.'
)
"""What "help" says."""
_X, _Y, _HP, _MOST_HP, _DEPTH, _TIME, _HUNGER = 0, 1, 10, 11, 12, 20, 21
_HUNGERS = ("satiated", "", "hungry", "weak", "fainting", "fainted", "starved")
_TAKING_STOCK = (
    *("i", "inv", "inventory", "check inventory", "what do i have", "what do i carry"),
    "what am i carrying",
)
_ASKING_FOR_HELP = ("help", "help me", "commands", "what can i do", "hint", "hints", "about")
_AGAIN = ("again", "g")
_OF_PLAYERS = {
    "undo": "There is nothing to take back.",
    **dict.fromkeys(("save", "restore"), "This game keeps no saved games."),
}
"""Answers to what whoever plays may know, but the game does not."""
_ANSWERS = ("yes", "y", "no")
_NOTHING_YET = "Nothing has been done yet."
_IT = re.compile(r"\b(?:it|them)\b", re.IGNORECASE)
_OUT_OF_IT = re.compile(r"\b(?:from|out of) (?:it|them)\b", re.IGNORECASE)
_FOUND = frozenset({Form.TEXT, Form.DIRECTION, Form.KEY, Form.TOOL})
"""The forms of commands in which "it" says nothing."""
_LOOK_AT_ME = re.compile(r"(?:look at|examine|inspect|x) (?:me|myself|self)|who am i")
_LOOK_UP = re.compile(r"(?:look up|consult|what is|what's) (.+)")
_LOOK_AT = re.compile(r"(?:look at|examine|inspect|x|where is) (.+)")


@dataclass(frozen=True, slots=True)
class Replay:
    """A saved state: the seed of an episode and what was typed in it; see `Environment.save`."""

    game: LevelGame
    seed: int
    commands: tuple[str, ...]
    standing: str


class NetHackEnv(Environment):
    """An environment for a game on a level of NetHack, in the calling process.

    The same seed and commands give the same episode, so snapshots are what was typed. Extras are
    ``walkthrough``, and ``screen``: the map with its colours, for `twbench.render.letters`. Asking
    for information that NetHack does not give raises EnvInfoMissingError.
    """

    def __init__(self, infos: EnvInfos | None = None):
        refuse_without_nle("Playing a level of NetHack")
        super().__init__(infos)
        self._game: LevelGame | None = None
        self._screen: Screen | None = None
        self._knowledge: Knowledge | None = None
        self._sight = Sight()
        self._balrog: BalrogView | None = None
        self._seed: int | None = None
        self._typed: list[str] = []
        self._pending: tuple[Command, Wish] | None = None
        self._last: Command | None = None
        self._named = ""
        self._played = 0
        self._running = False
        self._score = 0.0
        self._won = False

    def load(self, path: str | Path) -> None:
        """Load the game at ``path``; raises GameFileError, or what `open` raises."""
        path = Path(path)
        game = LevelGame.read(path)
        self.open(game, knowledge_of(game, path.parent))

    def open(self, game: LevelGame, knowledge: Knowledge | None = None) -> None:
        """Load a game; ``knowledge`` is what can be looked up, unless it is the game's own.

        Raises ConfigError for a level that NetHack's compiler refuses, a wiki that is not there, an
        event at a place whose name seems to be a slip, or a game of another version of NLE, whose
        random numbers are others.
        """
        if game.nle != VERSION:
            raise ConfigError(f"The game is one of NLE {game.nle}; NLE {VERSION} has other games.")
        self._knowledge = knowledge or knowledge_of(game)
        des = game.des()
        level = packed_level(des)
        _check_places(game)
        self.close()
        self._game = game
        self._balrog = BalrogView() if game.rendering == BALROG else None
        self._manager = game.manager()
        self._most = game.max_score()
        self._screen = Screen(level, game.character, MapOnScreen.of(des))

    def seed(self, seed: int | None = None) -> list[int]:
        """Set NetHack's seed from the next reset on; None is the game's own."""
        self._seed = seed = checked_seed(seed)
        return [] if seed is None else [seed]

    def reset(self) -> GameState:
        """Begin the game; its first text says what it is about."""
        screen, game = self._loaded()
        self._running = False
        self._check_infos()
        self._played = game.seed if self._seed is None else self._seed
        screen.start(self._played)
        self._typed, self._score, self._won = [], 0.0, False
        self._pending = self._last = None
        self._named = ""
        if self._manager is not None:
            self._manager.reset()
            self._manager.begin(screen, screen.observation)
        self._running = True
        return self._told([game.objective, screen.message], None)

    def step(self, command: str) -> tuple[GameState, float, bool]:
        """Perform a command; see `twbench.minihack.text.commands`."""
        screen, _ = self._loaded()
        if not self._running:
            raise GameNotRunningError("The game is not running: call reset() first.")
        self._typed.append(command)
        try:
            state = self._told(self._answered(screen, command), command)
        except BaseException as error:
            self._running = self._running and goes_on_after(error)
            raise
        return state, self._score, not self._running

    def _answered(self, screen: Screen, line: str) -> list[str]:
        """Return what is said to a line, which may be the answer to what was asked before it."""
        pending, self._pending = self._pending, None
        line = self._with_noun(_bare(line))
        known = parse_command("attributes" if _LOOK_AT_ME.fullmatch(line.strip().lower()) else line)
        if isinstance(known, str):
            shown = self._shown(screen, line.strip().lower())
            if shown is not None:
                return shown
        if pending is not None:
            carried = screen.inventory()
            whole = completed(*pending, line, carried, not isinstance(known, str))
            if whole is not None:
                return self._perform(screen, whole)
            if line.strip().lower() in ("no", "cancel", "esc", "escape"):
                return ["Nothing is done."]
        if isinstance(known, str):
            words = line.strip().lower().rstrip(".!")
            if words not in _AGAIN:
                return ["Nothing was asked." if words in _ANSWERS else known]
            return self._perform(screen, self._last) if self._last else [_NOTHING_YET]
        return self._perform(screen, known)

    def _with_noun(self, line: str) -> str:
        """Return a line in which "it" is what was named last.

        What is picked up is here anyway, and doors and monsters are beside the player; but a chest
        is opened where it lies, and what is pushed is no monster.
        """
        if not (self._named and _IT.search(line)):
            return line
        known = parse_command(line)
        if isinstance(known, Command) and (known.form in _FOUND or known.action == "PICKUP"):
            chest = CONTAINERS & {*self._named.split()}
            opens = known.action == "OPEN" or _OUT_OF_IT.search(line)
            if not ((chest and opens) or known.verb == "push"):
                return line
        return _IT.sub(lambda _: self._named, line)

    def _shown(self, screen: Screen, words: str) -> list[str] | None:
        """Return the answer to what takes no turn; None where it is something else."""
        words = words.rstrip("?.! ")
        if words in _TAKING_STOCK:
            carried = self._inventory()
            return [f"You carry:\n{carried}" if carried else "You carry nothing."]
        if words in _ASKING_FOR_HELP:
            return [HELP.format(", ".join(known_beginnings()))]
        if words in ("goal", "objective", "task"):
            return [self._loaded()[1].objective]
        if words in _OF_PLAYERS:
            return [_OF_PLAYERS[words]]
        if words == "score":
            most = f" of {self._most:g}" if isfinite(self._most) else ""
            return [f"You have scored {self._score:g}{most} so far."]
        if (wanted := _LOOK_AT.fullmatch(words)) is not None:
            self._named = wanted[1]
            return [looked_at(screen, wanted[1])]
        if (wanted := _LOOK_UP.fullmatch(words)) is None:
            return None
        if self._knowledge is None:
            return ["There is nothing to look things up in."]
        return [_looked_up(self._knowledge, wanted[1])]

    def _perform(self, screen: Screen, command: Command) -> list[str]:
        """Perform a command; return what NetHack says, and note what it asked for in vain."""
        self._last = command
        if command.form is not Form.KEY:
            self._named = next(filter(_is_name, (command.thing, command.place)), self._named)
        if command.is_one_key:  # most are steps, of which NetHack asks nothing
            self._press(command.keys[0])
            if not (self._running and screen.waits):
                return [screen.message]
        dialogue = Dialogue(screen, self._press, command)
        dialogue.perform()
        self._last = dialogue.performed
        self._pending = None if dialogue.wish is None else (self._last, dialogue.wish)
        return dialogue.said

    def _press(self, key: int) -> bool:
        """Press a key and look at what came of it; return whether the game goes on."""
        screen = self._screen
        if screen is None or not self._running:
            return False
        before = None if self._manager is None else screen.kept()
        dead = screen.press(key)
        if self._manager is None:
            self._won = screen.on_stairs_down and not dead
            self._score = float(self._won)
        else:
            self._won = self._manager.check_episode_end_call(
                screen, before or (), key, screen.observation
            )
            self._score += self._manager.collect_reward()
        self._running = not (dead or self._won)
        return self._running

    def _told(self, said: list[str], command: str | None) -> GameState:
        """Return the state, with what was said and what is seen."""
        screen, game = self._loaded()
        values = screen.observation[2].tolist()
        feedback = self._feedback(said, screen, values)
        state = GameState(
            raw=feedback,
            feedback=feedback,
            score=self._score,
            max_score=self._most,
            won=self._won,
            lost=not self._running and not self._won,
            moves=values[_TIME],
        )
        infos = self.infos
        if infos.last_command or command is not None:
            state["last_command"] = command
        if command is not None:
            state["done"] = not self._running
        if infos.description:
            balrog = self._balrog
            state["description"] = (
                balrog.text(screen, "") if balrog else self._description(screen, values)
            )
        if infos.inventory:
            state["inventory"] = self._inventory()
        if infos.objective:
            state["objective"] = game.objective
        if infos.admissible_commands:
            state["admissible_commands"] = admissible_commands(screen) if self._running else []
        if "walkthrough" in infos.extras:
            state["extra.walkthrough"] = list(game.walkthrough)
        if "screen" in infos.extras:
            state["extra.screen"] = drawing(
                screen.observation[1], screen.colors(), values[_X], values[_Y]
            )
        self.state = state
        return state

    def _feedback(self, said: list[str], screen: Screen, values: list[int]) -> str:
        """Return what was said, and how the game has ended or what is seen; see `_description`."""
        lines = [line for line in said if line]
        if self._won:
            lines.append("*** You have won ***")
        elif not self._running:
            lines.append("*** You have died ***")
        elif self._balrog is not None:
            return self._balrog.text(screen, "\n".join(lines))
        else:
            lines.append(self._description(screen, values))
        return "\n".join(lines)

    def _description(self, screen: Screen, values: list[int]) -> str:
        """Return what is seen, the map, and how the player is, by the values of the last line."""
        glyphs, chars = screen.observation[:2]
        things = self._sight.things(glyphs, values[_X], values[_Y])
        hunger = _HUNGERS[min(values[_HUNGER], len(_HUNGERS) - 1)]
        return (
            f"You see {things or 'nothing of note'}.\n{self._sight.map(chars)}\n"
            f"Turn {values[_TIME]}, health {values[_HP]} of {values[_MOST_HP]}"
            f"{', ' + hunger if hunger else ''}."
        )

    def _inventory(self) -> str:
        screen, _ = self._loaded()
        return "\n".join(f"{letter}: {name}" for letter, name in screen.inventory())

    def place(self) -> tuple[int, int]:
        """Return the square of the level's map on which the player is."""
        screen, _ = self._loaded()
        (x, y), (left, top) = screen.player(), screen.level_map.corner
        return x - left, y - top

    def square(self, place: tuple[int, int]) -> str:
        """Return what is seen on a square of the level's map; "" for nothing, or outside of it."""
        glyph = self.glyph(place)
        return "" if glyph is None else glyph_names()[glyph]

    def has_monster(self, place: tuple[int, int]) -> bool:
        """Say whether a monster is seen on a square of the level's map."""
        glyph = self.glyph(place)
        return glyph is not None and is_monster(glyph)

    def glyph(self, place: tuple[int, int]) -> int | None:
        """Return the number of what is shown on a square of the level's map, None outside of it."""
        screen, _ = self._loaded()
        left, top = screen.level_map.corner
        return screen.glyph(place[0] + left, place[1] + top)

    def save(self) -> Replay:
        """Return a snapshot: what was typed since the reset."""
        screen, game = self._loaded()
        return Replay(game, self._played, tuple(self._typed), screen.standing())

    def restore(self, snapshot: Replay) -> GameState:
        """Type again what a snapshot has; raises GameNotRunningError for one of another game."""
        _, game = self._loaded()
        if snapshot.game != game:
            raise GameNotRunningError("The snapshot is one of another game.")
        wanted, self._seed = self._seed, snapshot.seed
        try:
            state = self.reset()
            for command in snapshot.commands:
                state, _, _ = self.step(command)
        except BaseException:
            self._running = False
            raise
        finally:
            self._seed = wanted
        return state

    def copy(self) -> "NetHackEnv":
        """Return an independent environment in the same state."""
        snapshot = self.save()
        other = NetHackEnv(self.infos.copy())
        other.open(snapshot.game, self._knowledge)
        other._seed = self._seed
        if self.state:
            other.restore(snapshot)
        return other

    def close(self) -> None:
        """End NetHack. Closing twice is fine."""
        if self._screen is not None:
            self._screen.close()
        self._screen = None
        self._running = False

    def _loaded(self) -> tuple[Screen, LevelGame]:
        if self._screen is None or self._game is None:
            raise GameNotRunningError("No level is loaded: call load() first.")
        return self._screen, self._game

    def _check_infos(self) -> None:
        for name in self._asked_of_game:
            if name not in _GIVEN:
                raise EnvInfoMissingError("A level of NetHack", name)


def _looked_up(knowledge: Knowledge, thing: str) -> str:
    """Return what is known of a thing."""
    bare = thing.removeprefix("the ")
    return knowledge.get_page_text(bare) or f"Nothing is known about {plain_name(bare)}."


def _bare(line: str) -> str:
    """Return a line without quotation marks around it, and the mark of NetHack's long commands."""
    line = line.strip()
    if len(line) > 1 and line[0] in "\"'`" and line[0] == line[-1]:
        line = line[1:-1]
    return line.removeprefix("#") or line


def _check_places(game: LevelGame) -> None:
    """Raise ConfigError for an event at a place that is called otherwise in NetHack."""
    for number, (kind, given) in enumerate(game.events):
        for argument, name in arguments_of(kind, given).items():
            if argument in ("location", "place_name") and (meant := meant_feature(name)):
                raise ConfigError(
                    f"events[{number}].{kind}: {argument} {name!r} is the name of no place.{meant}"
                )


def _is_name(words: str) -> bool:
    """Say whether words name a thing, which is neither a letter, nor everything, nor a distance."""
    return len(words) > 1 and words != ALL and not any(letter.isdecimal() for letter in words)
