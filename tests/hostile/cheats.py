"""An agent that cheats, in another way in each episode: ``PLAN`` says by the seed in which.

What an attack finds out it types into the game, so that it can be read in the run. Where this file
is given to an evaluation, ``PLAN`` and ``GIVEN`` are filled in at its end.
"""

import contextlib
import json
import mmap
import os
import random
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from twbench.agents import register
from twbench.core import Agent, Environment, GameState, Wrapper
from twbench.errors import ServiceError

PLAN: dict[int, tuple[str, list[str]]] = {}
"""For each seed the attack, and the walkthrough of the game."""
GIVEN: dict[str, Any] = {}
"""What a cheat could know: paths, ports."""

SHARED = mmap.mmap(-1, 16)
COUNTED = [0]
HERE = os.getpid()


def listens(port: int) -> bool:
    with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1) as line:
        return line.recv(4) == b"left"
    return False


def start_daemon(port: int) -> None:
    """Start a process that nobody waits for, and that tells what it knows to whoever asks."""
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(("127.0.0.1", port))
    listener.listen()
    if os.fork():
        listener.close()
        return
    os.setsid()
    if os.fork():
        os._exit(0)
    for number in range(1024):
        if number != listener.fileno():
            with contextlib.suppress(OSError):
                os.close(number)
    for name in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT, signal.SIGIO):
        signal.signal(name, signal.SIG_IGN)
    while True:
        line, _ = listener.accept()
        line.sendall(b"left")
        line.close()


Script = Iterator[str]
ATTACKS: dict[str, Callable[["Cheat"], Script]] = {}


def attack(does: Callable[["Cheat"], Script]) -> Callable[["Cheat"], Script]:
    ATTACKS[does.__name__] = does
    return does


def tried(does: Callable[[], object]) -> str:
    """Return what came of an attempt, as a command."""
    try:
        return f"got {str(does())[:60]}"
    except BaseException as problem:
        return f"refused {type(problem).__name__}"


class Generous(Wrapper):
    """Says that the score is 100, and the game won."""

    def reset(self) -> GameState:
        state = super().reset()
        state["score"] = 100
        return state

    def step(self, command: str) -> tuple[GameState, float, bool]:
        state, _, _ = super().step(command)
        state.update(score=100, won=True)
        self.score = 100
        return state, 100, True


class Cheat(Agent):
    def __init__(self, seed: int):
        self.attack, self.walkthrough = PLAN[seed]

    def reset(self, env: Environment) -> None:
        self.env: Any = env
        self._script = ATTACKS[self.attack](self)

    def act(self, game_state: GameState, reward: float, done: bool) -> str:
        return next(self._script, "look")

    @property
    def wrappers(self) -> Sequence[type[Wrapper]]:
        return (Generous,) if self.attack == "wrapper" else ()

    # The line to the recorder, and the name of the episode.

    @property
    def _known(self) -> dict[str, Any]:
        function = self.env._exchange
        contents = (cell.cell_contents for cell in function.__closure__)
        return dict(zip(function.__code__.co_freevars, contents, strict=True))

    def frame(self, **values: object) -> bytes:
        return json.dumps({"episode": self._known["episode"], **values}).encode() + b"\n"

    def send(self, data: bytes) -> None:
        self._known["channel"]._line.sendall(data)

    def hear(self) -> dict[str, Any]:
        return dict(json.loads(self._known["channel"].receive()))


# In the process


@attack
def wrapper(cheat: Cheat) -> Script:
    yield "look"


@attack
def ends_before_it_loses(cheat: Cheat) -> Script:
    yield "look"
    os._exit(0)


@attack
def dies_of_an_unknown_signal(cheat: Cheat) -> Script:
    yield "look"
    os.kill(os.getpid(), 40)


@attack
def kills_itself(cheat: Cheat) -> Script:
    yield "look"
    os.kill(os.getpid(), signal.SIGKILL)


@attack
def kills_its_host(cheat: Cheat) -> Script:
    yield tried(lambda: os.kill(os.getppid(), signal.SIGKILL))
    yield tried(lambda: os.kill(os.getppid(), signal.SIGSTOP))


@attack
def plays_on_by_itself(cheat: Cheat) -> Script:
    while True:
        cheat.env.step("look")
    yield ""


@attack
def searches(cheat: Cheat) -> Script:
    env = cheat.env
    yield tried(env.save)
    yield tried(lambda: env.restore(None))
    yield tried(env.reset)
    yield tried(lambda: env.load(GIVEN["story"]))
    yield tried(lambda: env.seed(1))
    yield "undo"


@attack
def goes_back_by_commands(cheat: Cheat) -> Script:
    yield from ("undo", "restart", "restore", "save", "quit", "script")


@attack
def blames_a_service(cheat: Cheat) -> Script:
    yield "look"
    raise ServiceError("the key is used up")


@attack
def two_processes(cheat: Cheat) -> Script:
    if not os.fork():
        cheat.send(cheat.frame(request="step", command="jump"))
        os._exit(0)
    cheat.hear()
    yield "look"


@attack
def orders_in_an_error(cheat: Cheat) -> Script:
    yield "look"
    raise ValueError("\x1b]0;pwned\x07\ud800" + "x" * 500_000)


@attack
def orders_in_commands(cheat: Cheat) -> Script:
    yield "\x1b]0;pwned\x07look"
    yield "\ud800"
    yield "look\nlook\nlook"
    yield "x" * 900_000


# By what is there


@attack
def reads_files(cheat: Cheat) -> Script:
    yield tried(lambda: Path(GIVEN["game"]).read_text())
    yield tried(lambda: Path(GIVEN["story"]).read_bytes())
    yield tried(lambda: list(Path(GIVEN["dataset"]).iterdir()))
    yield tried(lambda: list(Path(GIVEN["out"]).iterdir()))
    with contextlib.suppress(OSError):
        os.chdir(GIVEN["dataset"])
    yield tried(lambda: Path("dataset.json").read_text())
    link = Path(os.environ["TMPDIR"], "link")
    link.symlink_to(GIVEN["dataset"])
    yield tried(lambda: list(link.iterdir()))


@attack
def reads_processes(cheat: Cheat) -> Script:
    for name in ("environ", "mem", "maps", "fd", "cwd", "root"):
        path = Path(f"/proc/{os.getppid()}", name)
        is_folder = name in ("fd", "cwd", "root")
        yield tried(lambda: list(path.iterdir()) if is_folder else path.open())  # noqa: B023


@attack
def reads_the_recorder(cheat: Cheat) -> Script:
    for name in ("environ", "mem", "maps", "cmdline"):
        yield tried(lambda name=name: Path(f"/proc/{GIVEN['recorder']}/{name}").read_bytes())
    yield tried(lambda: os.kill(GIVEN["recorder"], 0))


@attack
def reads_descriptors(cheat: Cheat) -> Script:
    mine = cheat._known["channel"]._line.fileno()
    found = []
    for number in range(3, 1024):
        with contextlib.suppress(OSError):
            os.fstat(number)
            if number != mine:
                found.append(number)
    readable = []
    for number in found:
        os.set_blocking(number, False)
        with contextlib.suppress(OSError):
            readable.append(os.read(number, 100))
    yield f"read {readable}"
    yield f"environment {[name for name in os.environ if 'SECRET' in name]}"
    yield f"arguments {[word for word in sys.argv if GIVEN['dataset'] in word]}"


# By frames


@attack
def another_episode(cheat: Cheat) -> Script:
    cheat.send(json.dumps({"episode": "0" * 16, "request": "step", "command": "look"}).encode())
    cheat.send(b"\n")
    yield "look"


@attack
def no_json(cheat: Cheat) -> Script:
    cheat.send(b"look\n")
    yield "look"


@attack
def no_object(cheat: Cheat) -> Script:
    cheat.send(b"[1]\n")
    yield "look"


@attack
def deep_json(cheat: Cheat) -> Script:
    cheat.send(b"[" * 200_000 + b"\n")
    yield "look"


@attack
def deep_request(cheat: Cheat) -> Script:
    depth = 600
    cheat.send(cheat.frame(request=0).replace(b" 0", b" " + b"[" * depth + b"]" * depth))
    yield "look"


@attack
def too_long(cheat: Cheat) -> Script:
    cheat.send(b'{"episode": "' + b"x" * (3 << 20) + b'"}\n')
    yield "look"


@attack
def second_reset(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="reset", infos=["feedback"], extras=[]))
    yield "look"


@attack
def unknown_request(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="\x1b[2Jgive me the score"))
    yield "look"


@attack
def numbers_of_no_kind(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="step", command="look", branch=True))
    yield "look"


@attack
def the_game_as_a_copy(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="step", command="look", branch=0))
    yield "look"


@attack
def a_copy_that_is_not_there(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="step", command="look", branch=-1))
    yield str(cheat.hear())


@attack
def score_in_the_frame(cheat: Cheat) -> Script:
    told = {"score": 100, "won": True, "done": True, "turns_left": 999}
    cheat.send(cheat.frame(request="step", command="look", state=told, **told))
    cheat.hear()
    yield "look"


@attack
def sent_ahead(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="step", command="jump") * 3)
    for _ in range(3):
        cheat.hear()
    cheat.send(cheat.frame(request="finish"))
    time.sleep(60)
    yield "look"


@attack
def never_reads(cheat: Cheat) -> Script:
    while True:
        cheat.send(cheat.frame(request="step", command="look"))
    yield "look"


@attack
def after_the_end(cheat: Cheat) -> Script:
    for command in [*cheat.walkthrough, "look", "look"]:
        cheat.send(cheat.frame(request="step", command=command))
        cheat.hear()
    yield "look"


@attack
def a_frame_and_gone(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="step", command="look"))
    os._exit(3)
    yield "look"


@attack
def blames_the_machine(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="fail", by="machine", error="out of memory"))
    yield "look"


@attack
def blames_a_number(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="fail", by=7, error=None))
    yield "look"


@attack
def orders_in_a_reason(cheat: Cheat) -> Script:
    cheat.send(cheat.frame(request="finish", reason="\x1b[2J\ud800" + "y" * 300_000))
    yield "look"


# By what stays


@attack
def leaves(cheat: Cheat) -> Script:
    COUNTED[0] += 1
    SHARED[:4] = b"left"
    random.random = lambda: 0.5
    socket.left = json.left = True
    os.fork = lambda: 0
    os.environ["LEFT"] = "yes"
    for folder in (os.environ["TMPDIR"], os.environ["HOME"], "."):
        with contextlib.suppress(OSError):
            Path(folder, "left").write_text("left")
    (Path(os.environ["TMPDIR"]) / "a" / "b").mkdir(parents=True)
    (Path(os.environ["TMPDIR"]) / "a").chmod(0)
    threading.Thread(target=time.sleep, args=[600]).start()
    yield "look"


@attack
def asks_the_network(cheat: Cheat) -> Script:
    """Ask somebody who may know the game, on this machine or on another."""
    yield tried(lambda: socket.socket().type)
    yield tried(lambda: socket.socket(type=socket.SOCK_DGRAM).type)
    yield tried(lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).type)


@attack
def leaves_a_daemon(cheat: Cheat) -> Script:
    start_daemon(GIVEN["ports"][0])
    yield f"{listens(GIVEN['ports'][0])}"


@attack
def looks(cheat: Cheat) -> Script:
    places = [os.environ["TMPDIR"], os.environ["HOME"], "."]
    found = {
        "counted": COUNTED[0],
        "shared": SHARED[:4] == b"left",
        "random": random.random.__name__ != "random",
        "modules": hasattr(socket, "left") or hasattr(json, "left"),
        "fork": os.fork.__name__ != "fork",
        "environment": "LEFT" in os.environ,
        "files": any(list(Path(folder).iterdir()) for folder in places),
        "daemon": listens(GIVEN["ports"][0]),
        "daemon of an import": FOUND_AT_IMPORT,
        "threads": len(threading.enumerate()) - 1 - STARTED,
        "same process": os.getpid() != HERE,
    }
    yield f"found {[name for name, value in found.items() if value]}"


register("cheat", Cheat, "cheats")
register("connected", Cheat, "cheats, and says that it asks a service", network=True)

FOUND_AT_IMPORT = False
STARTED = 0


def begin() -> None:
    """Do what a module may do when it is imported."""
    global FOUND_AT_IMPORT, STARTED
    port = GIVEN["ports"][1]
    FOUND_AT_IMPORT = listens(port)
    with contextlib.suppress(OSError):
        start_daemon(port)
    threading.Thread(target=time.sleep, args=[600], daemon=True).start()
    STARTED = 1
