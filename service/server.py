"""Puts the parts together: the only module that knows every one."""

import asyncio
import logging
import os
import secrets
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import grpc
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha import reflection

from ai.bots import levels
from burgrave.v1 import game_service_pb2
from burgrave.v1.game_service_pb2_grpc import add_GameServiceServicer_to_server
from service.bots import Bots
from service.callers import Callers
from service.errors import ErrorInterceptor
from service.match import Match
from service.matches import Matches
from service.searches import Searches
from service.servicer import GameService
from service.settings import BadSetting, Settings
from service.store import open_store
from service.watch import Watchers

SERVICE = game_service_pb2.DESCRIPTOR.services_by_name["GameService"].full_name
# Two servers on one port would share its calls at random.
OPTIONS = (("grpc.so_reuseport", 0),)

logger = logging.getLogger(__name__)


@asynccontextmanager
async def running(settings: Settings) -> AsyncIterator[int]:
    """A server that takes calls; gives its port, and on leaving finishes what runs."""
    store = await open_store(settings.database)
    try:
        server = grpc.aio.server(interceptors=[ErrorInterceptor()], options=OPTIONS)
        searches = Searches(os.cpu_count() or 1)
        matches = Matches(store)
        bots = Bots(
            matches,
            lambda level, *position: searches.choose(levels()[level], *position),
            secrets.token_hex(8),
        )
        watchers = Watchers(matches)

        def changed(match: Match) -> None:
            bots.wake(match)
            watchers.wake([match.game_id])

        matches.on_change = changed
        store.on_change(watchers.wake)
        service = GameService(Callers({}), matches, watchers, searches)
        add_GameServiceServicer_to_server(service, server)
        healthy = health.aio.HealthServicer()
        health_pb2_grpc.add_HealthServicer_to_server(healthy, server)
        reflection.enable_server_reflection(
            (SERVICE, health.SERVICE_NAME, reflection.SERVICE_NAME), server
        )
        port = _bind(server, settings.address)
        await server.start()
        bots.start()
        for name in ("", SERVICE):
            await healthy.set(name, health_pb2.HealthCheckResponse.SERVING)
        try:
            yield port
        finally:
            await healthy.enter_graceful_shutdown()
            watchers.stop()
            await server.stop(settings.grace_seconds)
            await bots.close()
            await searches.close()
    finally:
        await store.close()


def _bind(server: grpc.aio.Server, address: str) -> int:
    try:
        return int(server.add_insecure_port(address))
    except RuntimeError:
        raise BadSetting(f"cannot listen on {address}: is another server there?") from None


async def serve(settings: Settings) -> None:
    """Serve until SIGINT or SIGTERM."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with running(settings) as port:
        host = settings.address.rpartition(":")[0]
        logger.info("serving on %s:%d, games in %s", host, port, settings.database)
        await stop.wait()
        logger.info("stopping: running calls have %g s to finish", settings.grace_seconds)
    logger.info("stopped")
