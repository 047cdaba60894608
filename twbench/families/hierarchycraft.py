"""The family of crafting worlds, as the rest of twbench knows it.

A game is a world, its purpose and its plan (`twbench.hierarchycraft.CraftingGame`); its story has
the runtime of `twbench.story.crafts`.
"""

__all__ = ["HierarchyCraft"]

import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, cast

from twbench.core import EnvInfos, Environment
from twbench.envs.frotz.story_file import StoryFile, check_story, read_story
from twbench.envs.information.given import OF_CRAFTS
from twbench.errors import GameFileError, InputError
from twbench.families.family import Family, Files, game_file, is_json, named_id, unknown_columns
from twbench.families.known import FAMILIES
from twbench.generator.texts.guidance_levels import GOAL
from twbench.hashing import content_id
from twbench.story.zcode.signature import CRAFTS_SIGNATURE, SIGNATURE_AT

if TYPE_CHECKING:
    from twbench.challenges import Challenge
    from twbench.hierarchycraft import CraftingGame
    from twbench.render.picture import Picture
    from twbench.story.crafts.linker import CompiledCrafts
    from twbench.story.crafts.memory import CraftMemory
    from twbench.story.crafts.tables import CraftTables

_NODES_OF_A_STATE = 20
"""What a state costs of the budget of nodes: there are more actions in one than elsewhere."""


class HierarchyCraft(Family["CraftingGame"]):
    """Worlds of items, zones and transformations.

    The modules that make and describe games are loaded when they are needed.
    """

    name: ClassVar[str] = "hierarchycraft"
    description: ClassVar[str] = "worlds of items, zones and what can be done with them"
    story_format: ClassVar[str] = "z8"
    has_game_file: ClassVar[bool] = True
    has_commands: ClassVar[bool] = True
    tells_actions: ClassVar[bool] = True
    is_harmless: ClassVar[bool] = True
    informations: ClassVar[frozenset[str]] = OF_CRAFTS
    proof: ClassVar[str] = (
        "a Z-machine story that interpreters such as Frotz play, and its plan has been replayed in"
        "\nthe compiled story: it wins with the maximum score"
    )

    card_picture: ClassVar[str] = "What is required for what"

    def recognises(self, path: Path, head: bytes) -> bool:
        """See `Family.recognises`: our stories are signed."""
        signature = head[SIGNATURE_AT : SIGNATURE_AT + len(CRAFTS_SIGNATURE)]
        return signature == CRAFTS_SIGNATURE or super().recognises(path, head)

    def read(self, path: Path) -> "CraftingGame":
        """Return the game of a JSON file, or of the one beside a story.

        Raises GameFileError for a file that is none, with all that is wrong with the world.
        """
        from twbench.hierarchycraft import CraftingGame

        path = game_file(path)
        data = cast(dict[str, Any], super().read(path))
        try:
            return CraftingGame.from_data(data)
        except InputError as error:
            raise GameFileError(f"{path.name}: {error}") from None

    def make(
        self, challenge: "Challenge", settings: Any, seed: int, grammar: Mapping[str, Any]
    ) -> "CraftingGame":
        """Return the game that the challenge makes; raises TypeError if it makes something else."""
        from twbench.hierarchycraft import CraftingGame

        game: object = challenge.make(settings, seed)
        if not isinstance(game, CraftingGame):
            raise TypeError(
                f"challenge {challenge.name} made no game of crafting but {type(game).__name__}"
            )
        return game

    def identify(self, game: "CraftingGame", challenge: str) -> str:
        """Return the id of the game: of its world and its purpose, whatever the plan."""
        return _identity(game.as_data(), challenge)

    def seal(self, game: "CraftingGame", challenge: str) -> Files:
        """Return the story that is linked of the game, and its JSON."""
        data = game.as_data()
        compiled = _compiled(_tables(game))
        text = json.dumps({"family": self.name, **data}) + "\n"
        return Files(
            _identity(data, challenge), compiled.data, text.encode(), tuple(compiled.vocabulary)
        )

    def describe(
        self, game: "CraftingGame", files: Files | None = None, nodes: int = 0
    ) -> dict[str, Any]:
        """See `Family.describe`: zones are rooms, items objects, phrases command templates."""
        from twbench.hierarchycraft.games.structure import map_hash, structure_hash

        tables = _tables(game)
        words = _compiled(tables).vocabulary if files is None else list(files.vocabulary)
        zones = len(game.world.zones)
        return {
            **unknown_columns(),
            "objective": tables.objective,
            "guidance": GOAL,
            "max_score": tables.max_score,
            "walkthrough": list(tables.walkthrough),
            "optimal_length": _optimal_length(game, nodes // _NODES_OF_A_STATE),
            "quest_length": len(game.plan),
            "n_rooms": zones,
            "n_objects": len({*tables.items, *tables.lying}),
            "entities": _entities(tables, zones),
            "vocab": words,
            "verbs": sorted({phrase.split(" ")[0] for phrase in tables.phrases}),
            "command_templates": sorted(set(tables.phrases)),
            "structure_hash": structure_hash(game.world, game.purpose),
            "map_hash": map_hash(game.world),
        }

    def check(self, files: Files) -> None:
        """Raise StoryFileError unless the header and the checksum of the story are true."""
        from twbench.story.crafts.layout import CRAFTS
        from twbench.story.zcode.header import check_header
        from twbench.story.zcode.template import load_template

        check_story(StoryFile(files.game_id, files.story))
        check_header(files.story, load_template(CRAFTS), CRAFTS_SIGNATURE)

    def mark(self, game: "CraftingGame") -> "CraftTables":
        """Return the tables that the story is made of, which are in it as well."""
        return _tables(game)

    def read_mark(self, files: Files) -> "CraftTables":
        """Return the tables in the story."""
        from twbench.story.crafts.directory import read_tables

        return read_tables(files.story)

    def replay(self, files: Files, row: Mapping[str, Any]) -> str | None:
        """Type the walkthrough into the story: it must win with the maximum score."""
        from twbench.families.replay import replay
        from twbench.story.crafts.memory import CraftMemory

        story = StoryFile(files.game_id, files.story)
        reader = CraftMemory.of(files.story)
        return replay(story, row["walkthrough"], row["max_score"], reader)

    def open(self, path: Path, infos: EnvInfos | None = None) -> Environment:
        """See `Family.open`; the story of a game's file is linked on the spot."""
        from twbench.envs.craft_env import CraftEnv

        env = CraftEnv(infos, trusted=True, planner=_planner)
        env.open(self._story(path))
        return env

    def is_doubtful(self, path: Path) -> bool:
        """See `Family.is_doubtful`; a story is harmless if it is what its own tables make."""
        return not is_json(path) and read_story(path).doubt is not None

    def runtime(self, infos: Collection[str] = ()) -> str:
        """Return the version of the stories' runtime."""
        from twbench.story.crafts.layout import CRAFTS
        from twbench.story.zcode.template import runtime_version

        return f"crafts {runtime_version(CRAFTS)}"

    def extract(self, kind: str, game: "CraftingGame") -> list[str]:
        """See `Family.extract`."""
        if kind == "commands":
            return sorted(set(_tables(game).phrases))
        return self.extract_row(kind, self.describe(game))

    def depth(self, challenge: str, params: Mapping[str, Any]) -> int | None:
        """Return the layers that a world was asked to have, or the level of what is to be had."""
        from twbench.hierarchycraft.examples.kinds import required_depth

        asked = super().depth(challenge, params)
        if asked is not None:
            return asked
        return required_depth(challenge.removeprefix(f"{self.name}_"), params)

    def picture(self, game: "CraftingGame") -> "Picture":
        """Return the graph of what is required for what."""
        from twbench.render.picture import Picture

        return Picture(game.world.requirements.svg())

    def prepare(self) -> None:
        """Read the template of stories."""
        from twbench.story.crafts.layout import CRAFTS
        from twbench.story.zcode.template import load_template

        load_template(CRAFTS)

    def _story(self, path: Path) -> StoryFile:
        """Return the story at ``path``, or the one of the game that is there."""
        if not is_json(path):
            return read_story(path)
        return StoryFile(path.name, _compiled(_tables(self.read(path))).data)


def _identity(data: Mapping[str, Any], challenge: str) -> str:
    content = {key: part for key, part in data.items() if key != "plan"}
    return named_id(challenge, content_id(content))


def _tables(game: "CraftingGame") -> "CraftTables":
    from twbench.hierarchycraft.stories import story_tables

    return story_tables(game.world, game.purpose, game.plan)


def _compiled(tables: "CraftTables") -> "CompiledCrafts":
    from twbench.story.crafts.linker import compile_tables

    return compile_tables(tables)


def _entities(tables: "CraftTables", zones: int) -> list[dict[str, str]]:
    names = list(dict.fromkeys((*tables.items, *tables.lying)))
    return [
        *({"id": f"item_{n}", "name": name, "type": "item"} for n, name in enumerate(names)),
        *(
            {"id": f"zone_{n}", "name": name, "type": "zone"}
            for n, name in enumerate(tables.zones[:zones])
        ),
    ]


def _optimal_length(game: "CraftingGame", states: int) -> int | None:
    from twbench.hierarchycraft.solving import optimal_plan
    from twbench.hierarchycraft.solving.aims import aims_of

    if not states or len(game.purpose.terminal_groups) != 1:
        return None
    grounding = game.world.grounding
    plan = optimal_plan(grounding, grounding.start, aims_of(game.purpose, game.world), states)
    return None if plan is None else len(plan)


def _planner(known: "CraftMemory") -> Callable[[Sequence[int], Sequence[bool]], list[int] | None]:
    """Return what finds a way to win from a state."""
    from twbench.hierarchycraft.stories.planner import planner

    return planner(known.tables)


FAMILIES.register(HierarchyCraft())
