"""Frotz's library, loaded once for many games.

Frotz is written for one game in a process: what it knows of the game is in the variables of its
library. Jericho therefore loads a copy of the library for each game. Where games take turns, each
turn then begins with a processor that has to fetch another copy of the same code, and to learn its
branches anew, which takes as long as the turn itself. Here the games of a thread share one copy: a
game that is not on is an image of the library's variables, and to put another one on is to copy
some six kilobytes. What the variables point to stays where it is.

The variables are the section ``.bss`` of the library (System V ABI, chapter 4), but for what is the
same for all games, or empty between two commands. Those of ``.data``, which begin with a value, are
tables and settings: loading and playing stories of ours leaves all games the same ones.
"""

__all__ = [
    "KeptVariables",
    "Library",
    "Seat",
    "Variables",
    "bytes_in",
    "jump_in",
    "library_of_thread",
]

import _ctypes
import ctypes
import importlib.util
import os
import shutil
import struct
import tempfile
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any
from weakref import WeakSet

_ELF = b"\x7fELF\x02\x01"
"""How files of 64 bits begin whose numbers have their lowest byte first."""
_HEADER = struct.Struct("<40xQ10xHHH")
"""Where the table of sections is; the size and the number of its entries, and that of the names."""
_SECTION = struct.Struct("<II8xQQQI20x")
"""Name, kind, address, place in the file, size, and the number of a section that belongs to it."""
_SYMBOL = struct.Struct("<IB3xQQ")
"""Name, kind, address and size."""
_SYMBOLS = (2, 11)
"""Kinds of sections: all symbols, and those that are exported."""
_OBJECT = 1
_VARIABLES = ".bss"
_JUMPS = ".rela.plt"
_JUMP = struct.Struct("<QIIq")
"""A function that is called by a stored address: where that is, its kind, and its symbol."""
_SEGMENTS = struct.Struct("<32xQ14xHH")
"""Where the table of segments is; the size and the number of its entries."""
_SEGMENT = struct.Struct("<I12xQ16xQ8x")
"""Kind, address and size in memory."""
_SEALED = 0x6474E552
"""The kind of what nobody may write to once the library is loaded (``PT_GNU_RELRO``)."""
_EMPTY = ("screen_buffer", "world")
"""What is written with a command and handed over, or empty, before the next one."""
_UNUSED = "visual_bell"
"""From here on come variables for pictures, sounds, and a program that takes stories apart."""
_ANY = "world"
"""A variable by which the place of all others in memory is found."""
_ERASES, _DOES_NOTHING = "os_erase_area", "os_restart_game"
"""Functions: the first fills a screen of 29,696 places with blanks, twice for each story."""

_LONGEST_TEXT = 8192
"""Letters that Frotz has room for until it hands them over."""

_FILE = "libfrotz.so"
_NAMED = Path(__file__).with_name("named")
_UNKNOWN, _OF_TEXTWORLD = (_NAMED / name for name in ("story.z8", "tw-story.z8"))
"""Empty files: what Jericho knows of a story by its file, it takes from the name of these."""

_Span = tuple[int, int]


class _Blank:
    """A copy of the library in which no story was ever loaded.

    Jericho's own environment loads numpy with it, which takes as long as some games to prove, and
    which nothing needs that is done here. What is declared is what stories of ours are played with.
    """

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copyfile(_library_file(), Path(folder) / _FILE)
            self.frotz_lib = functions = ctypes.CDLL(str(copy))
        self.story_file = b""
        functions.setup.argtypes = [ctypes.c_char_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_int]
        texts = (functions.step, functions.clean_observation)
        for function in (*texts, functions.load_rom_bindings):
            function.argtypes = [ctypes.c_char_p]
        for function in (functions.setup, *texts):
            function.restype = ctypes.c_char_p
        functions.shutdown.restype = functions.load_rom_bindings.restype = None
        for file in (_UNKNOWN, _OF_TEXTWORLD):
            file.stat()  # Frotz would end the process if it were missing
        # Nobody sees the screen: what is told is written elsewhere as well.
        erases = jump_in(functions, _ERASES)
        if erases is not None:
            erases[0] = ctypes.cast(functions[_DOES_NOTHING], ctypes.c_void_p).value or 0

    # The function is kept, since modules are empty by the time that a process ends.
    def __del__(self, close: Callable[[int], None] = _ctypes.dlclose) -> None:
        if hasattr(self, "frotz_lib"):
            self.frotz_lib.shutdown()
            close(self.frotz_lib._handle)


class Seat:
    """The place of one game in a library: what is copied where when it is put on, or taken off."""

    __slots__ = ("copies",)

    def __init__(self, copies: tuple[tuple[memoryview, memoryview], ...] = ()):
        self.copies = copies


class Library:
    """A copy of Frotz's library. Whoever calls a function of it holds its ``lock``, see `put_on`.

    With ``spans``, the variables of a blank library by address and size, it has seats for games.
    """

    def __init__(self, frotz: Any, spans: tuple[_Span, ...] = ()):
        self.frotz = frotz
        """What keeps the copy loaded: Jericho's environment, unless several games share it."""
        self.functions: ctypes.CDLL = frotz.frotz_lib
        self.lock = threading.RLock()
        self.on: Seat | None = None
        """Whose game is on; none if nothing of it is to be kept."""
        self._live = [
            memoryview((ctypes.c_char * size).from_address(start)).cast("B")
            for start, size in spans
        ]
        self._blank = [bytes(variables) for variables in self._live]
        self._left: deque[Seat] = deque()
        # It is cleaned in its place, which Python's own bytes must not be. For a buffer of each
        # length Python would make a type, which stays until the collector of garbage finds it.
        self._opening = ctypes.create_string_buffer(_LONGEST_TEXT + 1)
        _LIBRARIES.add(self)

    def new_seat(self) -> Seat:
        """Return a seat for another game; when it is put on first, no story is loaded."""
        self.clear_left()
        images = [memoryview(bytearray(blank)) for blank in self._blank]
        return Seat(tuple(zip(images, self._live, strict=True)))

    def put_on(self, seat: Seat) -> None:
        """Let the functions be about the game of a seat, until that of another one is put on."""
        if self.on is not None:
            for image, live in self.on.copies:
                image[:] = live
        # An interrupt in the midst of it must find no game on.
        self.on = None
        for image, live in seat.copies:
            live[:] = image
        self.on = seat

    def begin(self, story: bytes, seed: int) -> bytes:
        """Load a story of ours as the game that is on; return how it opens.

        Frotz takes the story from memory, for as long as it is played. In the file that it is told
        of, Jericho looks for stories that it knows, by a hash that takes longer than to load them;
        and one whose name is that of a story of TextWorld, whose protocol ours speak, is asked
        three questions before it begins anew. So the story is loaded under another name, and its
        answers are taken for those of such a story from then on.
        """
        functions = self.functions
        self._opening.value = functions.setup(bytes(_UNKNOWN), seed, story, len(story))
        functions.load_rom_bindings(bytes(_OF_TEXTWORLD))
        cleaned: bytes = functions.clean_observation(self._opening)
        return cleaned

    def clear(self, seat: Seat) -> None:
        """Give back the memory of a game that is over."""
        with self.lock:
            if self.on is not seat:
                self.put_on(seat)
            self.functions.shutdown()
            self.on = None

    def leave(self, seat: Seat) -> None:
        """Clear a seat later: a collector of garbage says so, perhaps in the midst of a turn."""
        self._left.append(seat)

    def clear_left(self) -> None:
        """Clear the seats that were left."""
        with self.lock:
            while self._left:
                self.clear(self._left.popleft())


class _OfThread(threading.local):
    def __init__(self) -> None:
        self.library: Library | None = None
        self.locked: list[Library] = []


_LIBRARIES: WeakSet[Library] = WeakSet()
_OF_THREAD = _OfThread()


def library_of_thread() -> Library | None:
    """Return the library in which the games that begin in this thread are played.

    None where the variables of a library are not found, since its file is of another format: each
    game needs a copy of its own then.
    """
    library = _OF_THREAD.library
    if library is None:
        places = _places()
        if places is None:
            return None
        blank = _Blank()
        anywhere = ctypes.addressof(ctypes.c_char.in_dll(blank.frotz_lib, _ANY))
        spans = tuple((anywhere + distance, size) for distance, size in places)
        library = _OF_THREAD.library = Library(blank, spans)
    return library


def bytes_in(functions: ctypes.CDLL, name: str) -> memoryview | None:
    """Return a view of a variable of a copy of the library, whether it is exported or not.

    None where the library's file is of another format.
    """
    for distance, size in _places_of(frozenset({name})):
        anywhere = ctypes.addressof(ctypes.c_char.in_dll(functions, _ANY))
        return memoryview((ctypes.c_char * size).from_address(anywhere + distance)).cast("B")
    return None


def jump_in(functions: ctypes.CDLL, name: str) -> memoryview | None:
    """Return a view of the address by way of which a copy of the library calls its own function.

    None where the library's file is of another format, or nobody may write to it.
    """
    distance = _jump(name)
    if distance is None:
        return None
    anywhere = ctypes.addressof(ctypes.c_char.in_dll(functions, _ANY))
    return memoryview(ctypes.c_uint64.from_address(anywhere + distance)).cast("B").cast("Q")


class Variables:
    """Some variables of a copy of the library, which can be put into any copy of it.

    ``pointers`` are those that point to another variable: another one in each copy. None of all
    these are known where the library's file is of another format.
    """

    def __init__(
        self, functions: ctypes.CDLL, names: frozenset[str], pointers: frozenset[str]
    ) -> None:
        self._anywhere = ctypes.addressof(ctypes.c_char.in_dll(functions, _ANY))
        self._values = self._live(names)
        self._pointers = [view.cast("Q") for view in self._live(pointers)]

    def _live(self, names: frozenset[str]) -> list[memoryview]:
        """Return variables as they are, neighbours as one."""
        return [
            memoryview((ctypes.c_char * size).from_address(self._anywhere + distance)).cast("B")
            for distance, size in _places_of(names)
        ]

    def kept(self) -> "KeptVariables":
        """Return what the variables are now."""
        return (
            tuple([bytes(values) for values in self._values]),
            tuple([pointer - self._anywhere for view in self._pointers for pointer in view]),
        )

    def put_back(self, kept: "KeptVariables") -> None:
        """Let the variables be what they were."""
        values, pointers = kept
        for live, before in zip(self._values, values, strict=True):
            live[:] = before
        distances = iter(pointers)
        for view in self._pointers:
            for place in range(len(view)):
                view[place] = self._anywhere + next(distances)


KeptVariables = tuple[tuple[bytes, ...], tuple[int, ...]]
"""Values, and how far behind a place that all copies have is what pointers point to."""


@cache
def _library_file() -> Path:
    """Return the library that Jericho brings along; nothing of Jericho is loaded."""
    spec = importlib.util.find_spec("jericho")
    if spec is None or spec.submodule_search_locations is None:
        raise ModuleNotFoundError("No module named 'jericho'", name="jericho")
    return Path(spec.submodule_search_locations[0]) / _FILE


@cache
def _variables() -> list[tuple[int, int, str]]:
    """Return address, size and name of each variable, in order; none of another format."""
    file = _library_file().read_bytes()
    return sorted(set(_objects(file))) if file.startswith(_ELF) else []


def _anywhere() -> int | None:
    """Return the address of the variable by which the place of all others is found, if known."""
    return next((start for start, _, name in _variables() if name == _ANY), None)


@cache
def _places_of(names: frozenset[str]) -> tuple[_Span, ...]:
    """Return how far from one of them some variables are, and how long they are together."""
    anywhere = _anywhere()
    if anywhere is None:
        return ()
    sized = (variable for variable in _variables() if variable[1])
    found: list[_Span] = []
    for is_wanted, group in groupby(sized, key=lambda variable: variable[2] in names):
        if is_wanted:
            neighbours = list(group)
            begin, (start, size, _) = neighbours[0][0], neighbours[-1]
            found.append((begin - anywhere, start + size - begin))
    return tuple(found)


@cache
def _jump(function: str) -> int | None:
    """Return how far from one variable the address is by way of which a function is called.

    None if nobody may write to it.
    """
    anywhere = _anywhere()
    if anywhere is None:
        return None
    file = _library_file().read_bytes()
    sealed = list(_sealed(file))
    tables = _tables(file)
    titles = tables[_HEADER.unpack_from(file, 0)[3]][3]
    for title, _, _, place, size, other in tables:
        if _name(file, titles + title) != _JUMPS:
            continue
        _, _, _, symbols, _, strings = tables[other]
        for start, _, number, _ in _JUMP.iter_unpack(file[place : place + size]):
            name, *_ = _SYMBOL.unpack_from(file, symbols + number * _SYMBOL.size)
            is_wanted = _name(file, tables[strings][3] + name) == function
            if is_wanted and not any(first <= start < first + of for first, of in sealed):
                return int(start) - anywhere
    return None


def _sealed(file: bytes) -> Iterator[_Span]:
    """Yield address and size of what nobody may write to once the library is loaded."""
    start, size, count = _SEGMENTS.unpack_from(file, 0)
    for number in range(count):
        kind, address, length = _SEGMENT.unpack_from(file, start + size * number)
        if kind == _SEALED:
            yield address, length


@cache
def _places() -> tuple[_Span, ...] | None:
    """Return how far from one of them the variables of the library are, and how long.

    None if its file is of another format.
    """
    anywhere = _anywhere()
    if anywhere is None:
        return None
    objects = {name: (start, size) for start, size, name in _variables()}
    start, size = dict(_sections(_library_file().read_bytes()))[_VARIABLES]
    end, _ = objects.get(_UNUSED, (start + size, 0))
    left_out = sorted(objects[name] for name in _EMPTY if name in objects)
    spans = _without(left_out, start, end)
    return tuple((begin - anywhere, end - begin) for begin, end in spans if begin < end)


def _without(left_out: Iterable[_Span], start: int, end: int) -> Iterator[_Span]:
    """Yield start and end of what lies between two addresses, and is not left out."""
    for begin, size in left_out:
        if start <= begin < end:
            yield start, begin
            start = begin + size
    yield start, end


def _tables(file: bytes) -> list[tuple[int, ...]]:
    """Return the entries of the table of sections."""
    start, size, count, _ = _HEADER.unpack_from(file, 0)
    return [_SECTION.unpack_from(file, start + size * number) for number in range(count)]


def _sections(file: bytes) -> Iterator[tuple[str, _Span]]:
    """Yield the name of each section, its address and its size."""
    tables = _tables(file)
    names = tables[_HEADER.unpack_from(file, 0)[3]][3]
    for name, _, address, _, size, _ in tables:
        yield _name(file, names + name), (address, size)


def _objects(file: bytes) -> Iterator[tuple[int, int, str]]:
    """Yield the address of each variable, its size and its name."""
    tables = _tables(file)
    for _, kind, _, begin, size, strings in tables:
        if kind in _SYMBOLS:
            for name, sort, start, length in _SYMBOL.iter_unpack(file[begin : begin + size]):
                if sort & 0xF == _OBJECT:
                    yield start, length, _name(file, tables[strings][3] + name)


def _name(file: bytes, start: int) -> str:
    return file[start : file.index(0, start)].decode("ascii", "replace")


def _lock_all() -> None:
    # Noted, since another thread may make a library before they are let go.
    for library in list(_LIBRARIES):
        library.lock.acquire()
        _OF_THREAD.locked.append(library)


def _unlock_all() -> None:
    while _OF_THREAD.locked:
        _OF_THREAD.locked.pop().lock.release()


# A fork in the midst of another thread's turn would have half of it.
os.register_at_fork(before=_lock_all, after_in_parent=_unlock_all, after_in_child=_unlock_all)
