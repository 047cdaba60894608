"""Worlds as numbers, and what is wrong with worlds."""
