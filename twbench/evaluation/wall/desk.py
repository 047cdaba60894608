"""The recorder's side: what an agent asks in an episode, and what it is answered."""

__all__ = ["Desk", "Ending", "NotGranted"]

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from twbench.core import EnvInfos, Environment, GameState
from twbench.core.states import ADMISSIBLE_NOTES
from twbench.errors import AgentError
from twbench.evaluation.episodes.episode import FailedBy, Status
from twbench.evaluation.episodes.recording import Recording
from twbench.evaluation.settings.protocol import TRACKS
from twbench.evaluation.wall.frames import FrameError
from twbench.printable import shortened, shown

_BY = {"agent": FailedBy.AGENT, "service": FailedBy.SERVICE}


class NotGranted(BaseException):
    """The agent asks for what the protocol does not grant: there is no run.

    No ``except Exception`` of an agent that plays without a wall stops it.
    """


@dataclass(frozen=True, slots=True)
class Ending:
    """How the agent left: by itself (``failed_by`` None), or not."""

    status: Status = Status.TRUNCATED
    failed_by: FailedBy | None = None
    error: str | None = None


class Desk:
    """Answers the questions of one episode, which is played in ``game`` and kept in ``recording``.

    ``ending`` is set once the agent has said how it ended.
    """

    def __init__(self, recording: Recording, game: Environment, seed: int):
        self.recording = recording
        self.ending: Ending | None = None
        self._protocol = recording.protocol
        self._game = game
        self._seed = seed
        self._told: list[str] = []
        # The same of copies of which the agent wants to be told something else.
        self._told_of: dict[int, list[str]] = {}
        self._begun = False

    def begin(self) -> dict[str, Any]:
        """Return what the agent is told before it asks."""
        protocol = self._protocol
        return {
            "seed": self._seed,
            "max_turns": protocol.max_turns,
            "infos": sorted(protocol.infos),
            "extras": sorted(protocol.extras),
            "lookahead": protocol.lookahead,
            "memory": protocol.memory.value,
        }

    def answer(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answer to a request.

        Raises FrameError for what is no request, NotGranted, and StoryFailed.
        """
        request = frame.get("request")
        if self.recording.over and (request == "fork" or (request == "step" and "branch" in frame)):
            return {"error": "The episode is over."}
        if request == "step":
            return self._step(frame)
        if request == "reset":
            return self._reset(frame)
        if request == "fork":
            return self._fork(_number(frame, "branch"))
        if request == "drop":
            branch = _number(frame, "branch")
            self.recording.drop(branch)
            self._told_of.pop(branch, None)
            return {}
        if request == "finish":
            reason = frame.get("reason")
            self.ending = Ending(error=None if reason is None else f"agent: {_text(reason)}")
            return {}
        if request == "fail":
            by = _BY.get(_text(frame.get("by")), FailedBy.AGENT)
            self.ending = Ending(Status.CRASHED, by, f"{by}: {_text(frame.get('error'))}")
            return {}
        raise FrameError(f"There is no request {shown(_text(request))}.")

    def _reset(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        if self._begun:
            raise FrameError("An episode is played once.")
        self._begun = True
        wanted = self._granted(frame)
        self._told = _keys(wanted)
        return self._state(self.recording.begin(self._game, wanted), self.recording.score, False)

    def _granted(self, frame: Mapping[str, Any]) -> EnvInfos:
        """Return what a frame asks for; raises NotGranted if the protocol does not grant it."""
        wanted = _wanted(frame)
        missing = self._protocol.refusal(wanted)
        if missing is not None:
            granting = [name for name, track in TRACKS.items() if track.refusal(wanted) is None]
            others = f" It is granted by protocol={'|'.join(granting)}." if granting else ""
            own = self._protocol.granting(wanted)
            if own is not None:
                others += f" One of your own grants it as well: {own}."
            raise NotGranted(
                f"The agent asks for {shortened(missing)}, which the protocol does not grant (track"
                f" {self._protocol.track}: {', '.join(sorted(self._protocol.infos))}).{others}"
            )
        return wanted

    def _step(self, frame: Mapping[str, Any]) -> dict[str, Any]:
        recording = self.recording
        command = frame.get("command")
        if not self._begun or type(command) is not str:
            raise FrameError("A step has a command, and comes after the reset.")
        if "branch" in frame:
            branch = _number(frame, "branch")
            if not branch:
                raise FrameError("Branch 0 is the game itself.")
            try:
                if "infos" in frame:
                    wanted = self._granted(frame)
                    recording.tell(branch, wanted)
                    self._told_of[branch] = _keys(wanted)
                answer = recording.try_out(branch, command)
            except AgentError as error:
                return {"error": str(error)}
            return self._state(*answer, told=self._told_of.get(branch))
        if recording.over:
            raise FrameError("The episode is over.")
        state = recording.step(command)
        return self._state(state, recording.score, recording.ended)

    def _fork(self, branch: int) -> dict[str, Any]:
        if not self._protocol.lookahead:
            raise NotGranted(
                "The agent copies the game to look ahead, which the protocol does not grant:"
                " protocol.lookahead is 0."
            )
        try:
            copy = self.recording.fork(branch)
        except AgentError as error:
            return {"error": str(error)}
        if branch in self._told_of:
            self._told_of[copy] = self._told_of[branch]
        return {"branch": copy}

    def _state(
        self, state: GameState, score: float | None, done: bool, told: list[str] | None = None
    ) -> dict[str, Any]:
        """Return the answer that tells of a state, ``told`` or else what the episode is told."""
        recording = self.recording
        names = self._told if told is None else told
        answer = {
            "state": {name: state[name] for name in names if name in state},
            "score": score if "score" in self._protocol.infos else None,
            "done": done,
            "turns_left": recording.turns_left,
        }
        if self._protocol.lookahead:
            answer["lookahead_left"] = self._protocol.lookahead - recording.lookahead
        return answer


def _wanted(frame: Mapping[str, Any]) -> EnvInfos:
    names, extras = _names(frame, "infos"), _names(frame, "extras")
    unknown = sorted(set(names).difference(EnvInfos.ALL_NAMES))
    if unknown:
        raise NotGranted(f"The agent asks for {shown(unknown[0])}, which nobody knows.")
    return EnvInfos(extras=extras, **dict.fromkeys(names, True))


def _keys(wanted: EnvInfos) -> list[str]:
    """Return the names of what is told of a state; the text always is."""
    names = wanted.keys_of_state
    if wanted.admissible_commands:
        names += ADMISSIBLE_NOTES
    return names if "feedback" in names else [*names, "feedback"]


def _names(frame: Mapping[str, Any], key: str) -> list[str]:
    value = frame.get(key)
    if type(value) is not list or any(type(name) is not str for name in value):
        raise FrameError("Who asks for information gives two lists of names: infos and extras.")
    return value


def _number(frame: Mapping[str, Any], name: str) -> int:
    value = frame.get(name, 0)
    # `isinstance` would take true for a number.
    if type(value) is not int:
        raise FrameError(f"{name} must be a whole number.")
    return value


def _text(value: object) -> str:
    if type(value) is not str:
        raise FrameError("A request, a reason, an error and who is to blame are texts.")
    return value
