"""The one door to Jericho: Frotz, the Z-machine interpreter, inside this process.

Commands are made safe before Frotz sees them (NUL and backslash crash or hang it, long lines
overflow it). Stories of ours are played from memory, others from a private copy, so that nobody can
pull the file away from under a running game.
"""

__all__ = ["Interpreter", "Memory", "Snapshot"]

import ctypes
import warnings
import weakref
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, TypeVarTuple, Unpack

from twbench.envs.frotz.known import bindings_of
from twbench.envs.frotz.library import KeptVariables, Library, Seat, library_of_thread
from twbench.envs.frotz.loops import OwnLoop, count_instructions
from twbench.envs.frotz.private_copy import PrivateCopy
from twbench.envs.frotz.registers import Registers
from twbench.envs.frotz.story_file import StoryFile
from twbench.envs.frotz.typing_in import line_of
from twbench.envs.frotz.unseen import Unseen
from twbench.errors import GameNotRunningError
from twbench.system.memory import trim_memory
from twbench.system.scratch import naming_temporary_folder

if TYPE_CHECKING:  # games of ours are played without it, and it loads numpy
    import jericho

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
_WITHOUT_SEED = -1
_SEED_BITS = 0x7FFF_FFFF
_CLOSINGS = count(1)
_CLOSINGS_OF_A_TRIM = 32
_MEMORY = "zmp"
"""Frotz's variable that points to the story's memory."""
_HALTED = "emulator_halted"
"""Frotz's variable that says whether the story has crashed."""
# A type of arrays for each size of memory would take longer to make than all else of loading.
_memory_at = ctypes.pythonapi["PyMemoryView_FromMemory"]
_memory_at.argtypes = ctypes.c_void_p, ctypes.c_ssize_t, ctypes.c_int
_memory_at.restype = ctypes.py_object
_READ_ONLY = 0x100
"""How Python's C interface says that a view of memory is not written to."""
Memory = bytes | memoryview


class Snapshot(NamedTuple):
    """A saved state of an interpreter; only `Interpreter.restore` can use it."""

    owner: object
    memory: bytes
    stack: bytes
    registers: tuple[int, ...]
    random: tuple[int, ...]
    narrative: bytes
    unseen: KeptVariables | None
    halted: bool
    keys: bytes
    """Letters that the story will read before those that are typed next, if it waits for a key."""


class Interpreter:
    """Frotz with one story loaded.

    Stories of ours that are played in one thread share a copy of Frotz, until somebody asks for
    Jericho's own environment (``frotz``); other stories have a copy each. Games on one copy may be
    played by several threads, which then wait for each other's turns.
    """

    def __init__(self, story: StoryFile):
        # Of stories that are not played from memory.
        self._copy: PrivateCopy | None = None
        self._path = Path()
        self._library: Library | None = None
        self._seat = Seat()
        self._leave: weakref.finalize[Any, Any] | None = None
        # Where a library that is shared has the story's dynamic memory.
        self._own_memory: memoryview | None = None
        self._asked_seed: int | None = None
        self.load(story)

    def load(self, story: StoryFile) -> None:
        """Replace the story that is loaded.

        Raises OSError where there is no room for a copy; then the last story stays. Whoever is
        interrupted in the midst has the last one, or none.
        """
        library = path = None
        if self._library is None and story.is_linked:
            with naming_temporary_folder():
                library = library_of_thread()
        if library is None and not (self._is_guest and story.is_linked):
            path = self._written(story)
            if self._library is None or self._is_guest:
                library = self._own(path)
        try:
            self._replace(story, library, path)
        except BaseException:
            self.close()
            raise

    def _replace(self, story: StoryFile, library: Library | None, path: Path | None) -> None:
        """Play ``story`` from now on, in another ``library`` if one is given.

        It is in the file ``path``, or else in memory.
        """
        self._story = story
        # Snapshots remember whose they are: sizes and meaning differ between stories.
        self._owner = object()
        self._opening: str | None = None
        if path is not None:
            self._path = path
        if library is None:
            self._shut_down()
            self._load_again(self._playing.frotz)
        elif path is None:
            self._sit_down(library)
        else:
            self._move(library)
        self._measure()
        if path is not None and self._copy is not None:
            self._copy.keep(path)

    def _written(self, story: StoryFile) -> Path:
        """Return a new copy of ``story``; that of the last one is there as well."""
        with naming_temporary_folder():
            if self._copy is None:
                self._copy = PrivateCopy()
            return self._copy.write(story)

    def _shut_down(self) -> None:
        """Give back the memory of the story that is loaded."""
        with self._lock:
            self._put_on()
            self._playing.functions.shutdown()

    def _sit_down(self, library: Library) -> None:
        """Take a seat in a library that other games share, and begin."""
        self._seat = library.new_seat()
        self._leave = weakref.finalize(self, library.leave, self._seat)
        self._bind(library)
        self._opening = self._begin()

    def _own(self, path: Path) -> Library:
        """Return a copy of the library for the story in ``path`` alone, loaded."""
        import jericho

        with naming_temporary_folder(), warnings.catch_warnings():
            warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
            return Library(jericho.FrotzEnv(str(path), seed=_WITHOUT_SEED))

    def _move(self, library: Library) -> None:
        """Play in a library of one's own from now on."""
        if self._library is not library:
            self._vacate()
        self._seat = library.on = Seat()
        self._bind(library)

    def _load_again(self, frotz: "jericho.FrotzEnv") -> None:
        """Load the story where another one was."""
        if self._story.is_linked:  # of ours Jericho has nothing to look up
            self._opening = self._begin()
            return
        import jericho

        frotz._cache.clear()  # it would keep every story it ever loaded
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", jericho.UnsupportedGameWarning)
            frotz.load(str(self._path), seed=_WITHOUT_SEED)

    def _bind(self, library: Library) -> None:
        """Play in a library from now on."""
        self._library = library
        self._lock = library.lock
        functions = library.functions
        # Anew: Jericho's own ones convert their arguments.
        self._step, self._get_ram = functions["step"], functions["getRAM"]
        self._step.restype = ctypes.c_char_p
        stopped = ctypes.c_int.in_dll(functions, _HALTED)
        self._stopped = memoryview(stopped).cast("B").cast("i")
        self._set_ram = functions["setRAM"]
        self._registers = Registers(functions)

    def _measure(self) -> None:
        """Prepare for the sizes of the story that is loaded."""
        with self._lock:
            self._put_on()
            functions = self._playing.functions
            # Copies are made of the story's own memory, where that is at hand.
            size = functions.getRAMSize() if self._own_memory is None else 0
            self._memory = ctypes.create_string_buffer(size)
        # Our stories use no random numbers.
        linked = self._story.is_linked
        names = () if linked else ("getRngA", "getRngInterval", "getRngCounter")
        self._random = [functions[name] for name in names]
        # Ours show each answer in full before they wait, for lines alone, and do not quit.
        self._unseen = None if self._is_guest else Unseen(functions)
        self._loop = None if self._is_guest else OwnLoop(functions, size)

    @property
    def _playing(self) -> Library:
        if self._library is None:
            raise ValueError("The interpreter has been closed.")
        return self._library

    @property
    def _is_guest(self) -> bool:
        """Whether other games may be played in the same library."""
        return self._leave is not None

    def _put_on(self) -> None:
        """Put this game on; the lock is held."""
        library = self._playing
        if library.on is not self._seat:
            library.put_on(self._seat)

    def _vacate(self) -> None:
        """Give back the memory of the game, and leave the library to others, if there are any."""
        library, leave = self._library, self._leave
        self._library = self._leave = self._own_memory = self._opening = None
        self._unseen = self._loop = None  # they were in there
        if library is not None and leave is not None:
            leave()
            library.clear_left()
        elif library is not None:
            library.frotz.close()

    @property
    def frotz(self) -> "jericho.FrotzEnv":
        """Jericho's own environment, for what it knows about stories of other makers.

        Nobody knows what is done to it: the game is played in a library of its own from now on.
        """
        if self._is_guest:
            before = self.save()
            self._path = self._written(self._story)
            library = self._own(self._path)

            def move() -> None:
                self._move(library)
                self._measure()
                self.restore(before)

            _to_the_end(move)
        return self._playing.frotz

    def seed(self, seed: int | None) -> None:
        """Set the seed of the story's random numbers from the next reset on.

        The lowest 31 bits of it count: Frotz takes -1 for none. None is the seed of the walkthrough
        that Jericho knows, or else every reset draws anew.
        """
        self._asked_seed = seed

    @property
    def _seed(self) -> int:
        if self._asked_seed is not None:
            return self._asked_seed & _SEED_BITS
        # Jericho still holds the bindings of the story that was loaded before one of ours.
        known = {} if self._story.is_linked else bindings_of(self.frotz)
        return int(known.get("seed", _WITHOUT_SEED))

    @property
    def is_repeatable(self) -> bool:
        """Whether every reset begins the same game, random numbers included."""
        return self._story.is_linked or self._seed != _WITHOUT_SEED

    def reset(self) -> str:
        """Start the story anew and return its opening text."""
        opening, self._opening = self._opening, None
        if opening is not None:  # it has just been loaded
            return opening
        with self._lock:
            self._put_on()
            return _to_the_end(self._begin_anew)

    def _begin_anew(self) -> str:
        self._shut_down()
        return self._begin()

    def _begin(self) -> str:
        data = self._story.data
        library = self._playing
        with self._lock:
            self._put_on()
            if not self._is_guest:
                if self._unseen is not None:
                    self._unseen.forget_keys()
                path = library.frotz.story_file = str(self._path).encode()
                return _decode(library.functions.setup(path, self._seed, data, len(data)))
            text = _decode(library.begin(data, self._seed))
            # Nobody else can load anything, which would move the memory.
            place = ctypes.c_void_p.in_dll(library.functions, _MEMORY).value
            self._own_memory = _memory_at(place, library.functions.getRAMSize(), _READ_ONLY)
        return text

    def step(self, command: str) -> str:
        """Type ``command`` (made safe) and return what the story answers."""
        return self.glance(command)[0]

    def glance(self, command: str) -> tuple[str, Memory, bool]:
        """Type ``command`` (made safe); return the answer, the dynamic memory and `halted`.

        The memory may be the story's own, which the next command changes.
        """
        line = line_of(command)
        with self._lock:
            library = self._library
            if library is None or library.on is not self._seat:
                self._put_on()
            text = self._step(line)
            memory = self._own_memory
            if memory is None:
                return _decode(text), self._copied_memory(), self._has_stopped
            return _decode(text), memory, self._stopped[0] > 0  # stories of ours do not quit

    def step_from(self, snapshot: Snapshot, command: str) -> str:
        """Do the same as `restore` and `step`, in less time where Frotz's own loop can be used."""
        with self._lock:
            self.restore(snapshot)
            loop = self._loop
            if loop is None:
                return self.step(command)
            try:
                text = loop.answer(line_of(command))
            except BaseException:
                self.restore(snapshot)
                raise
            if text is not None:
                return _decode(text)
            self.restore(snapshot)
            answer = self.step(command)
            loop.learn()
            return answer

    def count_instructions(self, command: str) -> int:
        """Return how many instructions of the Z-machine it takes to answer ``command``.

        One by one, which is thirty times slower than `step`. The game is as it was before.
        """
        functions = self._playing.functions
        with self._lock:
            before = self.save()
            try:
                count = count_instructions(functions, line_of(command), lambda: self.halted)
                self._untype(before)
            except BaseException:  # a ``finally`` could be interrupted before it begins
                self._untype(before)
                raise
        return count

    def _untype(self, before: Snapshot) -> None:
        """Go back to where something was typed of which the story may have done a part."""
        if self.halted:
            self.reset()
        self.restore(before)
        self.step("look")  # or what was told would stand before the next answer
        self.restore(before)
        self._playing.functions["dumb_clear_screen"]()

    def memory(self) -> bytes:
        """Return a copy of the story's dynamic memory."""
        with self._lock:
            self._put_on()
            return self._copied_memory()

    def _copied_memory(self) -> bytes:
        """Return a copy of the dynamic memory; the game is on."""
        if self._own_memory is not None:
            return self._own_memory.tobytes()
        self._get_ram(self._memory)
        return self._memory.raw

    def write_word(self, address: int, value: int) -> None:
        """Put an unsigned number into two bytes of the story's dynamic memory."""
        with self._lock:
            memory = bytearray(self.memory())
            memory[address : address + 2] = value.to_bytes(2, "big")
            self._set_ram(bytes(memory))

    def save(self) -> Snapshot:
        """Return a snapshot of the whole state."""
        with self._lock:
            self._put_on()
            return Snapshot(
                self._owner,
                self._copied_memory(),
                self._registers.stack(),
                self._registers.read(),
                tuple([get() for get in self._random]),
                # What was told last matters to what Jericho knows of the stories of others.
                b"" if self._is_guest else self._playing.functions.get_narrative_text(),
                None if self._unseen is None else self._unseen.kept(),
                self._stopped[0] > 0,
                b"" if self._unseen is None else self._unseen.keys,
            )

    def restore(self, snapshot: Snapshot) -> None:
        """Go back to a snapshot of the same story.

        Raises GameNotRunningError for a snapshot taken before another story was loaded, or by
        another interpreter.
        """
        if snapshot.owner is not self._owner:
            raise GameNotRunningError("The snapshot is not one of the story that is being played.")
        with self._lock:
            self._put_on()
            _to_the_end(self._go_back, snapshot)

    def _go_back(self, snapshot: Snapshot) -> None:
        if self._stopped[0] > 0 and not snapshot.halted:
            self.reset()  # no story goes on in an interpreter that has stopped
        if snapshot.halted:
            self._stopped[0] = 1
        if snapshot.random:
            self._playing.functions.setRng(*snapshot.random)
        self._set_ram(snapshot.memory)
        self._registers.put_back(snapshot.stack, snapshot.registers)
        if not self._is_guest:
            self._playing.functions.set_narrative_text(snapshot.narrative)
        if self._unseen is not None and snapshot.unseen is not None:
            self._unseen.put_back(snapshot.unseen)

    @property
    def halted(self) -> bool:
        """Whether the story has crashed, or quit: nothing that it does later is meant."""
        with self._lock:
            self._put_on()
            return self._has_stopped

    @property
    def _has_stopped(self) -> bool:
        """The same of the game that is on."""
        return self._stopped[0] > 0 or (self._unseen is not None and self._unseen.has_quit)

    @property
    def waits_for_key(self) -> bool:
        """Whether the story waits for a key, so that what is typed next is no command."""
        with self._lock:
            self._put_on()
            return self._unseen is not None and self._unseen.waits_for_key

    @property
    def is_reusable(self) -> bool:
        """Whether another story of ours may be loaded in place of this one, which is one of ours.

        Not after a crash, and not if somebody has removed the folder of its copies.
        """
        return (
            self._library is not None
            and self._story.is_linked
            and not self.halted
            and (self._is_guest or self._path.is_file())
        )

    def close(self) -> None:
        """Release the interpreter and its copy of the story. Closing twice is fine."""
        if self._library is not None:
            self._vacate()
            copy, self._copy = self._copy, None
            if copy is not None:
                copy.remove()
            if next(_CLOSINGS) % _CLOSINGS_OF_A_TRIM == 0:
                trim_memory()


def _to_the_end(change: Callable[[Unpack[Ts]], T], *args: *Ts) -> T:
    """Return what ``change`` does; where an interrupt has left half of it, do it anew before.

    Ctrl-C and time limits may come between any two calls of Frotz, which trusts what others have
    left there.
    """
    try:
        return change(*args)
    except BaseException:
        change(*args)
        raise


def _decode(text: bytes) -> str:
    # Most text is ASCII, which is decoded ten times faster.
    return text.decode() if text.isascii() else text.decode("cp1252", "replace")
