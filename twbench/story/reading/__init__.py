"""From a story file back: its memory, and whether it can be trusted."""
