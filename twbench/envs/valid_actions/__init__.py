"""Valid actions: which commands change the world of a story by another maker.

The paper on Jericho calls an action valid that changes the tree of objects or the
score. Here as there they are found by trying: things that can be named (`naming`), commands that
name them (`candidates`), each typed in the interpreter from the same state (`trials`), and judged
by what has changed. `understanding` remembers what the parser refuses, and `attempts` leaves that
out; `pairs` tries commands with two things by samples, for which `twins` and `profiles` tell what
is alike. `search` wires all of it.
"""
