"""What stands in a story's memory, whoever made it: objects, words, and what may be typed.

`texts` decodes its strings, `table` reads its tree of objects, `dictionary` its words, `grammar`
what an Inform parser understands. `world` says where the player is, what is around, and what has
changed; `templates` are commands with blanks, and what fills them; `bindings` says where a story
keeps its score.
"""
