"""What Prometheus reads.  No label tells of a game, a seat or a caller.

With PROMETHEUS_MULTIPROC_DIR set before this is imported, the processes of a server count
together.
"""

import os

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
    multiprocess,
)

from service.store.model import Counters

SECONDS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60)
WRITES = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)

HANDLED = Counter(
    "grpc_server_handled_total", "Calls, by how they ended", ["grpc_method", "grpc_code"]
)
SECONDS_OF_CALLS = Histogram(
    "grpc_server_handling_seconds", "Duration of unary calls", ["grpc_method"], buckets=SECONDS
)
GAMES = Gauge(
    "burgrave_games", "Games in progress, in the database", ["game_type"],
    multiprocess_mode="mostrecent",
)  # fmt: skip
RUNNING = Gauge("burgrave_searches_running", "Searches under way", multiprocess_mode="livesum")
WAITING = Gauge("burgrave_searches_waiting", "Searches that wait", multiprocess_mode="livesum")
ITERATIONS = Counter("burgrave_search_iterations_total", "Iterations of searches")
WATCHES = Gauge("burgrave_watches", "Watchers connected", multiprocess_mode="livesum")
COMMITS = Counter("burgrave_store_commits_total", "Commits")
FAILURES = Counter("burgrave_store_failures_total", "Reads and commits that failed")
COMMIT_WRITES = Histogram("burgrave_store_commit_writes", "Writes in a commit", buckets=WRITES)


def text() -> bytes:
    """Everything, in the format Prometheus reads."""
    registry = REGISTRY
    if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
        registry = CollectorRegistry()
        multiprocess.MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)


class StoreMeter:
    """Carries a store's own counters over."""

    def __init__(self, counters: Counters) -> None:
        self._counters = counters
        self._failures = 0

    def collect(self) -> None:
        sizes = self._counters.sizes
        while sizes:
            COMMITS.inc()
            COMMIT_WRITES.observe(sizes.popleft())
        FAILURES.inc(self._counters.failures - self._failures)
        self._failures = self._counters.failures
