"""Stories in the interpreter: their files, commands, and the turns of a session."""
