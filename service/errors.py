"""Every refusal as a gRPC status: the one table."""

import grpc
from google.rpc import code_pb2, error_details_pb2, status_pb2
from grpc import StatusCode
from grpc_status import rpc_status

from ai.bots import UnknownBot
from engine import errors
from service import refusals

DOMAIN = "burgrave"

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
    refusals.OverLimit: (StatusCode.RESOURCE_EXHAUSTED, "OVER_LIMIT"),
    refusals.TooLong: (StatusCode.DEADLINE_EXCEEDED, "TOO_LONG"),
    UnknownBot: (StatusCode.INVALID_ARGUMENT, "UNKNOWN_BOT"),
    refusals.StoreUnavailable: (StatusCode.UNAVAILABLE, "STORE_UNAVAILABLE"),
}
INTERNAL = (StatusCode.INTERNAL, "INTERNAL")


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
    if isinstance(error, refusals.OverLimit):
        quota = error_details_pb2.QuotaFailure.Violation(
            subject=facts["subject"], description=message
        )
        status.details.add().Pack(error_details_pb2.QuotaFailure(violations=[quota]))
    if "retry_seconds" in facts:
        retry = error_details_pb2.RetryInfo()
        retry.retry_delay.FromMilliseconds(int(float(facts["retry_seconds"]) * 1000))
        status.details.add().Pack(retry)
    return rpc_status.to_status(status)
