"""What a story of crafting says of a deed: its recipe, and the report of it when it is done.

Amounts are written as the runtime writes them: "stick (4)", and for one "stick" in lists such as
recipes, "a stick" in sentences.
"""

__all__ = ["ToldChange", "amount", "joined", "recipe", "report", "some", "told_changes"]

from collections.abc import Sequence
from typing import NamedTuple

from twbench.story.crafts.articles import definite, indefinite
from twbench.story.crafts.layout import LARGEST
from twbench.story.crafts.tables import Change, CraftTables, Deed


def amount(name: str, count: int) -> str:
    """Return so many of a thing."""
    return name if count == 1 else f"{name} ({count})"


def some(name: str, count: int) -> str:
    """Return so many of a thing, in a sentence."""
    return indefinite(name) + name if count == 1 else amount(name, count)


def joined(parts: Sequence[str], word: str = "and") -> str:
    """Return the parts of a list."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


class ToldChange(NamedTuple):
    """A change with the name of its item, and of its zone: None of the player and of here.

    ``where`` is what stands behind the name: nothing of the player.
    """

    change: Change
    item: str
    zone: str | None
    is_own: bool
    where: str


def told_changes(tables: CraftTables, deed: Deed) -> list[ToldChange]:
    """Return the changes of a deed with the names of their items."""
    items, lying, first = tables.items, tables.lying, tables.first_lying
    found = []
    for change in deed.changes:
        slot = change.slot
        if change.here:
            found.append(ToldChange(change, lying[slot], None, False, " here"))
        elif slot < first:
            found.append(ToldChange(change, items[slot - 1], None, True, ""))
        else:
            zone, place = divmod(slot - first, len(lying))
            name = tables.zones[zone]
            where = f" in {definite(name)}{name}"
            found.append(ToldChange(change, lying[place], name, False, where))
    return found


def recipe(tables: CraftTables, deed: Deed, changes: Sequence[ToldChange]) -> str:
    """Return what a deed takes and gives, in a line."""
    parts = []
    if deed.zones is not None:
        parts.append(f"in {joined([tables.zones[zone] for zone in deed.zones], 'or')}")
    needs, allows, takes, gives = [], [], [], []
    for (_, _, low, high, delta), item, _, _, where in changes:
        if low > 0 and low + delta > 0:
            needs.append(amount(item, low) + where)
        if high < LARGEST - max(0, delta):
            allows.append(f"{item} (at most {high}){where}" if high else f"no {item}{where}")
        if delta < 0:
            takes.append(amount(item, -delta) + where)
        if delta > 0:
            gives.append(amount(item, delta) + where)
    for verb, those in (("needs", needs), ("allows", allows), ("takes", takes), ("gives", gives)):
        if those:
            parts.append(f"{verb} {joined(those)}")
    if deed.destination is not None:
        parts.append(f"leads to {tables.zones[deed.destination]}")
    return f"{tables.phrases[deed.action]}: {'; '.join(parts) or 'changes nothing'}."


def report(tables: CraftTables, deed: Deed, changes: Sequence[ToldChange]) -> str:
    """Return what is said when a deed is done."""
    parts = []
    sides: dict[tuple[str, bool], list[str]] = {}
    for (_, _, _, _, delta), item, _, is_own, where in changes:
        if delta:
            gone = not is_own and delta == -1
            told = definite(item) + item if gone else some(item, abs(delta))
            sides.setdefault((where, delta > 0), []).append(told)
    for verb, gained in (("You use up", False), ("You get", True)):
        if own := sides.pop(("", gained), None):
            parts.append(f"{verb} {joined(own)}.")
    for (where, gained), lying in sides.items():
        verb = "Now" if gained else "No longer"
        parts.append(f"{verb}{where}: {joined(lying)}.")
    if deed.destination is not None:
        zone = tables.zones[deed.destination]
        parts.append(f"You go to {definite(zone)}{zone}.")
    return " ".join(parts) or "Nothing changes."
