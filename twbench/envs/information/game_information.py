"""What an environment can tell about a game beyond what its story prints."""

__all__ = ["GameInformation"]

import pickle
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from itertools import product
from typing import Any

from twbench.bounded_cache import BoundedCache
from twbench.envs.information.game_words import MAX_REMEMBERED, GameWords
from twbench.envs.information.serialized_game import SerializedGame
from twbench.generator.games.game import Game
from twbench.generator.knowledge.roles import PLAYER_TYPES
from twbench.logic import Action, Placeholder, Proposition, Rule, Variable
from twbench.story.linking.programs import logic_program
from twbench.utils.own_values import ones_own


class GameInformation(GameWords):
    """Constant information about a game, and what follows from its rules in a state."""

    def __init__(self, game: Game):
        names = {id_: info.name for id_, info in game.infos.items() if info.name is not None}
        super().__init__(game.kb, names)
        self.game = game
        self._actions: BoundedCache[tuple[object, ...], Action] = BoundedCache(MAX_REMEMBERED)

    def constant(self, name: str) -> Any:
        """Return a piece of information that does not change over the game, and is one's own."""
        if name == "game":
            return SerializedGame(pickle.loads(self._serialized), self.game)  # noqa: S301 - our own
        return ones_own(getattr(self, name))

    def extra_entry(self, key: str) -> Any:
        """Return what the game's extras or else its metadata have under ``key``, None if nothing.

        A list or a mapping is one's own: scripts take the commands of a walkthrough out of it.
        """
        return ones_own(self.game.extras.get(key, self.game.metadata.get(key)))

    @cached_property
    def _serialized(self) -> bytes:
        return pickle.dumps(self.game.serialize())

    @cached_property
    def objective(self) -> str:
        """What the player is told to do."""
        return self.game.objective

    @cached_property
    def max_score(self) -> float:
        """The highest score that can be reached; infinite if nothing ends it."""
        return self.game.max_score

    @cached_property
    def verbs(self) -> list[str]:
        """Verbs of the game's commands."""
        return self.game.verbs

    @cached_property
    def command_templates(self) -> list[str]:
        """Templates of the game's commands."""
        return self.game.command_templates

    @cached_property
    def entities(self) -> list[str]:
        """Names of all entities."""
        return self.game.entity_names

    @cached_property
    def typed_entities(self) -> list[tuple[str, str]]:
        """Names and types of all things, doors among them, sorted; rooms are none.

        In the order of ids, what quests are about would come first.
        """
        return self.game.objects_names_and_types

    @cached_property
    def win_facts(self) -> list[list[list[Proposition]]]:
        """For each quest, the facts of each event that completes it."""
        return [[list(e.condition.preconditions) for e in q.win_events] for q in self.game.quests]

    @cached_property
    def fail_facts(self) -> list[list[list[Proposition]]]:
        """For each quest, the facts of each event that fails it."""
        return [[list(e.condition.preconditions) for e in q.fail_events] for q in self.game.quests]

    @cached_property
    def possible_commands(self) -> list[str]:
        """Every command template with every choice of entities of the right types, sorted."""
        return self._commands(lambda rule: [{}])

    @cached_property
    def possible_admissible_commands(self) -> list[str]:
        """Possible commands that the facts which never change do not rule out, sorted."""
        changing = logic_program(self.kb).representation.changing
        lasting = self.state(f for f in self.game.world.facts if f.name not in changing)

        def choices(rule: Rule) -> Iterable[Mapping[Placeholder, Variable | None]]:
            kept = [p for p in rule.preconditions if p.name not in changing]
            return lasting.all_assignments(Rule(rule.name, kept, [])) if kept else [{}]

        return self._commands(choices)

    def _commands(
        self, choices: Callable[[Rule], Iterable[Mapping[Placeholder, Variable | None]]]
    ) -> list[str]:
        """Fill the nouns of all templates: as ``choices`` binds them, else by their types."""
        commands = set()
        for rule in self.rules:
            template = self.kb.inform7_commands[rule.name]
            nouns = [p for p in rule.placeholders if "{" + p.name + "}" in template]
            for number, noun in enumerate(nouns):
                template = template.replace("{" + noun.name + "}", f"{{{number}}}")
            for mapping in choices(rule):
                bound = (mapping.get(noun) for noun in nouns)
                named = [
                    [self.names[b.name]] if b else self._names_of_type(noun.type)
                    for noun, b in zip(nouns, bound, strict=True)
                ]
                for names in product(*named):
                    if len(set(names)) == len(names):
                        commands.add(template.format(*names))
        return sorted(commands)

    def _names_of_type(self, type_: str) -> list[str]:
        subtypes = self.kb.logic.types.subtype_names(type_)
        infos = self.game.infos
        return [name for id_, name in self.names.items() if infos[id_].type in subtypes]

    def action(self, rule_name: str, entities: Mapping[str, Variable]) -> Action:
        """Return the action of a rule whose placeholders, by name, stand for the given entities."""
        key = (rule_name, *entities.values())
        action = self._actions.get(key)
        if action is None:
            action = self._actions.keep(key, self._instantiate(rule_name, entities))
        return action

    def _instantiate(self, rule_name: str, entities: Mapping[str, Variable]) -> Action:
        rule = self.kb.rules[rule_name]
        return rule.apply_to(
            [
                Variable(placeholder.type)
                if placeholder.type in PLAYER_TYPES
                else entities[placeholder.name]
                for placeholder in rule.placeholders
            ]
        )
