"""Environments for stories of the Z-machine, where TextWorld's users look for them."""

from twbench.system.public_names import loading

__getattr__, __dir__ = loading(__name__, {}, ["jericho"])
