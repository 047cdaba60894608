"""What the makers of games that `bench_generation` compares have in common."""

import resource
import sys
from contextlib import nullcontext


def cpu_seconds():
    """Return the CPU time of this process and its finished children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def serve(make, around=nullcontext):
    """Read seeds, some on a line, and print for each line the CPU seconds of ``make`` for them.

    The games of a line are made in a context: that of ``around``.
    """
    for line in sys.stdin:
        start = cpu_seconds()
        with around():
            for seed in line.split():
                make(int(seed))
        print(cpu_seconds() - start, flush=True)
