"""Shutting in a process that runs a stranger's program."""

__all__ = [
    "BUBBLEWRAP",
    "LANDLOCK",
    "OPEN",
    "Confinement",
    "become_subreaper",
    "close_other_descriptors",
    "confine",
    "confinement_for",
    "cut_off_from_parent",
    "die_with_parent",
    "end_descendants",
    "readable_paths",
    "sandbox_kind",
    "visible_environment",
    "wrapped",
]

from twbench.sandbox.bubblewrap import wrapped
from twbench.sandbox.confinement import Confinement
from twbench.sandbox.descriptors import close_other_descriptors
from twbench.sandbox.environment import visible_environment
from twbench.sandbox.kind import (
    BUBBLEWRAP,
    LANDLOCK,
    OPEN,
    confine,
    cut_off_from_parent,
    sandbox_kind,
)
from twbench.sandbox.leftovers import become_subreaper, die_with_parent, end_descendants
from twbench.sandbox.reachable import confinement_for, readable_paths
