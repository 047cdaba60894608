"""Context-free grammars for text generation (docs: Context-Free Grammars)."""

__all__ = ["Grammar", "GrammarOptions", "MissingTextGrammar", "fix_determinant"]

from twbench.generator.grammar.text_grammar import (
    Grammar,
    GrammarOptions,
    MissingTextGrammar,
    fix_determinant,
)
