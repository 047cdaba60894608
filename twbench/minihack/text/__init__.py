"""NetHack as a text-based game: what is seen in words, and commands in words."""
