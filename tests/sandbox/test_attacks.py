"""What a stranger's process tries, inside a sandbox and without one."""

import errno
import os
import textwrap

import pytest
from sandbox_strangers import disk

SETUP = "scratch = Path(os.environ['TMPDIR'])\n"

ATTRIBUTES = "attributes of a file"
PROCESSORS = "the processors of the recorder"
ATTACKS = {
    "open by absolute path": "return open(SECRET).read()",
    "open by relative path": "return open(os.path.relpath(SECRET)).read()",
    "list the folder": "return os.listdir(DATASET)",
    "list its parent": "return os.listdir(os.path.dirname(DATASET))",
    "enter it": "os.chdir(DATASET)\nreturn open('game.json').read()",
    "through a link that was there": "return Path(HOME, 'names/dataset/game.json').read_text()",
    "through a link of its own": """
        link = scratch / 'link'
        link.unlink(missing_ok=True)
        link.symlink_to(SECRET)
        return link.read_text()
    """,
    "a hard link of its own": """
        link = scratch / 'hard'
        link.unlink(missing_ok=True)
        os.link(SECRET, link)
        return link.read_text()
    """,
    "a program": "return run('/bin/cat', SECRET)",
    "a program of its own": """
        program = scratch / 'program'
        program.write_text('#!/bin/sh\\ncat \"$1\"')
        program.chmod(0o700)
        return run(str(program), SECRET)
    """,
    "a thread": """
        import threading
        found = []
        thread = threading.Thread(target=lambda: found.append(open(SECRET).read()))
        threading.excepthook = lambda problem: None
        thread.start()
        thread.join()
        return found[0]
    """,
    "the thread that was there before": """
        import threading
        (other,) = (each for each in threading.enumerate() if each is not threading.main_thread())
        found = []
        handler = ctypes.CFUNCTYPE(None, ctypes.c_int)(
            lambda number: found.append(os.open(SECRET, os.O_RDONLY)))
        libc.signal(10, handler)
        libc.pthread_kill(ctypes.c_ulong(other.ident), 10)
        import time
        for _ in range(100):
            if found: break
            time.sleep(0.01)
        return os.read(found[0], 100)
    """,
    "names of files that others open": """
        watch = checked(libc.inotify_init1(0))
        checked(libc.inotify_add_watch(watch, DATASET.encode(), 0xFFF))
        return 'watching'
    """,
    "write over it": "open(SECRET, 'r+').write('the walkthrough')\nreturn 'written'",
    "write beside it": "Path(DATASET, 'new').write_text('')\nreturn 'written'",
    "empty it": "os.truncate(SECRET, 100)\nreturn 'other size'",
    "write to the checkout": "Path(HOME, 'checkout/new.py').write_text('')\nreturn 'written'",
    "write to another temporary folder": "Path(HOME, 'new').write_text('')\nreturn 'written'",
    "remove a file": "os.unlink(HOME + '/checkout/package/inner.py')\nreturn 'gone'",
    "the folder of the recorder": "return os.listdir(f'/proc/{RECORDER}/cwd/')",
    "the root of the recorder": "return open(f'/proc/{RECORDER}/root{SECRET}').read()",
    "the descriptors of the recorder": "return os.listdir(f'/proc/{RECORDER}/fd')",
    "the environment of the recorder": "return open(f'/proc/{RECORDER}/environ', 'rb').read()",
    "the command line of the recorder": "return open(f'/proc/{RECORDER}/cmdline').read()",
    "the memory of the recorder": "return open(f'/proc/{RECORDER}/mem', 'rb').fileno()",
    "read what the recorder has in memory": """
        # All but the permission is wrong: EFAULT is what comes after it.
        word = ctypes.create_string_buffer(8)
        vector = (ctypes.c_void_p * 2)(ctypes.addressof(word), 8)
        far = (ctypes.c_void_p * 2)(1, 8)
        if libc.process_vm_readv(RECORDER, vector, 1, far, 1, 0) < 0:
            if ctypes.get_errno() != 14: checked(-1)
        return 'permitted'
    """,
    "take a descriptor of the recorder": """
        pid = checked(libc.syscall(434, RECORDER, 0))
        return checked(libc.syscall(438, pid, 0, 0))
    """,
    "a socket with a path": """
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(HOME + '/socket')
        return 'connected'
    """,
    "a socket without a path": """
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(f'\\0twbench-test-{RECORDER}-{os.path.basename(HOME)}')
        return 'connected'
    """,
    "one of a pair of sockets": """
        one, other = socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
        one.sendto(b'', HOME + '/datagrams')
        return 'sent'
    """,
    "memory that is shared by name": """
        shared = checked(libc.shmget(0, 4096, 0o1600))
        libc.shmctl(shared, 0, None)
        return 'made'
    """,
    "a semaphore": """
        counts = checked(libc.semget(0, 1, 0o1600))
        libc.semctl(counts, 0, 0)
        return 'made'
    """,
    ATTRIBUTES: """
        os.setxattr(SECRET, 'user.found', b'it')
        os.removexattr(SECRET, 'user.found')
        return 'set'
    """,
    PROCESSORS: """
        before = os.sched_getaffinity(RECORDER)
        os.sched_setaffinity(RECORDER, {min(before)})
        found = os.sched_getaffinity(RECORDER)
        os.sched_setaffinity(RECORDER, before)
        if found == before: raise OSError('as before')
        return 'set'
    """,
    "the priority of the recorder": """
        os.setpriority(os.PRIO_PROCESS, RECORDER, os.getpriority(os.PRIO_PROCESS, RECORDER))
        return 'set'
    """,
    "the priority of its group": """
        os.setpriority(os.PRIO_PGRP, 0, os.getpriority(os.PRIO_PGRP, 0))
        return 'set'
    """,
    "signal the recorder": "os.kill(RECORDER, 0)\nreturn 'it is there'",
    "signal all processes of the recorder's group": """
        os.killpg(os.getpgid(RECORDER), 0)
        return 'there are some'
    """,
    "set limits of the recorder": """
        import resource
        return resource.prlimit(RECORDER, resource.RLIMIT_CORE)
    """,
    "keys of the user": """
        return checked(libc.syscall({'x86_64': 250}.get(os.uname().machine, 219), 0, -4, 1))
    """,
}
"""Bodies of functions; each returns something without a sandbox."""

BY_ROOT = {
    "trace the recorder": """
        checked(libc.ptrace(0x4206, RECORDER, 0, 0))
        libc.ptrace(17, RECORDER, 0, 0)
        return 'traced'
    """,
    "mount": """
        place = scratch / 'mounted'
        place.mkdir(exist_ok=True)
        checked(libc.mount(DATASET.encode(), bytes(place), None, 4096, None))
        found = (place / 'game.json').read_text()
        libc.umount(bytes(place))
        return found
    """,
    "make a device": "os.mknod(scratch / 'disk', 0o60600, os.makedev(1, 0))\nreturn 'made'",
    "read the disk": "return open(DISK, 'rb').fileno()",
    "set the clock": """
        import time
        time.clock_settime(time.CLOCK_REALTIME, time.time())
        return 'set'
    """,
    "name spaces of the recorder": "return os.open(f'/proc/{RECORDER}/ns/mnt', os.O_RDONLY)",
    "shadow passwords": "return open('/etc/shadow').read()",
    "be another user": "os.setresuid(0, 1234, 0)\nos.setresuid(0, 0, 0)\nreturn 'changed'",
}
"""The same for root."""

ALWAYS_REFUSED = {
    "a root of its own": """
        checked(libc.unshare(0x10000000))
        os.chroot(DATASET)
        return open('/game.json').read()
    """,
    "mounts of its own": """
        checked(libc.unshare(0x10020000))
        place = scratch / 'own'
        place.mkdir(exist_ok=True)
        checked(libc.mount(DATASET.encode(), bytes(place), None, 4096, None))
        return (place / 'game.json').read_text()
    """,
    "get out of the root": """
        os.chroot(scratch)
        os.chdir('../../../../..')
        return open('.' + SECRET).read()
    """,
}
"""What leaves a process of root somewhere else if it succeeds, and is tried inside only."""


HARDENED = {
    *("the memory of the recorder", "read what the recorder has in memory", "keys of the user"),
    *("take a descriptor of the recorder", *BY_ROOT),
}
"""What containers, and systems with Yama, let nobody do."""


def in_a_fork(code):
    """Return a function body that tries ``code`` in a process of its own."""
    body = "\n".join(f"    {line}" for line in (SETUP + dedented(code)).splitlines())
    return (
        f"def tried():\n{body}\n"
        "ours, theirs = os.pipe()\n"
        "if not (child := os.fork()):\n"
        "    try: os.write(theirs, b'+' + repr(tried()).encode()[:1000])\n"
        "    except BaseException as error: os.write(theirs, b'-' + repr(error).encode()[:1000])\n"
        "    os._exit(0)\n"
        "os.close(theirs)\n"
        "os.waitpid(child, 0)\n"
        "answer = os.read(ours, 2000).decode()\n"
        "os.close(ours)\n"
        "if not answer.startswith('+'): raise OSError(answer)\n"
        "return answer\n"
    )


def dedented(code):
    return textwrap.dedent(code).strip() + "\n"


def succeeds_at_large(answer, name):
    refused = answer.get("refused", "")
    if name in HARDENED and "PermissionError" in refused:
        pytest.skip("this system refuses it to everybody")
    if name == ATTRIBUTES and os.strerror(errno.ENOTSUP) in refused:
        pytest.skip("this disk has no attributes")
    if name == PROCESSORS and len(os.sched_getaffinity(0)) == 1:
        pytest.skip("there is one processor")
    assert "got" in answer, answer


@pytest.mark.parametrize("name", ATTACKS)
def test_it_is_refused_inside(shut_in, name):
    answer = shut_in.does(SETUP + dedented(ATTACKS[name]))
    assert "refused" in answer, answer
    assert "Error" in answer["refused"]


def test_the_log_of_the_kernel_is_not_there(shut_in):
    """Most systems keep it from users; where it can be read, it tells what has crashed before."""
    answer = shut_in.does("return checked(libc.klogctl(10, None, 0))")
    assert os.strerror(errno.ENOSYS) in answer["refused"]


@pytest.mark.parametrize("name", ATTACKS)
def test_it_succeeds_without_a_sandbox(at_large, name):
    succeeds_at_large(at_large.does(SETUP + dedented(ATTACKS[name])), name)


@pytest.mark.parametrize("name", {**BY_ROOT, **ALWAYS_REFUSED})
def test_root_is_refused_inside(shut_in, name):
    answer = shut_in.does(in_a_fork({**BY_ROOT, **ALWAYS_REFUSED}[name]))
    assert "refused" in answer, answer


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may do it without a sandbox")
@pytest.mark.parametrize("name", BY_ROOT)
def test_root_succeeds_without_a_sandbox(at_large, name):
    if name == "read the disk" and disk() is None:
        pytest.skip("there is no disk")
    succeeds_at_large(at_large.does(in_a_fork(BY_ROOT[name])), name)
