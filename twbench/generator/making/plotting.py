"""Maps drawn: what the documentation has among the functions for maps needs worlds and pictures."""

__all__ = ["plot_graph"]

from typing import TYPE_CHECKING, Any

from twbench.generator.worlds.world import World

if TYPE_CHECKING:
    from twbench.render import Picture


def plot_graph(g: Any, show: bool = True) -> "Picture":
    """Return a picture of a map; if ``show``, open it in the browser."""
    from twbench.render import visualize

    return visualize(World.from_map(g), interactive=show)
