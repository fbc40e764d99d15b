"""Every refusal as a gRPC status: the one table, and the interceptor that applies it."""

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any, TypeAlias

import grpc
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc import StatusCode
from grpc_status import rpc_status

from ai.bots import UnknownBot
from engine import errors
from service import refusals

DOMAIN = "burgrave"
OURS = "/burgrave."

TABLE: dict[type[errors.EngineError], tuple[StatusCode, str]] = {
    errors.UnknownGameType: (StatusCode.NOT_FOUND, "UNKNOWN_GAME_TYPE"),
    errors.BadPlayerCount: (StatusCode.INVALID_ARGUMENT, "BAD_PLAYER_COUNT"),
    errors.BadOption: (StatusCode.INVALID_ARGUMENT, "BAD_OPTION"),
    errors.BadSeed: (StatusCode.INVALID_ARGUMENT, "BAD_SEED"),
    errors.IllegalMove: (StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE"),
    errors.GameOver: (StatusCode.FAILED_PRECONDITION, "GAME_OVER"),
    errors.BadRecord: (StatusCode.INVALID_ARGUMENT, "BAD_RECORD"),
    errors.OtherRulesVersion: (StatusCode.FAILED_PRECONDITION, "OTHER_RULES_VERSION"),
    errors.BadBytes: (StatusCode.INVALID_ARGUMENT, "BAD_BYTES"),
    refusals.BadField: (StatusCode.INVALID_ARGUMENT, "BAD_FIELD"),
    refusals.RequestIdReused: (StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED"),
    refusals.UnknownGame: (StatusCode.NOT_FOUND, "UNKNOWN_GAME"),
    refusals.NoToken: (StatusCode.UNAUTHENTICATED, "NO_TOKEN"),
    refusals.WrongToken: (StatusCode.PERMISSION_DENIED, "WRONG_TOKEN"),
    refusals.NotYourTurn: (StatusCode.PERMISSION_DENIED, "NOT_YOUR_TURN"),
    refusals.StaleRevision: (StatusCode.ABORTED, "STALE_REVISION"),
    refusals.SeatIsBot: (StatusCode.FAILED_PRECONDITION, "SEAT_IS_BOT"),
    refusals.NothingToUndo: (StatusCode.FAILED_PRECONDITION, "NOTHING_TO_UNDO"),
    refusals.NoKey: (StatusCode.UNAUTHENTICATED, "NO_KEY"),
    refusals.WrongKey: (StatusCode.PERMISSION_DENIED, "WRONG_KEY"),
    refusals.NotAllowed: (StatusCode.PERMISSION_DENIED, "NOT_ALLOWED"),
    refusals.SlowReader: (StatusCode.ABORTED, "SLOW_READER"),
    refusals.Stopping: (StatusCode.UNAVAILABLE, "STOPPING"),
    refusals.TooManySearches: (StatusCode.RESOURCE_EXHAUSTED, "TOO_MANY_SEARCHES"),
    UnknownBot: (StatusCode.INVALID_ARGUMENT, "UNKNOWN_BOT"),
    refusals.StoreUnavailable: (StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"),
}
INTERNAL = (StatusCode.INTERNAL, "INTERNAL")

Handler: TypeAlias = "grpc.RpcMethodHandler[Any, Any] | None"

logger = logging.getLogger(__name__)


def status_of(error: Exception) -> grpc.Status:
    """Code, reason and facts of a refusal; of anything else, only that it happened."""
    if isinstance(error, errors.EngineError):
        (code, reason), message, facts = TABLE[type(error)], str(error), error.facts
    else:
        (code, reason), message, facts = INTERNAL, "internal error", {}
    status = status_pb2.Status(code=code_pb2.Code.Value(code.name), message=message)
    info = error_details_pb2.ErrorInfo(reason=reason, domain=DOMAIN, metadata=facts)
    status.details.add().Pack(info)
    if code is StatusCode.INVALID_ARGUMENT and "field" in facts:
        violation = error_details_pb2.BadRequest.FieldViolation(
            field=facts["field"], description=message, reason=reason
        )
        status.details.add().Pack(error_details_pb2.BadRequest(field_violations=[violation]))
    if "retry_seconds" in facts:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(float(facts["retry_seconds"]) * 1000))
        status.details.add().Pack(retry)
    return rpc_status.to_status(status)


class ErrorInterceptor(grpc.aio.ServerInterceptor):
    """Turns what a method raises into its status."""

    async def intercept_service(
        self,
        continuation: "Callable[[grpc.HandlerCallDetails], Awaitable[Handler]]",
        handler_call_details: grpc.HandlerCallDetails,
    ) -> "Handler":
        handler = await continuation(handler_call_details)
        name = handler_call_details.method
        if handler is not None and handler.unary_unary is not None:
            return grpc.unary_unary_rpc_method_handler(
                _answering(name, handler.unary_unary),
                handler.request_deserializer,
                handler.response_serializer,
            )
        if handler is not None and handler.unary_stream is not None and name.startswith(OURS):
            return grpc.unary_stream_rpc_method_handler(
                _streaming(name, handler.unary_stream),
                handler.request_deserializer,
                handler.response_serializer,
            )
        return handler


def _answering(name: str, method: Any) -> Any:
    async def call(request: Any, context: Any) -> Any:
        try:
            return await method(request, context)
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            await _refuse(name, error, context)

    return call


def _streaming(name: str, method: Any) -> Any:
    async def call(request: Any, context: Any) -> AsyncIterator[Any]:
        try:
            async for answer in method(request, context):
                yield answer
        except grpc.aio.AbortError:
            raise
        except Exception as error:
            await _refuse(name, error, context)

    return call


async def _refuse(name: str, error: Exception, context: Any) -> None:
    if not isinstance(error, errors.EngineError):
        logger.exception("%s failed", name)
    await context.abort_with_status(status_of(error))
