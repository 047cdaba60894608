"""An episode: what came of it, and how it is recorded step by step."""
