"""What a story's process and its parent say to each other: bytes that nobody has to trust.

The first byte of a frame says what it is:

``S``  a step: the command for the game that was played last, asking for the same information
``R``  any other request, in JSON
``F``  the answer to a step: the score, whether the game has ended (0 or 1), the moves, whether it
       is won and lost (two digits), and the feedback, if no more has changed in the state; moves
       and digits are empty where the story does not tell how the game stands
``N``  the answer to any other step: score and ending, then what has changed in the state since the
       last answer, names and values by turns
``A``  any other answer, in JSON
``W``  instead of an answer: the story has answered, and valid actions are searched for, which may
       take longer; the other side says the same, and then the answer follows, or another ``W``

NUL stands between the parts. Values that are texts stand as they are, under their name; others in
JSON, under ``:`` and the name. JSON has propositions and actions as dictionaries with one marked
key.
"""

__all__ = [
    "SEARCHING",
    "STEP",
    "STEP_ANSWERS",
    "answer_frame",
    "feedback_frame",
    "news_frame",
    "parse_answer",
    "parse_command",
    "parse_news",
    "request_frame",
    "sent_modules",
    "step_frame",
    "use_sent_modules",
]

import json
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from twbench.envs.state_json import from_json, to_json
from twbench.errors import TwbenchError

if TYPE_CHECKING:
    from twbench.modules import ExtensionModule

SEARCHING = b"W"
"""What both sides say before a search."""
STEP = ord("S")
"""The first byte of a step."""
STEP_ANSWERS = b"FN"
"""The first bytes of answers to steps."""
_BETWEEN = "\0"
_MARK = _BETWEEN + ":"
_CODE = "utf-8", "surrogatepass"
_ANY_BYTES = "latin-1"  # a character for each byte: a Python file says itself how it is encoded
_NONSENSE = ValueError, LookupError, TypeError, AttributeError, RecursionError, TwbenchError


def step_frame(command: str) -> bytes:
    """Return the request to type a command."""
    return f"S{command}".encode(*_CODE)


def parse_command(frame: bytes) -> str:
    """Return the command of a step."""
    return frame[1:].decode(*_CODE)


def request_frame(message: Mapping[str, Any]) -> bytes:
    """Return any other request."""
    return b"R" + json.dumps(message).encode()


def sent_modules(modules: "Sequence[ExtensionModule]") -> list[list[str]]:
    """Return modules as a request has them: of each the name, the path and the source."""
    return [
        [module.name, module.path, module.source.decode(_ANY_BYTES)]
        for module in modules
        if module.source is not None
    ]


def use_sent_modules(sent: Sequence[Sequence[str]]) -> None:
    """Run the modules of a request; raises ConfigError for one that cannot be run."""
    if not sent:
        return  # most stories need none: their process starts the sooner
    from twbench.hashing import sha256_hex
    from twbench.modules import ExtensionModule, use_modules

    sources = [(name, path, text.encode(_ANY_BYTES)) for name, path, text in sent]
    use_modules(
        [
            ExtensionModule(name, sha256_hex(source), (), source, path)
            for name, path, source in sources
        ]
    )


def answer_frame(answer: Mapping[str, Any]) -> bytes:
    """Return any answer but that to a step."""
    return b"A" + to_json(answer).encode()


def feedback_frame(state: Mapping[str, Any], score: float, done: bool) -> bytes:
    """Return the answer to a step that has changed the feedback, and how the game stands if known.

    Of that, ``score`` is what the state has too.
    """
    if "moves" in state:
        standing = f"{state['moves']}\0{state['won']:d}{state['lost']:d}"
    else:
        standing = _BETWEEN
    return f"F{score}\0{done:d}\0{standing}\0{state['feedback']}".encode(*_CODE)


def news_frame(news: Mapping[str, Any], score: float, done: bool) -> bytes:
    """Return the answer to any step, given what is new in the state."""
    parts = [f"N{score}\0{done:d}"]
    for name, value in news.items():
        if type(value) is str and _BETWEEN not in value:
            parts += name, value
        else:
            parts += f":{name}", to_json(value)
    return _BETWEEN.join(parts).encode(*_CODE)


def parse_news(frame: bytes) -> tuple[dict[str, Any], float, bool]:
    """Return what is new in the state after a step, the score, and whether the game has ended.

    Raises ValueError if it makes no sense.
    """
    news: dict[str, Any]
    try:
        text = frame.decode(*_CODE)
        if text[0] == "F":
            score, done, moves, outcome, feedback = text[1:].split(_BETWEEN, 4)
            news = {"feedback": feedback}
            if moves:
                news |= {
                    "score": _number(score),
                    "moves": int(moves),
                    "won": outcome[0] == "1",
                    "lost": outcome[1] == "1",
                }
        else:
            score, done, *parts = text[1:].split(_BETWEEN)
            news = dict(zip(parts[::2], parts[1::2], strict=True))
            if _MARK in text:
                for name in [name for name in news if name[0] == ":"]:
                    news[name[1:]] = from_json(news.pop(name))
        return news, _number(score), done == "1"
    except _NONSENSE as error:
        raise ValueError("The answer makes no sense.") from error


def _number(text: str) -> float:
    return int(text) if text.isdecimal() else float(text)


def parse_answer(frame: bytes) -> dict[str, Any]:
    """Return any answer but that to a step. Raises ValueError if it makes no sense."""
    try:
        answer = from_json(frame[1:].decode(*_CODE))
    except _NONSENSE as error:
        raise ValueError("The answer makes no sense.") from error
    if type(answer) is not dict:
        raise ValueError("The answer makes no sense.")
    return answer
