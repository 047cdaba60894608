"""TextWorld's games: a world, quests, texts and a logic, linked into a story of ours."""
