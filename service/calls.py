"""What every call goes through: limits, deadlines, refusals as statuses, metrics, logs."""

import asyncio
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable
from typing import Any, TypeAlias

import grpc
from google.protobuf.descriptor import MethodDescriptor
from google.protobuf.message import DecodeError
from google.protobuf.message_factory import GetMessageClass
from prometheus_client import Counter

from burgrave.v1 import game_service_pb2
from engine.errors import EngineError
from service import metrics
from service.callers import Callers
from service.deadlines import Deadlines
from service.errors import status_of
from service.limits import Allowances
from service.refusals import BadField, SlowReader, WrongKey

SERVICE = game_service_pb2.DESCRIPTOR.services_by_name["GameService"]
REQUEST_ID = "x-request-id"
CALL_SECONDS = 30.0  # for any call that does not search or watch
SEARCH_SECONDS = 150.0  # for one that does: waiting for a slot, then at most a minute
SWEEP_SECONDS = 0.5  # between two looks for calls that take too long
SLOW_SECONDS = 20.0  # for a watcher to take one message
SEARCHES = frozenset({"SuggestMove", "SuggestMoveStream"})
WATCHES = frozenset({"WatchGame"})

Context: TypeAlias = Any

logger = logging.getLogger(__name__)


class Calls:
    """Wraps the methods of the service.

    Not an interceptor: gRPC would ask one anew for the method of every call.
    """

    def __init__(self, callers: Callers, allowances: Allowances) -> None:
        self._callers = callers
        self._allowances = allowances
        self._deadlines = Deadlines()

    def handler(self, service: Any) -> grpc.GenericRpcHandler:
        """What gRPC asks for the methods of the service."""
        handlers = {each.name: self._wrapped(each, service) for each in SERVICE.methods}
        return grpc.method_handlers_generic_handler(SERVICE.full_name, handlers)

    async def keep_deadlines(self) -> None:
        """End calls that take too long, for as long as the server runs."""
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            self._deadlines.sweep()

    def _wrapped(self, method: MethodDescriptor, service: Any) -> "grpc.RpcMethodHandler[Any, Any]":
        read = _lenient(GetMessageClass(method.input_type).FromString)
        write = GetMessageClass(method.output_type).SerializeToString
        wanted = getattr(service, method.name)
        if method.server_streaming:
            call = self._stream(method.name, wanted)
            return grpc.unary_stream_rpc_method_handler(call, read, write)
        return grpc.unary_unary_rpc_method_handler(self._unary(method.name, wanted), read, write)

    def _unary(self, name: str, method: Any) -> Any:
        seconds = SEARCH_SECONDS if name in SEARCHES else CALL_SECONDS
        histogram = metrics.SECONDS_OF_CALLS.labels(name)
        handled, cancelled = _counters(name)

        async def call(request: Any, context: Context) -> Any:
            began = time.monotonic()
            try:
                self._admit(name, request, context)
                with self._deadlines.until(began + seconds):
                    answer = await method(request, context)
            except asyncio.CancelledError:
                cancelled.inc()
                raise
            except Exception as error:
                await self._refuse(name, error, context)
                raise
            handled.inc()
            histogram.observe(time.monotonic() - began)
            return answer

        return call

    def _stream(self, name: str, method: Any) -> Any:
        handled, cancelled = _counters(name)

        async def call(request: Any, context: Context) -> None:
            try:
                caller = self._admit(name, request, context)
                if name in WATCHES:
                    with self._allowances.watches.one(caller):
                        await _send(method(request, context), context)
                else:
                    with self._deadlines.until(time.monotonic() + SEARCH_SECONDS):
                        await _send(method(request, context), context)
            except asyncio.CancelledError:
                cancelled.inc()
                raise
            except Exception as error:
                await self._refuse(name, error, context)
                raise
            handled.inc()

        return call

    def _admit(self, name: str, request: Any, context: Context) -> str:
        """Who calls, if that is within the limits and the request can be read."""
        try:
            caller = self._callers.subject(context)
        except WrongKey:  # guesses count too
            self._allowances.calls.take(self._callers.address(context))
            raise
        self._allowances.calls.take(caller)
        if request is None:
            raise BadField("request", "is not a message of this method")
        if name == "NewGame":
            self._allowances.games.take(caller)
        if name in SEARCHES:
            self._allowances.searching.check(caller)
        return caller

    async def _refuse(self, name: str, error: Exception, context: Context) -> None:
        """End the call with the status of what was raised."""
        if isinstance(error, grpc.aio.AbortError):
            return
        status = status_of(error)
        metrics.HANDLED.labels(name, status.code.name).inc()
        call_id = _call_id(context)
        facts = {"method": name, "code": status.code.name, "call_id": call_id}
        if isinstance(error, EngineError):
            logger.debug("refused", extra=facts)
        else:
            logger.error("failed", extra=facts, exc_info=error)
        trailing = ((REQUEST_ID, call_id), *status.trailing_metadata)
        await context.abort(status.code, status.details, trailing)


def _counters(name: str) -> tuple[Counter, Counter]:
    """Counters of the calls of a method that were answered, and that their callers left."""
    return metrics.HANDLED.labels(name, "OK"), metrics.HANDLED.labels(name, "CANCELLED")


def _lenient(read: Callable[[bytes], Any]) -> Callable[[bytes], Any]:
    """Gives None for bytes that are no message; gRPC itself would call that an internal error."""

    def parse(data: bytes) -> Any:
        try:
            return read(data)
        except DecodeError:
            return None

    return parse


async def _send(answers: AsyncIterator[Any], context: Context) -> None:
    """Send each answer as the caller takes it.  Who takes too long is dropped."""
    try:
        async for answer in answers:
            try:
                async with asyncio.timeout(SLOW_SECONDS):
                    await context.write(answer)
            except TimeoutError:
                raise SlowReader("the caller did not read for too long") from None
            except grpc.aio.InternalError:  # the caller has gone while this was sent
                raise asyncio.CancelledError from None
    finally:
        await answers.aclose()  # type: ignore[attr-defined]


def _call_id(context: Context) -> str:
    """The caller's own id of the call, if it has a sound one; else one of ours."""
    for key, value in context.invocation_metadata() or ():
        if key == REQUEST_ID and isinstance(value, str) and value.isascii() and len(value) <= 64:
            return value
    return secrets.token_hex(8)
