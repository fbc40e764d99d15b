"""The echo beside which calls are measured, as a program of its own."""

import asyncio
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from loadtest.calls import serve_echo
from tests.service.program import ROOT


class Printed:
    """Says what it is told on standard output."""

    def send(self, port: int) -> None:
        print(port, flush=True)


@contextmanager
def echoing() -> Iterator[tuple[int, int]]:
    """A running echo: its process id and port."""
    with subprocess.Popen(
        [sys.executable, "-m", "loadtest.echo"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            assert process.stdout is not None
            yield process.pid, int(process.stdout.readline())
        finally:
            process.kill()


if __name__ == "__main__":
    asyncio.run(serve_echo(Printed()))
