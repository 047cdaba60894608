"""Makes one game: a story file, and beside it the game as JSON.

Each challenge has its own settings: twbench make CHALLENGE --help.
"""

__all__ = ["Made", "Manner", "make", "run"]

import argparse
import dataclasses
import secrets
import sys
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.cli.options import OptionParser
from twbench.errors import ChallengeError, ConfigError, TwbenchError, nearest
from twbench.modules import own_line
from twbench.system.files import write_atomically
from twbench.whole_numbers import whole_number

if TYPE_CHECKING:
    from twbench.challenges import Challenge
    from twbench.families import Family
    from twbench.families.family import Files

GRAMMAR_FLAGS = {
    "include_adj": "names may begin with an adjective",
    "blend_descriptions": "describe several things in one sentence",
    "ambiguous_instructions": "refer to an object by its type (red container for red chest)",
    "only_last_action": "tell the last action of the quest only",
    "blend_instructions": "tell several actions in one sentence",
}
THEME = "house"
"""The theme of the text, where none is asked for."""
OVERVIEWS = ("svg", "png")
NO_GLULX = (
    "Glulx stories (.ulx) are not made: a .z8 story holds every game and plays in every version of"
    " TextWorld (docs/design/glulx.md says why)."
)


@dataclass(frozen=True, slots=True)
class Made:
    """A game that was made, the seed that it was made of, and the story's path."""

    path: Path
    seed: int
    family: "Family[Any]"
    game: Any
    files: "Files"

    def describe(self) -> dict[str, Any]:
        """Return what a manifest says of the game."""
        return self.family.describe(self.game, self.files)


@dataclass(frozen=True, slots=True)
class Manner:
    """How a command that makes games is called, and what it does in its own way.

    Attributes:
        command: what its users type.
        names: the names of challenges that it shows, by those that we have for them.
        overview: the kind of pictures that it saves by default, a key of `OVERVIEWS`.
        replaces_same: whether a game that is there already may be made again.
        tell: what it says of a game, in full or not.

    """

    command: str
    names: Callable[[str], str]
    overview: str
    replaces_same: bool
    tell: Callable[[Made, bool], str]


def run(argv: Sequence[str]) -> int:
    """Run ``twbench make``."""
    return make(argv, Manner("twbench make", str, "svg", False, _tell))


def make(argv: Sequence[str], manner: Manner) -> int:
    """Run a command that makes one game."""
    from twbench import challenges
    from twbench.generator.grammar.theme_places import is_place, read_place

    # The common options are read first: files that they name may register challenges and themes,
    # which the whole parser has to know.
    known, rest = _common_options(argv, manner)
    places = [known.theme] if is_place(known.theme) else []
    all_themes = _all_themes(known, places)
    arguments = _parser(all_themes, _shown_challenges(rest), manner).parse_args(argv)
    if arguments.list:
        for name in challenges.names():
            sys.stdout.write(f"{manner.names(name)}\n")
        return 0
    if arguments.challenge is None:
        raise ConfigError(
            f"{manner.command} needs a challenge:"
            f" {', '.join(map(manner.names, challenges.names()))}."
        )
    for place in places:
        arguments.theme, _ = read_place(place)
    made = _make(challenges.get(arguments.challenge), arguments, manner)
    if not arguments.silent:
        sys.stdout.write(manner.tell(made, arguments.verbose))
    return 0


def _common_options(argv: Sequence[str], manner: Manner) -> tuple[argparse.Namespace, list[str]]:
    """Return what the common options say, and what else was typed; raises ConfigError."""
    general = _general(None, manner)
    known, rest = general.parse_known_args(argv)
    if rest and rest[0].startswith("-") and rest[0] not in ("-h", "--help"):
        meant = nearest(rest[0], general.options)
        raise ConfigError(
            f"{manner.command} has no option {rest[0]}.{meant} Settings of a challenge stand behind"
            " its name."
        )
    return known, rest


def _all_themes(known: argparse.Namespace, places: Sequence[str]) -> list[str]:
    """Return the themes that there are, with those of the user's folders and at ``places``.

    The user's Python files are run here as well.
    """
    from twbench.dataset.config.distribution import themes
    from twbench.dataset.config.extensions import read_extensions

    own = read_extensions(known.module or (), known.themes or (), places)
    return sorted({*themes(), *own.theme_names, *places})


def _shown_challenges(words: Sequence[str]) -> dict[str, "Challenge"]:
    """Return the registered challenges, and the one that is asked for, which may be a package's."""
    from twbench import challenges

    shown = {challenge.name: challenge for challenge in challenges.CHALLENGES.registered()}
    for word in words:
        if not word.startswith("-"):
            asked = challenges.get(word)  # which names the nearest one, unlike argparse
            shown[asked.name] = asked
            break
    return shown


def _failure(challenge: "Challenge", error: Exception) -> ChallengeError | None:
    """Return what is told of somebody's challenge that has failed, None if its file has not."""
    from twbench.challenges import CHALLENGES
    from twbench.dataset.items.failure import describe_error

    code = getattr(challenge.make, "__code__", None)
    place = own_line(error, None if code is None else Path(code.co_filename))
    if place is None or challenge.name in CHALLENGES.shipped:
        return None
    file, line = place
    return ChallengeError(
        challenge.name,
        f"Challenge {challenge.name} fails in line {line} of {file}: {describe_error(error)}.",
    )


def _make(challenge: "Challenge", arguments: argparse.Namespace, manner: Manner) -> Made:
    """Make the game and write its files: all of them, or none if one cannot be."""
    from twbench import families

    family = families.get(challenge.family)
    game, seed = _game(challenge, family, arguments)
    files = family.seal(game, challenge.name)
    path = _target(arguments, files.game_id, family.story_format)
    contents = {path: files.story}
    if files.game is not None:
        contents[path.with_suffix(".json")] = files.game
    picture = family.picture(game) if arguments.save_overview or arguments.overview else None
    if picture is None and (arguments.save_overview or arguments.overview):
        raise ConfigError(f"There is no picture of a game of the family {family.name}.")
    if picture is not None and arguments.save_overview:
        suffix = f".{arguments.overview_format}"
        contents[path.with_suffix(suffix)] = picture.content(suffix)
    _write(contents, path, arguments.force, manner)
    if picture is not None and arguments.overview:
        picture.show()
    return Made(path, seed, family, game, files)


def _game(
    challenge: "Challenge", family: "Family[Any]", arguments: argparse.Namespace
) -> tuple[Any, int]:
    """Return a game with the settings and the options of its texts that are asked for; its seed."""
    names = [field.name for field in dataclasses.fields(challenge.settings)]
    settings = challenge.settings(**{name: getattr(arguments, name) for name in names})
    given = arguments.seed
    seed = secrets.randbits(31) if given is None else whole_number(given, "--seed", 0)
    grammar = _grammar(arguments, names)
    asked = [name for name, value in grammar.items() if value not in (THEME, False)]
    if asked and not family.has_grammar:
        raise ConfigError(
            f"Options of a text grammar ({', '.join(asked)}) mean nothing to {challenge.name},"
            " whose texts are of none."
        )
    try:
        return family.make(challenge, settings, seed, grammar), seed
    except TwbenchError:
        raise
    except Exception as error:  # the border to challenges of anybody
        raise _failure(challenge, error) or error from None


def _grammar(arguments: argparse.Namespace, settings: Collection[str]) -> dict[str, Any]:
    """Return the options of the text grammar; the challenge's ``settings`` may have their names."""
    ours = {name: value for name, value in vars(arguments).items() if name not in settings}
    return {
        "theme": ours.get("theme", THEME),
        "allowed_variables_numbering": ours.get("entity_numbering", False),
        **{flag: ours.get(flag, False) for flag in GRAMMAR_FLAGS},
    }


def _write(contents: Mapping[Path, bytes], path: Path, force: bool, manner: Manner) -> None:
    """Write the files of a game, the story at ``path`` last.

    Raises ConfigError where another file is in the place of one.
    """
    for made, content in contents.items():
        if force or not made.exists():
            continue
        if not (manner.replaces_same and made.read_bytes() == content):
            raise ConfigError(f"{made} exists already; -f replaces it.")
    path.parent.mkdir(parents=True, exist_ok=True)
    for made, content in sorted(contents.items(), key=lambda item: item[0] == path):
        write_atomically(made, content)


def _tell(made: Made, is_verbose: bool) -> str:
    """Return the path of a game, after how it is won if ``is_verbose``."""
    if not is_verbose:
        return f"{made.path}\n"
    row = made.describe()
    return f"{row['objective']}\n\nWalkthrough: {' > '.join(row['walkthrough'])}\n{made.path}\n"


def _target(arguments: argparse.Namespace, game_id: str, story_format: str) -> Path:
    """Return the path of the story: the one asked for, or the game's id in the folder asked for."""
    output = Path(arguments.output)
    suffix = f".{story_format}"
    if output.is_dir() or arguments.output.endswith("/"):
        return output / f"{game_id}{suffix}"
    if output.suffix not in ("", suffix):
        glulx = f" {NO_GLULX}" if output.suffix == ".ulx" else ""
        raise ConfigError(
            f"--output must be a folder or end in {suffix}, not {arguments.output!r}.{glulx}"
        )
    return output.with_suffix(suffix)


def _parser(
    themes: Sequence[str], challenges: Mapping[str, "Challenge"], manner: Manner
) -> argparse.ArgumentParser:
    general = _general(themes, manner)
    from twbench.challenges.setting_options import add_settings, option_of

    parser = OptionParser(
        prog=manner.command,
        description=(__doc__ or "").replace("twbench make", manner.command),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        parents=[general],
    )
    verbs = parser.add_subparsers(dest="challenge", metavar="CHALLENGE")
    for name, challenge in sorted(challenges.items()):
        shown = manner.names(name)
        verb = verbs.add_parser(
            shown,
            aliases=sorted({name, f"tw-{name.removeprefix('tw-')}"} - {shown}),
            help=challenge.description,
            description=challenge.description,
            parents=[_general(themes, manner, suppress=True)],
            conflict_handler="resolve",  # what a challenge calls as we do is its own
        )
        add_settings(verb, challenge.settings)
        for field in dataclasses.fields(challenge.settings):
            if elsewhere := field.metadata.get("elsewhere"):
                verb.meant_by[option_of(elsewhere)] = option_of(field.name)
    return parser


def _general(themes: Sequence[str] | None, manner: Manner, suppress: bool = False) -> OptionParser:
    """Return the common options; ``suppress`` leaves out defaults, for use behind a challenge.

    ``themes`` are those that there are (None: that is not known yet).
    """
    parser = OptionParser(prog=manner.command, add_help=False, strict=False)

    def add(
        *names: str,
        to: "argparse._ActionsContainer" = parser,
        default: Any = None,
        **options: Any,
    ) -> None:
        to.add_argument(*names, default=argparse.SUPPRESS if suppress else default, **options)

    add("--output", default="./tw_games/", metavar="PATH", help="a .z8 file, or a folder")
    add("--seed", type=int, help="of the game (default: a random one)")
    add("--format", type=_story_format, default="z8", metavar="{z8}", help="kind of the story file")
    add("-f", "--force", action="store_true", default=False, help="replace an existing file")
    told = parser.add_mutually_exclusive_group()
    add("--silent", to=told, action="store_true", default=False, help="print nothing")
    add("-v", "--verbose", to=told, action="store_true", default=False, help="print the solution")
    add("--list", action="store_true", default=False, help="list the challenges")
    add("--overview", action="store_true", default=False, help="show the world in the browser")
    add(
        "--save-overview",
        action="store_true",
        default=False,
        help="save a picture of the world beside the game",
    )
    add(
        "--overview-format",
        choices=OVERVIEWS,
        default=manner.overview,
        help=f"kind of the saved picture (default: {manner.overview}); png needs the extra 'png'",
    )
    add(
        "--module",
        "--challenge-module",
        "--third-party",
        action="append",
        metavar="PATH",
        help="a Python file with challenges of your own: it is run",
    )
    add("--themes", action="append", metavar="FOLDER", help="a folder with themes (.twg)")
    add(
        "--theme",
        choices=themes,
        default=THEME,
        help="theme of the text: a name, or where its files are (FOLDER or FOLDER/NAME)",
    )
    for name, text in GRAMMAR_FLAGS.items():
        add(f"--{name.replace('_', '-')}", action="store_true", default=False, help=text)
    add(
        "--entity-numbering",
        action="store_true",
        default=False,
        help="number the names when there are not enough of them",
    )
    return parser


def _story_format(text: str) -> str:
    """Return the format of a story that is asked for; raises ArgumentTypeError if we have none."""
    if text == "ulx":
        raise argparse.ArgumentTypeError(NO_GLULX)
    if text != "z8":
        raise argparse.ArgumentTypeError(f"invalid choice: {text!r} (choose from 'z8')")
    return text
