"""Runs of others: replayed, played again, handed in."""
