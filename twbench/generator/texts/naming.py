"""Names for the entities of a game: unique, fitting their rooms, keys matching their locks."""

__all__ = ["Namer", "assign_name_to_object", "assign_new_matching_names", "name_entities"]

from collections.abc import Collection, Iterable, Mapping, MutableSet, Sequence

from twbench.errors import GenerationError, GrammarError
from twbench.generator.grammar.name_pool import Name, NamePool, entries_with
from twbench.generator.grammar.needs import MATCH, pair_symbol
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.entity import EntityInfo
from twbench.generator.knowledge.roles import PLAYER_TYPES, ROOM
from twbench.generator.texts.parts import GameParts, Identified
from twbench.printable import shown

THING = "t"
_TRIES = 50
"""Pairs of names that are drawn in the hope that nobody has them."""


class Namer:
    """Gives names that nobody else has, by one grammar.

    ``taken`` are the names in use; they are compared in lower case, as players type them.
    """

    def __init__(self, grammar: Grammar, taken: Iterable[str | None]):
        self.grammar = grammar
        self.taken = {name.lower() for name in taken if name}
        self.taken.update(name.lower() for name in grammar.options.names_to_exclude)
        self._fresh_matches: list[str] | None = None
        # By type and room, since the things of a game are of few of them.
        self._kinds: dict[tuple[tuple[str, ...], str], tuple[str, NamePool] | None] = {}

    def name(self, info: EntityInfo, lineage: tuple[str, ...]) -> None:
        """Give ``info`` a name, unless it has one.

        ``lineage`` is its type and the ancestors of that: the first that the grammar knows names
        it. An adjective that ``info`` has already stays, if a name with it is free. The player and
        the inventory stay nameless, as do abstract entities (neither rooms nor things) that the
        grammar has no names for. Raises GrammarError for a nameless thing and GenerationError if
        names run out.
        """
        if info.name is not None or info.type in PLAYER_TYPES:
            return
        room_type = info.room_type or ""
        found = self._kinds.get((lineage, room_type)) or self._kind(lineage, room_type)
        if found is None:
            if THING in lineage or ROOM in lineage:
                raise GrammarError(
                    f"The text grammar {self.grammar.theme!r} has no names for type"
                    f" {info.type!r} ({info.id}): add a symbol '({info.type})' or name it yourself."
                )
            return
        own = self._matching_names(info.adj, [(info, lineage)]) if info.adj else None
        if own:
            self._set(info, own[0])
            return
        kind, pool = found
        grammar, with_adj = self.grammar, self.grammar.options.include_adj
        name = pool.draw(grammar.rng, self.taken, with_adj)
        if name is None:
            name = grammar.numbered_name(pool, kind, room_type, with_adj, self.taken)
        self._set(info, name)

    def _kind(self, lineage: tuple[str, ...], room_type: str) -> tuple[str, NamePool] | None:
        """Return which of some types names things in rooms of a type, and its names."""
        kind = self.grammar.named_type(lineage, room_type)
        found = None if kind is None else (kind, self.grammar.name_pool(kind, room_type))
        self._kinds[lineage, room_type] = found
        return found

    def match(self, infos: Sequence[EntityInfo], lineages: Sequence[tuple[str, ...]]) -> None:
        """Give the nameless among ``infos``, a key and what it fits, names with one adjective.

        A name that its maker chose keeps its adjective, which the others then take over; if it has
        none, nothing is matched and they are named like any other thing.
        """
        nameless = [
            (info, lineage)
            for info, lineage in zip(infos, lineages, strict=True)
            if info.name is None
        ]
        if len(nameless) == len(infos) > 1 and self._name_pair(nameless):
            nameless = nameless[2:]
        if not nameless:
            return
        adjectives = self._adjectives_for(infos)
        if not adjectives:
            for info, lineage in nameless:
                self.name(info, lineage)
            return
        for adjective in adjectives:
            names = self._matching_names(adjective, nameless)
            if names is not None:
                for (info, _), name in zip(nameless, names, strict=True):
                    self._set(info, name)
                return
        self._match_with_number(nameless, adjectives[0])

    def _adjectives_for(self, infos: Sequence[EntityInfo]) -> list[str]:
        """Return the adjectives that could match; none where what has a name already has none."""
        named = [info for info in infos if info.name is not None]
        if named and not named[0].adj:
            return []
        given = next((info.adj for info in (*named, *infos) if info.adj), None)
        return [given] if given else self._match_adjectives()

    def _name_pair(self, nameless: Sequence[tuple[EntityInfo, tuple[str, ...]]]) -> bool:
        """Name a key and what it fits if the grammar has names for the two, and free ones."""
        (first, first_lineage), (second, second_lineage) = nameless[:2]
        found = pair_symbol(self.grammar.has_tag, first_lineage, second_lineage)
        if found is None:
            return False
        symbol, swapped = found
        for _ in range(_TRIES):
            texts = self.grammar.get_matching_expansion(symbol).split("<->")
            if len(texts) != 2:
                raise GrammarError(
                    f"The text grammar {self.grammar.theme!r}: an option of {symbol!r} is written"
                    f" 'adjective | noun <-> adjective | noun', not {shown(texts[0])}."
                )
            names = [Name.read(text) for text in (reversed(texts) if swapped else texts)]
            fulls = [name.full.lower() for name in names]
            if len(set(fulls) - self.taken) == 2:
                self._set(first, names[0])
                self._set(second, names[1])
                return True
        return False

    def _match_with_number(
        self, nameless: Sequence[tuple[EntityInfo, tuple[str, ...]]], adjective: str
    ) -> None:
        if not self.grammar.options.allowed_variables_numbering:
            ids = ", ".join(info.id for info, _ in nameless)
            raise GenerationError(
                f"The text grammar {self.grammar.theme!r} has no matching names left for {ids}."
                " Allow numbering (allowed_variables_numbering) or add adjectives to 'match'."
            )
        for info, lineage in nameless:
            noun = self.grammar.rng.choice(self._nouns(info, lineage))
            self._set(info, Name(noun, adjective).first_free_number(self.taken))

    def _matching_names(
        self, adjective: str, nameless: Sequence[tuple[EntityInfo, tuple[str, ...]]]
    ) -> list[Name] | None:
        """Draw different names with ``adjective``, or return None if there are not enough."""
        names: list[Name] = []
        for info, lineage in nameless:
            free = [
                name
                for text, name in entries_with(adjective, self._nouns(info, lineage))
                if text not in self.taken and name not in names
            ]
            if not free:
                return None
            names.append(self.grammar.rng.choice(free))
        return names

    def _match_adjectives(self) -> list[str]:
        """Return the adjectives of ``match``, in random order, those that no name has first."""
        if self._fresh_matches is None:
            self._fresh_matches = self.grammar.get_all_expansions_for_tag(MATCH)
            self.grammar.rng.shuffle(self._fresh_matches)
        used = {name.split(" ", 1)[0] for name in self.taken}
        fresh = [adjective for adjective in self._fresh_matches if adjective not in used]
        return fresh + [adjective for adjective in self._fresh_matches if adjective in used]

    def _nouns(self, info: EntityInfo, lineage: tuple[str, ...]) -> tuple[str, ...]:
        room_type = info.room_type or ""
        kind = self.grammar.named_type(lineage, room_type) or info.type
        return self.grammar.name_pool(kind, room_type).nouns

    def _set(self, info: EntityInfo, name: Name) -> None:
        full = info.name = name.full
        info.adj, info.noun = name.adj, name.noun
        self.taken.add(full.lower())


def name_entities(game: GameParts, grammar: Grammar) -> None:
    """Give every nameless room and thing of ``game`` a room type and a name.

    Rooms come first, since the names of things depend on their type; then keys with what they
    fit, then the rest, each in the order of ``game.infos``.
    """
    infos, kb, layout = game.infos, game.kb, game.world.layout
    lineages = {type_: kb.lineage(type_) for type_ in {info.type for info in infos.values()}}
    namer = Namer(grammar, (info.name for info in infos.values()))
    room_types = grammar.room_types()
    rooms = {id_: info for id_, info in infos.items() if ROOM in lineages[info.type]}
    for info in rooms.values():
        if info.room_type is None and room_types:
            info.room_type = grammar.rng.choice(room_types)
        namer.name(info, lineages[info.type])
    for id_, info in infos.items():
        if info.room_type is None:
            room = rooms.get(layout.room_of(id_) or "")
            info.room_type = None if room is None else room.room_type
    for key, locks in layout.locks.items():
        group = [infos[id_] for id_ in (key, *locks)]
        namer.match(group, [lineages[info.type] for info in group])
    for info in infos.values():
        if info.name is None:
            namer.name(info, lineages[info.type])
    grammar.used_names.update(info.name for info in infos.values() if info.name)


def assign_name_to_object(
    obj: Identified, grammar: Grammar, game_infos: Mapping[str, EntityInfo]
) -> None:
    """Give the entity ``obj`` a name that no other of ``game_infos`` has, unless it has one."""
    info = game_infos[obj.id]
    namer = Namer(grammar, (other.name for other in game_infos.values()))
    namer.name(info, (info.type, THING))


def assign_new_matching_names(
    obj1_infos: EntityInfo,
    obj2_infos: EntityInfo,
    grammar: Grammar,
    exclude: Collection[str],
) -> None:
    """Give a key and what it fits names with the same adjective of ``match``.

    The new names are not in ``exclude``, and are added to it if it can be added to.
    """
    namer = Namer(grammar, exclude)
    infos = (obj1_infos, obj2_infos)
    namer.match(infos, [(info.type, THING) for info in infos])
    if isinstance(exclude, MutableSet):
        exclude.update(info.name for info in infos if info.name)  # type: ignore[attr-defined]
    elif isinstance(exclude, list):
        exclude.extend(info.name for info in infos if info.name)
