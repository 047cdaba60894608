"""The tables of one game: descriptions, quests, relations, words."""

__all__ = [
    "GameTables",
    "articles",
    "description",
    "maximum_score",
    "place_relation",
    "terms_of",
]

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from twbench.errors import StoryLimitError
from twbench.generator.games.game import Event, Game
from twbench.generator.knowledge.roles import PLAYER
from twbench.logic import Proposition
from twbench.story.contents.world import Relation, StoryObject, StoryWorld, spoken_words
from twbench.story.linking.program import LogicProgram
from twbench.story.state.conditions import compile_facts
from twbench.story.state.representation import IN_TABLE, IN_TREE, PLAYER_NUMBER
from twbench.story.texts.names import heading, takes_some
from twbench.story.texts.texts import TextCompiler
from twbench.story.zcode.block import Block, Pointer, TextWord, Word
from twbench.story.zcode.layout import (
    INFINITE_SCORE,
    MOST_REREAD,
    MOST_WORDS,
    TRIGGER_ATTRIBUTE,
    TRIGGER_FACTOR,
    QuestFlag,
)
from twbench.story.zcode.zstring import fold

_REACH = 0x8000
"""How many bytes of a relation's table its index can tell of."""
_OPTIONAL, _REPEATABLE = int(QuestFlag.OPTIONAL), int(QuestFlag.REPEATABLE)
_BLANK = re.compile(r"\n[ \n]*\n *")


@dataclass(slots=True)
class GameTables:
    """The tables of a game that hold texts or conditions, and the globals that point to them."""

    world: StoryWorld
    program: LogicProgram
    block: Block = field(init=False)
    globals: dict[str, int | Pointer | TextWord] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game, objects = self.world.game, self.world.objects
        block = self.block = Block(self.program.continued())
        representation = self.program.representation
        texts = TextCompiler(block, representation, terms_of(self.world))
        handles = [texts.compile(description(o), o.number) for o in objects]
        self.globals |= {
            "object_count": len(objects),
            "player": PLAYER_NUMBER,
            "attribute_door": representation.door_attribute,
            "attribute_open": representation.open_attribute,
            "maximum_score": maximum_score(game),
            "quest_count": len(game.quests),
            "quests_left": self._quests_left(),
            "descriptions": Pointer(block.place([0, *handles])),
            "titles": Pointer(self._titles()),
            "name_lengths": Pointer(block.place_numbers(self._name_lengths())),
            "articles": Pointer(block.place(self._articles(texts))),
            "literals": Pointer(self._literals()),
            "quests": Pointer(block.place(self._quests())),
        }
        # The objective comes later, and may be as long as it likes.
        self.globals["rereads"] = int(block.strings.longest() <= MOST_REREAD)
        triggers, is_row_watched = self._triggers()
        self.globals |= {
            "rows_watched": int(is_row_watched),
            "trigger_count": len(triggers) // 2,
            "triggers": Pointer(block.place_numbers(triggers)),
            "objective": self._objective(),
        }

    def _titles(self) -> int:
        """Place the headings of rooms, which are the first objects after the player."""
        rooms = [entity.name for entity in self.world.objects if entity.is_room]
        # The array is looked up by the number of the object: 0 is nobody, 1 the player.
        offset = self.block.append([0, 0])
        self.block.append_texts(map(heading, rooms))
        self.block.append([0])
        return offset

    def _literals(self) -> int:
        """Place the words of commands that are not verbs, which are the same in many games."""
        self.block.strings.extend(self.program.literal_strings)
        return self.block.append_texts(self.program.literals)

    def _name_lengths(self) -> list[int]:
        """Return how many words each name has; of a room, how its title ends when it is typed."""
        lengths = [0, *map(_length_or_end, self.world.objects), 0]
        # Two objects to a word, the one with the even number first; number 0 is nobody.
        return [high << 8 | low for high, low in zip(lengths[::2], lengths[1::2], strict=False)]

    def _articles(self, texts: TextCompiler) -> list[Word]:
        """Return the articles of entities that have their own; they may change with the world."""
        rows: list[Word] = []
        for entity in self.world.objects:
            own = articles(entity)
            if any(own):
                rows += [entity.number, *(texts.compile(text, entity.number) for text in own)]
        return [*rows, 0]

    def _quests(self) -> list[Word]:
        rows: list[Word] = []
        for quest in self.world.game.quests:
            rows += [
                _OPTIONAL * quest.optional | _REPEATABLE * quest.repeatable,
                quest.reward & 0xFFFF,
                Pointer(self._events(quest.win_events)),
                Pointer(self._events(quest.fail_events)),
            ]
        return rows

    def _triggers(self) -> tuple[list[int], bool]:
        """Return what the runtime looks facts up by that events are about, with their quests.

        Facts in tables are not among them: if an event is about one, which is returned too, the
        runtime checks all quests whenever any of those comes true.
        """
        representation, numbers = self.program.representation, self.world.numbers
        rows = set()
        is_row_watched = False
        for number, fact in self._facts_of_events():
            storage = representation.storage_of(fact)
            if storage is IN_TABLE:
                is_row_watched = True
                continue
            what, *others = fact.names or (PLAYER,)
            if storage is IN_TREE:
                target = numbers[others[0]]
            else:
                target = TRIGGER_ATTRIBUTE + representation.fact_attribute(fact.name)
            # Two facts may share a word: then a quest is checked that nothing happened to.
            rows.add(((numbers[what] * TRIGGER_FACTOR + target) & 0xFFFF, number))
        return [word for row in sorted(rows) for word in row], is_row_watched

    def _facts_of_events(self) -> Iterator[tuple[int, Proposition]]:
        """Yield what events are about, each fact with the number of the quest."""
        for number, quest in enumerate(self.world.game.quests):
            for event in quest.events:
                for fact in event.condition.preconditions:
                    yield number, fact

    def _objective(self) -> int | TextWord:
        """Place what the player is told to do, behind all other strings."""
        objective = self.world.game.objective
        if not objective:
            return 0
        self.block.strings.place([objective])
        return TextWord(objective)

    def _quests_left(self) -> int:
        """Return how many quests the game cannot be won without, -1 if it cannot be won."""
        required = sum(quest.is_required for quest in self.world.game.quests)
        return required or 0xFFFF

    def _events(self, events: Sequence[Event]) -> int:
        """Place the conditions of events; return the offset of the list of them."""
        if not events:
            return self.block.place_numbers([0])
        number, place = self.world.numbers.__getitem__, self.block.place
        representation = self.program.representation
        addresses: list[Word] = []
        for event in events:
            facts = [(fact, [*map(number, fact.names)]) for fact in event.condition.preconditions]
            addresses.append(Pointer(place(compile_facts(facts, representation))))
        return place([*addresses, 0])


def _length_or_end(entity: StoryObject) -> int:
    if entity.is_room:
        return ord(fold(entity.name)[-1:].lower() or "\0")
    return min(len(spoken_words(entity.name)), MOST_WORDS)


def terms_of(world: StoryWorld) -> dict[str, int]:
    """Return what texts may call an entity (its id, or its name) with its number."""
    # Reversed, so that of several entities with one name the first one has it; an id goes
    # before any name.
    terms = {entity.name: entity.number for entity in reversed(world.objects)}
    return terms | world.numbers


def articles(entity: StoryObject) -> tuple[str, str]:
    """Return the definite and indefinite articles of an entity, "" for those that are usual."""
    usual = "some" if takes_some(entity.name) and not entity.is_room else ""
    return entity.info.definite or "", entity.info.indefinite or usual


def description(entity: StoryObject) -> str:
    """Return what the story says of an entity; paragraphs that would be empty are left out."""
    text = entity.info.desc or ""
    if not entity.is_room:
        return text
    # Most have nothing but single blank lines, which stay as they are.
    if "\n " in text or "\n\n\n" in text:
        text = _BLANK.sub("\n\n", text)
    return text.strip()


def maximum_score(game: Game) -> int:
    """Return the word for the highest score; raises StoryLimitError for points that no word has."""
    rewards = [quest.reward for quest in game.quests]
    for reward in rewards:
        if isinstance(reward, bool) or not isinstance(reward, int):
            raise StoryLimitError(f"A reward is a whole number of points, not {reward!r}.")
    most = game.max_score
    figures = [*rewards, sum(rewards), 0 if math.isinf(most) else most]
    if max(map(abs, figures)) >= INFINITE_SCORE:
        raise StoryLimitError(
            f"The quests give too many points: a story counts less than {INFINITE_SCORE:,}."
        )
    return INFINITE_SCORE if math.isinf(most) else int(most) & 0xFFFF


def place_relation(relation: Relation, column: int, bits: int, block: Block) -> int:
    """Place the table of a relation sorted by ``column``; return the offset of its address.

    ``bits`` is the address of the bits of the rows, numbered in the relation's order; 0 where no
    row ever changes.
    """
    rows = relation.rows
    others = len(rows[0]) - 1 if rows else 1
    keys = [row[column] for row in rows]
    high = max(keys, default=0)
    index = [0] * high
    placed: list[int] = []
    # Partners for good stand in the index: there is nothing to search.
    if not bits and others == 1 and len(set(keys)) == len(keys):
        for key, row in zip(keys, rows, strict=True):
            index[key - 1] = row[1 - column]
        return 1 + block.place_numbers([others, high, *index])
    alike: dict[int, list[int]] = {}
    for number, key in enumerate(keys):
        alike.setdefault(key, []).append(number)
    before = 1 + high
    for key, numbers in sorted(alike.items()):
        placed.append(len(numbers))
        index[key - 1] = -2 * (before + len(placed)) & 0xFFFF
        for number in numbers:
            row = rows[number]
            if others:
                placed += row[:column] + row[column + 1 :]
            placed += (bits + (number >> 3), 1 << (number & 7)) if bits else (0, 0)
    if 2 * (1 + high + len(placed)) > _REACH:
        raise StoryLimitError(
            f"The game does not fit into a .z8 story: there are {len(rows):,} facts that the"
            f" predicate {relation.name!r} may state. Ask for fewer rooms and things."
        )
    return 1 + block.place_numbers([others, high, *index, *placed])
