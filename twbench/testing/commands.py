"""What players and programs type that nobody expected."""

__all__ = ["ODD_COMMANDS"]

ODD_COMMANDS = (
    *("", " ", " \t ", "\n", "look\nlook", "\r\n\x1b[2J"),
    *("\0", "take\0all", "\x7f\x80\xff", "\\", "\\x", "\\help", '"', "%s%n{}"),
    *("x" * 10_000, "take " * 2_000, "n." * 90, ".,'" * 99),
    *("日本語" * 50, "cafe\u0301", "\N{OLD KEY}\ufe0f", "\ud800"),
    *("it", "all", "again", "take all and all", "the the the"),
    *("save", "restore", "script", "undo", "restart", "quit", "yes"),
)
"""Nothing, too much, what is no text, and what makes a story ask back."""
