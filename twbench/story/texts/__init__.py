"""Texts that change with the world."""
