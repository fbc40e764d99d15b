"""The fields of requests, checked."""

import binascii
import hashlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from typing import Protocol

from google.protobuf.message import Message

from ai.bots import level
from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from engine.contract import State, game
from engine.errors import IllegalMove
from service import wire
from service.match import Caller
from service.matches import Request
from service.refusals import BadField
from service.store import Filter, StoredGame

LONGEST_ID = 128  # characters of a request id or game id
LARGEST_PAGE = 1000
DEFAULT_PAGE = 50
DEFAULT_LEVEL = 4
ONCE = "once"


class Write(Protocol):
    """A request that changes a game."""

    game_id: str
    request_id: str


def request(message: "Write", caller: Caller) -> Request:
    """What is common to all that change a game."""
    assert isinstance(message, Message)
    check_id("game_id", message.game_id)
    check_id("request_id", message.request_id, may_be_empty=True)
    expected = None
    if "expected_revision" in message.DESCRIPTOR.fields_by_name:
        expected = _revision(message, "expected_revision")
    return Request(message.game_id, caller, message.request_id, content(message), expected)


def start_revision(message: pb.WatchGameRequest) -> int | None:
    return _revision(message, "start_revision")


def _revision(message: Message, name: str) -> int | None:
    if not message.HasField(name):
        return None
    revision = int(getattr(message, name))
    if revision < 0:
        raise BadField(name, "is negative", **{name: revision})
    return revision


def check_id(name: str, value: str, *, may_be_empty: bool = False) -> None:
    if not value and not may_be_empty:
        raise BadField(name, "is missing")
    if len(value) > LONGEST_ID:
        raise BadField(name, f"is longer than {LONGEST_ID} characters")
    if "\0" in value:
        raise BadField(name, "has a zero byte")


def content(message: Message) -> str:
    """A hash of all that a request says: two methods may say different things in equal bytes.

    Without a request id it cannot be made again, and nothing need be compared.
    """
    if not message.request_id:  # type: ignore[attr-defined]
        return ONCE
    said = message.SerializeToString(deterministic=True)
    return hashlib.sha256(message.DESCRIPTOR.name.encode() + said).hexdigest()


def bots(message: pb.NewGameRequest) -> dict[int, int]:
    """The level of each seat that the server shall play."""
    found: dict[int, int] = {}
    for each in message.bots:
        if not 0 <= each.seat < message.players or each.seat in found:
            raise BadField("bots", f"seat {each.seat} does not exist or is named twice")
        number = each.level if each.HasField("level") else DEFAULT_LEVEL
        level(str(number))
        found[each.seat] = number
    return found


def bot_level(message: pb.SetSeatRequest) -> int:
    """The level of the bot that shall play the seat; 0 for a person."""
    if not message.HasField("level"):
        return 0
    level(str(message.level))
    return int(message.level)


def choice(message: pb.ApplyMoveRequest) -> Callable[[State], int]:
    """The number of the move, once the position it is made in is known."""
    which = message.WhichOneof("choice")
    if which is None:
        raise BadField("move_id", "is missing, and so is move")
    if which == "move" and message.move.WhichOneof("detail") is None:
        raise BadField("move", "has no detail")

    def choose(state: State) -> int:
        return int(message.move_id) if which == "move_id" else _chosen(state, message.move)

    return choose


def _chosen(state: State, move: game_pb2.Move) -> int:
    """The legal move with the same typed detail."""
    field = wire.oneof(state.game)
    if move.WhichOneof("detail") != field:
        raise BadField("move", f"is no move of {state.game.name}")
    for legal in state.legal_moves():
        if getattr(wire.move(state.game.name, legal), field) == getattr(move, field):
            return legal
    raise IllegalMove("the typed move is not legal here", game_type=state.game.name)


def listing(message: pb.ListGamesRequest, owner: str) -> Filter:
    """A page of games and one more, which tells whether another page follows."""
    if not 0 <= message.page_size <= LARGEST_PAGE:
        raise BadField("page_size", f"is not from 0 to {LARGEST_PAGE}")
    if message.status not in game_pb2.Game.Status.values():
        raise BadField("status", "is none of the known ones")
    if message.game_type:
        game(message.game_type)
    return Filter(
        owner=owner,
        game_type=message.game_type or None,
        finished=_FINISHED[message.status],
        before=_page(message.page_token) if message.page_token else None,
        limit=(message.page_size or DEFAULT_PAGE) + 1,
    )


_FINISHED = {
    game_pb2.Game.STATUS_UNSPECIFIED: None,
    game_pb2.Game.STATUS_IN_PROGRESS: False,
    game_pb2.Game.STATUS_FINISHED: True,
}


def page_token(last: StoredGame) -> str:
    return urlsafe_b64encode(f"{last.created_at}/{last.game_id}".encode()).decode()


def _page(token: str) -> tuple[int, str]:
    try:
        created_at, _, game_id = urlsafe_b64decode(token.encode()).decode().partition("/")
        before = int(created_at), game_id
    except (binascii.Error, ValueError):
        raise BadField("page_token", "is none that this server gave") from None
    if not 0 <= before[0] < 2**63 or "\0" in game_id:
        raise BadField("page_token", "is none that this server gave")
    return before
