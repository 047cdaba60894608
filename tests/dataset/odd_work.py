"""Work that does what a part of it says: for workers that must survive it."""

import os
import re
import signal
import sys
import time
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class OddWork:
    """Returns the parts that were done, and who did them; ``folder`` remembers what was begun."""

    folder: Path
    quiet: bool = False

    def seconds(self, part):
        return 1.0 if part.startswith("hang") else None

    def do(self, parts, begin):
        for number, part in enumerate(parts):
            begin(number)
            with (self.folder / "begun").open("a") as file:
                file.write(f"{part}\n")
            _act(part, (self.folder / "begun").read_text().count(f"{part}\n"))
        return list(parts), os.getpid()

    def give_up(self, part, loss):
        return [f"{part}: {loss.value}"], None


class PiecemealWork(OddWork):
    """Does each of its parts in pieces of 0.4 seconds, which take turns."""

    def do(self, parts, begin):
        for _ in range(4):
            for number, part in enumerate(parts):
                begin(number)
                time.sleep(0.4 if part.startswith("hang") else 0)
        return list(parts), os.getpid()


class UnsendableWork(OddWork):
    """Comes to what no other process can be told."""

    def do(self, parts, begin):
        class OwnError(Exception):
            pass

        begin(0)
        if list(parts) == ["raise"]:
            raise OwnError("no luck")
        return lambda: parts


def _act(part, time_of):
    match part.partition("-")[0]:
        case "hangs_once":
            if time_of == 1:
                os.kill(os.getpid(), signal.SIGSTOP)
        case "exit":
            os._exit(3)
        case "segfault":
            os.kill(os.getpid(), signal.SIGSEGV)
        case "once":
            if time_of == 1:
                os._exit(3)
        case "hang":
            re.match("(a+)+$", "a" * 60 + "b")
        case "hanging":
            signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals))
            time.sleep(60)
        case "raise":
            raise OSError(28, "No space left on device")
        case "leave":
            sys.exit(3)
        case "print":
            print("printed", flush=True)
            os.write(2, b"written\n")
