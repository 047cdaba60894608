"""Shell completion: Hydra's scripts ask ``twbench -sc query=SHELL`` what could come next.

Behind an application's verb Hydra itself answers, from the configuration; before it, we name the
verbs.
"""

__all__ = ["install", "query"]

import os
import sys
from collections.abc import Collection, Sequence

from twbench.cli.application import complete
from twbench.errors import ConfigError, nearest

SHELLS = ("bash", "fish", "zsh")
FOR_ZSH = """\
autoload -Uz compinit bashcompinit
(( $+functions[compdef] )) || compinit
bashcompinit
"""
"""Hydra's script for zsh is that of bash: zsh has to be told to read such."""


def install(arguments: Sequence[str]) -> int:
    """Print the completion script of the shell named in ``arguments``."""
    shell = arguments[0] if arguments else ""
    if shell not in SHELLS:
        raise ConfigError(
            f"--completion needs one of {', '.join(SHELLS)}, not {shell!r}.{nearest(shell, SHELLS)}"
        )
    if shell == "zsh":
        sys.stdout.write(FOR_ZSH)
    return complete("build", f"install={shell}")


def query(arguments: Sequence[str], verbs: Collection[str], applications: Collection[str]) -> int:
    """Print the words that can follow the line in ``COMP_LINE``."""
    line = os.environ.get("COMP_LINE", "")
    words = line.split()
    verb = words[1] if len(words) > 1 else ""
    if verb in applications and (len(words) > 2 or line.endswith(" ")):
        rest = line.split(None, 2)
        os.environ["COMP_LINE"] = f"twbench {rest[2] if len(rest) > 2 else ''}"
        return complete(verb, *arguments)
    print(" ".join(name for name in verbs if name.startswith(verb)))
    return 0
