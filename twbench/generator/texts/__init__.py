"""The texts of a game: names, descriptions, instructions."""
