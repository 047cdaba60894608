"""What tells people and programs about a dataset: the card, tables, a picture, metadata."""
