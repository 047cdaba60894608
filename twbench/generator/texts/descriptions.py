"""Descriptions of rooms and things, with text that follows the state of the game.

A grammar writes ``(name)`` for the thing described (see `compiled_options`). In prose it becomes
the thing's name; inside brackets, which the story interprets (``[if (name) is open]``), its entity
id.
"""

__all__ = [
    "assign_description_to_object",
    "assign_description_to_room",
    "clean_replace_objs",
    "describe_room",
    "describe_thing",
    "expand_clean_replace",
    "fill_in",
    "obj_list_to_prop_string",
]

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from twbench.errors import GrammarError
from twbench.generator.data import KnowledgeBase
from twbench.generator.grammar.compiled_options import ARTICLES, OBJECT
from twbench.generator.grammar.english import (
    capitalise,
    list_to_string,
    plural,
    repl_sing_plur,
    replace_num,
    tidy,
)
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.roles import PLAYER
from twbench.generator.texts.parts import GameParts, Identified
from twbench.generator.worlds.layout import Exit

_FILLABLE = re.compile(r"\[[^\[\]]*\]|\((?:name(?:-adj|-n)?|obj)\)")
_NAME_MARKS = re.compile(r"\((?:name(?:-adj|-n)?|obj)\)")
_WITH_ARTICLE = re.compile(rf"\((name(?:-adj|-n)?)-({'|'.join(ARTICLES)})\)")
_BEFORE_NAME = re.compile(r"\[[^\[\]]*\]|\b([Tt]he|[Aa]n?) (?=\(name\))")
_NAME = "(name)"
_ADJECTIVE = "(name-adj)"
_ENDINGS = (".", "!", "?", '"', "'", ")", "[end if]")
"""Behind any of these a sentence is at its end."""
_CHOICE = re.compile(r"\[[^\[\]|]*\|[^\[\]]*\]")
_NOTHING = "None."
"""What the documentation writes where nothing is to be said of a type."""
_PORTABLE = "o"
_NUMBER = " 0123456789"

CONTAINER = "c"
DOOR = "d"
SUPPORTER = "s"
_OF_MANY_NOUNS = frozenset({CONTAINER, DOOR, SUPPORTER, _PORTABLE, "f", "k", "t"})
"""Types of many different things: in texts, the noun says more than the type."""


def fill_in(text: str, info: EntityInfo) -> str:
    """Replace ``(name)``, ``(name-n)`` and their like in ``text`` by those of ``info``."""
    if "(" not in text:
        return text
    name = info.name or ""
    if info.definite is not None or info.indefinite:
        text = _with_own_articles(text, info.definite, info.indefinite)
    if "[" not in text and "-" not in text:
        return text.replace(OBJECT, info.id).replace(_NAME, name)
    return _template(text) % {
        "name": name,
        "name-n": info.noun or name,
        "name-adj": info.adj or "",
        "obj": info.id,
    }


@lru_cache(maxsize=16384)
def _template(text: str) -> str:
    """Return ``text`` with its marks in the form that ``%`` fills in.

    Many texts are expansions of the grammar that come again and again: a thousand games have ten
    thousand different ones, and each of them thirty that were there before.
    """
    text = text.replace("%", "%%")
    if "(name-" not in text and OBJECT not in text:
        return _with_names(text)

    def replacement(found: re.Match[str]) -> str:
        piece = found[0]
        return f"%{piece}s" if piece[0] == "(" else _NAME_MARKS.sub("%(obj)s", piece)

    return _FILLABLE.sub(replacement, _with_articles(text))


def _with_names(text: str) -> str:
    """Do as `_template` for a text that has no mark but ``(name)``."""
    prose, *bracketed = text.split("[")
    filled = prose.replace(_NAME, "%(name)s")
    for part in bracketed:
        condition, end, prose = part.partition("]")
        inside = "%(obj)s" if end else "%(name)s"
        filled += f"[{condition.replace(_NAME, inside)}{end}{prose.replace(_NAME, '%(name)s')}"
    return filled


def _with_own_articles(text: str, definite: str | None, indefinite: str | None) -> str:
    """Return ``text`` with the articles before names that the maker of the thing has given.

    What needs no article, such as "Sting", has none. Brackets are left as they are.
    """

    def replacement(found: re.Match[str]) -> str:
        written = found[1]
        if written is None:
            return found[0]
        own = definite if written in ("the", "The") or definite == "" else indefinite
        if own is None:
            return found[0]
        return f"{capitalise(own) if written[0].isupper() else own} " if own else ""

    return _BEFORE_NAME.sub(replacement, _with_articles(text))


def _with_articles(text: str) -> str:
    return _WITH_ARTICLE.sub(lambda found: f"{ARTICLES[found[2]]} ({found[1]})", text)


def describe_thing(info: EntityInfo, grammar: Grammar, kb: KnowledgeBase) -> str:
    """Return the text shown when the thing is examined.

    A noun may have a symbol of its own in the grammar (``toy_box_desc``), which goes before that of
    its type, unless the type is a logic's own and has one. What can be opened tells its state,
    containers (when open) and supporters their contents.
    """
    lineage = kb.lineage(info.type)
    symbol = _noun_symbol(info, grammar) or grammar.symbol_for("{}_desc", lineage)
    text = _sentence(_told(symbol, info, grammar)) if symbol else ""
    if text == _NOTHING:
        text = ""
    if CONTAINER in lineage or DOOR in lineage:
        text += f" {_sentence(_told('openable_desc', info, grammar))}"
    if CONTAINER in lineage and grammar.has_tag("in_desc"):
        # Said of open containers only: the blank before it is part of the condition.
        text += _told("in_desc", info, grammar)
    if SUPPORTER in lineage:
        text += f" {_sentence(_told('on_desc', info, grammar))}"
    return _tidied(text).strip()


_tidied = lru_cache(maxsize=4096)(tidy)
"""Of things, most of which are described in many games alike; no two rooms are."""


def _told(symbol: str, info: EntityInfo, grammar: Grammar) -> str:
    """Return an expansion of ``symbol`` that speaks of a thing or a room.

    ``ordinary_adj`` is what themes of TextWorld say of a thing without an adjective.
    """
    text = grammar.get_random_expansion(symbol)
    if not info.adj and _ADJECTIVE in text and grammar.has_tag("ordinary_adj"):
        text = text.replace(_ADJECTIVE, grammar.get_random_expansion("ordinary_adj"))
    return fill_in(text, info) if "(" in text else text


def _sentence(text: str) -> str:
    """Return ``text`` as a sentence that another one can follow."""
    return capitalise(text if not text or text.endswith(_ENDINGS) else f"{text}.")


def _noun_symbol(info: EntityInfo, grammar: Grammar) -> str | None:
    """Return the grammar's symbol for things of this noun, a number behind it left out."""
    if info.type not in _OF_MANY_NOUNS and grammar.has_tag(f"({info.type})_desc"):
        return None
    symbol = f"{(info.noun or '').rstrip(_NUMBER).replace(' ', '_')}_desc"
    return symbol if grammar.has_tag(symbol) else None


def describe_room(info: EntityInfo, game: GameParts, grammar: Grammar) -> str:
    """Return the text shown in a room: an opening with the fixed things in it, then the exits."""
    specific = f"{info.room_type}_dec"
    opening = _told(specific if grammar.has_tag(specific) else "dec", info, grammar)
    sentences = [capitalise(opening)]
    kb, layout, infos = game.kb, game.world.layout, game.infos
    things = [
        infos[fact.names[0]]
        for fact in layout.contents.get(info.id, ())
        if fact.name == "at" and _is_fixed(fact.types[0], kb)
    ]
    if things and grammar.options.blend_descriptions:
        groups, things = group_things(things)
        for shared, members in groups:
            sentences.extend(_describe_group(shared, members, grammar, kb))
    sentences.extend(_describe_fixture(thing, grammar, kb) for thing in things)
    exits = _describe_exits(layout.passages(info.id), game, grammar)
    paragraphs = [" ".join(filter(None, part)) for part in (sentences, exits)]
    return tidy("\n\n".join(filter(None, paragraphs)))


def _is_fixed(type_name: str, kb: KnowledgeBase) -> bool:
    """Return whether things of a type stay where they are; of others the story itself tells."""
    return type_name != PLAYER and _PORTABLE not in kb.lineage(type_name)


def group_things(
    things: Iterable[EntityInfo],
) -> tuple[list[tuple[str, list[EntityInfo]]], list[EntityInfo]]:
    """Group things that share a noun, else an adjective; return the groups and the remaining.

    A group is named by the attribute its members share, "noun" or "adj". Only things with an
    adjective can be told apart in a group.
    """
    remaining = list(things)
    groups = []
    for shared in ("noun", "adj"):
        by_value: dict[str, list[EntityInfo]] = {}
        for thing in remaining:
            if thing.adj and thing.noun:
                by_value.setdefault(getattr(thing, shared), []).append(thing)
        for members in by_value.values():
            if len(members) > 1:
                groups.append((shared, members))
                remaining = [thing for thing in remaining if thing not in members]
    return groups, remaining


def _describe_group(
    shared: str, members: Sequence[EntityInfo], grammar: Grammar, kb: KnowledgeBase
) -> list[str]:
    first = members[0]
    if shared == "noun":
        value = plural(first.noun or "")
        names = list_to_string([thing.adj or "" for thing in members], True, "one")
        form = "room_desc_{}_multi_adj"
    else:
        value = f"{first.adj} things"
        names = list_to_string([thing.noun or "" for thing in members], True)
        form = "room_desc_{}_multi_noun"
    text = replace_num(grammar.get_random_expansion("room_desc_group"), len(members))
    text = repl_sing_plur(text, len(members)).replace("(val)", value).replace("(name)", names)
    sentences = [capitalise(text)]
    for thing in members:
        symbol = grammar.symbol_for(form, kb.lineage(thing.type))
        if symbol:
            sentences.append(capitalise(_told(symbol, thing, grammar)))
    return sentences


def _describe_fixture(info: EntityInfo, grammar: Grammar, kb: KnowledgeBase) -> str:
    symbol = grammar.symbol_for("room_desc_{}", kb.lineage(info.type))
    if symbol is None:
        raise GrammarError(
            f"The text grammar {grammar.theme!r} cannot describe {info.name!r} in a room:"
            f" add a symbol 'room_desc_({info.type})'."
        )
    return capitalise(_told(symbol, info, grammar))


def _describe_exits(exits: Sequence[Exit], game: GameParts, grammar: Grammar) -> list[str]:
    """Describe open ways in one sentence, then doors.

    A sentence about doors that chooses between singular and plural speaks of all of them; one
    without such a choice, or with conditions on the state of its door, of one door at a time.
    """
    open_ways = tuple([way.direction for way in exits if way.door is None])
    doors = [way for way in exits if way.door is not None]
    sentences = []
    if open_ways:
        text = grammar.get_random_expansion("room_exit_desc")
        sentences.append(_exit_sentence(text, open_ways))
    symbol = "room_(d)_exit_desc" if open_ways else "room_(d)_exit_desc_alt"
    while doors:
        text = grammar.get_random_expansion(symbol)
        together = bool(_CHOICE.search(text)) and "[if " not in text
        told, doors = (doors, []) if together else (doors[:1], doors[1:])
        text = repl_sing_plur(text, len(told))
        infos = [game.infos[way.door or ""] for way in told]
        if together:
            text = _fill_list(text, infos)
        directions = list_to_string([way.direction for way in told], det=False)
        sentences.append(fill_in(text.replace("(dir)", directions), infos[0]))
    return [capitalise(sentence) for sentence in sentences]


@lru_cache(maxsize=1024)
def _exit_sentence(text: str, open_ways: tuple[str, ...]) -> str:
    text = repl_sing_plur(text, len(open_ways))
    return text.replace("(dir)", list_to_string(open_ways, det=False))


def _fill_list(text: str, infos: Sequence[EntityInfo]) -> str:
    adjectives = [info.adj for info in infos if info.adj]
    nouns = list(dict.fromkeys(info.noun or info.name or "" for info in infos))
    names = [info.name or "" for info in infos]
    text = text.replace("(name)", list_to_string(names, det=True))
    text = text.replace("(name-n)", list_to_string(nouns, det=False))
    text = text.replace("(name-adj)", list_to_string(adjectives, det=False))
    values = {"name": names, "name-n": nouns, "name-adj": adjectives}
    return _WITH_ARTICLE.sub(
        lambda found: list_to_string(values[found[1]], True, ARTICLES[found[2]]), text
    )


def assign_description_to_object(obj: Identified, grammar: Grammar, game: GameParts) -> None:
    """Describe the thing ``obj`` of ``game``, replacing the description it has."""
    info = game.infos[obj.id]
    info.desc = describe_thing(info, grammar, game.kb)


def assign_description_to_room(room: Identified, game: GameParts, grammar: Grammar) -> str:
    """Describe the room ``room`` of ``game``, replacing the description it has, and return it."""
    info = game.infos[room.id]
    info.desc = description = describe_room(info, game, grammar)
    return description


def expand_clean_replace(symbol: str, grammar: Grammar, obj: Identified, game: GameParts) -> str:
    """Return an expansion of ``symbol`` that speaks of the entity ``obj``."""
    return tidy(fill_in(grammar.get_random_expansion(symbol), game.infos[obj.id]))


def clean_replace_objs(
    grammar: Grammar, desc: str, objs: Sequence[Identified], game: GameParts
) -> str:
    """Return ``desc``, expanded, with its name placeholders replaced by lists of ``objs``."""
    text = repl_sing_plur(grammar.expand(desc), len(objs))
    return tidy(_fill_list(text, [game.infos[obj.id] for obj in objs]))


def obj_list_to_prop_string(
    objs: Sequence[Identified],
    property: str,  # noqa: A002 - the documented name
    game: GameParts,
    det: bool = True,
    det_type: str = "a",
) -> str:
    """Return the names, nouns ("noun") or adjectives ("adj") of ``objs`` as an English list."""
    values = [getattr(game.infos[obj.id], property) or "" for obj in objs]
    return list_to_string(values, det, det_type)
