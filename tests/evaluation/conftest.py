"""Beside this file are the stories, games and agents that the tests of all rooms use."""
