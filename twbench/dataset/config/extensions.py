"""Challenges and themes of one's own in a build: what is named, what is recorded, what is sent.

```
dataset:
  challenge_modules: [path/to/my_challenge.py]   Python files that register challenges
  themes: [path/to/folder]                       folders with text grammars (.twg)
```

A build reads the files once. Workers get their content with each candidate, so they need no files;
``dataset.json`` records names and hashes, never a path:

```
  challenge_modules: [{name: my_challenge.py, sha256: ..., challenges: [my_challenge]}]
  themes: [{name: castle, sha256: ...}]
```

Code is run only if its user names the file. To read or verify a dataset no module is needed; to
build its games anew `Extensions.at_hand` takes files whose hashes are those recorded.
"""

__all__ = ["Extensions", "OwnTheme", "check_themes", "parse_extensions", "read_extensions"]

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from twbench import challenges
from twbench.challenges.modules import ChallengeModule, read_modules, use_modules
from twbench.dataset.config.fields import check_type, mapping, matching, text
from twbench.errors import ConfigError
from twbench.generator.grammar.grammar_file import theme_names
from twbench.generator.grammar.own_themes import ThemeFiles, read_theme_files, use_themes
from twbench.generator.grammar.text_grammar import PACKAGED_THEMES, Grammar
from twbench.hashing import canonical_json, sha256_hex

SHA256 = r"[0-9a-f]{64}"


@dataclass(frozen=True, slots=True)
class OwnTheme:
    """A theme: its name, the hash of its files, and the files if they are at hand."""

    name: str
    sha256: str
    files: ThemeFiles | None = field(default=None, compare=False, repr=False)


@dataclass(frozen=True, slots=True)
class Extensions:
    """Modules and themes that are none of twbench's own, in the order of their names."""

    modules: tuple[ChallengeModule, ...] = ()
    themes: tuple[OwnTheme, ...] = ()

    def serialize(self) -> dict[str, Any]:
        """Return what is recorded of them; a key is left out if there is nothing to say."""
        modules = [
            {
                "name": module.name,
                "sha256": module.sha256,
                "challenges": list(module.challenges),
            }
            for module in self.modules
        ]
        themes = [{"name": theme.name, "sha256": theme.sha256} for theme in self.themes]
        found = {"challenge_modules": modules, "themes": themes}
        return {key: value for key, value in found.items() if value}

    @property
    def theme_names(self) -> list[str]:
        """The names of the themes."""
        return [theme.name for theme in self.themes]

    def lacks(self, challenge: str) -> bool:
        """Say whether the challenge is known from the record alone."""
        return challenge not in challenges.names() and any(
            challenge in module.challenges for module in self.modules
        )

    def behind(self, challenge: str, theme: str) -> list[str]:
        """Return the hashes of what makes the games of ``challenge`` with texts of ``theme``.

        Modules may use each other's challenges, so those of one's own depend on all.
        """
        own = any(challenge in module.challenges for module in self.modules)
        modules = [module.sha256 for module in self.modules] if own else []
        return modules + [known.sha256 for known in self.themes if known.name == theme]

    def use(self) -> None:
        """Let this process know these modules and themes, and no others.

        Raises ConfigError if the content of one is not at hand.
        """
        self.check_at_hand()
        use_modules(self.modules)
        use_themes({theme.name: theme.files or () for theme in self.themes})

    @property
    def is_at_hand(self) -> bool:
        """Whether the content of all is known, and there are any."""
        contents = [module.source for module in self.modules]
        return bool(self.modules or self.themes) and None not in (
            *contents,
            *(theme.files for theme in self.themes),
        )

    def check_at_hand(self) -> None:
        """Raise ConfigError, with the options that name them, if something is not at hand."""
        missing = [
            f"--challenge-module {module.name} (SHA-256 {module.sha256})"
            for module in self.modules
            if module.source is None
        ]
        missing += [
            f"--themes FOLDER with the theme {theme.name} (hash {theme.sha256})"
            for theme in self.themes
            if theme.files is None
        ]
        if missing:
            raise ConfigError(f"Its games cannot be made without {', and '.join(missing)}.")

    def used(self, themes: Collection[str]) -> "Extensions":
        """Return these without the themes that are not among ``themes``."""
        kept = tuple(theme for theme in self.themes if theme.name in themes)
        return dataclasses.replace(self, themes=kept)

    def at_hand(self, found: "Extensions") -> "Extensions":
        """Return these, with the content of those ``found``; raises ConfigError for others."""
        for kind, known, given in (
            ("challenge module", self.modules, found.modules),
            ("theme", self.themes, found.themes),
        ):
            hashes = {entry.name: entry.sha256 for entry in known}
            for entry in given:
                if kind == "theme" and entry.name not in hashes:
                    continue  # a folder may hold more of them
                if hashes.get(entry.name) != entry.sha256:
                    raise ConfigError(
                        f"The {kind} {entry.name} is another one than that of the dataset: its"
                        f" hash is {entry.sha256}, not {hashes.get(entry.name, 'recorded')}."
                    )
        modules = {module.name: module for module in found.modules}
        themes = {theme.name: theme for theme in found.themes}
        return Extensions(
            tuple(modules.get(module.name, module) for module in self.modules),
            tuple(themes.get(theme.name, theme) for theme in self.themes),
        )


def read_extensions(
    modules: Sequence[Path | str] = (), folders: Sequence[Path | str] = ()
) -> Extensions:
    """Read and use the files ``modules`` and the themes in ``folders``.

    Raises ConfigError for what is not there or cannot be used.
    """
    found = Extensions(
        tuple(sorted(read_modules(modules), key=lambda module: module.name)),
        tuple(sorted(_read_themes(map(Path, folders)), key=lambda theme: theme.name)),
    )
    found.use()
    return found


def check_themes(extensions: Extensions) -> None:
    """Raise GrammarError for a theme that lacks something that texts need."""
    for theme in extensions.themes:
        if theme.files is not None:
            Grammar({"theme": theme.name}).check()


def parse_extensions(dataset: Mapping[str, Any]) -> Extensions:
    """Return what the recipe of a dataset records; raises ConfigError. Nothing is read or run."""
    modules = []
    for number, entry in enumerate(_list(dataset, "challenge_modules")):
        path = f"dataset.challenge_modules[{number}]"
        values = mapping(entry, path, ("challenges", "name", "sha256"))
        check_type(values.get("challenges"), list[str], f"{path}.challenges")
        modules.append(
            ChallengeModule(
                text(values.get("name"), f"{path}.name"),
                matching(values.get("sha256"), f"{path}.sha256", SHA256),
                tuple(values["challenges"]),
            )
        )
    themes = []
    for number, entry in enumerate(_list(dataset, "themes")):
        path = f"dataset.themes[{number}]"
        values = mapping(entry, path, ("name", "sha256"))
        name = text(values.get("name"), f"{path}.name")
        themes.append(OwnTheme(name, matching(values.get("sha256"), f"{path}.sha256", SHA256)))
    return Extensions(tuple(modules), tuple(themes))


def _list(dataset: Mapping[str, Any], key: str) -> list[Any]:
    value = dataset.get(key)
    if value is not None and not isinstance(value, list):
        raise ConfigError(f"dataset.{key} must be a list, not {value!r}.")
    return value or []


def _read_themes(folders: Iterable[Path]) -> list[OwnTheme]:
    found: dict[str, OwnTheme] = {}
    for folder in folders:
        names = theme_names([folder])
        if not names:
            raise ConfigError(f"There is no folder with text grammars (.twg) at {folder}.")
        for name in names:
            if name in found or name in theme_names([PACKAGED_THEMES]):
                raise ConfigError(
                    f"{folder} has a theme {name!r}, and there is another of that name already;"
                    " give it a name of its own."
                )
            files = read_theme_files(folder, name)
            found[name] = OwnTheme(name, sha256_hex(canonical_json(files)), files)
    return list(found.values())
