"""Small games for the tests of text: written as facts and rule applications."""

import re
from collections.abc import Mapping
from pathlib import Path

from twbench.generator.data import KnowledgeBase
from twbench.generator.games.game import Event, Game, Quest
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.texts.text_generation import generate_text_from_grammar
from twbench.generator.worlds.world import World
from twbench.logic import Action, Proposition, Variable

DIRECTIONS = ("north", "east")


def variable(id_: str) -> Variable:
    """The variable of an id such as ``c_0``: its type is what comes before the underscore."""
    return Variable(id_, id_.split("_")[0])


def facts(text: str) -> list[Proposition]:
    """Facts written as ``at(P, r_0) in(o_0, I) ...``."""
    found = re.findall(r"([\w/]+)\(([^)]*)\)", text)
    return [Proposition(name, [variable(id_) for id_ in ids.split(", ")]) for name, ids in found]


def action(rule: str, **names: str) -> Action:
    """Apply a rule; ``r2`` stands for the rule's placeholder ``r'``."""
    wanted = {name.replace("2", "'"): variable(id_) for name, id_ in names.items()}
    wanted |= {"P": Variable("P"), "I": Variable("I")}
    found = KnowledgeBase.default().rules[rule]
    return found.instantiate({slot: wanted[slot.name] for slot in found.placeholders})


def passage(one: str, direction: str, other: str) -> str:
    """Facts: from ``one``, ``other`` lies in ``direction``, without a door."""
    return f"{direction}_of({other}, {one}) free({one}, {other}) free({other}, {one})"


def doorway(one: str, direction: str, other: str, door: str, state: str) -> str:
    """Facts: from ``one``, ``other`` lies in ``direction``, behind ``door``."""
    links = f"link({one}, {door}, {other}) link({other}, {door}, {one})"
    return f"{direction}_of({other}, {one}) {links} {state}({door})"


def corridor(nb_rooms: int) -> Game:
    """A chain of rooms with one object at its end, to be taken."""
    parts = ["at(P, r_0)", f"at(o_0, r_{nb_rooms - 1})"]
    actions = []
    for index in range(nb_rooms - 1):
        here, there, way = f"r_{index}", f"r_{index + 1}", DIRECTIONS[index % 2]
        parts.append(passage(here, way, there))
        actions.append(action(f"go/{way}", r=here, r2=there))
    actions.append(action("take", r=f"r_{nb_rooms - 1}", o="o_0"))
    return Game(World.from_facts(facts(" ".join(parts))), quests=[Quest([Event(actions)])])


HOUSE = " ".join(
    [
        "at(P, r_0) at(c_0, r_0) closed(c_0) in(k_0, c_0) match(k_0, d_0)",
        "at(s_0, r_0) at(s_1, r_0) on(f_0, s_0) in(o_0, I)",
        doorway("r_0", "north", "r_1", "d_0", "locked"),
        passage("r_0", "east", "r_2"),
        "at(c_1, r_1) locked(c_1) in(o_1, c_1) match(k_1, c_1) at(k_1, r_2)",
        doorway("r_2", "north", "r_3", "d_1", "closed"),
        passage("r_2", "south", "r_4"),
        passage("r_2", "east", "r_5"),
    ]
)


def house_actions() -> list[Action]:
    """Fetch the key, open the door, go through."""
    return [
        action("open/c", r="r_0", c="c_0"),
        action("take/c", r="r_0", c="c_0", o="k_0"),
        action("unlock/d", r="r_0", r2="r_1", d="d_0", k="k_0"),
        action("open/d", r="r_0", r2="r_1", d="d_0"),
        action("go/north", r="r_0", r2="r_1"),
    ]


def house() -> Game:
    """Six rooms with containers, supporters, doors and two keys."""
    return Game(World.from_facts(facts(HOUSE)), quests=[Quest([Event(house_actions())])])


def written(game: Game, seed: int = 0, **options: object) -> Game:
    """Generate the text of ``game`` and return it."""
    return generate_text_from_grammar(game, Grammar(options, seed))


def theme_with(tmp_path: Path, rules: Mapping[str, str | None], **options: object) -> Grammar:
    """The theme ``basic`` with some of its rules replaced, or left out (None), as a grammar."""
    lines = {}
    base = Grammar({"theme": "basic"})
    for tag in base.tags:
        if tag not in ("digit", "first", "number"):
            lines[tag] = ";".join(base.get_all_expansions_for_tag(tag)[:20])
    wanted = {**lines, **rules}
    text = "\n".join(f"{tag}:{line}" for tag, line in wanted.items() if line is not None)
    (tmp_path / "mine_all.twg").write_text(text, encoding="utf-8")
    return Grammar({"theme": "mine", **options}, 0, text_grammars_path=tmp_path)
