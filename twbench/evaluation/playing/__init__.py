"""Playing episodes, in processes that may be lost: what is asked for, and how it is done."""
