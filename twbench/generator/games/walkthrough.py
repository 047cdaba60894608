"""Walkthroughs of games whose makers have given none."""

__all__ = ["Walkthrough", "find_walkthrough"]

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from twbench.errors import LogicError
from twbench.generator.games.game import Game
from twbench.generator.games.progression import GameProgression
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.solver import MAX_NODES, find_plan
from twbench.logic import Action


@dataclass(frozen=True, slots=True)
class Walkthrough:
    """Actions that win a game, with the ``score`` then reached; or None, and the ``problem``.

    The problem is a sentence: what is impossible, or that the search gave up.
    """

    actions: tuple[Action, ...] | None
    score: int = 0
    problem: str = ""


def find_walkthrough(game: Game, max_nodes: int = MAX_NODES) -> Walkthrough:
    """Return how ``game`` is won: with its maximum score if that is found, or else at all.

    The actions that quests were made of are tried first. Each of the two searches that follow gives
    up after ``max_nodes`` states.
    """
    if not any(quest.win_events and not quest.optional for quest in game.quests):
        return Walkthrough(None, problem="It has no quest that wins it.")
    best = Walkthrough(None)
    for actions in _made_of(game.quests):
        best = _better(best, _played(game, actions))
    problem = ""
    for quests in _targets(game.quests):
        if best.actions is not None and best.score >= game.max_score:
            break
        plan = find_plan(game.world.state.facts, game.kb, quests, max_nodes)
        best = _better(best, _played(game, plan.actions or ()))
        problem = (
            "It cannot be won: no commands complete its quests."
            if plan.is_impossible
            else f"None was found among the first {plan.nodes:,} states; there may be one."
        )
    return best if best.actions is not None else Walkthrough(None, problem=problem)


def _made_of(quests: Iterable[Quest]) -> Iterator[Sequence[Action]]:
    for quest in quests:
        yield from (event.actions for event in quest.win_events if event.actions)


def _targets(quests: Sequence[Quest]) -> Iterator[Sequence[Quest]]:
    """Yield quests to complete: first those that give something too, then those that must be."""
    wanted = [quest for quest in quests if quest.optional and quest.win_events and quest.reward > 0]
    if wanted:
        yield [_required(quest) if quest in wanted else quest for quest in quests]
    yield quests


def _required(quest: Quest) -> Quest:
    required = quest.copy()
    required.optional = False
    return required


def _better(one: Walkthrough, other: Walkthrough) -> Walkthrough:
    """Return the walkthrough with the higher score, ``one`` if they are equal."""
    if other.actions is None:
        return one
    return other if one.actions is None or other.score > one.score else one


def _played(game: Game, actions: Iterable[Action]) -> Walkthrough:
    """Return the ``actions`` up to the end of the game, if they are possible and win it."""
    progression = GameProgression(game)
    done: list[Action] = []
    for action in actions:
        if progression.done:
            break
        try:
            progression.update(action)
        except LogicError:
            return Walkthrough(None)
        done.append(action)
    if not progression.completed:
        return Walkthrough(None)
    return Walkthrough(tuple(done), progression.score)
