"""Extensions in a build: what is named, what is recorded, what is sent.

```
dataset:
  modules: [path/to/my_challenge.py]   Python files that register challenges and samplers
  themes: [path/to/folder]             folders with text grammars (.twg); path/to/folder/NAME is one
```

A build reads the files once. Workers get their content with each candidate, so they need no files.
What an installed package announces is found by its name alone; a theme of a package is read like
one of a folder. ``dataset.json`` records names and hashes, never a path, and nothing that was not
used of packages:

```
  challenge_modules: [{name: my_challenge.py, sha256: ..., challenges: [...], samplers: [...]}]
  themes: [{name: castle, sha256: ...}]
  packages: [{kind: challenge, name: walk, package: walks, version: "1.0", sha256: ...}]
```

Code is run only if its user names the file, or has installed the package. To read a dataset none is
needed, nor to verify one, unless a sampler says what its games should be; to build its games anew
`Extensions.at_hand` takes files whose hashes are those recorded, and packages as they were.
"""

__all__ = [
    "Extensions",
    "OwnTheme",
    "PackageUse",
    "check_themes",
    "parse_extensions",
    "read_extensions",
    "records_extensions",
]

import dataclasses
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from twbench import families
from twbench.challenges import CHALLENGES, Challenge
from twbench.challenges.registry import plain_name
from twbench.dataset.config.fields import check_type, mapping, matching, one_of, text
from twbench.dataset.config.sampling import SAMPLERS, Sampler, parse_sampler
from twbench.errors import ConfigError
from twbench.families import FAMILIES
from twbench.generator.grammar.own_themes import ThemeFiles, read_theme_files, use_themes
from twbench.generator.grammar.theme_folders import PACKAGED_THEMES, USER_THEMES, theme_names
from twbench.generator.grammar.theme_places import place_hint, read_place
from twbench.generator.grammar.themes import THEMES, announced_theme_files
from twbench.hashing import canonical_json, sha256_hex
from twbench.modules import ExtensionModule, read_modules, use_modules
from twbench.registry import Announced, Registry

SHA256 = r"[0-9a-f]{64}"
_RECORDED = ("challenge_modules", "packages", "themes")
"""The keys under which a recipe records them."""


@dataclass(frozen=True, slots=True)
class OwnTheme:
    """A theme: its name, the hash of its files, and the files if they are at hand."""

    name: str
    sha256: str
    files: ThemeFiles | None = field(default=None, compare=False, repr=False)


_KINDS: Mapping[str, Registry[Any]] = {
    "challenge": CHALLENGES,
    "family": FAMILIES,
    "sampler": SAMPLERS,
}
"""What a dataset can have of packages, beside themes."""


_met: set[Announced] = set()
"""What this process has found to be installed as it was: a package does not change under it."""


@dataclass(frozen=True, slots=True)
class PackageUse:
    """What a dataset has of an installed package, and whether that may be loaded here."""

    entry: Announced
    is_at_hand: bool = field(default=False, compare=False)

    @property
    def key(self) -> tuple[str, str]:
        """Its kind and its name."""
        return self.entry.kind, self.entry.name


class Extensions(NamedTuple):
    """Modules, themes and entries of packages that are none of twbench's own, in order.

    While a configuration is read they are ``open``: a name that is not among them is looked for in
    installed packages as well. Those that a dataset records are not, and have these entries alone.
    """

    modules: tuple[ExtensionModule, ...] = ()
    themes: tuple[OwnTheme, ...] = ()
    packages: tuple[PackageUse, ...] = ()
    open: bool = False

    def serialize(self) -> dict[str, Any]:
        """Return what is recorded of them; a key is left out if there is nothing to say."""
        modules = []
        for module in self.modules:
            samplers = list(module.names("sampler"))
            modules.append(
                {
                    "name": module.name,
                    "sha256": module.sha256,
                    "challenges": list(module.names("challenge")),
                    **({"samplers": samplers} if samplers else {}),
                }
            )
        themes = [{"name": theme.name, "sha256": theme.sha256} for theme in self.themes]
        packages = [dataclasses.asdict(use.entry) for use in self.packages]
        found = zip(_RECORDED, (modules, packages, themes), strict=True)
        return {key: value for key, value in found if value}

    @property
    def theme_names(self) -> list[str]:
        """The names of the themes, with those of the user's and of packages if these are asked."""
        own = [theme.name for theme in self.themes]
        return [*own, *theme_names([USER_THEMES]), *THEMES.names()] if self.open else own

    def challenge(self, name: str) -> Challenge:
        """Return a challenge; raises ConfigError where there is none, or none that may be used."""
        return CHALLENGES.get(plain_name(name), installed=self._may_load("challenge", name))

    def sampler(self, value: Any, path: str) -> Sampler:
        """Return the sampler written as ``value`` under the key ``path``; raises ConfigError."""
        name = _sampler_name(value)
        lacking = [name] if self._lacks("sampler", name) else []
        may_load = self._may_load("sampler", name)
        return parse_sampler(value, path, lacking=lacking, installed=may_load)

    def lacks(self, challenge: str) -> bool:
        """Say whether the challenge is known from the record alone."""
        return self._lacks("challenge", plain_name(challenge))

    def lacks_sampler(self, value: Any) -> bool:
        """Say whether the sampler written as ``value`` is known from the record alone."""
        return self._lacks("sampler", _sampler_name(value))

    def _lacks(self, kind: str, name: str) -> bool:
        if _KINDS[kind].has(name) or self._may_load(kind, name):
            return False
        recorded = [use.key for use in self.packages]
        recorded += [entry for module in self.modules for entry in module.registers]
        return (kind, name) in recorded

    def _may_load(self, kind: str, name: str) -> bool:
        found = (use.is_at_hand for use in self.packages if use.key == (kind, plain_name(name)))
        return self.open or any(found)

    def behind(self, challenge: str, theme: str) -> list[str]:
        """Return the hashes of what makes the games of ``challenge`` with texts of ``theme``.

        Modules may use each other's challenges, so those of one's own depend on all.
        """
        own = any(challenge in module.names("challenge") for module in self.modules)
        modules = [module.sha256 for module in self.modules] if own else []
        packages = [
            sha256_hex(canonical_json(dataclasses.asdict(use.entry)))
            for use in self.packages
            if use.key == ("challenge", challenge) or use.entry.kind == "family"
        ]
        themes = [known.sha256 for known in self.themes if known.name == theme]
        return modules + packages + themes

    def use(self) -> None:
        """Let this process know these modules and themes, and no others.

        Raises ConfigError if the content of one is not at hand, or if a package is another one in
        this process than where it was looked for first.
        """
        self.check_at_hand()
        use_modules(self.modules)
        use_themes({theme.name: theme.files or () for theme in self.themes})
        for use in self.packages:
            if use.entry in _met:
                continue
            problem = _problem(use.entry)
            if problem is not None:
                raise ConfigError(f"This process cannot use {use.entry}: {problem}.")
            _met.add(use.entry)

    @property
    def is_at_hand(self) -> bool:
        """Whether there are extensions, and the content of each of them is known."""
        contents = [module.source for module in self.modules]
        return bool(self.modules or self.themes or self.packages) and not (
            None in (*contents, *(theme.files for theme in self.themes))
            or any(not use.is_at_hand for use in self.packages)
        )

    @property
    def needed_to_plan(self) -> bool:
        """Whether a sampler is among them: without it nobody knows what games there should be."""
        kinds = [use.entry.kind for use in self.packages]
        return "sampler" in kinds or any(module.names("sampler") for module in self.modules)

    @property
    def missing_code(self) -> list[str]:
        """The modules that are not at hand, as the options that name them, and the packages."""
        modules = [
            f"--module {module.name} (SHA-256 {module.sha256})"
            for module in self.modules
            if module.source is None
        ]
        packages = [
            f"{use.entry} ({_problem(use.entry) or 'not looked for'})"
            for use in self.packages
            if not use.is_at_hand
        ]
        return modules + packages

    def check_at_hand(self) -> None:
        """Raise ConfigError, with the options that name them, if something is not at hand."""
        missing = self.missing_code + [
            f"--themes {place_hint(theme.name)} with the theme {theme.name} (hash {theme.sha256})"
            for theme in self.themes
            if theme.files is None
        ]
        if missing:
            raise ConfigError(f"Its games cannot be made without {' and '.join(missing)}.")

    def used(
        self, themes: Collection[str], challenges: Collection[str], samplers: Collection[str]
    ) -> "Extensions":
        """Return these with what was used of packages, and without themes that were not used.

        What is recorded stays as it is. Raises ConfigError or GrammarError for what a package
        announces and does not have.
        """
        if not self.open:
            return self
        kept = {theme.name: theme for theme in self.themes if theme.name in themes}
        for name in themes:
            if name not in kept and name not in theme_names([PACKAGED_THEMES]):
                kept[name] = _own_theme(name, _found_files(name))
        found = [CHALLENGES.origin(name) for name in sorted(challenges)]
        found += [FAMILIES.origin(name) for name in sorted(_families_of(challenges))]
        found += [SAMPLERS.origin(name) for name in sorted(samplers)]
        packages = tuple(PackageUse(entry, True) for entry in found if entry is not None)
        by_name = tuple(kept[name] for name in sorted(kept))
        return self._replace(themes=by_name, packages=packages, open=False)

    def at_hand(self, found: "Extensions") -> "Extensions":
        """Return these, with the content of those ``found``; raises ConfigError for others.

        Packages, and themes of packages, are at hand if they are installed as they were.
        """
        for kind, known, given in (
            ("module", self.modules, found.modules),
            ("theme", self.themes, found.themes),
        ):
            hashes = {entry.name: entry.sha256 for entry in known}
            for entry in given:
                if kind == "theme" and entry.name not in hashes:
                    continue  # a folder may hold more of them
                if entry.name not in hashes:
                    used = f"it has {', '.join(hashes)}" if hashes else "it has none"
                    raise ConfigError(
                        f"The dataset has nothing of the {kind} {entry.name}; {used}."
                    )
                if hashes[entry.name] != entry.sha256:
                    raise ConfigError(
                        f"The {kind} {entry.name} is another one than that of the dataset: its"
                        f" hash is {entry.sha256}, not {hashes[entry.name]}."
                    )
        modules = {module.name: module for module in found.modules}
        themes = {theme.name: theme for theme in found.themes}
        return Extensions(
            tuple(modules.get(module.name, module) for module in self.modules),
            tuple(themes.get(theme.name) or _installed(theme) for theme in self.themes),
            tuple(PackageUse(use.entry, not _problem(use.entry)) for use in self.packages),
        )


def _families_of(challenges: Collection[str]) -> set[str]:
    """Return the names of the families of challenges; raises ConfigError where there is none."""
    return {families.get(CHALLENGES.get(name).family).name for name in challenges}


def _sampler_name(value: Any) -> str:
    """Return the name of a sampler that is written ``{NAME: arguments}``, "" for other values."""
    return str(next(iter(value))) if isinstance(value, dict) and len(value) == 1 else ""


def _problem(entry: Announced) -> str | None:
    """Say why what a package has announced is not there as it was."""
    if _KINDS[entry.kind].has(entry.name):
        return f"another {entry.kind} {entry.name} is in its place"
    found = _KINDS[entry.kind].origin(entry.name)
    if found is None:
        return "it is not installed"
    if (found.package, found.version) != (entry.package, entry.version):
        return f"installed is that of {found.package} {found.version}"
    return None if found == entry else "its file has another content here"


def _installed(theme: OwnTheme) -> OwnTheme:
    """Return the theme with its files, if the user or a package has it as it was."""
    files = [read_theme_files(USER_THEMES, theme.name)]
    files += [announced_theme_files(theme.name)] if theme.name in THEMES.names() else []
    found = (_own_theme(theme.name, at_hand) for at_hand in files if at_hand)
    return next((known for known in found if known == theme), theme)


def _found_files(name: str) -> ThemeFiles:
    """Return the files of a theme that is named alone: the user's own, or a package's."""
    return read_theme_files(USER_THEMES, name) or announced_theme_files(name)


def _own_theme(name: str, files: ThemeFiles) -> OwnTheme:
    return OwnTheme(name, sha256_hex(canonical_json(files)), files)


def read_extensions(
    modules: Sequence[Path | str] = (),
    folders: Sequence[Path | str] = (),
    places: Sequence[str] = (),
) -> Extensions:
    """Read and use the files ``modules`` and the themes in ``folders`` and at ``places``.

    All themes in a folder have names that ours do not have. One theme is at a place, and may have
    the name of one of ours (see `read_place`); ``folders`` may have places, too. Raises ConfigError
    or GrammarError for what is not there or cannot be used.
    """
    found = Extensions(
        tuple(sorted(read_modules(modules), key=lambda module: module.name)),
        tuple(sorted(_read_themes(map(Path, folders), places), key=lambda theme: theme.name)),
        open=True,
    )
    found.use()
    return found


def check_themes(extensions: Extensions) -> None:
    """Raise GrammarError for a theme that lacks something that texts need."""
    for theme in extensions.themes:
        if theme.files is not None:
            from twbench.generator.grammar.text_grammar import Grammar

            Grammar({"theme": theme.name}).check()


def records_extensions(dataset: Mapping[str, Any]) -> bool:
    """Say whether the recipe of a dataset names modules, packages or themes of others at all."""
    return not dataset.keys().isdisjoint(_RECORDED)


def parse_extensions(dataset: Mapping[str, Any]) -> Extensions:
    """Return what the recipe of a dataset records; raises ConfigError. Nothing is read or run."""
    modules = []
    for number, entry in enumerate(_list(dataset, "challenge_modules")):
        path = f"dataset.challenge_modules[{number}]"
        values = mapping(entry, path, ("challenges", "name", "samplers", "sha256"))
        registers = []
        for kind, key in (("challenge", "challenges"), ("sampler", "samplers")):
            if kind == "challenge" or key in values:
                check_type(values.get(key), list[str], f"{path}.{key}")
                registers += [(kind, name) for name in values[key]]
        modules.append(
            ExtensionModule(
                text(values.get("name"), f"{path}.name"),
                matching(values.get("sha256"), f"{path}.sha256", SHA256),
                tuple(registers),
            )
        )
    packages = [
        PackageUse(_announced(entry, f"dataset.packages[{number}]"))
        for number, entry in enumerate(_list(dataset, "packages"))
    ]
    themes = []
    for number, entry in enumerate(_list(dataset, "themes")):
        path = f"dataset.themes[{number}]"
        values = mapping(entry, path, ("name", "sha256"))
        name = text(values.get("name"), f"{path}.name")
        themes.append(OwnTheme(name, matching(values.get("sha256"), f"{path}.sha256", SHA256)))
    return Extensions(tuple(modules), tuple(themes), tuple(packages))


def _announced(entry: Any, path: str) -> Announced:
    keys = ("kind", "name", "package", "sha256", "version")
    values = mapping(entry, path, keys)
    one_of(values.get("kind"), f"{path}.kind", list(_KINDS))
    digest = values.get("sha256")
    if digest is not None:
        matching(digest, f"{path}.sha256", SHA256)
    plain = {key: text(values.get(key), f"{path}.{key}") for key in keys if key != "sha256"}
    return Announced(**plain, sha256=digest)


def _list(dataset: Mapping[str, Any], key: str) -> list[Any]:
    value = dataset.get(key)
    if value is not None and not isinstance(value, list):
        raise ConfigError(f"dataset.{key} must be a list, not {value!r}.")
    return value or []


def _read_themes(folders: Iterable[Path], places: Iterable[str]) -> list[OwnTheme]:
    found: dict[str, OwnTheme] = {}
    for folder in folders:
        for theme in _themes_in(folder):
            if found.setdefault(theme.name, theme) != theme:
                raise ConfigError(
                    f"{folder} has a theme {theme.name!r}, and there is another of that name"
                    " already; give it a name of its own."
                )
    for place in places:
        theme = _own_theme(*read_place(place))
        if theme.files and found.setdefault(theme.name, theme) != theme:
            raise ConfigError(f"There is another theme {theme.name!r} beside that of {place}.")
    return list(found.values())


def _themes_in(folder: Path) -> list[OwnTheme]:
    """Return the themes in a folder, or the one at a place; raises ConfigError, GrammarError."""
    names = theme_names([folder])
    if not names:
        name, files = read_place(folder)
        return [_own_theme(name, files)] if files else []
    for name in names:
        if name in theme_names([PACKAGED_THEMES]):
            raise ConfigError(
                f"{folder} has a theme {name!r}, and there is another of that name already; give"
                f" it a name of its own, or name its place: {folder}/{name}."
            )
    return [_own_theme(name, read_theme_files(folder, name)) for name in names]
