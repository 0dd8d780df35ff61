"""`lift-opt` and `filecheck` for many FileCheck tests: a process imports each once, and each run is a fork of it.

A test starts several programs, and to start Python and to import ours takes longer than what they do. `serving()` gives a
folder of programs of the same names: each hands its arguments, folder, environment and streams to the process that waits,
and ends as its fork ends. A fork has imported what a program needs, and `lift-opt` has compiled one example, for what is made
when it is first used; no test sees another. `lit` alone starts the programs themselves.
"""

from __future__ import annotations

import array
import contextlib
import gc
import importlib
import io
import marshal
import os
import pkgutil
import socket
import subprocess
import sys
import tempfile
import traceback
from collections.abc import Callable, Generator
from pathlib import Path

MAINS = {"lift-opt": "lift.tools.lift_opt.main", "filecheck": "filecheck.main"}
"""The programs, and the modules with their functions `main`."""

PACKAGES = {
    "lift-opt": ("lift.dialects", "lift.analysis", "lift.passes", "lift.lowering", "lift.tools.lift_opt"),
    "filecheck": (),
}
"""All that a program may come to need."""

EXAMPLE = Path(__file__).parent.parent / "examples" / "dot.mlir"
FIRST = {"lift-opt": (str(EXAMPLE), "-p", "lift-to-opencl", "-t", "opencl", "-o", os.devnull)}
"""What is run once, before all forks."""

FAILED = 120
"""The exit status of a program whose fork ends without one."""

CLIENT = """#!{python} -IS
import _socket, marshal, posix, sys
server = _socket.socket(_socket.AF_UNIX)
server.connect({address!r})
request = marshal.dumps((sys.argv[1:], posix.getcwd(), posix.environ))
streams = b"".join(number.to_bytes(4, sys.byteorder) for number in (0, 1, 2))
server.sendmsg([len(request).to_bytes(4, "big")], [(_socket.SOL_SOCKET, _socket.SCM_RIGHTS, streams)])
server.sendall(request)
status = server.recv(1)
sys.exit(status[0] if status else {failed})
"""
"""It imports what is part of Python's own program: to read `socket` and `json` takes longer than all that it does."""


@contextlib.contextmanager
def serving() -> Generator[Path]:
    """A folder with the programs, which work as long as this lasts."""
    with tempfile.TemporaryDirectory(prefix="lift-forked-") as folder, contextlib.ExitStack() as servers:
        for name in MAINS:
            servers.enter_context(_served(name, Path(folder)))
        yield Path(folder)


@contextlib.contextmanager
def _served(name: str, folder: Path) -> Generator[None]:
    """A program in a folder, which works as long as this lasts."""
    address = f"{folder}/{name}.address"
    with subprocess.Popen([sys.executable, __file__, name, address], stdout=subprocess.PIPE) as server:
        assert server.stdout is not None
        try:
            if not server.stdout.readline():
                raise RuntimeError(f"the process that runs {name} for the tests has not started")
            program = folder / name
            program.write_text(CLIENT.format(python=sys.executable, address=address, failed=FAILED))
            program.chmod(0o755)
            yield
        finally:
            server.terminate()


def serve(name: str, address: str) -> None:
    """Fork for each request, until this process is ended."""
    main = importlib.import_module(MAINS[name]).main
    for package in PACKAGES[name]:
        for module in pkgutil.walk_packages(importlib.import_module(package).__path__, f"{package}."):
            importlib.import_module(module.name)
    if name in FIRST:
        sys.argv = [name, *FIRST[name]]
        _status_of(main)
    gc.freeze()  # what is imported is no garbage: a fork that looked for some there would copy it
    gc.set_threshold(100_000, 50, 50)  # a fork ends soon
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(address)
        server.listen(64)
        print("ready", flush=True)
        while True:
            client, _ = server.accept()
            with client:
                if os.fork() == 0:
                    server.close()
                    _answer(client, name, main)
            with contextlib.suppress(ChildProcessError):
                while os.waitpid(-1, os.WNOHANG)[0]:
                    pass


def _answer(client: socket.socket, name: str, main: Callable[[], int | None]) -> None:
    """In a fork: be the program that the client stands for."""
    status = FAILED
    try:
        head, passed, _, _ = client.recvmsg(4, socket.CMSG_SPACE(3 * 4))
        streams = array.array("i", passed[0][2])
        with client.makefile("rb") as file:
            arguments, folder, environment = marshal.loads(file.read(int.from_bytes(head, "big")))  # of the same Python
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
            os.close(stream)
        os.chdir(folder)
        os.environb.clear()
        os.environb.update(environment)
        sys.argv = [name, *arguments]
        sys.stdin, sys.stdout = io.TextIOWrapper(open(0, "rb")), io.TextIOWrapper(open(1, "wb"))  # noqa: SIM115  # they stay open until the end
        sys.stderr = io.TextIOWrapper(open(2, "wb", 0), write_through=True)  # noqa: SIM115
        status = _status_of(main)
    except BaseException:
        traceback.print_exc()
    finally:
        with contextlib.suppress(OSError):
            client.sendall(bytes([status]))
        os._exit(status)


def _status_of(main: Callable[[], int | None]) -> int:
    """What a program ends with, its output written."""
    try:
        code: object = main()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
        code = 1
    if isinstance(code, str):
        print(code, file=sys.stderr)
        code = 1
    sys.stdout.flush()
    return code if isinstance(code, int) else 0


if __name__ == "__main__":
    serve(*sys.argv[1:])
