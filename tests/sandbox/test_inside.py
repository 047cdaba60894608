"""What an agent needs does work inside a sandbox."""

import os
import sys
from ast import literal_eval

import pytest
from sandbox_strangers import TEXT, start

WORKS = {
    "numpy": "import numpy\nreturn int(numpy.arange(4).sum())",
    "certificates": """
        import ssl
        return len(ssl.create_default_context().get_ca_certs()) >= 0
    """,
    "temporary files": """
        import tempfile
        with tempfile.TemporaryDirectory() as folder, tempfile.NamedTemporaryFile() as file:
            Path(folder, 'one').write_text('1')
            os.rename(folder + '/one', os.environ['HOME'] + '/two')
            return Path(os.environ['HOME'], 'two').read_text()
    """,
    "its working folder": "Path('here').write_text('1')\nreturn Path('here').resolve().is_file()",
    "threads": """
        from concurrent.futures import ThreadPoolExecutor
        with ThreadPoolExecutor(2) as pool:
            return sum(pool.map(int, '123'))
    """,
    "programs": "return run('/bin/sh', '-c', 'echo hello | tr a-z A-Z 2>/dev/null')",
    "its interpreter": "return run(sys.executable, '-c', 'import numpy, ssl; print(1)')",
    "names of services": "return socket.getaddrinfo('localhost', 80)[0][4][0]",
    "a connection": """
        with socket.create_server(('127.0.0.1', 0)) as server:
            with socket.create_connection(server.getsockname()) as client:
                return client.getpeername() == server.getsockname()
    """,
    "an event loop": "import asyncio\nreturn asyncio.run(asyncio.sleep(0, 5))",
    "random bytes": "return len(open('/dev/urandom', 'rb').read(8))",
    "users": "import pwd\nreturn pwd.getpwuid(0).pw_name",
    "twbench": "import twbench.agents\nreturn twbench.agents.__name__",
    "pandas": "import pandas\nreturn len(pandas.DataFrame({'a': [1]}))",
    "copies of files": """
        import shutil
        Path('one').write_text('1')
        return Path(shutil.copy2('one', 'copy')).read_text()
    """,
    "processors and priority of its own": """
        os.sched_setaffinity(0, os.sched_getaffinity(0))
        return os.nice(1)
    """,
    "processors of its threads": """
        import threading
        from concurrent.futures import ThreadPoolExecutor
        own = os.sched_getaffinity(0)
        with ThreadPoolExecutor(1) as pool:
            number = pool.submit(threading.get_native_id).result()
            return os.sched_setaffinity(number, own)
    """,
    "limits of its own": "import resource\nreturn resource.getrlimit(resource.RLIMIT_CORE)[0] >= 0",
}


@pytest.mark.parametrize("name", WORKS)
def test_it_works_inside(shut_in, name):
    answer = shut_in.does(WORKS[name])
    assert "got" in answer, answer


@pytest.mark.skipif(os.uname().machine not in ("x86_64", "aarch64"), reason="no filter of calls")
@pytest.mark.parametrize("kind", ["landlock", "bubblewrap"])
def test_a_network_is_there_only_where_it_is_granted(kind, tmp_path, monkeypatch):
    stranger = start(kind, tmp_path, monkeypatch, network=False)
    try:
        answers = {name: stranger.does(code) for name, code in WORKS.items()}
    finally:
        stranger.end()
    assert {name for name, answer in answers.items() if "refused" in answer} == {"a connection"}
    assert answers["a connection"]["refused"].startswith("PermissionError")


def test_modules_beside_hidden_folders_are_found(shut_in):
    answer = shut_in.does(
        "import helper, package.inner\nreturn helper.ANSWER, package.inner.ANSWER"
    )
    assert answer == {"got": "(42, 43)"}
    answer = shut_in.does("import datasets.demo\nreturn open(datasets.demo.__path__[0])")
    assert "refused" in answer
    answer = shut_in.does("import nothing_of_this_name")
    assert answer["refused"].startswith("ModuleNotFoundError")


def test_a_file_beside_a_hidden_folder_is_read(shut_in):
    answer = shut_in.does("return Path(HOME, 'checkout/helper.py').read_text()")
    assert answer == {"got": repr("ANSWER = 42\n")}


@pytest.mark.parametrize("kind", ["landlock", "bubblewrap", "open"])
def test_its_environment_is_what_it_is_given(kind, tmp_path, monkeypatch):
    monkeypatch.setenv("OLDPWD", "/data/datasets")
    monkeypatch.setenv("OTHER_KEY", "secret")
    monkeypatch.setenv("SERVICE_KEY", "key")
    stranger = start(kind, tmp_path, monkeypatch, names=["SERVICE_KEY"])
    try:
        seen = literal_eval(stranger.does("return dict(os.environ)")["got"])
        assert seen["SERVICE_KEY"] == "key"
        assert not {"OTHER_KEY", "OLDPWD"} & seen.keys()
        assert seen["HOME"] == seen["TMPDIR"] == str(stranger.child.folder)
        assert stranger.does("return os.getcwd()") == {"got": repr(str(stranger.child.folder))}
    finally:
        stranger.end()


@pytest.mark.parametrize("kind", ["landlock", "bubblewrap", "open"])
def test_it_inherits_no_descriptor(kind, tmp_path, monkeypatch):
    leak = tmp_path / "leak"
    leak.write_text(TEXT)
    descriptor = os.open(leak, os.O_RDONLY)
    os.set_inheritable(descriptor, True)
    stranger = start(kind, tmp_path, monkeypatch)
    try:
        answer = stranger.does("""
            found = []
            for number in range(256):
                try: status = os.fstat(number)
                except OSError: continue
                found.append((number, status.st_mode >> 12, status.st_ino))
            return found
        """)
        found = literal_eval(answer["got"])
        assert leak.stat().st_ino not in [inode for _, _, inode in found]
        assert len(found) == 5  # three streams, the connection, the lifeline
    finally:
        stranger.end()
        os.close(descriptor)


def test_its_output_is_not_read_through_its_own_streams(shut_in):
    answer = shut_in.does(
        "import fcntl\nreturn [fcntl.fcntl(n, fcntl.F_GETFL) & 3 for n in (0, 1, 2)]"
    )
    reading, *writing = literal_eval(answer["got"])
    assert reading in (os.O_RDONLY, os.O_RDWR)  # /dev/null
    assert writing == [os.O_WRONLY] * 2


@pytest.mark.parametrize(("kind", "found"), [("landlock", "got"), ("bubblewrap", "refused")])
def test_size_and_times_of_a_hidden_file(kind, found, tmp_path, monkeypatch):
    """As the documentation of the package says."""
    stranger = start(kind, tmp_path, monkeypatch)
    try:
        assert found in stranger.does("return os.stat(SECRET).st_size")
    finally:
        stranger.end()


def test_without_a_sandbox_nothing_is_refused(at_large):
    assert at_large.does("return open(SECRET).read()") == {"got": repr(TEXT)}


def test_the_interpreter_is_the_same(shut_in):
    answer = shut_in.does("return os.path.realpath(sys.executable), os.path.realpath(sys.prefix)")
    ours = os.path.realpath(sys.executable), os.path.realpath(sys.prefix)
    assert answer == {"got": repr(ours)}
