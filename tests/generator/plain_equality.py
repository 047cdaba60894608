"""When two small games are equal, found by trying all renamings: the plain twin of the hashes.

Nothing is shared with the hashes but what `touched` finds, which has tests of its own.
"""

from collections import Counter
from itertools import permutations, product

from twbench.generator.hashes.touched import touched

ARROWS = {"north": (0, 1), "east": (1, 0), "south": (0, -1), "west": (-1, 0)}
NAMES = {arrow: name for name, arrow in ARROWS.items()}
TURNS = [
    {
        name: NAMES[(sign * x, other * y) if straight else (sign * y, other * x)]
        for name, (x, y) in ARROWS.items()
    }
    for straight, sign, other in product([True, False], [1, -1], [1, -1])
]
UNTURNED = [{name: name for name in ARROWS}]


def same_structure(one, other):
    return _equal(_facts(one), _quests(one), _facts(other), _quests(other), UNTURNED)


def same_puzzle(one, other):
    return _equal(*_puzzle(one), *_puzzle(other), TURNS)


def same_map(one, other):
    return _equal(_map_facts(one), [], _map_facts(other), [], TURNS)


def _plain(fact):
    return (fact.name, *((v.name, v.type) for v in fact.arguments))


def _facts(game):
    return list(map(_plain, game.world.facts))


def _puzzle(game):
    """Return the facts and quests of the puzzle, with roles instead of types."""
    between = [fact for fact in game.world.facts if fact.types == ("r", "r")]
    found = touched(
        game.world.state, game.quests, [fact for fact in game.world.facts if fact not in between]
    )
    roles = {v.name: ",".join(sorted(roles)) for v, roles in found.roles.items()}

    def told(fact):
        return (fact[0], *((name, roles.get(name) or kind) for name, kind in fact[1:]))

    facts = [told(fact) for fact in map(_plain, [*between, *found.facts])]
    quests = [
        (head, [(outcome, list(map(told, conditions))) for outcome, conditions in events])
        for head, events in _quests(game)
    ]
    return facts, quests


def _map_facts(game):
    facts = _facts(game)
    rooms = {v for fact in facts for v in fact[1:] if v[1] == "r"}
    ways = [f for f in facts if f[0] != "free" and [v[1] for v in f[1:]] == ["r", "r"]]
    return [*ways, *(("room", room) for room in rooms)]


def _quests(game):
    return [
        (
            (quest.reward, quest.optional, quest.repeatable),
            [
                (outcome, list(map(_plain, facts)))
                for outcome, events in (("win", quest.win_events), ("fail", quest.fail_events))
                for facts in (event.conditions for event in events)
            ],
        )
        for quest in game.quests
    ]


def _equal(facts, quests, other_facts, other_quests, turns):
    mine = sorted({v for fact in _all(facts, quests) for v in fact[1:]})
    theirs = sorted({v for fact in _all(other_facts, other_quests) for v in fact[1:]})
    if len(mine) != len(theirs) or len(facts) != len(other_facts):
        return False
    wanted = _content(other_facts, other_quests, {v: v for v in theirs}, UNTURNED[0])
    return any(
        _content(facts, quests, dict(zip(mine, names, strict=True)), turn) == wanted
        for names in permutations(theirs)
        if all(a[1] == b[1] for a, b in zip(mine, names, strict=True))
        for turn in turns
    )


def _all(facts, quests):
    return [*facts, *(f for _, events in quests for _, conditions in events for f in conditions)]


def _content(facts, quests, names, turn):
    def changed(fact):
        direction, mark, rest = fact[0].partition("_of")
        name = f"{turn[direction]}_of{rest}" if mark and direction in turn else fact[0]
        return (name, *(names[v] for v in fact[1:]))

    told = Counter(
        (
            head,
            frozenset(
                Counter(
                    (outcome, frozenset(map(changed, conditions))) for outcome, conditions in events
                ).items()
            ),
        )
        for head, events in quests
    )
    return frozenset(map(changed, facts)), told
