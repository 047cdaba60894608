"""The process that plays a part of the games: ``python -m`` this module.

Gymnasium's own `SyncVectorEnv` plays them, so that all is as it is there. The first message says
what to make, see `Order`; each later one names a method of `_Part`, with a number that the answer
repeats.
"""

__all__ = ["main"]

import pickle
from importlib import import_module
from multiprocessing.connection import Connection
from typing import Any

import cloudpickle
from gymnasium.vector import SyncVectorEnv

from twbench.gym.vector.messages import Answer, Order, Outline
from twbench.system.processes import import_main, serve_parent


class _Part:
    """The environments of this worker."""

    def __init__(self, order: Order):
        if order.main is not None:
            import_main(order.main)
        for module in order.modules:
            import_module(module)
        env_fns = cloudpickle.loads(order.env_fns)
        self._envs = SyncVectorEnv(env_fns, copy=False, autoreset_mode=order.autoreset_mode)

    def outline(self) -> Outline:
        """Return what the environments are like."""
        envs = self._envs
        return Outline(
            envs.single_observation_space,
            envs.single_action_space,
            dict(envs.metadata),
            envs.render_mode,
        )

    def reset(
        self, seeds: list[int | None], options: dict[str, Any] | None, mask: Any
    ) -> tuple[Any, dict[str, Any]]:
        """Reset the environments of the mask, or all; return observations of all, and infos."""
        if mask is None:
            return self._envs.reset(seed=seeds, options=options)
        return self._envs.reset(seed=seeds, options={**(options or {}), "reset_mask": mask})

    def step(self, actions: Any) -> Any:
        """Step all environments."""
        return self._envs.step(actions)

    def call(self, name: str, arguments: tuple[Any, ...], named: dict[str, Any]) -> tuple[Any, ...]:
        """Call a method of each environment, or read an attribute."""
        return self._envs.call(name, *arguments, **named)

    def assign(self, name: str, values: list[Any]) -> None:
        """Set an attribute of each environment."""
        self._envs.set_attr(name, values)

    def render(self) -> tuple[Any, ...]:
        """Render each environment."""
        return self._envs.render()


def _serve(parent: "Connection[Any, Any]") -> None:
    """Answer until the parent hangs up."""
    part: _Part | None = None
    while True:
        try:
            number, method, arguments = parent.recv()
        except EOFError:
            return
        try:
            if part is None:
                part = _Part(*arguments)
                answer = Answer(number)
            else:
                answer = Answer(number, getattr(part, method)(*arguments))
        except Exception as error:  # the parent raises it
            answer = Answer(number, error=_portable(error))
        parent.send(answer)


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
