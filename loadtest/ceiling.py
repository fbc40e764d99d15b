"""The ceiling of a call, by a generator that is not Python: h2load with a prepared request."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, astuple, dataclass
from pathlib import Path
from typing import Any

from loadtest.processes import Usage

CONNECTIONS = 8
STREAMS = 12  # calls in flight on each connection
FRAME = 5  # bytes before a gRPC message: not compressed, and its length


@dataclass(frozen=True)
class Target:
    """A call whose every answer has the same size."""

    port: int
    path: str
    request: bytes
    answer_size: int
    metadata: Sequence[tuple[str, str]] = ()


@dataclass(frozen=True)
class Ceiling:
    calls_per_s: float
    server_cpu_us: float  # per call
    generator_cpu_us: float  # per call

    def row(self) -> dict[str, Any]:
        return {name: round(value, 1) for name, value in asdict(self).items()}


def median(rounds: Sequence[Ceiling]) -> Ceiling:
    """Of each figure by itself."""
    return Ceiling(*map(statistics.median, zip(*map(astuple, rounds), strict=True)))


def framed(message: bytes) -> bytes:
    """A message as gRPC sends it."""
    return b"\0" + len(message).to_bytes(4, "big") + message


def require() -> None:
    """End the program if h2load is not installed."""
    if shutil.which("h2load") is None:
        sys.exit("h2load is missing: install the Debian package nghttp2-client")


def command(target: Target, body: Path, count: int) -> list[str]:
    headers = [("content-type", "application/grpc"), ("te", "trailers"), *target.metadata]
    return [
        "h2load", f"--requests={count}", f"--clients={CONNECTIONS}",
        f"--max-concurrent-streams={STREAMS}", f"--data={body}",
        *(f"--header={name}: {value}" for name, value in headers),
        f"http://127.0.0.1:{target.port}{target.path}",
    ]  # fmt: skip


def measure(target: Target, pids: Sequence[int], count: int) -> Ceiling:
    """Make so many calls; `pids` are the processes that serve them."""
    with tempfile.TemporaryDirectory() as folder:
        body = Path(folder) / "request"
        body.write_bytes(framed(target.request))
        asked = command(target, body, count)
        before, own = Usage.of(pids).cpu_seconds, _children_cpu()
        answer = subprocess.run(asked, capture_output=True, text=True, check=True)
        served, generated = Usage.of(pids).cpu_seconds - before, _children_cpu() - own
    rate = checked_rate(answer.stdout, target, count)
    return Ceiling(rate, served / count * 1e6, generated / count * 1e6)


def checked_rate(report: str, target: Target, count: int) -> float:
    """Calls per second from h2load's report.

    A refused call is HTTP 200 too, but without a message: the bytes tell that none was refused.
    """
    done = re.search(r"(\d+) succeeded, (\d+) failed", report)
    data = re.search(r"\((\d+)\) data", report)
    rate = re.search(r"([\d.]+) req/s", report)
    assert done and data and rate, report
    wanted = count * (target.answer_size + FRAME)
    if done.groups() != (str(count), "0") or int(data[1]) != wanted:
        raise AssertionError(f"{target.path}: not every call was answered\n{report}")
    return float(rate[1])


def _children_cpu() -> float:
    times = os.times()
    return times.children_user + times.children_system
