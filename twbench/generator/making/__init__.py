"""The making of games: quests, whole games, their files, and games by hand."""
