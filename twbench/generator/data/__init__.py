"""The knowledge a game is made with: its logic, its phrasebook and its text grammars.

The files beside this module are the ones that ship with twbench: ``logic/*.twl`` and
``text_grammars/*.twg``. `create_data_files` copies them to where a user can change them.
"""

__all__ = ["LOGIC_DATA_PATH", "TEXT_GRAMMARS_PATH", "KnowledgeBase", "create_data_files"]

import json
import shutil
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any

from twbench import shape
from twbench.errors import ConfigError, GameFileError
from twbench.generator.data.phrasebook import Phrasebook
from twbench.generator.data.phrasebook_check import check_phrasebook
from twbench.generator.data.phrasebook_json import load_phrasebook, read_phrasebook
from twbench.generator.data.shipped_phrasebooks import shipped_phrasebook
from twbench.generator.data.vtypes import VariableTypeTree
from twbench.hashing import canonical_json
from twbench.logic import Action, GameLogic, Placeholder, Rule, Variable
from twbench.utils.regex_dict import RegexDict

_PACKAGED = Path(__file__).resolve().parent
_LOGIC = "logic"
_TEXT_GRAMMARS = "text_grammars"
_PHRASEBOOK = "phrasebook"

LOGIC_DATA_PATH = str(_PACKAGED / _LOGIC)
"""The folder of the logic that ships with twbench."""
TEXT_GRAMMARS_PATH = str(_PACKAGED / _TEXT_GRAMMARS)
"""That of its text grammars."""


class KnowledgeBase:
    """The logic of a game, its words, and the folder of its text grammars (docs: KnowledgeBase).

    The grammars that ship with twbench serve where no folder is given, and so do the words where
    there is no phrasebook. Raises LogicError for a phrasebook that does not fit the logic.

    Attributes:
        logic: types, predicates, rules, constraints and player commands.
        text_grammars_path: the folder of the ``.twg`` files.
        rules, reverse_rules, constraints: those of ``logic``, by their names; of rules and
            constraints, ``get_matching("take.*")`` returns those whose names fit.
        constants: the placeholders that always stand for one variable (the player P, the
            inventory I: types with capital letters). Hand it to `State.all_applicable_actions`,
            which otherwise knows only variables that facts mention; an empty inventory is none.
        inform7_commands: rule name -> command template, such as ``take {o} from {c}``.

    """

    def __init__(
        self,
        logic: GameLogic,
        text_grammars_path: str | Path | None = None,
        phrasebook: Phrasebook | None = None,
    ):
        if phrasebook is not None:
            check_phrasebook(phrasebook, logic)
        self.logic = logic
        self._own_phrasebook = phrasebook
        self.text_grammars_path = Path(text_grammars_path or _PACKAGED / _TEXT_GRAMMARS)
        self.rules: RegexDict[Rule] = RegexDict(logic.rules)
        self.reverse_rules: dict[str, Rule] = dict(logic.reverse_rules)
        self.constraints: RegexDict[Rule] = RegexDict(logic.constraints)
        self.constants: dict[Placeholder, Variable] = {
            Placeholder(type_.name): Variable(type_.name)
            for type_ in logic.types
            if type_.name[:1].isupper()
        }
        self.inform7_commands: dict[str, str] = {
            name: command.command for name, command in logic.inform7.commands.items()
        }
        self._lineages: dict[str, tuple[str, ...]] = {}
        self._undone: dict[str, bool] = {}

    @cached_property
    def types(self) -> VariableTypeTree:
        """The types of the logic, as TextWorld's generation sees them; see ``logic.types``."""
        return VariableTypeTree.of(self.logic.types)

    @cached_property
    def phrasebook(self) -> Phrasebook:
        """The words of the logic: those that were given, or else those that ship for it."""
        own = self._own_phrasebook
        return shipped_phrasebook(self.logic) if own is None else own

    def lineage(self, type_name: str) -> tuple[str, ...]:
        """Return a type and its ancestors, nearest first; an unknown type has none."""
        found = self._lineages.get(type_name)
        if found is None:
            if type_name not in self.logic.types:
                return (type_name,)
            ancestors = self.logic.types.get(type_name).ancestors
            found = self._lineages[type_name] = (type_name, *[type_.name for type_ in ancestors])
        return found

    @classmethod
    def default(cls) -> "KnowledgeBase":
        """Return the knowledge base that ships with twbench; always the same object."""
        return _default()

    @classmethod
    def load(
        cls,
        target_dir: str | Path | None = None,
        logic_path: str | Path | None = None,
        grammar_path: str | Path | None = None,
    ) -> "KnowledgeBase":
        """Load ``target_dir/logic/*.twl``, with ``target_dir/text_grammars`` for the texts.

        ``logic_path`` is another folder of logic files, ``grammar_path`` one of text grammars.
        ``phrasebook.json`` beside the logic is the phrasebook, if there is one. What is not given
        are the files that ship with twbench. Raises ConfigError if a folder is missing or holds no
        logic file, LogicError if a logic file or the phrasebook is wrong.
        """
        folder = _PACKAGED if target_dir is None else Path(target_dir)
        logics = Path(logic_path or folder / _LOGIC)
        grammars = Path(grammar_path or folder / _TEXT_GRAMMARS)
        for part in (logics, grammars):
            if not part.is_dir():
                raise ConfigError(
                    f"{part.parent} has no folder {part.name!r}; a knowledge base is a folder with "
                    f"{_LOGIC!r} (*.twl) and {_TEXT_GRAMMARS!r} (*.twg), such as "
                    f"create_data_files() makes."
                )
        paths = sorted(logics.glob("*.twl"))
        if not paths:
            raise ConfigError(f"{logics} holds no logic file (*.twl).")
        logic = GameLogic.load([str(path) for path in paths])
        words = logics / f"{_PHRASEBOOK}.json"
        book = load_phrasebook(words) if words.exists() else None
        return cls(logic, grammars, book)

    def get_reverse_action(self, action: Action) -> Action | None:
        """Return the action that undoes ``action``, or None if no rule of this logic does."""
        rule = self.rules.get(action.name)
        reverse = self.reverse_rules.get(action.name)
        if rule is None or reverse is None:
            return None
        undo = action.inverse(name=reverse.name)
        known = self._is_undone(rule, reverse) and rule.match(action) is not None
        return undo if known or reverse.match(undo) is not None else None

    def _is_undone(self, rule: Rule, reverse: Rule) -> bool:
        """Whether all actions of ``rule`` are undone by actions of ``reverse``."""
        known = self._undone.get(rule.name)
        if known is None:
            variables = [Variable(at.name, at.type) for at in rule.placeholders]
            undo = rule.apply_to(variables).inverse(name=reverse.name)
            known = self._undone[rule.name] = reverse.match(undo) is not None
        return known

    def serialize(self) -> dict[str, Any]:
        """Return the logic's source, and what TextWorld calls the folder of the grammars.

        A phrasebook is among it only where it is not the one that the logic would have without it.
        """
        data = {"logic": self.logic.serialize(), "text_grammars_path": _TEXT_GRAMMARS}
        own = self._own_phrasebook
        if own is None or own == shipped_phrasebook(self.logic):
            return data
        return {**data, _PHRASEBOOK: own.serialize()}

    @classmethod
    def deserialize(cls, data: Mapping[str, Any]) -> "KnowledgeBase":
        """Return the inverse of `serialize`.

        The grammars are those that ship with twbench: a file names no other folder, and the texts
        of a stored game are in the game. Equal data gives the same object. Raises GameFileError if
        a key is missing or the phrasebook is none, LogicError if that does not fit the logic.
        """
        for key in ("logic", "text_grammars_path"):
            if not isinstance(shape.mapping(data).get(key), str):
                raise GameFileError(f"The knowledge base lacks its text {key!r}.")
        words = ""
        if _PHRASEBOOK in data:
            book = shape.member(data, _PHRASEBOOK, read_phrasebook)
            words = canonical_json(book.serialize())
        return _deserialize(data["logic"], words)


@cache
def _default() -> KnowledgeBase:
    return KnowledgeBase.load()


@lru_cache(maxsize=64)
def _deserialize(logic: str, phrasebook: str) -> KnowledgeBase:
    book = read_phrasebook(json.loads(phrasebook)) if phrasebook else None
    return KnowledgeBase(GameLogic.deserialize(logic), phrasebook=book)


def create_data_files(
    dest: str | Path = "./textworld_data", verbose: bool = False, force: bool = False
) -> None:
    """Copy the logic and text grammar files to ``dest``, where they can be changed.

    Existing files are kept (and named, if ``verbose``) unless ``force`` is given.
    """
    for part, pattern in ((_LOGIC, "*.twl"), (_TEXT_GRAMMARS, "*.twg")):
        folder = Path(dest) / part
        folder.mkdir(parents=True, exist_ok=True)
        for source in sorted((_PACKAGED / part).glob(pattern)):
            target = folder / source.name
            if target.exists() and not force:
                if verbose:
                    print(f"Keeping the existing {target}")
                continue
            shutil.copyfile(source, target)
