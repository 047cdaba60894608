"""The game: a world with quests and texts, how it goes on, is won, and is kept as JSON."""
