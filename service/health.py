"""grpc.health.v1: whether this process serves, for the whole server and for each service alike."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc
from grpc_health.v1.health_pb2 import HealthCheckRequest, HealthCheckResponse
from grpc_health.v1.health_pb2_grpc import HealthServicer

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class Health(HealthServicer):
    """Unlike gRPC's own, it ends its watches when the server stops: nobody waits for them."""

    def __init__(self, services: list[str]) -> None:
        self._services = services
        self._serves = False
        self._stopping = False
        self._changed = asyncio.Event()

    def tell(self, *, serves: bool) -> None:
        if serves != self._serves:
            self._serves = serves
            self._wake()

    def stop(self) -> None:
        """Serve no more, whatever is told later."""
        self._stopping = True
        self._wake()

    def _wake(self) -> None:
        changed, self._changed = self._changed, asyncio.Event()
        changed.set()

    def _status(self, service: str) -> HealthCheckResponse:
        if service not in self._services:
            return HealthCheckResponse(status=HealthCheckResponse.SERVICE_UNKNOWN)
        if self._serves and not self._stopping:
            return HealthCheckResponse(status=HealthCheckResponse.SERVING)
        return HealthCheckResponse(status=HealthCheckResponse.NOT_SERVING)

    async def Check(self, request: HealthCheckRequest, context: Context) -> HealthCheckResponse:
        if request.service not in self._services:
            await context.abort(grpc.StatusCode.NOT_FOUND, "no such service")
        return self._status(request.service)

    async def Watch(
        self, request: HealthCheckRequest, context: Context
    ) -> AsyncIterator[HealthCheckResponse]:
        told = None
        while True:
            changed, status = self._changed, self._status(request.service)
            if status != told:
                yield status
                told = status  # and it may have changed meanwhile
            elif self._stopping:
                return
            else:
                await changed.wait()
