"""The engine and the search on their own."""

import subprocess
import sys
from collections.abc import Iterator
from json import loads
from time import process_time
from typing import Any

from ai.advice import Search
from engine.contract import games
from loadtest.rounds import medians
from service.commands import bench

Row = dict[str, Any]
ITERATIONS = (1_000, 10_000, 100_000)


def against_peers(scale: float) -> Iterator[Row]:
    """Playouts and searches of every table beside OpenSpiel's, in turn."""
    from loadtest import peers  # needs OpenSpiel, which nothing else here does

    yield from peers.rows(rounds=max(1, round(5 * scale)), seconds=0.5 * scale)


def threads(scale: float) -> Iterator[Row]:
    """Simulations per second of one thread and of two, in turn, the median of the rounds."""
    rounds, seconds = max(1, round(5 * scale)), 0.5 * scale
    for played in games().values():
        for players in range(played.min_players, played.max_players + 1):
            by_clock, by_cpu = (
                medians(rounds, {
                    count: lambda g=played, p=players, c=count, k=key: bench.measure_search(
                        g, p, c, seconds
                    )[k]
                    for count in (1, 2)
                })
                for key in ("sims_per_s", "sims_per_cpu_s")
            )  # fmt: skip
            yield {
                "bench": "threads", "game": played.name, "players": players,
                "one": round(by_clock[1]), "two": round(by_clock[2]),
                "by_clock": round(by_clock[2] / by_clock[1], 2),
                "by_cpu": round(2 * by_cpu[2] / by_cpu[1], 2),
            }  # fmt: skip


def growth(scale: float) -> Iterator[Row]:
    """Speed and memory of a search as its tree grows."""
    for played in games().values():
        start = bench.early(played, max(2, played.min_players))
        for iterations in ITERATIONS:
            search, began = Search(start, seed=1), process_time()
            search.run(iterations)
            yield {
                "bench": "growth", "game": played.name, "iterations": iterations,
                "sims_per_cpu_s": round(iterations / (process_time() - began)),
                "memory_mib": round(search.memory_used / 2**20, 2),
                "bytes_per_iteration": round(search.memory_used / iterations),
            }  # fmt: skip


def service_calls(scale: float) -> Iterator[Row]:
    """Server CPU per call beside the echo, in a process of its own."""
    asked = [sys.executable, "-m", "loadtest.calls", "--count", str(round(5_000 * scale))]
    answer = subprocess.run(asked, stdout=subprocess.PIPE, text=True, check=True)
    yield from map(loads, answer.stdout.splitlines())
