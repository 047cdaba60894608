"""What a text grammar writes for the thing that is described.

``(name)``, ``(name-adj)`` and ``(name-n)`` are documented (seeds: Context-Free Grammars, Object
Descriptors). TextWorld's own themes also ask for an article, ``(name-indefinite)`` and
``(name-definite)``, and for the identifier of the thing, ``(obj)``.
"""

__all__ = ["ARTICLES", "NAME_MARKS", "OBJECT"]

ARTICLES = {"indefinite": "a", "definite": "the"}
"""By what follows a mark; which of "a" and "an" it is, the word behind it tells."""

_PLAIN = ("name", "name-adj", "name-n")
NAME_MARKS = (*_PLAIN, *(f"{name}-{article}" for name in _PLAIN for article in ARTICLES))
"""All marks that begin with ``name``, without their brackets."""

OBJECT = "(obj)"
