"""What the makers of games that `bench_generation` compares have in common."""

import resource
import sys


def cpu_seconds():
    """Return the CPU time of this process and its finished children."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def serve(make):
    """Read seeds, some on a line, and print for each line the CPU seconds of ``make`` for them."""
    for line in sys.stdin:
        start = cpu_seconds()
        make(list(map(int, line.split())))
        print(cpu_seconds() - start, flush=True)
