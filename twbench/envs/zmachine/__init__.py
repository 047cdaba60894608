"""Environments for stories of the Z-machine, where TextWorld's users look for them."""
