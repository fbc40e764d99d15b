"""`make loadtest`: a real server under the mix of scenarios, its latencies and its ceiling.

On SQLite, then on PostgreSQL with two workers.  Fails on any unexpected status, any lost or
repeated event and any missed threshold; writes its report into a folder.
"""

import argparse
import asyncio
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc

from burgrave.v1 import game_service_pb2 as pb
from loadtest import ceiling, plots, probe, thresholds
from loadtest.ceiling import Ceiling, Target
from loadtest.connections import free_port, seat
from loadtest.echo import Echoing, echoing
from loadtest.probe import Samples, percentile
from loadtest.processes import Usage, machine
from tests.databases import postgres_server
from tests.service.client import Client
from tests.service.program import ROOT, Server

WORKERS = {"sqlite": 1, "postgresql": 2}
ECHO_BYTES = 1200  # about the answer of LegalMoves
CEILING_CALLS = 20_000
ROUNDS = 5  # of idle and busy, in turn
SETTLE_SECONDS = 0.5  # after searches have been cancelled


@dataclass(frozen=True)
class Stand:
    """A server under test, and the echo beside it."""

    kind: str
    server: Server
    http_address: str
    echo: Echoing
    port: int

    def pids(self) -> list[int]:
        return self.server.pids()

    def metric(self, name: str) -> int:
        return probe.metric(self.http_address, name)

    def running_searches(self) -> int:
        return self.metric("burgrave_searches_running")


@contextmanager
def stand(kind: str, database: str = "", workers: int = 1, **environment: str) -> Iterator[Stand]:
    """A server on a database, or a SQLite file of its own; stopped in the end."""
    http_address = f"127.0.0.1:{free_port()}"
    arguments = ["--workers", str(workers), "--http-address", http_address]
    with (
        tempfile.TemporaryDirectory() as folder,
        Server(Path(folder), *arguments, database=database, **environment) as server,
        echoing(workers) as echo,
    ):
        yield Stand(kind, server, http_address, echo, server.port)


# ---- what is measured


async def latencies(
    at: Stand, seconds: float, rounds: int = ROUNDS
) -> tuple[list[tuple[Samples, Samples]], float]:
    """Rounds of an idle server and one with every search slot busy; and our own share of CPU."""
    slots, taken = os.cpu_count() or 1, []
    began, own = time.monotonic(), time.process_time()
    async with probe.probing(at.port, at.echo.port, ECHO_BYTES) as taking:
        await taking.sample(1.0)  # warm up
        for _ in range(rounds):
            idle = await taking.sample(seconds)
            async with probe.searching(at.port, slots, at.running_searches):
                busy = await taking.sample(seconds)
            await asyncio.sleep(SETTLE_SECONDS)
            taken.append((idle, busy))
    return taken, (time.process_time() - own) / (time.monotonic() - began)


async def legal_moves_target(port: int) -> Target:
    """LegalMoves of a new game, over and over."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        client = Client(channel)
        new = await client.new(seed=1)
        game_id, token = new.game.game_id, new.seat_tokens[0]
        answer = await client.moves(game_id, token)
    return Target(
        port, "/burgrave.v1.GameService/LegalMoves",
        pb.LegalMovesRequest(game_id=game_id).SerializeToString(), answer.ByteSize(), seat(token),
    )  # fmt: skip


def ceilings(at: Stand, calls: int, rounds: int = ROUNDS) -> dict[str, Ceiling]:
    """Of LegalMoves and of the echo, so many calls each in all, in turn."""
    target = asyncio.run(legal_moves_target(at.port))
    size = target.answer_size
    bare = Target(at.echo.port, f"/echo/{size}", target.request, size, target.metadata)
    served = {"LegalMoves": (target, at.pids()), "echo": (bare, at.echo.pids)}
    taken: dict[str, list[Ceiling]] = {name: [] for name in served}
    for _ in range(rounds):
        for name, (asked, pids) in served.items():
            taken[name].append(ceiling.measure(asked, pids, max(1, calls // rounds)))
    return {name: ceiling.median(each) for name, each in taken.items()}


def locust(at: Stand, folder: Path, seconds: float, users: int) -> dict[str, Any]:
    """Run the mix; whether locust found fault, and what it and the server used."""
    asked = [
        sys.executable, "-m", "locust", "-f", "loadtest/scenarios.py", "--headless",
        "--host", f"127.0.0.1:{at.port}", "--users", str(users), "--spawn-rate", str(users),
        "--run-time", f"{seconds:g}s", "--stop-timeout", "30", "--only-summary",
        "--html", str(folder / "locust.html"), "--csv", str(folder / "locust"),
    ]  # fmt: skip
    before, began = Usage.of(at.pids()).cpu_seconds, time.monotonic()
    with (folder / "locust.log").open("w") as log:
        running = subprocess.Popen(asked, cwd=ROOT, stdout=log, stderr=log)
        _, status, used = os.wait4(running.pid, 0)
    elapsed = time.monotonic() - began
    return {
        "passed": os.waitstatus_to_exitcode(status) == 0 and calls_made(folder) > 0,
        "server_cpu": (Usage.of(at.pids()).cpu_seconds - before) / elapsed,
        "generator_cpu": (used.ru_utime + used.ru_stime) / elapsed,
    }


def faults_of(mixed: Mapping[str, Any], folder: Path) -> list[str]:
    """A line if the mix has not passed."""
    if mixed["passed"]:
        return []
    log = folder / "locust.log"
    return [f"the mix met unexpected statuses or events, or made no call: see {log}"]


def calls_made(folder: Path) -> int:
    """In all, from the last row of locust's statistics; none if it wrote no statistics."""
    path = folder / "locust_stats.csv"
    rows = list(csv.DictReader(path.open())) if path.exists() else []
    return int(rows[-1]["Request Count"]) if rows else 0


# ---- what comes of it


def figures(
    rounds: list[tuple[Samples, Samples]], ceiled: Mapping[str, Ceiling]
) -> dict[str, float]:
    """The ratios that thresholds bind."""
    idle = plots.joined([quiet for quiet, _ in rounds])
    half = {name: percentile(values, 0.5) for name, values in idle.items()}
    ours, bare = ceiled["LegalMoves"], ceiled["echo"]
    return {
        "legal_moves_cpu_to_echo": ours.server_cpu_us / bare.server_cpu_us,
        "legal_moves_rate_to_echo": ours.calls_per_s / bare.calls_per_s,
        "legal_moves_p50_to_echo": half["LegalMoves"] / half["echo"],
        "apply_move_p50_to_echo": half["ApplyMove"] / half["echo"],
        "event_p50_to_apply_move": half["event"] / half["ApplyMove"],
        "legal_moves_p99_busy_to_idle": probe.ratio(rounds, "LegalMoves", 0.99),
        "apply_move_p99_busy_to_idle": probe.ratio(rounds, "ApplyMove", 0.99),
        "echo_p99_busy_to_idle": probe.ratio(rounds, "echo", 0.99),
    }


def run(
    at: Stand, folder: Path, seconds: float, users: int, calls: int
) -> tuple[dict[str, float], list[str]]:
    """Everything on one server: its figures, and what was missed."""
    folder.mkdir(parents=True, exist_ok=True)
    rounds, probing = asyncio.run(latencies(at, max(1.0, seconds / 20)))
    print_latencies(at.kind, rounds, probing)
    ceiled = ceilings(at, calls)
    for name, each in ceiled.items():
        print(f"{at.kind} ceiling of {name}: {json.dumps(each.row())}", flush=True)
    mixed = locust(at, folder, seconds, users)
    print(f"{at.kind} mix of {users} users, {seconds:g} s: server {mixed['server_cpu']:.0%} of a "
          f"core, generator {mixed['generator_cpu']:.0%}", flush=True)  # fmt: skip
    print(statistics_of((folder / "locust.log").read_text()))
    found, bounds = figures(rounds, ceiled), thresholds.load()
    print_figures(at.kind, found, bounds)
    plots.latencies(rounds, folder / "latency.png", f"{at.kind}, workers: {WORKERS[at.kind]}")
    write(folder / "figures.json", {"machine": machine(), "figures": found, "mix": mixed,
          "ceilings": {name: each.row() for name, each in ceiled.items()}})  # fmt: skip
    missed = thresholds.misses(found, bounds) + faults_of(mixed, folder)
    return found, [f"{at.kind}: {miss}" for miss in missed]


def statistics_of(log: str) -> str:
    """Locust's tables of a log, what went wrong among them."""
    return log[max(0, log.find("Type     Name")) :].rstrip()


def write(path: Path, content: Mapping[str, Any]) -> None:
    path.write_text(json.dumps(content, indent=2) + "\n")


def print_latencies(kind: str, rounds: list[tuple[Samples, Samples]], generator_cpu: float) -> None:
    for number, state in enumerate(("idle", "busy")):
        for name, values in plots.joined([each[number] for each in rounds]).items():
            p50, p99 = percentile(values, 0.5), percentile(values, 0.99)
            print(
                f"{kind} {state} {name}: p50 {p50:.2f} ms, p99 {p99:.2f} ms, {len(values)} "
                f"samples; generator {generator_cpu:.0%} of a core",
                flush=True,
            )


def print_figures(
    kind: str, found: Mapping[str, float], bounds: list[thresholds.Threshold]
) -> None:
    verdicts = {
        each.name: each.bound + ("" if each.met(found[each.name]) else ", MISSED")
        for each in bounds
        if each.name in found
    }
    for name, value in found.items():
        print(f"{kind} {name}: {value:.2f} ({verdicts.get(name, 'no threshold')})", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60, help="of the mix, on each store")
    parser.add_argument("--users", type=int, default=30)
    parser.add_argument("--calls", type=int, default=CEILING_CALLS, help="of each ceiling")
    parser.add_argument("--store", choices=list(WORKERS), help="only this")
    parser.add_argument("--folder", type=Path, default=Path("build/loadtest"))
    flags = parser.parse_args()
    ceiling.require()
    figured, missed = {}, []
    with postgres_server() as url:
        for kind, database in (("sqlite", ""), ("postgresql", url)):
            if flags.store in (None, kind):
                with stand(kind, database, WORKERS[kind]) as at:
                    folder = flags.folder / kind
                    figured[kind], misses = run(at, folder, flags.seconds, flags.users, flags.calls)
                    missed += misses
    summary = thresholds.table(figured, thresholds.load())
    (flags.folder / "thresholds.md").write_text(summary)
    print(summary)
    if missed:
        sys.exit("\n".join(["the load test failed:", *missed]))
    print(f"every threshold is met; the report is in {flags.folder}")


if __name__ == "__main__":
    main()
