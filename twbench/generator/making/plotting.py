"""Drawing a map (docs: textworld.generator.graph_networks.plot_graph).

It stands here and not beside the maps, since it needs worlds and pictures, which lie above them.
"""

__all__ = ["plot_graph"]

from typing import TYPE_CHECKING, Any

from twbench.generator.worlds.world import World

if TYPE_CHECKING:
    from twbench.render import Picture


def plot_graph(g: Any, show: bool = True) -> "Picture":
    """Return a picture of a map; if ``show``, open it in the browser."""
    from twbench.render import visualize

    return visualize(World.from_map(g), interactive=show)
