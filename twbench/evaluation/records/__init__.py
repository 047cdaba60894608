"""Runs on disk: tables, the record of a run, and who has checked it."""
