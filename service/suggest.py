"""The fields of a SuggestMoveRequest, checked."""

from collections.abc import Callable

from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from engine.contract import game
from engine.records import Record
from service.refusals import BadField
from service.searches import Limits

MOST_ITERATIONS = 10_000_000
MOST_SECONDS = 60.0
DEFAULT_ITERATIONS = 20_000  # of a search without any limit
ANSWER_SECONDS = 0.05  # of the caller's deadline, left for the answer to arrive
MOST_MOVES = 20_000  # of a caller's own game


def record(message: game_pb2.Record) -> Record:
    """The caller's own game; its options filled up with defaults."""
    played = game(message.game_type)
    if len(message.moves) > MOST_MOVES:
        raise BadField("record.moves", f"has more than {MOST_MOVES} moves")
    return Record(
        message.game_type,
        message.rules_version or played.rules_version,
        message.players,
        message.seed,
        played.resolve_options(dict(message.options)),
        tuple(message.moves),
    )


def limits(
    request: pb.SuggestMoveRequest, deadline: float | None, spend: Callable[[float], None]
) -> Limits:
    """Iterations and seconds; `deadline` is what the caller will wait, in seconds."""
    timed = request.HasField("max_time")
    iterations = MOST_ITERATIONS if timed else DEFAULT_ITERATIONS
    if request.HasField("max_iterations"):
        iterations = request.max_iterations
        if not 1 <= iterations <= MOST_ITERATIONS:
            raise BadField("max_iterations", f"is not from 1 to {MOST_ITERATIONS}")
    seconds = request.max_time.ToNanoseconds() / 1e9 if timed else MOST_SECONDS
    if not 0 < seconds <= MOST_SECONDS:
        raise BadField("max_time", f"is not above 0 and up to {MOST_SECONDS:g} s")
    if deadline is not None:
        seconds = min(seconds, max(0.0, deadline - ANSWER_SECONDS))
    return Limits(iterations, seconds, spend)


def threads(request: pb.SuggestMoveRequest, most: int) -> int:
    wanted = request.threads if request.HasField("threads") else 1
    if not 1 <= wanted <= most:
        raise BadField("threads", f"is not from 1 to {most}")
    return wanted


def top(request: pb.SuggestMoveRequest) -> int | None:
    if not request.HasField("top"):
        return None
    if request.top < 1:
        raise BadField("top", "is below 1")
    return request.top
