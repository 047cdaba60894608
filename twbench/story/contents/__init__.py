"""What of a game is in a story, and where: entities, objects, words, and the directory."""
