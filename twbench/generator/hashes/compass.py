"""The eight symmetries of the compass, and which logics have them."""

__all__ = [
    "IDENTITY",
    "SYMMETRIES",
    "Symmetry",
    "images_of",
    "symmetries",
    "turned",
]

from collections.abc import Callable, Mapping
from functools import lru_cache
from itertools import permutations
from operator import itemgetter

from twbench.generator.knowledge.patterns import Same
from twbench.generator.knowledge.roles import DIRECTIONS, OPPOSITES, direction_of
from twbench.logic import GameLogic, Predicate, Rule

Symmetry = Mapping[str, str]
"""What each of the four directions becomes."""

IDENTITY: Symmetry = {direction: direction for direction in DIRECTIONS}
SYMMETRIES: tuple[Symmetry, ...] = tuple(
    symmetry
    # Of 24 permutations, these are the eight that keep opposites opposite.
    for images in permutations(DIRECTIONS)
    if (symmetry := dict(zip(DIRECTIONS, images, strict=True)))
    and all(symmetry[OPPOSITES[way]] == OPPOSITES[symmetry[way]] for way in DIRECTIONS)
)
"""Rotations and reflections, the identity first."""
images_of: Callable[[Symmetry], tuple[str, ...]] = itemgetter(*DIRECTIONS)
"""What the directions become, in their order."""


def turned(name: str, symmetry: Symmetry) -> str:
    """Return the ``name`` of a predicate with its direction, if it has one, changed."""
    direction = direction_of(name)
    return name if direction is None else symmetry[direction] + name[len(direction) :]


def symmetries(logic: GameLogic) -> tuple[Symmetry, ...]:
    """Return the symmetries of the compass that leave the rules of ``logic`` as they are.

    Where no rule has a direction, nobody knows what directions mean: there is but the identity.
    """
    return _symmetries(Same(logic))


@lru_cache(maxsize=64)
def _symmetries(key: Same) -> tuple[Symmetry, ...]:
    (logic,) = key.items
    rules = [
        rule
        for rule in logic.rules.values()
        if any(direction_of(predicate.name) for predicate in rule.all_predicates)
    ]
    if not rules:
        return (IDENTITY,)
    contents = {_content(rule, IDENTITY, logic) for rule in rules}
    return tuple(
        symmetry
        for symmetry in SYMMETRIES
        if {_content(rule, symmetry, logic) for rule in rules} == contents
    )


def _content(rule: Rule, symmetry: Symmetry, logic: GameLogic) -> tuple[frozenset[Predicate], ...]:
    """Return the conditions of ``rule`` before and after, turned and without aliases."""
    return tuple(
        frozenset(
            logic.expanded([Predicate(turned(p.name, symmetry), p.parameters) for p in conditions])
        )
        for conditions in (rule.preconditions, rule.postconditions)
    )
