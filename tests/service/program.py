"""The program `burgrave` as a process of its own."""

import os
import re
import secrets
import signal
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
START_SECONDS = 30


def burgrave(*arguments: str, **options) -> subprocess.CompletedProcess[str]:
    """Run a command of the program to its end."""
    return subprocess.run(
        [sys.executable, "-m", "service", *arguments],
        cwd=ROOT, capture_output=True, text=True, timeout=60, **options,
    )  # fmt: skip


class Server:
    """`burgrave serve` on a free port; its log goes to a file beside its database."""

    def __init__(
        self, folder: Path, *arguments: str, database: str = "", **environment: str
    ) -> None:
        self._environment = os.environ | environment
        self._log = folder / f"server-{secrets.token_hex(4)}.log"
        self._command = [
            sys.executable, "-m", "service", "serve", "--address", "127.0.0.1:0",
            "--database", database or str(folder / "games.sqlite3"), *arguments,
        ]  # fmt: skip

    def __enter__(self) -> "Server":
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process.poll() is None:
            self.kill()

    def begin(self) -> None:
        """Start it without waiting until it serves."""
        with self._log.open("w") as log:
            self._process = subprocess.Popen(
                self._command, cwd=ROOT, stderr=log, start_new_session=True, env=self._environment
            )

    def start(self) -> None:
        self.begin()
        deadline = time.monotonic() + START_SECONDS
        while (match := re.search(r"serving on [\d.]+:(\d+)", self._log.read_text())) is None:
            assert self._process.poll() is None, self._log.read_text()
            assert time.monotonic() < deadline, "the server does not start"
            time.sleep(0.02)
        self.port = int(match[1])

    def kill(self) -> None:
        """Kill the whole server at once: the supervisor and every worker."""
        os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()

    def workers(self) -> list[int]:
        """The process ids of the workers."""
        pid = self._process.pid
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text()
        return [int(child) for child in children.split()]

    def pids(self) -> list[int]:
        """The process ids of the whole server."""
        return [self._process.pid, *self.workers()]

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Stop it as an operator would; its exit status."""
        self._process.send_signal(number)
        return self._process.wait(timeout=30)

    def log(self) -> str:
        return self._log.read_text()
