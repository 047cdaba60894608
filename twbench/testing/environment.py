"""The contract of `twbench.core.Environment` as sequences of calls, for everybody's tests.

```
class TestMine(EnvironmentContract):
    walkthrough = ("open chest", "take coin")
    infos = ("feedback", "score", "max_score", "won")

    def make_environment(self, infos):
        return MyEnvironment("game.z8", infos)
```

pytest then runs every sequence below on environments that it makes. What a sequence needs and the
environment does not have (a walkthrough, an information) skips it, with the reason.
"""

__all__ = ["EnvironmentContract"]

import time
from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from unittest import SkipTest

from twbench.core import EnvInfos, Environment, GameState, Wrapper
from twbench.errors import ConfigError, EnvInfoMissingError, GameNotRunningError
from twbench.testing.commands import ODD_COMMANDS

Step = tuple[GameState, float, bool]

_NOT_AT_FIRST = frozenset({"last_action", "last_command"})
"""Information that nothing is known of before the first command."""
_UNASKED = frozenset({"feedback", "last_command", *EnvInfos.STANDING})
"""Information that may be there although nobody has asked for it."""


class EnvironmentContract:
    """The tests of an environment; a subclass whose name begins with ``Test`` runs them.

    Attributes:
        walkthrough: commands that win, the last of them with the maximum score; none skips what
            needs an end.
        infos: the names of `EnvInfos` that the environment can give.
        unknown: names that it takes and answers with None, such as the score of a story that keeps
            none; all others that are not among ``infos`` raise EnvInfoMissingError.
        searched: names that it can give and takes seconds to find, which are not asked for here.
        seed: of the episodes, if the game has chance in it: the one that the walkthrough needs.
        counts_commands: whether each command of the walkthrough is one move.
        patience: seconds that a command may take.

    A subclass says how to make an environment. Where calls do not return what they do in
    `Environment`, it also overrides `reset` and `step`.

    """

    walkthrough: Sequence[str] = ()
    infos: Collection[str] = ("feedback",)
    unknown: Collection[str] = ()
    searched: Collection[str] = ()
    seed: int = 0
    counts_commands: bool = False
    patience: float = 30.0

    def make_environment(self, infos: EnvInfos) -> Environment:
        """Return a new environment of always the same game, which has not been reset."""
        raise NotImplementedError

    def reset(self, env: Environment) -> GameState:
        """Reset ``env`` and return its first state."""
        return env.reset()

    def step(self, env: Environment, command: str) -> Step:
        """Perform ``command`` in ``env``; return state, score and whether it has ended."""
        return env.step(command)

    # The order of calls

    def test_a_reset_gives_a_state_with_a_text(self) -> None:
        """It says what the opening text is, and is the environment's state from then on."""
        with self._made() as env:
            state = self.reset(env)
            _check(isinstance(state, GameState), f"reset() gave {type(state)}, not a GameState")
            _check(isinstance(state.feedback, str), f"feedback is {state.feedback!r}, not a text")
            _check(bool(state.feedback.strip()), "the opening text is empty")
            _same(env.state, state, "env.state after reset()")
            _same(state.last_command, None, "last_command before the first command")

    def test_a_step_gives_state_score_and_end(self) -> None:
        """Their types are those that agents rely on."""
        with self._made() as env:
            self.reset(env)
            state = self._checked_step(env, "look")[0]
            _same(env.state, state, "env.state after step()")

    def test_a_step_before_the_first_reset_is_an_error(self) -> None:
        """It does not start the game by itself."""
        with self._made() as env, _raises(GameNotRunningError, "a step before the first reset()"):
            self.step(env, "look")

    def test_a_step_after_the_end_is_an_error(self) -> None:
        """It neither goes on nor starts anew, however often it is tried."""
        with self._made() as env:
            self._play_to_the_end(env)
            for _ in range(2):
                with _raises(GameNotRunningError, "a step after the end"):
                    self.step(env, "look")

    def test_a_reset_after_the_end_begins_anew(self) -> None:
        """The second episode is the first one again."""
        with self._made(*self.infos) as env:
            episodes = [self._play_to_the_end(env) for _ in range(2)]
            _same(episodes[1], episodes[0], "the episode after the end of the first")

    def test_a_reset_in_between_begins_anew(self) -> None:
        """Nothing is left of an episode that has not ended."""
        commands = self.walkthrough or ("look", "wait")
        with self._made(*self.infos) as env:
            episodes = []
            for _ in range(2):
                episodes.append([self.reset(env), *self._steps(env, commands)])
                self.reset(env)
                self._steps(env, commands[: len(commands) // 2])
            _same(episodes[1], episodes[0], "the episode after a reset in the middle of another")

    def test_closing_twice_is_fine(self) -> None:
        """So is closing what has never been played."""
        for played in (False, True):
            env = self.make_environment(EnvInfos(feedback=True))
            if played:
                self.reset(env)
            env.close()
            env.close()

    def test_a_step_after_closing_is_an_error(self) -> None:
        """It is the error of a game that does not run."""
        env = self.make_environment(EnvInfos(feedback=True))
        self.reset(env)
        env.close()
        with _raises(GameNotRunningError, "a step after close()"):
            self.step(env, "look")

    # What is always the same, and what may be typed

    def test_equal_seeds_give_equal_episodes(self) -> None:
        """Two environments with one seed show the same texts, scores and information."""
        commands = self.walkthrough or ("look", "inventory", "look", "wait")
        played = []
        for _ in range(2):
            with self._made(*self.infos) as env:
                told = env.seed(self.seed)
                _check(told in ([self.seed], []), f"seed() must return what it has set, not {told}")
                _same(env.seed(None), [], "what seed(None) returns")
                env.seed(self.seed)
                played.append([self.reset(env), *(self.step(env, line) for line in commands)])
        _same(played[1], played[0], "the episode of another environment with the same seed")

    def test_odd_commands_are_answered(self) -> None:
        """Whatever is typed is answered in time, and the game can be won afterwards."""
        with self._made() as env:
            first = self.reset(env)
            for command in ODD_COMMANDS:
                begun = time.monotonic()
                _, _, done = self._checked_step(env, command)
                seconds = time.monotonic() - begun
                _check(seconds < self.patience, f"{command[:40]!r} took {seconds:.0f} seconds")
                if done:
                    self.reset(env)
            _same(self.reset(env), first, "the first state after odd commands")
            if self.walkthrough:
                self._play_to_the_end(env)

    def test_a_state_does_not_change_any_more(self) -> None:
        """What an agent was given stays as it was while the game goes on."""
        with self._made(*self.infos) as env:
            state = self.reset(env)
            before = repr(sorted(state.items()))
            for command in self.walkthrough or ("look", "wait"):
                self.step(env, command)
            _same(repr(sorted(state.items())), before, "the first state at the end")

    # Winning

    def test_the_walkthrough_wins_with_its_last_command(self) -> None:
        """It ends there and not before, with the maximum score, which no score exceeds."""
        with self._made(*self.infos) as env:
            first, *steps = self._play_to_the_end(env)
            most = first[0].max_score
            for place, (state, score, done) in enumerate(steps, 1):
                command, last = self.walkthrough[place - 1], place == len(steps)
                _same(done, last, f"whether the game has ended after {command!r}")
                _check(most is None or score <= most, f"the score {score} is above {most}")
                for name, right in (("won", last), ("lost", False), ("score", score)):
                    if name in self.infos:
                        _same(state[name], right, f"{name!r} after {command!r}")
            if most is not None:
                _same(steps[-1][1], most, "the score at the end")

    def test_moves_are_counted(self) -> None:
        """They never go back, and the walkthrough takes some."""
        self._needs("moves")
        with self._made("moves") as env:
            moves = [state.moves for state, _, _ in self._play_to_the_end(env)]
            _same(moves, sorted(moves), "moves in their order")
            _check(moves[-1] > moves[0], "no move of the walkthrough was counted")
            if self.counts_commands:
                _same(moves, list(range(len(moves))), "moves after each command")

    # Copies and snapshots

    def test_a_copy_is_independent(self) -> None:
        """Each plays on as if the other was not there, also when that is closed."""
        half = len(self.walkthrough) // 2
        with self._made(*self.infos) as env, self._made(*self.infos) as alone:
            for each in (env, alone):
                self.reset(each)
                self._steps(each, self.walkthrough[:half])
            other = env.copy()
            try:
                _check(other.infos is not env.infos, "the copy's infos are those of the original")
                _same(other.infos, env.infos, "what the copy is asked for")
                _same(other.state, env.state, "the state of the copy")
                before = env.state
                ahead = self._steps(other, self.walkthrough[half:] or ("look",))
                _same(env.state, before, "the state after the copy has played")
                rest = self._steps(env, self.walkthrough[half:] or ("look",))
                _same(rest, ahead, "what the original does after its copy has done it")
                expected = self._steps(alone, self.walkthrough[half:] or ("look",))
                _same(rest, expected, "what an environment with a copy does")
                first = self.reset(other)
                env.close()
                _same(self.reset(other), first, "a reset of the copy when the original is closed")
            finally:
                other.close()

    def test_a_snapshot_brings_the_state_back(self) -> None:
        """Also after the end, more than once, and in a copy."""
        with self._made(*self.infos) as env:
            self.reset(env)
            snapshot, state = env.save(), env.state
            commands = self.walkthrough or ("look",)
            steps = self._steps(env, commands)
            for _ in range(2):
                env.restore(snapshot)
                _same(env.state, state, "the state after restore()")
                _same(self._steps(env, commands), steps, "what follows on restore()")
            env.restore(snapshot)
            other = env.copy()
            try:
                self._steps(other, commands)
                other.restore(snapshot)
                _same(self._steps(other, commands), steps, "what follows on restore() in a copy")
            finally:
                other.close()

    # Information

    def test_what_was_asked_for_is_there(self) -> None:
        """All of it, after reset and after a step."""
        with self._made(*self.infos) as env:
            first = self.reset(env)
            _missing(first, set(self.infos) - _NOT_AT_FIRST, "reset()")
            if self.walkthrough:
                command = self.walkthrough[0]
                state = self.step(env, command)[0]
                _missing(state, self.infos, f"the command {command!r}")
                _same(state.last_command, command, "last_command")

    def test_what_was_not_asked_for_is_absent(self) -> None:
        """Each information by itself brings no other one along."""
        with self._made() as env:
            for name in self._asked_one_by_one(env, self.infos):
                for state in (self.reset(env), self.step(env, "look")[0]):
                    others = [
                        other
                        for other in EnvInfos.ALL_NAMES
                        if state.get(other) is not None and other not in {name, *_UNASKED}
                    ]
                    _same(others, [], f"what is there beside {name!r}, which was asked for")

    def test_what_cannot_be_known_is_an_error_before_the_first_step(self) -> None:
        """No value is made up, and none is silently missing."""
        with self._made() as env:
            for name in self._asked_one_by_one(env, self.unknown):
                _same(self.reset(env)[name], None, f"{name!r}, which is unknown")
            beyond = set(EnvInfos.ALL_NAMES) - {*self.infos, *self.unknown, *self.searched}
            for name in self._asked_one_by_one(env, beyond):
                with _raises(EnvInfoMissingError, f"a reset that is asked for {name!r}"):
                    self.reset(env)
            self.reset(env)
        infos = EnvInfos(["no such thing"], feedback=True)
        with _raises(EnvInfoMissingError, "asking for an extra that there is not"):
            env = self.make_environment(infos)
            try:
                self.reset(env)
            finally:
                env.close()

    # Around it

    def test_wrappers_change_nothing_by_themselves(self) -> None:
        """Two of them around the environment play as the environment does."""
        commands = self.walkthrough or ("look", "wait")
        played = []
        for wrap in (lambda env: env, lambda env: Wrapper(Wrapper(env))):
            env = wrap(self.make_environment(self._asking(*self.infos)))
            try:
                env.seed(self.seed)
                played.append([self.reset(env), *self._steps(env, commands)])
                _check(not isinstance(env.unwrapped, Wrapper), "unwrapped is a wrapper still")
            finally:
                env.close()
        _same(played[1], played[0], "the episode in two wrappers")

    def test_what_was_printed_can_be_shown(self) -> None:
        """There is nothing to show before the first reset."""
        with self._made() as env:
            with _raises(GameNotRunningError, "render() before the first reset()"):
                env.render("text")
            state = self.reset(env)
            _same(env.render("text"), state.feedback, "what render('text') returns")
            with _raises(ConfigError, "render() in a mode that there is not"):
                env.render("picture")

    # How it is done

    @contextmanager
    def _made(self, *names: str) -> Iterator[Environment]:
        env = self.make_environment(self._asking(*names))
        try:
            env.seed(self.seed)
            yield env
        finally:
            env.close()

    def _asking(self, *names: str) -> EnvInfos:
        infos = EnvInfos(feedback=True)
        for name in names:
            setattr(infos, name, True)
        return infos

    def _asked_one_by_one(self, env: Environment, names: Iterable[str]) -> Iterator[str]:
        """Yield each name while the environment is asked for it, as agents ask before a reset."""
        for name in sorted(names):
            before = getattr(env.infos, name)
            setattr(env.infos, name, True)
            yield name
            setattr(env.infos, name, before)

    def _needs(self, *names: str) -> None:
        for name in names:
            if name not in self.infos:
                raise SkipTest(f"the environment cannot give {name!r}")

    def _steps(self, env: Environment, commands: Iterable[str]) -> list[Step]:
        return [self.step(env, command) for command in commands]

    def _play_to_the_end(self, env: Environment) -> list[Step]:
        """Return the first state, as a step, and the steps of the walkthrough."""
        if not self.walkthrough:
            raise SkipTest("there is no walkthrough, so that no end is known")
        first = self.reset(env), 0, False
        steps = [first, *(self._checked_step(env, command) for command in self.walkthrough)]
        _check(steps[-1][2], "the game goes on after the walkthrough")
        return steps

    def _checked_step(self, env: Environment, command: str) -> Step:
        answer = self.step(env, command)
        state, score, done = answer
        what = f"{command[:40]!r} was answered by"
        _check(isinstance(state, GameState), f"{what} {type(state)}, not a GameState")
        _check(isinstance(state.feedback, str), f"{what} {state.feedback!r}, not a text")
        number = isinstance(score, int | float) and not isinstance(score, bool)
        _check(number, f"{what} the score {score!r}, not a number")
        _check(isinstance(done, bool), f"{what} done={done!r}, neither True nor False")
        _same(state.get("done", done), done, "done in the state")
        return answer


def _check(right: bool, problem: str) -> None:
    """Raise AssertionError, as ``assert`` does where it is not turned off."""
    if not right:
        raise AssertionError(problem)


def _same(found: Any, expected: Any, what: str) -> None:
    if isinstance(found, GameState) and isinstance(expected, GameState):
        names = sorted({*found, *expected})
        wrong = [name for name in names if found.get(name) != expected.get(name)]
        _check(not wrong, f"{what}: not as it should be in {', '.join(wrong)}")
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for number, (one, other) in enumerate(zip(found, expected, strict=True)):
            if one != other:
                raise AssertionError(f"{what}, place {number}: {one!r}, not {other!r}")
    _check(found == expected, f"{what}: {found!r}, not {expected!r}")


def _missing(state: GameState, names: Iterable[str], after: str) -> None:
    missing = [name for name in sorted(names) if state.get(name) is None]
    _check(not missing, f"not there after {after}, though asked for: {', '.join(missing)}")


@contextmanager
def _raises(error: type[Exception], what: str) -> Iterator[None]:
    """Raise AssertionError unless the block raises ``error`` with a message."""
    try:
        yield
    except error as raised:
        _check(bool(str(raised)), f"{what}: {error.__name__} says nothing")
    else:
        raise AssertionError(f"{what} must raise {error.__name__}")
