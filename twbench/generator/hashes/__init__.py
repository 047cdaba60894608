"""Hashes of games that are the same: up to names, or as puzzles."""
