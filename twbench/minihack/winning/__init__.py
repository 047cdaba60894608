"""Winning levels of NetHack: what is to be done, where it is, and a walkthrough that is proven."""
