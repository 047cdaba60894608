"""A text grammar: names, and texts that are expanded."""

from numpy.random import RandomState
from textworld.generator.text_grammar import Grammar, GrammarOptions

grammar = Grammar(GrammarOptions(theme="house"), rng=RandomState(1))
assert grammar.theme == "house"
name, adj, noun = grammar.generate_name("k", "clean", include_adj=True)
assert name == f"{adj} {noun}"
other, _, _ = grammar.generate_name("k", "clean", include_adj=True, exclude=[name])
assert other != name
assert not grammar.has_tag("#nothing_like_this#")
assert grammar.expand("plain text") == "plain text"
words = grammar.get_vocabulary()
assert len(words) > 100
assert {"key", "door"} <= set(words)
names = grammar.get_all_names_for_type("f", include_adj=False)
assert len(names) > 5
assert grammar.get_all_adjective_for_type("k") is not None

same = [
    Grammar(GrammarOptions(theme="house"), rng=RandomState(7)).generate_name("o", "clean")
    for _ in range(2)
]
assert same[0] == same[1]
