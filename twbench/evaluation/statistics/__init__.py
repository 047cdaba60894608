"""From episodes to figures with intervals."""
