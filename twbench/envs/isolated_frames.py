"""What a story's process and its parent send each other: bytes that nobody has to trust.

A frame is four bytes of length and a body, whose first byte says what it is:

``S``  a step: the command for the game that was played last, asking for the same information
``R``  any other request, in JSON
``N``  the answer to a step: the score, whether the game has ended (0 or 1), then what has changed
       in its state since the last answer, names and values by turns; NUL stands between all of them
``A``  any other answer, in JSON

Values that are texts stand as they are, under their name; others in JSON, under ``:`` and the name.
JSON has propositions and actions as dictionaries with one marked key.
"""

__all__ = [
    "LENGTH",
    "STEP",
    "Ear",
    "answer_frame",
    "news_frame",
    "parse_answer",
    "request_frame",
    "step_frame",
]

import json
import select
import time
from collections.abc import Mapping
from typing import Any

LENGTH = 4
"""Bytes before the body of a frame: its length, the highest first."""
STEP = b"S"
_REQUEST = b"R"
_NEWS = b"N"
_ANSWER = b"A"
_BETWEEN = "\0"
_MARK = _BETWEEN + ":"
_MOST_FAILURES = 10
_MARKED = ("proposition:", "action:")


def step_frame(command: str) -> bytes:
    """Return the request to type a command."""
    return _frame(STEP, command)


def request_frame(message: Mapping[str, Any]) -> bytes:
    """Return any other request."""
    return _frame(_REQUEST, json.dumps(message))


def answer_frame(answer: Mapping[str, Any]) -> bytes:
    """Return an answer in JSON."""
    return _frame(_ANSWER, _encode(answer))


def news_frame(news: Mapping[str, Any], score: float, done: bool) -> bytes:
    """Return the answer to a step, given what is new in the state."""
    parts = [str(score), "1" if done else "0"]
    for name, value in news.items():
        if type(value) is str:
            parts += name, value
        else:
            parts += f":{name}", _encode(value)
    text = _BETWEEN.join(parts)
    if text.count(_BETWEEN) >= len(parts):
        return answer_frame({"state": news, "score": score, "done": done})
    return _frame(_NEWS, text)


def parse_answer(body: bytes) -> dict[str, Any]:
    """Return an answer: that to a step has ``state`` (what is new), ``score`` and ``done``.

    Raises ValueError if it makes no sense.
    """
    try:
        text = body[1:].decode("utf-8", "surrogatepass")
        if body[:1] == _NEWS:
            return _parse_news(text)
        answer = _decode(text)
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError("The answer makes no sense.") from error
    if type(answer) is not dict:
        raise ValueError("The answer makes no sense.")
    return answer


def _parse_news(text: str) -> dict[str, Any]:
    score, done, *parts = text.split(_BETWEEN)
    state: dict[str, Any] = dict(zip(parts[::2], parts[1::2], strict=True))
    if _MARK in text:
        for name in [name for name in state if name[0] == ":"]:
            state[name[1:]] = _decode(state.pop(name))
    number = int(score) if score.isdecimal() else float(score)
    return {"state": state, "score": number, "done": done == "1"}


class Ear:
    """Waits until there is something to read from a file.

    To be woken takes as long as a short step. So the file is asked again and again for a moment,
    which is no use where others need the processor, or where nothing comes for long: then it is
    asked so less and less often.
    """

    def __init__(self, file: int, awake: float):
        """Listen to a file; ``awake`` is how many seconds a moment has."""
        poll = select.poll()
        poll.register(file, select.POLLIN)
        self._ask = poll.poll
        self._awake = awake
        self._failures = 0
        self._rests = 0

    def listen(self, seconds: float | None = None) -> bool:
        """Return whether there is something to read within so many seconds.

        None stands for whoever waits as long as it takes, by reading.
        """
        ask, now = self._ask, time.perf_counter
        if self._rests:
            self._rests -= 1
        else:
            end = now() + self._awake
            while now() < end:
                if ask(0):
                    self._failures = 0
                    return True
            self._failures = min(self._failures + 1, _MOST_FAILURES)
            self._rests = 1 << self._failures
        return seconds is None or bool(ask(1000 * seconds))


def _frame(kind: bytes, text: str) -> bytes:
    body = text.encode("utf-8", "surrogatepass")
    return (len(body) + 1).to_bytes(LENGTH, "big") + kind + body


def _encoded(value: object) -> dict[str, Any]:
    """Return what JSON does not know as a dictionary with one marked key."""
    from twbench.logic import Action, Proposition  # stories of other makers have none

    if isinstance(value, Proposition):
        return {"proposition:": value.serialize()}
    if isinstance(value, Action):
        return {"action:": value.serialize()}
    raise TypeError(f"{value!r} cannot be sent.")


_encode = json.JSONEncoder(default=_encoded).encode


def _decode(text: str) -> Any:
    hook = _marked if any(key in text for key in _MARKED) else None
    return json.loads(text, object_hook=hook)


def _marked(value: dict[str, Any]) -> Any:
    """Return what `_encoded` has made a dictionary of."""
    from twbench.logic import Action, Proposition

    if value.keys() == {"proposition:"}:
        return Proposition.deserialize(value["proposition:"])
    if value.keys() == {"action:"}:
        return Action.deserialize(value["action:"])
    return value
