"""The process that plays a part of the games: ``python -m`` this module.

The first message says what to make, see `Order`; each later one names a method of `Part`, with a
number that the answer repeats.
"""

__all__ = ["main"]

import pickle
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import cloudpickle

from twbench.gym.vector.messages import Answer, Order
from twbench.gym.vector.part import Part
from twbench.system.processes import import_main, serve_parent


def _made(order: Order) -> Part:
    """Return the environments of an order."""
    if order.main is not None:
        import_main(order.main)
    for module in order.modules:
        import_module(module)
    return Part(cloudpickle.loads(order.env_fns), order.autoreset_mode)


def _serve(parent: "Connection[Any, Any]") -> None:
    """Answer until the parent hangs up."""
    part: Part | None = None
    while True:
        try:
            number, method, arguments = parent.recv()
        except EOFError:
            return
        try:
            if part is None:
                part = _made(*arguments)
                answer = Answer(number)
            else:
                answer = Answer(number, getattr(part, method)(*arguments))
        except Exception as error:  # the parent raises it
            answer = Answer(number, error=_portable(error))
        _send(parent, answer)


def _send(parent: "Connection[Any, Any]", answer: Answer) -> None:
    """Send an answer, or say why it cannot be sent: it is pickled before its first byte is sent."""
    try:
        parent.send(answer)
    except (pickle.PicklingError, TypeError, AttributeError) as error:
        reason = f"What the environments return cannot be sent to another process: {error}"
        parent.send(Answer(answer.number, error=RuntimeError(reason)))


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent: this one, or one that says the same."""
    try:
        pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def main() -> None:
    """Answer the parent until it hangs up, or has ended."""
    serve_parent(_serve)


if __name__ == "__main__":
    main()
