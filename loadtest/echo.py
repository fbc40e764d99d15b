"""The echo beside which a server is measured, in as many processes as that has workers.

`python -m loadtest.echo PORT` serves on a port that others of its kind may share.
"""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import grpc

from loadtest.calls import Echo
from loadtest.connections import free_port
from tests.service.program import ROOT


@dataclass(frozen=True)
class Echoing:
    """A running echo."""

    port: int
    pids: list[int]


@contextmanager
def echoing(workers: int = 1) -> Iterator[Echoing]:
    port, pids = free_port(), []
    with ExitStack() as stack:
        for _ in range(workers):
            command = [sys.executable, "-m", "loadtest.echo", str(port)]
            process = stack.enter_context(
                subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
            )
            stack.callback(process.kill)
            assert process.stdout is not None
            assert process.stdout.readline() == "serving\n"
            pids.append(process.pid)
        yield Echoing(port, pids)


async def serve(port: int) -> None:
    server = grpc.aio.server(options=[("grpc.so_reuseport", 1)])
    server.add_generic_rpc_handlers((Echo(),))
    server.add_insecure_port(f"127.0.0.1:{port}")
    await server.start()
    print("serving", flush=True)
    await server.wait_for_termination()


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
