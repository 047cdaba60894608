"""Making games by hand (docs: textworld.generator.maker).

>>> from twbench.generator.making.maker import GameMaker
>>> M = GameMaker()
>>> kitchen, garden = M.new_room("kitchen"), M.new_room("garden")
>>> path = M.connect(kitchen.east, garden.west)
>>> door = M.new_door(path, name="screen door")
>>> door.add_property("closed")
>>> M.set_player(kitchen)
>>> quest = M.set_quest_from_commands(["open screen door", "go east"])
>>> M.build().walkthrough
['open screen door', 'go east']
"""

__all__ = ["GameMaker"]

import re
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from twbench.errors import GenerationError, LogicError, nearest
from twbench.generator.data.vtypes import get_new
from twbench.generator.games.game import Game
from twbench.generator.games.options import GameOptions
from twbench.generator.games.walkthrough import (
    Walkthrough,
    best_walkthrough,
    find_walkthrough,
    note_highest_score,
    played,
)
from twbench.generator.grammar.text_grammar import Grammar
from twbench.generator.knowledge.command_actions import CommandError, actions_for_commands
from twbench.generator.knowledge.event import Event
from twbench.generator.knowledge.quest import Quest
from twbench.generator.knowledge.roles import INVENTORY, OPPOSITES, PLAYER, ROOM
from twbench.generator.making.built import Built, asked_by
from twbench.generator.making.compile import compile_game
from twbench.generator.making.make import make_grammar
from twbench.generator.making.maker_entities import (
    WorldEntity,
    WorldPath,
    WorldRoom,
    WorldRoomExit,
    declared_fact,
)
from twbench.generator.making.quest_generation import make_quest
from twbench.generator.making.recording import (
    QuestError,
    performed,
    played_condition,
    recorded,
)
from twbench.generator.making.soundness import (
    FailedConstraintsError,
    MissingPlayerError,
    PlayerAlreadySetError,
    get_failing_constraints,
)
from twbench.generator.worlds.graph_networks import direction
from twbench.generator.worlds.layout import HOLDING
from twbench.generator.worlds.world import World
from twbench.logic import Action, Proposition, State, Variable
from twbench.seeding import Rng
from twbench.system.scratch import scratch_folder

if TYPE_CHECKING:
    from twbench.render import Picture


_AN_ID = re.compile(r"[rd]_\d+")
"""What `make_map` calls rooms and doors."""


def _given_name(name: str | None) -> str | None:
    """Return the name that somebody gave to a room or a door of a map, or None."""
    return None if name is None or _AN_ID.fullmatch(name) else name


class GameMaker:
    """Makes a game entity by entity (docs: textworld.generator.maker.GameMaker).

    Attributes:
        options: seeds, grammar and knowledge base.
        player: the player.
        inventory: what the player carries.
        nowhere: entities out of the world, which may come into it later.
        rooms: the rooms, in the order they were made.
        paths: the connections between the rooms.
        quests: what the player has to do.

    The quests are those of the game built last: what its grammar says of them is in their ``desc``.

    """

    def __init__(self, options: GameOptions | None = None):
        self.options = options or GameOptions()
        self._kb = self.options.kb
        self._counts: dict[str, int] = {}
        self._entities: dict[str, WorldEntity] = {}
        self._facts: list[Proposition] = []
        self._player_placed = False
        self._winning: list[Action] = []
        self._built: Built | None = None
        self.rooms: list[WorldRoom] = []
        self.paths: list[WorldPath] = []
        self.nowhere: list[WorldEntity] = []
        self.quests: list[Quest] = []
        self.player = self.new(type=PLAYER)
        self.inventory = self.new(type=INVENTORY)

    # Entities and places

    def new(
        self,
        type: str,  # noqa: A002  (documented name)
        name: str | None = None,
        desc: str | None = None,
    ) -> Any:
        """Make an entity and return it: a `WorldRoom` for type ``r``, else a `WorldEntity`.

        Raises LogicError for a type that the logic lacks.
        """
        if type not in self._kb.logic.types:
            known = [kind.name for kind in self._kb.logic.types]
            raise LogicError(f"There is no type {type!r}.{nearest(type, known)}")
        if type == ROOM:
            return self.new_room(name, desc)
        return self._register(WorldEntity(self._variable(type), name, desc, self._kb))

    def new_room(self, name: str | None = None, desc: str | None = None) -> WorldRoom:
        """Make a room and return it."""
        room = WorldRoom(self._variable(ROOM), name, desc, self._kb)
        self._register(room)
        self.rooms.append(room)
        return room

    def new_door(
        self, path: WorldPath, name: str | None = None, desc: str | None = None
    ) -> WorldEntity:
        """Make a door, put it on a path, and return it."""
        door = self._register(WorldEntity(self._variable("d"), name, desc, self._kb))
        path.door = door
        return door

    def connect(self, exit1: WorldRoomExit, exit2: WorldRoomExit) -> WorldPath:
        """Connect two rooms by their exits and return the path, which has no door.

        Raises ExitAlreadyUsedError if one of the exits leads somewhere already.
        """
        exit1.lead_to(exit2)
        path = WorldPath(exit1.src, exit1, exit2.src, exit2, kb=self._kb)
        self.paths.append(path)
        return path

    def set_player(self, room: WorldRoom) -> None:
        """Place the player in a room; raises PlayerAlreadySetError the second time."""
        if self._player_placed:
            raise PlayerAlreadySetError
        room.add(self.player)
        self._player_placed = True

    def move(self, entity: WorldEntity, new_location: WorldEntity) -> None:
        """Move an entity from where it is to a new location."""
        self._check_place(entity, new_location)
        for holder in self._entities.values():
            holder.remove(entity)
        self.nowhere = [other for other in self.nowhere if other is not entity]
        new_location.add(entity)

    def import_graph(self, G: Any) -> list[WorldRoom]:  # noqa: N803  (documented name)
        """Add the rooms, paths and doors of a map (see `graph_networks`); return the rooms.

        They have the names that the map has for them; its ids (``r_0``, ``d_1``) are no names.
        """
        names = {node: attributes.get("name") for node, attributes in G.nodes(data=True)}
        rooms = {node: self.new_room(_given_name(name)) for node, name in names.items()}
        for node, other, attributes in G.edges(data=True):
            way = direction(node, other)
            path = self.connect(rooms[node].exits[way], rooms[other].exits[OPPOSITES[way]])
            if attributes.get("has_door"):
                door = self.new_door(path, _given_name(attributes.get("door_name")))
                door.add_property(str(attributes["door_state"]))
        return list(rooms.values())

    def find_path(self, room1: WorldRoom, room2: WorldRoom) -> WorldPath | None:
        """Return the path between two rooms, in either direction, or None."""
        for path in self.paths:
            if {path.src.id, path.dest.id} == {room1.id, room2.id}:
                return path
        return None

    def find_by_name(self, name: str) -> WorldEntity | None:
        """Return the entity of that name that was made last, or None."""
        entities = reversed(self._entities.values())
        return next((one for one in entities if one.name == name is not None), None)

    def findall(self, type: str) -> list[WorldEntity]:  # noqa: A002  (documented name)
        """Return all entities of exactly that type."""
        return [entity for entity in self._entities.values() if entity.type == type]

    def __contains__(self, entity: object) -> bool:
        """Return whether an entity is in the world: in a room, carried, or a door on a path."""
        doors = [path.door for path in self.paths if path.door is not None]
        return any(entity in holder for holder in (*self.rooms, self.inventory, *doors))

    # Facts

    def new_fact(self, name: str, *entities: WorldEntity) -> Proposition:
        """Return a fact, without adding it; for the conditions of an event, for instance.

        Raises LogicError if the logic has no such predicate.
        """
        return declared_fact(name, entities, self._kb)

    def add_fact(self, name: str, *entities: WorldEntity) -> None:
        """Add a fact, which is one of its first entity from then on; see above."""
        self._facts.append(self.new_fact(name, *entities))

    @property
    def facts(self) -> Iterable[Proposition]:
        """All facts, each once."""
        holders: list[WorldEntity | WorldPath] = [*self.rooms, *self.paths]
        holders += [self.inventory, *self.nowhere]
        found = [fact for holder in holders for fact in holder.placed_facts()]
        return tuple(dict.fromkeys([*found, *self._facts]))

    @property
    def state(self) -> State:
        """The state of the world so far."""
        return State(self._kb.logic, self.facts)

    def validate(self) -> bool:
        """Check that the world can be compiled, and return True.

        Raises MissingPlayerError or FailedConstraintsError.
        """
        if not self._player_placed:
            raise MissingPlayerError
        failing = get_failing_constraints(self.state, self._kb)
        if failing:
            raise FailedConstraintsError(failing)
        return True

    def generate_distractors(self, nb_distractors: int) -> None:
        """Add random objects anywhere."""
        world = self._world()
        before = set(world.facts)
        world.populate(nb_distractors, rng=self._rng("objects"))
        for entity in world.entities:
            if entity.name not in self._entities:
                variable = Variable(entity.name, entity.type)
                self._register(WorldEntity(variable, kb=self._kb))
                self._counts[entity.type] = self._counts.get(entity.type, 0) + 1
        for fact in world.facts:
            if fact not in before:
                self._import(fact)

    # Quests

    def new_event_using_commands(self, commands: Sequence[str]) -> Event:
        """Return the event that commands bring about from the start of the game.

        They are what a player types. Its condition is what the last one leaves true. Raises
        QuestError that says which command is wrong and why.
        """
        return self._event(self._actions(commands))

    def new_quest_using_commands(self, commands: Sequence[str]) -> Quest:
        """Return the quest to do what commands do from the start of the game; see above."""
        return Quest([self.new_event_using_commands(commands)])

    def set_quest_from_commands(self, commands: Sequence[str]) -> Quest:
        """Make it the only quest to do what commands do, and them its walkthrough; see above."""
        return self._set_quests([self.new_quest_using_commands(commands)])[0]

    def record_quest(self, viewer: bool = False, port: int = 8080) -> Quest:
        """Let a person play the world so far; make it the quest to do what was done, and return it.

        What the story refuses does not count, nor what changes nothing. ``undo`` takes a turn back;
        ``quit`` or the end of the input ends it. With a ``viewer``, they play in the browser, which
        shows the rooms seen and the quest so far. Raises QuestError if nothing was done.
        """
        with scratch_folder() as folder:
            story = self._compiled_world(folder)
            actions = recorded(story, port if viewer else None)
        event = self._event(actions, played_condition(actions, self.state))
        return self._set_quests([Quest([event])])[0]

    def set_walkthrough(self, commands: Sequence[str]) -> None:
        """Set the commands that win the game; raises QuestError if one of them is impossible."""
        self._winning = self._actions(commands)

    def generate_random_quests(
        self, nb_quests: int = 1, length: int = 1, breadth: int = 1
    ) -> list[Quest]:
        """Replace the quests by random ones in this world, and return them.

        Raises QuestGenerationError, with the reason, if there are none.
        """
        options = self.options.copy()
        options.nb_parallel_quests = nb_quests
        options.quest_length = length
        options.quest_breadth = breadth
        options.chaining.backward = options.chaining.create_variables = False
        return self._set_quests(make_quest(self._world(), options))

    # Games

    def build(self, validate: bool = True) -> Game:
        """Return the game; unless ``validate`` is False, check it first (see `validate`).

        It has a walkthrough wherever one is known or found (see `find_walkthrough`).
        """
        if validate:
            self.validate()
        return self._build().game

    def _build(self) -> Built:
        if self._built is not None:
            self._built.game.part_with_quests()
        game = self._game(self.quests)
        game.metadata["desc"] = "Made with twbench.GameMaker."
        return self._finished(game)

    def _finished(self, game: Game) -> Built:
        """Give a game its walkthrough, and note what it was built from."""
        found = self._walkthrough(game)
        game.win_by(found.actions or ())
        for id_, info in game.infos.items():
            if id_ in self._entities:
                self._entities[id_].write(info)
        if not found.actions:
            game.metadata.pop("walkthrough")
        said = game.descriptions_by_hand()
        self._built = Built(game, self._design(), asked_by(self.quests), said, found.problem)
        return self._built

    def _walkthrough(self, game: Game) -> Walkthrough:
        """Return the walkthrough that was set, up to where ``game`` is won, or else one found.

        What was set but does not win is kept where none is found.
        """
        known = played(game, self._winning)
        if known.actions:
            note_highest_score(game, best_walkthrough(known, game))
            return known
        found = find_walkthrough(game)
        note_highest_score(game, found)
        if found.actions is None and self._winning:
            return Walkthrough(tuple(self._winning), problem=found.problem)
        return found

    def _current(self) -> Built:
        """Return the game built last, as it is now, or another one for another design.

        Where only its quests are others, or other things are said of them, what was done to the
        game stays, but for its walkthrough and what was written by the grammar.
        """
        built = self._built
        if built is None or built.design != self._design():
            self.validate()
            return self._build()
        asked, said = asked_by(self.quests), built.game.descriptions_by_hand()
        if (asked, said) != (built.asked, built.said):
            built.game.change_grammar(self._grammar())
            built.said = said
        return built if asked == built.asked else self._finished(built.game)

    def _design(self) -> tuple[Any, ...]:
        """Return all that a game is built from; its quests are those here, whatever they become."""
        quests = tuple(map(id, self.quests))
        texts = [entity.infos.serialize() for entity in self._entities.values()]
        options = (dict(self.options.seeds), self.options.grammar.serialize())
        return tuple(self.facts), tuple(self._winning), texts, quests, options

    def _game(self, quests: Sequence[Quest]) -> Game:
        game = Game(self._world(), quests=quests)
        for id_, info in game.infos.items():
            if id_ in self._entities:
                info.take_over(self._entities[id_].infos)
        game.change_grammar(self._grammar())
        return game

    def _grammar(self) -> Grammar:
        return make_grammar(self.options.grammar, self._rng("grammar"), self._kb)

    def compile(self, path: str | Path) -> str:
        """Compile the game to ``path``, a file or a folder, and return the path of its story.

        It is the game built last, with what was done to it since, such as another objective, unless
        something was done here that makes it another game.
        """
        return self._compile(self._current().game, path)

    def _compile(self, game: Game, path: str | Path) -> str:
        options = self.options.copy()
        options.path = path
        options.force_recompile = True
        return compile_game(game, options)

    def render(self, interactive: bool = False) -> "Picture":
        """Return a picture of the world so far; if ``interactive``, open it in the browser."""
        from twbench.render import visualize

        return visualize(self._world(), interactive, self._names)

    def test(self, walkthrough: bool = False) -> None:
        """Play the game: the walkthrough, or what is typed.

        Raises QuestError, with the reason, if no walkthrough is found.
        """
        from twbench.agents import HumanAgent, WalkthroughAgent
        from twbench.families import play

        built = self._current()
        if walkthrough and not built.game.walkthrough:
            raise QuestError(f"The game has no walkthrough. {built.problem}".strip())
        with scratch_folder() as folder:
            agent = WalkthroughAgent() if walkthrough else HumanAgent()
            play(self._compile(built.game, folder), agent, isolated=False)

    @property
    def _names(self) -> dict[str, str]:
        """The names that were given to entities, by id."""
        infos = [entity.infos for entity in self._entities.values()]
        return {info.id: info.name for info in infos if info.name}

    def _world(self) -> World:
        world = World.from_facts(self.facts, self._kb)
        for room in self.rooms:
            world.add_room(room.var)
        return world

    def _actions(self, commands: Sequence[str]) -> list[Action]:
        """Return the actions for what a player types from the start of the game."""
        if isinstance(commands, str):
            raise QuestError(f"Commands are given as a list, such as [{commands!r}].")
        try:
            return actions_for_commands(commands, self.state, self._kb, self._names)
        except CommandError:  # the story understands more than the full commands
            with scratch_folder() as folder:
                return performed(self._compiled_world(folder), commands)

    def _compiled_world(self, folder: Path) -> str:
        """Return the story of the world so far, without quests: none is won or lost on the way."""
        self.validate()
        return self._compile(self._game([]), folder)

    def _event(self, actions: Sequence[Action], conditions: Iterable[Proposition] = ()) -> Event:
        if not actions:
            raise QuestError("An event needs at least one command.")
        return Event(actions, conditions).renamed(self._kb, self._names)

    def _set_quests(self, quests: list[Quest]) -> list[Quest]:
        """Take ``quests`` as those of the game, and build it: that writes their instructions."""
        self.quests = quests
        self._winning = []  # those of the quests are tried first
        self._build()
        return quests

    def _import(self, fact: Proposition) -> None:
        """Add a fact of a generated object to the entities it is about."""
        entities = [self._entities[name] for name in fact.names]
        if len(entities) == 2 and fact.name in HOLDING:
            entities[1].add(entities[0])
        else:
            entities[0].add_fact(fact.name, *entities[1:])

    def _check_place(self, entity: WorldEntity, place: WorldEntity) -> None:
        if place in entity.walk():
            raise GenerationError(f"{entity} cannot be put into itself.")

    def _variable(self, kind: str) -> Variable:
        if kind[:1].isupper():
            return Variable(kind)
        return Variable(get_new(kind, self._counts), kind)

    def _register(self, entity: WorldEntity) -> WorldEntity:
        self._entities[entity.id] = entity
        entity.told = self._facts
        return entity

    def _rng(self, key: str) -> Rng:
        return self.options.rngs[key]
