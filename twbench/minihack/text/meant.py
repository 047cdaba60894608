"""The command that is meant, where NetHack's key would act without asking which thing.

If only one thing is worn, NetHack's keys for taking off take that, whatever was named; and its key
for firing always fires what lies in the quiver. So what was named is looked for in the inventory
before a key is pressed.
"""

__all__ = ["as_meant"]

from dataclasses import replace

from twbench.minihack.engine import nethack
from twbench.minihack.text.commands import Command
from twbench.minihack.text.screen import Screen
from twbench.minihack.text.vocabulary import ALL, Form
from twbench.minihack.text.whereabouts import is_named

_WORN = ("(being worn", "(on left", "(on right")
_FIRED = ("(in quiver", "(at the ready", "(weapon in hand")


def as_meant(screen: Screen, command: Command) -> Command | str:
    """Return the command for what was named, or a sentence that says why there is none."""
    if command.thing in ("", ALL):
        return command
    if command.action in ("TAKEOFF", "REMOVE"):
        return _taken_off(screen, command)
    return _fired(screen, command) if command.action == "FIRE" else command


def _taken_off(screen: Screen, command: Command) -> Command | str:
    """Return the command with the key for armour, or the one for rings, amulets and blindfolds."""
    worn = [
        (letter, kind)
        for (letter, name), kind in zip(screen.inventory(), screen.classes(), strict=True)
        if any(part in name for part in _WORN) and _is(command.thing, letter, name)
    ]
    if not worn:
        return f"You wear no {command.thing}."
    letter, kind = worn[0]
    game = nethack()
    key = game.Command.TAKEOFF if kind == game.ARMOR_CLASS else game.Command.REMOVE
    return replace(command, keys=(int(key),), thing=letter)


def _fired(screen: Screen, command: Command) -> Command:
    """Return the command without what is fired anyway; another thing that is carried is thrown."""
    named = [name for letter, name in screen.inventory() if _is(command.thing, letter, name)]
    if not named:  # a monster
        return command
    if any(part in name for name in named for part in _FIRED):
        return replace(command, thing="")
    key = int(nethack().Command.THROW)
    return replace(command, keys=(key,), verb="throw", form=Form.BOTH)


def _is(thing: str, letter: str, name: str) -> bool:
    return thing == letter or is_named(thing, name)
