"""Planning: the actions that are possible, and the fewest that complete quests."""
