"""The one door to TatSu: from text to the syntax tree.

The grammar is ``logic.ebnf``. Compiling it takes longer than parsing, so the parser generated from
it is kept in ``_generated.py``; ``python -m twbench.logic.parse`` makes it anew. TatSu's time is
spent per token, which is why the grammar reads a well-formed predicate as one token.

The trees of texts that ship with twbench are in ``known_trees.json``, since every process begins
with them; ``tools/update_known_trees.py`` writes it.

A fault of syntax is found by a second, slower parse that notes what was expected at the furthest
place reached. The statement around it is blanked out and the rest parsed again, up to the next
fault, so that all of them are reported at once.
"""

__all__ = [
    "SOUND",
    "document",
    "expression",
    "generate",
    "is_known_sound",
    "known_tree",
    "tree_key",
]

import contextlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cache, lru_cache
from pathlib import Path
from typing import Any, Literal, overload

from twbench.hashing import content_id
from twbench.logic.faults import Fault, raise_faults
from twbench.logic.limits import check_text
from twbench.logic.syntax import (
    Atom,
    Command,
    Condition,
    Declaration,
    Document,
    Kind,
    Phrase,
    Reverse,
    RuleNode,
    Slot,
    TypeNode,
    conflicts,
    default_type,
    from_plain,
    negated,
)
from twbench.printable import shortened
from twbench.system.stored import stored_value

_FOLDER = Path(__file__).parent
_KNOWN_TREES = _FOLDER / "known_trees.json"
SOUND = "sound document"
"""The kind of what is known of a text without a fault."""
_MAX_SYNTAX_FAULTS = 20
_MAX_CHARACTERS_AGAIN = 400_000  # twice the longest logic, for all parses after the first
_NAMES_OF_PATTERNS = {
    r"\w+": "a name",
    r"\w+(?:\/\w+)*": "a name",
    r"!?\w+(?:\/\w+)*": "a name",
    r"\w+'*": "a placeholder",
    r'"(?:[^"\\\n]|\\.)*"': "a string in quotes",
    r'"""(?s:.*?)"""': "a block in triple quotes",
}
# What may hide a `;` or brace that ends no statement, and those that do end one.
# A backslash is taken with what follows, so that nothing is looked through twice.
_BOUNDARIES = r'\\.|"""(?s:.*?)"""|"(?:[^"\\\n]|\\.)*"|#[^\n]*|(?P<end>[;{}])'
_SLOT = re.compile(r"(\w+'*)(?:: *(\w+))?")

# Orders to a terminal, and halves of surrogate pairs. Not compiled for logics that ship.
_ORDER = "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]"

Node = Mapping[str, Any]


def generate() -> str:
    """Return the source of the parser for ``logic.ebnf``."""
    import tatsu

    grammar = (_FOLDER / "logic.ebnf").read_text(encoding="utf-8")
    code: str = tatsu.to_python_sourcecode(grammar, filename="logic.ebnf")
    # It is a generated file: neither formatted, nor linted, nor checked for types.
    return "# fmt: off\n# ruff: noqa\n# mypy: ignore-errors\n" + code.rstrip() + "\n"


def document(text: str, source: str = "<logic>") -> Document:
    """Parse a logic document; its faults of syntax are part of what is returned."""
    check_text(source, text)
    known = known_tree("document", text)
    if known is not None:
        return Document(source, text, known)
    order = re.search(_ORDER, text)
    if order:
        message = f"the character {order[0]!a} has no place in a logic"
        return Document(source, text, (), (Fault(source, text, order.start(), message),))
    faults: list[Fault] = []
    hidden: set[str] = set()
    remaining = text
    # Each fault costs a parse of the whole.
    most = min(_MAX_SYNTAX_FAULTS, 1 + _MAX_CHARACTERS_AGAIN // (len(text) + 1))
    while len(faults) < most:
        tree = _parse("document", remaining)
        if tree is not None:
            types = tuple([_type(node) for node in tree["types"]])
            return Document(source, text, types, tuple(faults), frozenset(hidden))
        position, message = _explain("document", remaining)
        faults.append(Fault(source, text, position, message))
        start, end = _statement_around(remaining, position)
        hidden.update(re.findall(r"\w+", remaining[start:end]))
        # As long as what they replace, and in as many lines: positions stay those in the text.
        blanks = re.sub(r"[^\n]", " ", remaining[start:end])
        # With nothing to blank out, the next parse would find the same fault.
        if blanks == remaining[start:end]:
            break
        remaining = remaining[:start] + blanks + remaining[end:]
    return Document(source, text, (), tuple(faults), frozenset(hidden))


def tree_key(kind: str, text: str) -> str:
    """Return what a tree in ``known_trees.json`` is found by."""
    return content_id([kind, text])


def known_tree(kind: str, text: str) -> Any:
    """Return what was made of a text that ships with twbench: the types of a document, or a node.

    None if the text is any other.
    """
    return from_plain(stored_value(_KNOWN_TREES, tree_key(kind, text)))


def is_known_sound(text: str) -> bool:
    """Say whether a text ships with twbench and was found to have no fault as a logic of its own.

    To look for faults takes as long as to check some games.
    """
    return stored_value(_KNOWN_TREES, tree_key(SOUND, text)) is not None


@overload
def expression(kind: Literal["variable", "placeholder"], text: str) -> Slot: ...
@overload
def expression(kind: Literal["proposition", "predicate", "signature"], text: str) -> Atom: ...
@overload
def expression(kind: Literal["rule", "action"], text: str) -> RuleNode: ...
@overload
def expression(kind: Literal["conjunction"], text: str) -> tuple[Atom, ...]: ...
def expression(kind: str, text: str) -> Slot | Atom | RuleNode | tuple[Atom, ...]:
    """Parse a single expression of the logic language.

    Raises LogicError if the text is anything else, or if a name has two types in it.
    """
    return _expression(kind, text)


@lru_cache(maxsize=4096)
def _expression(kind: str, text: str) -> Slot | Atom | RuleNode | tuple[Atom, ...]:
    check_text(f"<{kind}>", text)
    known: Slot | Atom | RuleNode | tuple[Atom, ...] | None = known_tree(kind, text)
    if known is not None:
        return known
    tree = _parse(f"only_{kind}", text)
    if tree is None:
        position, message = _explain(f"only_{kind}", text)
        raise_faults([Fault(f"<{kind}>", text, position, message)])
    built: Slot | Atom | RuleNode | tuple[Atom, ...] = _BUILDERS[kind](tree)
    if isinstance(built, RuleNode | tuple):
        raise_faults(
            Fault(
                f"<{kind}>",
                text,
                slot.position,
                f"{slot.name!r} has the type {slot.type!r} here and the type {known!r} before",
            )
            for slot, known in conflicts(built.atoms if isinstance(built, RuleNode) else built)
        )
    return built


@cache
def _parser() -> Any:
    from twbench.logic._generated import LogicParser

    return LogicParser


def _parse(start: str, text: str) -> Any:
    """Return TatSu's tree, or None if the text has a fault."""
    from tatsu.exceptions import FailedParse

    try:
        return _parser()().parse(text, start=start)
    except FailedParse:
        return None


@cache
def _explaining_parser() -> Any:
    from tatsu.exceptions import FailedExpectingEndOfText, FailedPattern, FailedToken

    class ExplainingParser(_parser()):  # type: ignore[misc]  # generated code has no types
        """A parser that notes each place where something expected was missing."""

        def __init__(self) -> None:
            super().__init__()
            self.missing: dict[int, set[str]] = {}

        def _error(self, item: object, exclass: Any = None, **kwargs: Any) -> None:
            name = None
            if exclass is FailedToken:
                name = f"'{item}'"
            elif exclass is FailedPattern:
                name = _NAMES_OF_PATTERNS.get(str(item))
            elif exclass is FailedExpectingEndOfText:
                name = "the end of the text"
            if name is not None:
                self.missing.setdefault(self.tokenizer.pos, set()).add(name)
            if exclass is not None:
                kwargs["exclass"] = exclass
            super()._error(item, **kwargs)

    return ExplainingParser


def _explain(start: str, text: str) -> tuple[int, str]:
    """Return where a text with a fault stops making sense, and what was expected there."""
    from tatsu.exceptions import FailedParse

    parser = _explaining_parser()()
    with contextlib.suppress(FailedParse):
        parser.parse(text, start=start)
    position = max(parser.missing)
    expected = sorted(parser.missing[position])
    found = re.compile(r"\w+|\S|").match(text, position)
    shown = f"'{shortened(found[0], 80)}'" if found and found[0] else "the end of the text"
    options = expected[0] if len(expected) == 1 else "one of " + ", ".join(expected)
    return position, f"expected {options}, found {shown}"


def _statement_around(text: str, position: int) -> tuple[int, int]:
    """Return the span of the statement at ``position``.

    It reaches to its ``;``, or before the ``}`` that closes the block around it; the head of a
    block takes the whole block with it.
    """
    start = depth = 0
    for match in re.finditer(_BOUNDARIES, text):
        sign = match["end"]
        if sign is None:
            continue
        if match.start() < position:
            start = match.end()
            continue
        depth += (sign == "{") - (sign == "}")
        if depth == 0:
            return start, match.end()
        if depth < 0:
            alone = not text[start : match.start()].strip()
            return start, match.end() if alone else match.start()
    return start, len(text)


def _type(node: Node) -> TypeNode:
    fields: dict[str, list[Any]] = {}
    for part in filter(None, node["parts"]):
        for key, value in part.items():
            if key != "parseinfo":
                fields.setdefault(key, []).extend(value)
    inform7 = fields.get("inform7", ())
    parents = node["parents"] or ()
    return TypeNode(
        name=node["name"],
        parents=tuple([parent["name"] for parent in parents]),
        predicates=tuple(map(_declaration, fields.get("predicates", ()))),
        rules=tuple(map(_rule, fields.get("rules", ()))),
        reverse_rules=tuple(map(_reverse, fields.get("reverse_rules", ()))),
        constraints=tuple(map(_rule, fields.get("constraints", ()))),
        kind=_kind(inform7),
        phrases=tuple([_phrase(item) for part in inform7 for item in part.get("phrases") or ()]),
        commands=tuple([_command(item) for part in inform7 for item in part.get("commands") or ()]),
        code=tuple([part["code"][3:-3] for part in inform7 if part.get("code")]),
        position=_position(node),
        parent_positions=tuple(map(_position, parents)),
    )


def _position(node: Any) -> int:
    return int(node.parseinfo.pos)


def _declaration(node: Node) -> Declaration:
    replacement = node["replacement"]
    return Declaration(_atom(node["pattern"]), _conjunction(replacement or ()))


def _rule(node: Node) -> RuleNode:
    conditions = tuple(map(_condition, node["conditions"]))
    return RuleNode(node["name"], conditions, _conjunction(node["effects"]), _position(node))


def _reverse(node: Node) -> Reverse:
    return Reverse(node["rule"], node["reverse"], _position(node))


def _kind(parts: Iterable[Node]) -> Kind | None:
    kind = None
    for part in parts:
        if part.get("kind"):
            definition = part["definition"]
            kind = Kind(_string(part["kind"]), None if definition is None else _string(definition))
    return kind


def _phrase(node: Node) -> Phrase:
    return Phrase(_atom(node["atom"]), _string(node["source"]))


def _command(node: Node) -> Command:
    text = node["command"]
    return Command(
        node["rule"],
        _string(text["text"]),
        _string(node["event"]),
        _position(node),
        _position(text),
    )


def _string(token: str) -> str:
    return re.sub(r'\\(["\\])', r"\1", token[1:-1])


def _condition(node: Node) -> Condition:
    return Condition(_atom(node["atom"]), node.get("kept") is not None)


def _conjunction(nodes: Iterable[Node]) -> tuple[Atom, ...]:
    return tuple(map(_atom, nodes))


def _atom(node: Node) -> Atom:
    position = _position(node)
    if node.get("whole"):
        name, _, arguments = node["whole"].partition("(")
        start = position + len(name) + 1
        slots = [
            Slot(found[1], found[2] or default_type(found[1]), start + found.start())
            for found in _SLOT.finditer(arguments)
        ]
        return Atom(name, tuple(slots), position)
    name = node["name"]
    slots = [_slot(item) for item in node["arguments"]]
    return Atom(negated(name[1:]) if name[0] == "!" else name, tuple(slots), position)


def _slot(node: Node) -> Slot:
    name = node["name"]
    return Slot(name, node.get("type") or default_type(name), _position(node))


_BUILDERS: dict[str, Callable[[Any], Any]] = {
    "variable": _slot,
    "placeholder": _slot,
    "proposition": _atom,
    "predicate": _atom,
    "signature": _atom,
    "rule": _rule,
    "action": _rule,
    "conjunction": _conjunction,
}

if __name__ == "__main__":
    (_FOLDER / "_generated.py").write_text(generate(), encoding="utf-8")
