"""What a Z-machine story is made of: strings, tables of words, and the runtime's compiled code."""
