"""Beside this file are the games that the tests of all rooms use."""
