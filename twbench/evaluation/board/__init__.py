"""Runs compared and printed."""
