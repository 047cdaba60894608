"""Lines as people type them, compared with words."""

__all__ = ["plain_word"]


def plain_word(line: str) -> str:
    """Return a line in small letters, without what ends a sentence: "Undo." is ``undo``."""
    return line.strip().rstrip(".!").rstrip().lower()
