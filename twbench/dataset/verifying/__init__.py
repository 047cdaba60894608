"""Verifying a dataset: every byte, every row, every walkthrough."""
