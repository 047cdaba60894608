"""Interactive fiction: stories of the Z-machine by other makers, as they are."""
