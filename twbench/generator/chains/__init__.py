"""Chaining: the search for sequences of actions that make a quest."""
