"""The process of a worker: ``python -m`` this module.

The first message says what to make, see `Order`; each later one names a method of that, with a
number that the answer repeats.
"""

__all__ = ["main"]

import gc
import os
import pickle
import traceback
from contextlib import suppress
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import cloudpickle

from twbench.errors import TwbenchError
from twbench.gym.workers.messages import Answer, Order
from twbench.modules import use_modules
from twbench.system.processes import import_main, send_whole, serve_parent


def _made(order: Order) -> Any:
    """Return what is ordered."""
    if order.main is not None:
        import_main(order.main)
    use_modules(order.modules)
    for package in order.packages:
        import_module(package)
    return cloudpickle.loads(order.make)()


def _serve(parent: "Connection[Any, Any]") -> None:
    """Answer until the parent hangs up."""
    made: Any = None
    while True:
        try:
            number, method, arguments = parent.recv()
        except EOFError:
            return
        try:
            if made is None:
                made = _made(*arguments)
                # What was imported and made stays: no collection of garbage needs to look at it.
                gc.collect()
                gc.freeze()
                answer = Answer(number)
            else:
                answer = Answer(number, getattr(made, method)(*arguments))
        except Exception as error:  # the parent raises it
            # A traceback is left behind when an error is pickled, but its notes travel.
            if not isinstance(error, TwbenchError):
                error.add_note("".join(traceback.format_exception(error)))
            answer = Answer(number, error=_portable(error))
        _send(parent, answer)
        # Given back while the parent is at work, and not when it waits for the next answer.
        del arguments, answer


def _send(parent: "Connection[Any, Any]", answer: Answer) -> None:
    """Send an answer, or say why it cannot be sent."""
    try:
        sent = pickle.dumps(tuple(answer))
    except Exception as error:  # what is pickled may say itself how, and lies any depth deep
        reason = f"What the environments return cannot be sent to another process: {_said(error)}"
        sent = pickle.dumps(tuple(Answer(answer.number, error=RuntimeError(reason))))
    send_whole(parent, sent)


def _portable(error: Exception) -> Exception:
    """Return an error that can be sent: this one, or one that says the same."""
    try:
        is_portable = isinstance(pickle.loads(pickle.dumps(error)), Exception)  # noqa: S301 - our own
    except Exception:  # whatever an error does where it says how it is pickled
        is_portable = False
    return error if is_portable else RuntimeError(f"{type(error).__name__}: {_said(error)}")


def _said(error: Exception) -> str:
    """Return what an error says, which is somebody else's and may fail even in that."""
    try:
        return str(error)
    except Exception:
        return "it cannot be told"


def main() -> None:
    """Answer the parent until it hangs up, or has ended."""
    if hasattr(os, "SCHED_BATCH"):
        # A worker that is woken lets the parent go on until all workers have their messages.
        # Where that is forbidden, it works as well, a little slower.
        with suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))
    serve_parent(_serve)


if __name__ == "__main__":
    main()
