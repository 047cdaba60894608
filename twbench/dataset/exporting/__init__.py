"""Datasets in the formats of others."""
