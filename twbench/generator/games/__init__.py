"""The game: a world with quests and texts, how it goes on, and how it is kept as JSON."""
