"""Playing episodes, in processes that may be lost."""
