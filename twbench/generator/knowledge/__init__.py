"""What games are made of: types, conditions as patterns, commands, entities, events, quests."""
