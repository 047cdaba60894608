"""From the syntax tree to text: the inverse of parsing, in one layout."""

__all__ = ["print_types"]

from collections.abc import Iterable, Iterator

from twbench.logic.syntax import TypeNode

_INDENT = "    "


def print_types(nodes: Iterable[TypeNode]) -> str:
    """Return a document that parses to ``nodes``."""
    return "\n".join("\n".join(_type(node)) + "\n" for node in nodes)


def _type(node: TypeNode) -> Iterator[str]:
    parents = f" : {', '.join(node.parents)}" if node.parents else ""
    yield f"type {node.name}{parents} {{"
    yield from _block("predicates", [f"{item};" for item in node.predicates])
    yield from _block("rules", [f"{item};" for item in node.rules])
    yield from _block("reverse_rules", [f"{item};" for item in node.reverse_rules])
    yield from _block("constraints", [f"{item};" for item in node.constraints])
    yield from _block("inform7", _inform7(node))
    yield "}"


def _inform7(node: TypeNode) -> list[str]:
    lines: list[str] = []
    if node.kind is not None:
        kind = [f"kind :: {_quote(node.kind.kind)};"]
        if node.kind.definition is not None:
            kind.append(f"definition :: {_quote(node.kind.definition)};")
        lines += _block("type", kind, indent="")
    phrases = [f"{phrase.atom} :: {_quote(phrase.source)};" for phrase in node.phrases]
    lines += _block("predicates", phrases, indent="")
    commands = [
        f"{item.rule} :: {_quote(item.command)} :: {_quote(item.event)};" for item in node.commands
    ]
    lines += _block("commands", commands, indent="")
    lines += [f'code :: """{code}""";' for code in node.code]
    return lines


def _block(name: str, lines: Iterable[str], indent: str = _INDENT) -> list[str]:
    inner = [f"{indent}{_INDENT}{line}" for line in lines]
    return [f"{indent}{name} {{", *inner, f"{indent}}}"] if inner else []


def _quote(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'
