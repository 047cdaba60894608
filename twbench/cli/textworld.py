"""The commands of TextWorld: ``tw-make``, ``tw-play`` and ``tw-extract``.

They take the options that TextWorld documents, and say what TextWorld says (docs: tw-make,
tw-play, tw-extract); what they do is what our verbs ``make``, ``play`` and ``extract`` do.
"""

__all__ = ["extract", "make", "play"]

import argparse
from collections.abc import Sequence

from twbench.cli.main import answer
from twbench.cli.verbs import extract as extract_verb
from twbench.cli.verbs import make as make_verb
from twbench.cli.verbs import play as play_verb
from twbench.errors import ConfigError

_FIRST_VERB = "challenge"


def make(argv: Sequence[str] | None = None) -> int:
    """Run ``tw-make`` with ``argv`` (default: that of the process); return the exit code."""
    manner = make_verb.Manner("tw-make", _challenge_name, "png", True, _tell_made)

    def made(arguments: Sequence[str]) -> int:
        if arguments[:1] == [_FIRST_VERB]:
            raise ConfigError(
                f"'tw-make {_FIRST_VERB} NAME' is of TextWorld's first versions. The challenge is"
                " the verb now, and what was in its name are options: tw-make tw-coin_collector"
                " --level 5, tw-make tw-cooking --recipe 1 --take 1 --open."
            )
        return make_verb.make(arguments, manner)

    return answer("tw-make", made, argv)


def play(argv: Sequence[str] | None = None) -> int:
    """Run ``tw-play`` with ``argv`` (default: that of the process); return the exit code.

    A game that an agent plays is shown if somebody asks for it (``-v``, ``-vv``).
    """
    manner = play_verb.PlayManner("tw-play", _shows)
    return answer("tw-play", lambda arguments: play_verb.play_game(arguments, manner), argv)


def extract(argv: Sequence[str] | None = None) -> int:
    """Run ``tw-extract`` with ``argv`` (default: that of the process); return the exit code."""
    manner = extract_verb.ExtractManner("tw-extract", _tell_extracted)
    return answer("tw-extract", lambda arguments: extract_verb.extract(arguments, manner), argv)


def _challenge_name(name: str) -> str:
    """Return what TextWorld calls a challenge: ``custom`` and those of others have no prefix."""
    from twbench.challenges import CHALLENGES

    return f"tw-{name}" if name in CHALLENGES.shipped and name != "custom" else name


def _tell_made(made: make_verb.Made, is_verbose: bool) -> str:
    told = f"Global seed: {made.seed}\nGame generated: {made.path.absolute()}\n"
    if not is_verbose:
        return told
    row = made.describe()
    return (
        f"{told}\nObjective:\n{row['objective']}\n"
        f"\nWalkthrough:\n{' > '.join(row['walkthrough'])}\n"
        f"\n-= Stats =-\nNb. locations: {row['n_rooms']}\nNb. objects: {row['n_objects']}\n"
    )


def _tell_extracted(extracted: extract_verb.Extracted) -> str:
    told = f"-> Found {extracted.counted(extracted.found)}.\n"
    if not extracted.former:
        return told
    added = len(extracted.saved) - len(extracted.former)
    return f"{told}-> Saved {extracted.counted(extracted.saved)} ({added} new).\n"


def _shows(arguments: argparse.Namespace) -> bool:
    is_asked_for = arguments.verbose or arguments.very_verbose or arguments.mode == "human"
    return is_asked_for and not arguments.quiet
