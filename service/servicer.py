"""burgrave.v1.GameService: one short method a call."""

import hashlib
import secrets
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc
from google.protobuf.message import Message

from ai.advice import Search
from ai.bots import level
from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceServicer
from engine.contract import State, games
from engine.errors import GameOver, IllegalMove
from engine.records import Record
from service import suggest, wire
from service.matches import Matches, MoveRequest, Position
from service.refusals import BadField, NoToken
from service.searches import Limits, Searches

LONGEST_ID = 128  # characters of a request id or game id
BEARER = "Bearer "
DEFAULT_LEVEL = 4
Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class GameService(GameServiceServicer):
    def __init__(self, matches: Matches, searches: Searches) -> None:
        self._matches = matches
        self._searches = searches

    async def ListGameTypes(
        self, request: pb.ListGameTypesRequest, context: Context
    ) -> pb.ListGameTypesResponse:
        return pb.ListGameTypesResponse(game_types=map(wire.game_type, games().values()))

    async def NewGame(self, request: pb.NewGameRequest, context: Context) -> pb.NewGameResponse:
        _check_id("request_id", request.request_id, may_be_empty=True)
        seed = request.seed if request.HasField("seed") else secrets.randbits(64)
        record = Record.start(request.game_type, request.players, seed, dict(request.options))
        position, tokens = await self._matches.new(
            record, _bots(request), request.request_id, _content(request)
        )
        return pb.NewGameResponse(game=_game(position, None), seat_tokens=tokens)

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        _check_id("game_id", request.game_id)
        match = await self._matches.get(request.game_id)
        return pb.GetGameResponse(game=_game(match.position, match.viewer(_token(context))))

    async def LegalMoves(
        self, request: pb.LegalMovesRequest, context: Context
    ) -> pb.LegalMovesResponse:
        _check_id("game_id", request.game_id)
        match = await self._matches.get(request.game_id)
        match.check_turn(match.seat(_token(context)))
        state = match.state
        moves = [wire.move(state.game.name, move) for move in state.legal_moves()]
        return pb.LegalMovesResponse(revision=match.revision, to_move=state.to_play, moves=moves)

    async def ApplyMove(
        self, request: pb.ApplyMoveRequest, context: Context
    ) -> pb.ApplyMoveResponse:
        _check_id("game_id", request.game_id)
        _check_id("request_id", request.request_id, may_be_empty=True)
        applied = await self._matches.apply(
            request.game_id, _token(context), _move_request(request)
        )
        played = applied.position.state.game
        seen = [wire.event(played, e) for e in applied.events if e.visible_to(applied.seat)]
        return pb.ApplyMoveResponse(game=_game(applied.position, applied.seat), events=seen)

    async def SuggestMove(
        self, request: pb.SuggestMoveRequest, context: Context
    ) -> pb.SuggestMoveResponse:
        revision, state = await self._position(request, context)
        search, limits, top = self._search(request, state, context)
        advice = await self._searches.advise(search, limits, top)
        return wire.advice(state, revision, advice, final=True)

    async def SuggestMoveStream(
        self, request: pb.SuggestMoveRequest, context: Context
    ) -> AsyncIterator[pb.SuggestMoveResponse]:
        revision, state = await self._position(request, context)
        search, limits, top = self._search(request, state, context)
        async for advice, final in self._searches.reports(search, limits, top):
            yield wire.advice(state, revision, advice, final=final)

    async def _position(
        self, request: pb.SuggestMoveRequest, context: Context
    ) -> tuple[int, State]:
        """What is to be searched: a game of ours, or the caller's own."""
        which = request.WhichOneof("position")
        if which is None:
            raise BadField("game_id", "is missing, and so is record")
        if which == "record":
            record = suggest.record(request.record)
            revision, state = len(record.moves), record.last()
        else:
            _check_id("game_id", request.game_id)
            match = await self._matches.get(request.game_id)
            match.check_turn(match.seat(_token(context)))
            revision, state = match.revision, match.state
        if state.to_play is None:
            raise GameOver("the game has ended", game_type=state.game.name)
        return revision, state

    def _search(
        self, request: pb.SuggestMoveRequest, state: State, context: Context
    ) -> tuple[Search, Limits, int | None]:
        threads = suggest.threads(request, self._searches.slots)
        limits = suggest.limits(request, context.time_remaining())
        return Search(state, seed=request.seed, threads=threads), limits, suggest.top(request)


def _game(position: Position, viewer: int | None) -> game_pb2.Game:
    return wire.position(
        position.game_id, position.revision, position.record.options, position.state, viewer
    )


def _bots(request: pb.NewGameRequest) -> dict[int, int]:
    """The level of each seat that the server shall play."""
    bots: dict[int, int] = {}
    for each in request.bots:
        if not 0 <= each.seat < request.players or each.seat in bots:
            raise BadField("bots", f"seat {each.seat} does not exist or is named twice")
        number = each.level if each.HasField("level") else DEFAULT_LEVEL
        level(str(number))
        bots[each.seat] = number
    return bots


def _content(request: Message) -> str:
    """A hash of all that a request says."""
    return hashlib.sha256(request.SerializeToString(deterministic=True)).hexdigest()


def _check_id(name: str, value: str, *, may_be_empty: bool = False) -> None:
    if not value and not may_be_empty:
        raise BadField(name, "is missing")
    if len(value) > LONGEST_ID:
        raise BadField(name, f"is longer than {LONGEST_ID} characters")


def _token(context: Context) -> str | None:
    """The caller's seat token, if it sent one."""
    for key, value in context.invocation_metadata() or ():
        if key == "authorization":
            if not isinstance(value, str) or not value.startswith(BEARER):
                raise NoToken("authorization must read 'Bearer <seat token>'")
            return value.removeprefix(BEARER)
    return None


def _move_request(request: pb.ApplyMoveRequest) -> MoveRequest:
    expected = request.expected_revision if request.HasField("expected_revision") else None
    if expected is not None and expected < 0:
        raise BadField("expected_revision", "is negative", expected_revision=expected)
    choice = request.WhichOneof("choice")
    if choice is None:
        raise BadField("move_id", "is missing, and so is move")
    if choice == "move" and request.move.WhichOneof("detail") is None:
        raise BadField("move", "has no detail")

    def choose(state: State) -> int:
        return int(request.move_id) if choice == "move_id" else _chosen(state, request.move)

    return MoveRequest(choose, expected, request.request_id, _content(request))


def _chosen(state: State, move: game_pb2.Move) -> int:
    """The legal move with the same typed detail."""
    field = wire.oneof(state.game)
    if move.WhichOneof("detail") != field:
        raise BadField("move", f"is no move of {state.game.name}")
    for legal in state.legal_moves():
        if getattr(wire.move(state.game.name, legal), field) == getattr(move, field):
            return legal
    raise IllegalMove("the typed move is not legal here", game_type=state.game.name)
