"""How the state of a game lives in a story: its facts, and the tests of them."""
