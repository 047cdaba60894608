"""Walkthroughs of games whose makers have given none."""

__all__ = [
    "Walkthrough",
    "best_walkthrough",
    "complete_walkthrough",
    "find_walkthrough",
    "note_highest_score",
    "played",
]

import math
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from twbench.errors import LogicError
from twbench.generator.games.game import Game
from twbench.generator.games.progression import GameProgression
from twbench.generator.games.scores import highest_score, score_of_all
from twbench.generator.knowledge.command_actions import CommandError, actions_for_commands
from twbench.generator.knowledge.quest import Quest
from twbench.generator.planning.best_plan import find_best_plan
from twbench.generator.planning.solver import MAX_NODES, Plan, find_plan
from twbench.logic import Action


class Walkthrough(NamedTuple):
    """Actions that win a game, with the ``score`` then reached; or None, and the ``problem``.

    The problem is a sentence: what is impossible, or that the search gave up. The ``doubt`` is one
    where it is not proven that no other walkthrough gives more points.
    """

    actions: tuple[Action, ...] | None
    score: int = 0
    problem: str = ""
    doubt: str = ""


def find_walkthrough(game: Game, max_nodes: int = MAX_NODES) -> Walkthrough:
    """Return how ``game`` is won: with all that its quests give, or the most that is found.

    The actions that quests were made of are tried first. Each of the searches that follow gives up
    after ``max_nodes`` states. The last one is for quests that exclude each other.
    """
    if not any(quest.is_required for quest in game.quests):
        return Walkthrough(None, problem="It has no quest that wins it.")
    if GameProgression(game).completed:
        return Walkthrough(None, problem="It is won before the first command.")
    best = Walkthrough(None)
    for actions in _made_of(game.quests):
        best = _better(best, played(game, actions))
    problem = ""
    for plan in _plans(game, best, max_nodes):
        best = _better(best, played(game, plan.actions or ()))
        problem = (
            "It cannot be won: no commands complete its quests."
            if plan.is_impossible
            else f"None was found among the first {plan.nodes:,} states; there may be one."
        )
        if _gives_all(best, game):
            break
    if best.actions is None:
        return Walkthrough(None, problem=problem)
    return best_walkthrough(best, game, max_nodes)


def complete_walkthrough(game: Game) -> str:
    """See to it that ``game`` has a walkthrough, with the most that its quests give.

    One that wins without what is optional gives way to one that does more, and the game notes what
    can be reached. Return why none is found, or why there might be a better one, or "".
    """
    given = game.metadata.get("walkthrough")
    game.reaches(None)
    if not game.needs_walkthrough:
        return ""
    if not given:
        found = find_walkthrough(game)
        game.win_by(found.actions or ())
    else:
        known = _typed(game, given)
        if known.actions is None or _gives_all(known, game):
            return ""
        found = find_walkthrough(game)
        if found.actions is None:
            found = best_walkthrough(known, game)
        if found.score > known.score:
            game.win_by(found.actions)
    note_highest_score(game, found)
    return found.problem or found.doubt


def note_highest_score(game: Game, found: Walkthrough) -> None:
    """Have ``game`` know what can be reached in it, where `find_walkthrough` has proven that."""
    is_known = found.actions is not None and not found.doubt
    game.reaches(found.score if is_known else None)


def best_walkthrough(known: Walkthrough, game: Game, max_nodes: int = MAX_NODES) -> Walkthrough:
    """Return the walkthrough with the most points, from one that is ``known`` to win ``game``.

    It has a doubt where the search gave up after ``max_nodes`` states.
    """
    whole = highest_score(game.quests)
    if known.score >= whole or math.isinf(whole):
        return known
    facts = game.world.state.facts
    plan = find_best_plan(facts, game.kb, game.quests, known.score, max_nodes)
    best = _better(known, played(game, plan.actions or ()))
    # A plan counts each quest once: what costs points again and again may cost more in the game.
    if not plan.gave_up and best.score == plan.points:
        return best
    doubt = (
        f"It is not known whether more than {best.score} of {whole} points can be reached: the"
        f" search gave up after {plan.nodes:,} states."
    )
    return best._replace(doubt=doubt)


def _typed(game: Game, commands: Sequence[str]) -> Walkthrough:
    """Return what ``commands`` do in ``game``, as `played` does."""
    try:
        actions = actions_for_commands(commands, game.world.state, game.kb, game.names)
    except CommandError:  # the walkthrough is not in full commands, and is left as it is
        return Walkthrough(None)
    return played(game, actions)


def _gives_all(walkthrough: Walkthrough, game: Game) -> bool:
    return walkthrough.actions is not None and walkthrough.score >= score_of_all(game.quests)


def _made_of(quests: Iterable[Quest]) -> Iterator[Sequence[Action]]:
    for quest in quests:
        yield from (event.actions for event in quest.win_events if event.actions)


def _plans(game: Game, best: Walkthrough, max_nodes: int) -> Iterator[Plan]:
    """Yield plans that may be better than the ``best`` known; the last is for what must be done.

    Before it come those that complete what gives something too, and avoid what costs something.
    """
    if _gives_all(best, game):
        return
    traps = [
        event
        for quest in game.quests
        if quest.optional and quest.reward < 0
        for event in quest.win_events
    ]
    wanted = [quest.optional and quest.reward > 0 and quest.win_events for quest in game.quests]

    def plan(extras: bool, last: Quest | None = None, careful: bool = True) -> Plan:
        quests = [
            _wanted(quest, last) if extras and is_wanted else quest
            for quest, is_wanted in zip(game.quests, wanted, strict=True)
        ]
        if careful and traps:
            quests.append(Quest(fail_events=traps))
        return find_plan(game.world.state.facts, game.kb, quests, max_nodes)

    if any(wanted):
        whole = plan(extras=True)
        yield whole
        # It may complete what must be done too early: then nothing else is rewarded any more.
        required = [quest for quest in game.quests if quest.is_required]
        for last in required if whole.actions is not None else ():
            yield plan(extras=True, last=last)
        if traps:
            yield plan(extras=True, careful=False)
    if traps:
        yield plan(extras=False)
    yield plan(extras=False, careful=False)


def _wanted(quest: Quest, last: Quest | None = None) -> Quest:
    """Return an optional quest as one that must be done, before the ``last`` one is."""
    wanted = quest.copy()
    wanted.optional = wanted.repeatable = False
    if last is not None:
        wanted.fail_events += last.win_events
    return wanted


def _better(one: Walkthrough, other: Walkthrough) -> Walkthrough:
    """Return the walkthrough with the higher score, ``one`` if they are equal."""
    if other.actions is None:
        return one
    return other if one.actions is None or other.score > one.score else one


def played(game: Game, actions: Iterable[Action]) -> Walkthrough:
    """Return the ``actions`` up to the end of ``game``, if they are possible and win it."""
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
