"""What is told about a game that is played, beside its text."""
