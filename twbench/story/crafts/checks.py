"""What a story of crafting cannot be made of.

Tables that pass are ones that the runtime can follow: every number is that of something, no count
leaves its bounds, and no answer is longer than an interpreter can take. A story whose bytes are
those that the linker makes of such tables can therefore do no harm.
"""

__all__ = ["check_story", "check_world"]

from collections.abc import Iterable, Iterator
from itertools import chain

from twbench.errors import StoryLimitError
from twbench.printable import shown
from twbench.story.crafts.layout import LARGEST
from twbench.story.crafts.tables import Change, CraftTables, Deed

LONGEST_NAME = 60
"""Characters of a name: longer ones overflow what Jericho reads of an object."""
LONGEST_PHRASE = 150
"""Characters of a command: a line has 197."""
LONGEST_OBJECTIVE = 2_000
LONGEST_ANSWER = 6_000
"""Characters of an answer; Jericho cuts off what is beyond 8,191."""
MOST_CHANGES = 30
MOST_ZONES = 1_500
"""Frotz can tell 2,000 objects apart."""
_COUNT = 9
"""Characters that a count, and what joins it to others, may take in a list."""
_MOST_GROUPS = 100


def check_world(tables: CraftTables) -> None:
    """Raise StoryLimitError, in a sentence, for names, phrases and deeds that no story can have."""
    for problem in chain(_names(tables), _deeds(tables)):
        raise StoryLimitError(problem)


def check_story(tables: CraftTables) -> None:
    """Do as `check_world` for all else of tables: the start, the tasks, the objective."""
    objective = ((tables.objective, LONGEST_OBJECTIVE),)
    for problem in chain(_texts(objective), _start(tables), _tasks(tables), _groups(tables)):
        raise StoryLimitError(problem)


def _names(tables: CraftTables) -> Iterator[str]:
    limits = (
        *((name, LONGEST_NAME) for name in (*tables.items, *tables.zones, *tables.lying)),
        *((phrase, LONGEST_PHRASE) for phrase in tables.phrases),
    )
    yield from _texts(limits)
    for what, names in (("items", tables.items), ("items of zones", tables.lying)):
        told = sum(len(name) + _COUNT for name in names)
        if told > LONGEST_ANSWER:
            yield (
                f"{len(names)} {what} are too many for a story: to list them takes {told} of"
                f" {LONGEST_ANSWER} characters."
            )
    if not 0 < len(tables.zones) <= MOST_ZONES:
        yield f"A story has 1 to {MOST_ZONES} zones, not {len(tables.zones)}."
    if sum(len(name) + 2 for name in tables.zones) > LONGEST_ANSWER:
        yield f"The names of {len(tables.zones)} zones are too long for a story."


def _texts(limits: Iterable[tuple[str, int]]) -> Iterator[str]:
    """Yield what is wrong with texts, which come with how many characters each may have."""
    for name, limit in limits:
        if len(name) > limit:
            yield f"{shown(name)} is too long: it has {len(name)} of {limit} characters."
        if not name.isprintable():
            yield f"{shown(name)} has characters that cannot be printed."
        if len(name) > LONGEST_PHRASE < max(map(len, name.split(" "))):
            yield f"{shown(name)} has a word that is too long for a story."


def _size(tables: CraftTables) -> int:
    """Return how many numbers a state of the world has."""
    return tables.first_lying + len(tables.zones) * len(tables.lying)


def _start(tables: CraftTables) -> Iterator[str]:
    size = _size(tables)
    if len(tables.start) != size:
        yield f"The state of the world has {size} numbers, not {len(tables.start)}."
    elif not 0 <= tables.start[0] < len(tables.zones):
        yield f"There is no zone {tables.start[0]} to start in."
    for count in tables.start[1:]:
        if not 0 <= count <= LARGEST:
            yield f"A story counts from 0 to {LARGEST}: it cannot start with {count}."


def _deeds(tables: CraftTables) -> Iterator[str]:
    size, here = _size(tables), len(tables.lying)
    for deed in tables.deeds:
        if not 0 <= deed.action < len(tables.phrases):
            yield f"There is no phrase for the transformation {deed.action}."
            return
        what = f"{shown(tables.phrases[deed.action])}: "
        if len(deed.changes) > MOST_CHANGES:
            yield f"{what}a story has at most {MOST_CHANGES} counts that one thing is about."
        zones = deed.zones if deed.destination is None else (*(deed.zones or ()), deed.destination)
        for zone in zones or ():
            if not 0 <= zone < len(tables.zones):
                yield f"{what}there is no zone {zone}."
                return
        for change in deed.changes:
            slots = range(here) if change.here else range(1, size)
            for problem in _change(change, slots):
                yield what + problem
        if _overlaps(tables, deed):
            yield f"{what}it has two bounds on one count."


def _change(change: Change, slots: range) -> Iterator[str]:
    slot, _, low, high, delta = change
    if slot not in slots:
        yield f"there is no count {slot}."
    if abs(delta) > LARGEST:
        yield f"a story counts up to {LARGEST}, and {abs(delta)} are added or taken."
    if not 0 <= low <= LARGEST:
        yield f"a story counts up to {LARGEST}, and {low} are needed."
    if not 0 <= high <= LARGEST - max(0, delta):
        yield f"the count can have no upper bound of {high}."
    if low + delta < 0:
        yield f"{-delta} are taken, though there may be as few as {low}."


def _overlaps(tables: CraftTables, deed: Deed) -> bool:
    fixed = {change.slot for change in deed.changes if not change.here}
    here = {change.slot for change in deed.changes if change.here}
    if len(fixed) + len(here) < len(deed.changes):
        return True
    first, width = tables.first_lying, len(tables.lying)
    lying = [divmod(slot - first, width) for slot in fixed if slot >= first] if here else []
    return any(
        place in here and (deed.zones is None or zone in deed.zones) for zone, place in lying
    )


def _tasks(tables: CraftTables) -> Iterator[str]:
    for number, task in enumerate(tables.tasks):
        if not all(0 < slot < len(tables.start) for slot in task.slots):
            yield f"Task {number} is about a count that the world does not have."
        limit = LARGEST if task.slots else len(tables.zones) - 1
        if not 0 <= task.amount <= limit:
            yield f"Task {number} asks for {task.amount}; a story has 0 to {limit} of that."
    points = sum(abs(task.points) for task in tables.tasks)
    if max(points, abs(tables.max_score or 0)) >= LARGEST:
        yield f"The tasks give {points} points; a story counts less than {LARGEST:,}."


def _groups(tables: CraftTables) -> Iterator[str]:
    if not 0 < len(tables.groups) <= _MOST_GROUPS:
        yield f"1 to {_MOST_GROUPS} groups of tasks must end the game, not {len(tables.groups)}."
    for group in tables.groups:
        if not group.tasks or not all(0 <= task < len(tables.tasks) for task in group.tasks):
            yield "A group that ends the game has no tasks, or unknown ones."
