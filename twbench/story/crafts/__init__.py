"""Stories of worlds of items, zones and transformations: a runtime, its linker, its memory."""
