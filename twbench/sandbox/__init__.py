"""Shutting in a process that runs a stranger's program, with what it needs and nothing else.

A process makes a `Confinement` with `confinement_for`, and gives it to a
`twbench.system.processes.Child`, which enters the sandbox before it does anything else. What is in
it, and what that starts, cannot get out. `sandbox_kind` says what the machine has:

- ``landlock-N``: the kernel denies what was not granted. From version 6 on, it also keeps the
  process from signalling others. Its privileges (root's) are gone, and some system calls
  (`twbench.sandbox.calls`).
- ``bubblewrap``: the process has a file system and process numbers of its own, without anything
  that was not granted. The privileges and the system calls are gone as well.
- ``open``: no sandbox; whoever reports results has to say so.

Out of reach: reading, listing, running, changing, removing or linking files that were not granted;
other processes: their memory, environment, descriptors, folders (and signals, limits); devices,
mounts, kernel modules; local sockets with a path, such as those of Docker, D-Bus, tmux, and those
without (on x86_64 and aarch64; with Landlock 9 or later, everywhere); on these two architectures
also the kernel's log, the user's keys, the memory, messages and semaphores of System V, the
processors and priorities of others, watching which files others open, and setting anything of a
terminal, such as its size; the environment and the descriptors of the process that started it.

Not out of reach, so do not rely on it:

- The network, unless the `Confinement` takes it away, which works on these two architectures: a
  program may ask a service, on this machine too, or send what it has seen.
- With Landlock: whether a file of a known name exists, its size, times, attributes and where a link
  leads; an owner (root without privileges is one) can change its mode and times too, its attributes
  where the architecture is neither of these two.
  Which process numbers are in use. With a version before 6: signals; before 3: a file that can be
  written by its user can be emptied.
- Its standard output and error, which are those of the process that started it unless that gives it
  others: it can print whatever a terminal understands, empty a file that they lead to, and leave a
  few bits in how a pipe or a terminal is opened.
- A granted file under a second name: hard links, and mounts of one folder in two places, cannot be
  seen from here. Nor do the data of a story have to be in the file that is hidden: a copy of it in
  a granted folder is granted.
- Time, memory, processors, the disk of the scratch folder: limits are set elsewhere. A process can
  slow down its neighbours, and two of them can talk by that, by locks or by ports. With one that
  comes later it can talk by which pages of a file are in the system's memory, by ports, which stay
  taken for a minute, and by what the system counts up: the numbers of processes, pipes, sockets.
- Holes in the kernel.

Inside, a program finds a few things missing. With Landlock, there is no ``/proc/self`` and no
``/dev/shm``, so that locks and pools of `multiprocessing` cannot be made (threads and programs
can); nor can local sockets. A folder that holds something hidden cannot be listed; modules in it
are found by name, but not by another interpreter that is started inside. Graphics devices are
granted (NVIDIA's and those in ``/dev/dri``), which nobody has tried yet.

Daemons outlive whoever started them: `become_subreaper` and `end_descendants` end them. In
Bubblewrap they are out of reach for that, and end with the process that Bubblewrap started.
`empty_folder` removes the files that were left in the scratch folder. A process that was forked by
a confined one can still trace and change it, unless it has called `cut_off_from_parent`. All three
matter where one episode must not know of another.
"""

__all__ = [
    "BUBBLEWRAP",
    "LANDLOCK",
    "OPEN",
    "Confinement",
    "become_subreaper",
    "children",
    "close_other_descriptors",
    "confine",
    "confinement_for",
    "cut_off_from_parent",
    "die_with_parent",
    "empty_folder",
    "end_descendants",
    "enter",
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
    enter,
    sandbox_kind,
)
from twbench.sandbox.leftovers import (
    become_subreaper,
    children,
    die_with_parent,
    empty_folder,
    end_descendants,
)
from twbench.sandbox.reachable import confinement_for, readable_paths
