"""`make soakload`: a server under the mix for a long time; it must not drift.

Memory, file handles and latency are read every few seconds, plotted, and compared between the
first and the last third.
"""

import argparse
import asyncio
import csv
import statistics
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from loadtest import load, plots, probe, thresholds
from loadtest.load import ECHO_BYTES, Stand
from loadtest.processes import Usage

BOUNDS = Path(__file__).parent / "soak.toml"
EVERY_SECONDS = 5.0
SAMPLE_SECONDS = 1.0  # of the probe, each time
NEW_GAMES = 'grpc_server_handled_total{grpc_code="OK",grpc_method="NewGame"}'
GAME_KIB = 64  # that an open game may take
WARM_UP = 0.1  # share of the time before which nothing is compared


@dataclass(frozen=True)
class Reading:
    """Of a server at one moment."""

    seconds: float
    memory: float  # MiB
    handles: int
    games: int  # set up so far
    legal_moves: float  # median in ms, as the others
    apply_move: float
    event: float
    echo: float
    server_cpu: float  # share of a core since the reading before
    probe_cpu: float  # the same of the probe, which is a generator too


def drift(readings: Sequence[Reading]) -> dict[str, float]:
    """From the first third to the last, after warming up."""
    steady = readings[int(WARM_UP * len(readings)) :]
    third = max(1, len(steady) // 3)
    first, last = steady[:third], steady[-third:]

    def grown(name: str, take: Callable[[list[float]], float] = statistics.median) -> float:
        before, after = ([getattr(each, name) for each in part] for part in (first, last))
        return take(after) - take(before)

    def echoes(part: Sequence[Reading]) -> float:
        return statistics.median(each.legal_moves / each.echo for each in part)

    return {
        "memory": grown("memory", lower_quartile) - grown("games") * GAME_KIB / 1024,
        "handles": grown("handles"),
        "latency": echoes(last) / echoes(first),
    }


def lower_quartile(values: Sequence[float]) -> float:
    return sorted(values)[len(values) // 4]


async def readings(at: Stand, seconds: float) -> list[Reading]:
    taken: list[Reading] = []
    began = time.monotonic()
    async with probe.probing(at.port, at.echo.port, ECHO_BYTES) as taking:
        before, own, then = Usage.of(at.pids()), time.process_time(), began
        while time.monotonic() < began + seconds:
            samples = await taking.sample(SAMPLE_SECONDS)
            half = {name: probe.percentile(values, 0.5) for name, values in samples.items()}
            await asyncio.sleep(EVERY_SECONDS - SAMPLE_SECONDS)
            games = await asyncio.to_thread(at.metric, NEW_GAMES)
            now, used, spent = time.monotonic(), Usage.of(at.pids()), time.process_time()
            passed = now - then
            taken.append(Reading(
                now - began, used.memory / 2**20, used.handles, games,
                half["LegalMoves"], half["ApplyMove"], half["event"], half["echo"],
                (used.cpu_seconds - before.cpu_seconds) / passed, (spent - own) / passed,
            ))  # fmt: skip
            before, own, then = used, spent, now
    return taken


def soak(at: Stand, folder: Path, minutes: float, users: int) -> list[str]:
    """The mix and the readings side by side; what was missed."""
    folder.mkdir(parents=True, exist_ok=True)
    mixed: dict[str, Any] = {}
    mix = threading.Thread(
        target=lambda: mixed.update(load.locust(at, folder, minutes * 60, users))
    )
    mix.start()
    taken = asyncio.run(readings(at, minutes * 60 - EVERY_SECONDS))
    mix.join()
    write(taken, folder / "readings.csv")
    plots.curves(taken, folder / "curves.png", f"{minutes:g} minutes, {users} users, {at.kind}")
    found, bounds = drift(taken), thresholds.load(BOUNDS)
    last = taken[-1]
    print(f"{len(taken)} readings in {minutes:g} minutes; {last.games} games set up; server "
          f"{mixed['server_cpu']:.0%} of a core, locust {mixed['generator_cpu']:.0%}, probe "
          f"{statistics.fmean(each.probe_cpu for each in taken):.0%}")  # fmt: skip
    load.print_figures(at.kind, found, bounds)
    return thresholds.misses(found, bounds) + load.faults_of(mixed, folder)


def write(taken: Sequence[Reading], path: Path) -> None:
    with path.open("w", newline="") as out:
        rows = csv.DictWriter(out, list(asdict(taken[0])))
        rows.writeheader()
        for each in taken:
            rows.writerow({name: round(value, 3) for name, value in asdict(each).items()})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--users", type=int, default=30)
    parser.add_argument("--folder", type=Path, default=Path("build/soakload"))
    flags = parser.parse_args()
    with load.stand("sqlite") as at:
        missed = soak(at, flags.folder, flags.minutes, flags.users)
    if missed:
        sys.exit("\n".join(["the server drifts:", *missed]))
    print(f"no drift beyond its bounds; the curves are in {flags.folder}")


if __name__ == "__main__":
    main()
