"""Puts the parts together: the only module that knows every one."""

import asyncio
import logging
import os
import secrets
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any

import grpc
from grpc_health.v1 import health, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

import engine.games  # noqa: F401  registers every game
from ai.bots import levels
from engine.contract import games
from service import keys, metrics, traces
from service.bots import Bots
from service.callers import Callers
from service.calls import SERVICE, Calls
from service.health import Health
from service.http import Probes
from service.limits import Allowances, Buckets, Limit, Seats
from service.match import Match
from service.matches import Matches
from service.refusals import StoreUnavailable
from service.searches import Searches
from service.servicer import GameService
from service.settings import BadSetting, Settings
from service.store import Store, open_store
from service.watch import Watchers

LARGEST_MESSAGE = 1 << 20  # bytes a caller may send
LARGEST_METADATA = 16 << 10  # bytes beside the message
HEALTH_SECONDS = 5.0  # between two looks at the database
CHORES_SECONDS = 5.0  # between two looks at counters and old games
ANSWER_SECONDS = 3.0  # for a database that is there
DELETED_SECONDS = 3600  # how long a deletion is remembered, for callers who repeat it

logger = logging.getLogger(__name__)


class Server:
    """One serving process."""

    def __init__(self, settings: Settings, store: Store) -> None:
        self.settings = settings
        self.store = store
        self.searches = Searches(max(1, (os.cpu_count() or 1) // settings.workers))
        self.matches = Matches(store)
        self.bots = Bots(
            self.matches,
            lambda level, *position: self.searches.choose(levels()[level], *position),
            secrets.token_hex(8),
        )
        self.watchers = Watchers(self.matches)
        self.callers = Callers(keys.read(settings))
        self.allowances = _allowances(settings)
        self.calls = Calls(self.callers, self.allowances)
        self.health = Health(["", SERVICE.full_name])
        self.meter = metrics.StoreMeter(store.counters)
        self.stopping = False
        self.matches.on_change = self._changed
        store.on_change(self.watchers.wake, heeded=lambda: self.watchers.count > 0)

    def _changed(self, match: Match) -> None:
        self.bots.wake(match)
        self.watchers.wake([match.game_id])

    def grpc_server(self, interceptors: Sequence[Any], *, shared: bool) -> grpc.aio.Server:
        """The gRPC server with all its services."""
        server = grpc.aio.server(
            interceptors=interceptors, options=_options(self.settings, shared=shared)
        )
        service = GameService(
            self.callers, self.matches, self.watchers, self.searches, self.allowances.searching
        )
        server.add_generic_rpc_handlers((self.calls.handler(service),))
        health_pb2_grpc.add_HealthServicer_to_server(self.health, server)
        reflection.enable_server_reflection(
            (SERVICE.full_name, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        return server

    async def problem(self) -> str:
        """Why this process is not ready; nothing if it is."""
        if self.stopping:
            return "stopping"
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self.store.ping()
        except TimeoutError:
            return "the game store does not answer"
        except StoreUnavailable as unavailable:
            return str(unavailable)
        return ""

    async def keep_health(self) -> None:
        """Tell whether the database answers; apart from chores, which wait for it."""
        while True:
            self.health.tell(serves=not await self.problem())
            await asyncio.sleep(HEALTH_SECONDS)

    async def chores(self) -> None:
        """Counters for Prometheus, and old games removed, every now and then."""
        while True:
            try:
                self.meter.collect()
                metrics.WATCHES.set(self.watchers.count)
                counts = dict.fromkeys(games(), 0) | await self.store.count()
                for game_type, count in counts.items():
                    metrics.GAMES.labels(game_type).set(count)
                await self._purge()
            except StoreUnavailable:
                pass
            await asyncio.sleep(CHORES_SECONDS)

    async def _purge(self) -> None:
        now = time.time_ns() // 1000
        expiry = int(self.settings.expire_days * 86_400_000_000)
        await self.store.purge(now - expiry if expiry else 0, now - DELETED_SECONDS * 1_000_000)

    async def stop(self, server: grpc.aio.Server) -> None:
        """Take no more calls, finish those that run, send watchers elsewhere."""
        self.stopping = True
        self.health.stop()
        self.watchers.stop()
        await server.stop(self.settings.grace_seconds)


@asynccontextmanager
async def running(settings: Settings, *, shared: bool = False) -> AsyncIterator[int]:
    """A server that takes calls; gives its port, and on leaving finishes what runs.

    `shared` lets other processes listen on the same port.
    """
    async with AsyncExitStack() as stack:
        store = await open_store(settings.database)
        stack.push_async_callback(store.close)
        parts = Server(settings, store)
        interceptors = stack.enter_context(traces.tracing(settings))
        server = parts.grpc_server(interceptors, shared=shared)
        port = _bind(server, settings)
        probes = Probes(parts.problem)
        if settings.http_address:
            await probes.start(settings.http_address)
        stack.push_async_callback(probes.close)
        await server.start()
        stack.push_async_callback(parts.searches.close)
        stack.push_async_callback(parts.bots.close)
        parts.bots.start()
        for forever in (parts.chores(), parts.keep_health(), parts.calls.keep_deadlines()):
            stack.callback(asyncio.create_task(forever).cancel)
        parts.health.tell(serves=True)
        stack.push_async_callback(parts.stop, server)
        yield port


def _bind(server: grpc.aio.Server, settings: Settings) -> int:
    credentials = keys.credentials(settings)
    try:
        if credentials is None:
            return int(server.add_insecure_port(settings.address))
        return int(server.add_secure_port(settings.address, credentials))
    except RuntimeError:
        raise BadSetting(f"cannot listen on {settings.address}: is another server there?") from None


def _options(settings: Settings, *, shared: bool) -> list[tuple[str, int]]:
    options = [
        ("grpc.so_reuseport", int(shared)),
        ("grpc.max_receive_message_length", LARGEST_MESSAGE),
        ("grpc.max_metadata_size", LARGEST_METADATA),
        ("grpc.keepalive_time_ms", 60_000),
        ("grpc.http2.max_ping_strikes", 0),
    ]
    if settings.connection_age_seconds:
        age = int(settings.connection_age_seconds * 1000)
        grace = int(settings.grace_seconds * 1000)
        options += [
            ("grpc.max_connection_age_ms", age),
            ("grpc.max_connection_age_grace_ms", grace),
        ]
    return options


def _allowances(settings: Settings) -> Allowances:
    return Allowances(
        Buckets(Limit("calls", settings.limit_calls_per_second, 1)),
        Buckets(Limit("games", settings.limit_games_per_hour, 3600)),
        Buckets(Limit("search seconds", settings.limit_search_seconds_per_minute, 60)),
        Seats("watches", settings.limit_watches),
    )
