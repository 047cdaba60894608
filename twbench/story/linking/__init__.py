"""From a game to a story file."""
