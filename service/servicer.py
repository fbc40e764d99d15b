"""burgrave.v1.GameService: one short method a call."""

import secrets
from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc

from ai.advice import Search
from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceServicer
from engine.contract import State, games
from engine.errors import GameOver
from engine.records import Record
from service import decisions, fields, suggest, wire
from service.callers import Callers
from service.limits import Buckets
from service.matches import Matches
from service.refusals import BadField
from service.searches import Limits, Searches
from service.watch import Watchers

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class GameService(GameServiceServicer):
    def __init__(
        self,
        callers: Callers,
        matches: Matches,
        watchers: Watchers,
        searches: Searches,
        searching: Buckets,
    ) -> None:
        self._callers = callers
        self._matches = matches
        self._watchers = watchers
        self._searches = searches
        self._searching = searching

    # ---- for everyone

    async def ListGameTypes(
        self, request: pb.ListGameTypesRequest, context: Context
    ) -> pb.ListGameTypesResponse:
        return pb.ListGameTypesResponse(game_types=map(wire.game_type, games().values()))

    async def GetGame(self, request: pb.GetGameRequest, context: Context) -> pb.GetGameResponse:
        fields.check_id("game_id", request.game_id)
        match = await self._matches.get(request.game_id)
        viewer = match.viewer(self._callers.caller(context))
        return pb.GetGameResponse(game=wire.position(match.course.position, viewer))

    async def WatchGame(
        self, request: pb.WatchGameRequest, context: Context
    ) -> AsyncIterator[pb.WatchGameResponse]:
        fields.check_id("game_id", request.game_id)
        start = fields.start_revision(request)
        match = await self._matches.get(request.game_id)
        viewer = match.viewer(self._callers.caller(context))
        course = await self._watchers.course(request.game_id, start)
        async for step in self._watchers.steps(course):
            if step is None:
                yield wire.heartbeat(course.position)
            else:
                yield wire.step(step, viewer, with_game=request.with_games)

    async def GetRecord(
        self, request: pb.GetRecordRequest, context: Context
    ) -> pb.GetRecordResponse:
        fields.check_id("game_id", request.game_id)
        match = await self._matches.get(request.game_id)
        match.viewer(self._callers.caller(context))
        course = await self._matches.whole(request.game_id)
        complete = course.state.to_play is None
        record = wire.record(course.record(), complete=complete)
        return pb.GetRecordResponse(record=record, complete=complete, revision=course.revision)

    # ---- for a seat

    async def LegalMoves(
        self, request: pb.LegalMovesRequest, context: Context
    ) -> pb.LegalMovesResponse:
        fields.check_id("game_id", request.game_id)
        match = await self._matches.get(request.game_id)
        match.check_turn(match.seat(self._callers.caller(context)))
        return wire.legal_moves(match.course.revision, match.course.state)

    async def ApplyMove(
        self, request: pb.ApplyMoveRequest, context: Context
    ) -> pb.ApplyMoveResponse:
        caller = self._callers.caller(context)
        wanted = decisions.move(caller, fields.choice(request))
        done = await self._matches.change(fields.request(request, caller), wanted)
        return pb.ApplyMoveResponse(
            game=wire.position(done.step.position, done.viewer),
            events=wire.events(done.step, done.viewer),
        )

    async def UndoMove(self, request: pb.UndoMoveRequest, context: Context) -> pb.UndoMoveResponse:
        caller = self._callers.caller(context)
        done = await self._matches.change(fields.request(request, caller), decisions.undo(caller))
        return pb.UndoMoveResponse(game=wire.position(done.step.position, done.viewer))

    async def SetSeat(self, request: pb.SetSeatRequest, context: Context) -> pb.SetSeatResponse:
        caller = self._callers.caller(context)
        wanted = decisions.set_seat(caller, request.seat, fields.bot_level(request))
        done = await self._matches.change(fields.request(request, caller), wanted)
        return pb.SetSeatResponse(game=wire.position(done.step.position, done.viewer))

    # ---- for the holder of an API key

    async def NewGame(self, request: pb.NewGameRequest, context: Context) -> pb.NewGameResponse:
        owner = self._callers.owner(context)
        fields.check_id("request_id", request.request_id, may_be_empty=True)
        seed = request.seed if request.HasField("seed") else secrets.randbits(64)
        record = Record.start(request.game_type, request.players, seed, dict(request.options))
        position, tokens = await self._matches.new(
            record, fields.bots(request), owner, request.request_id, fields.content(request)
        )
        return pb.NewGameResponse(game=wire.position(position, None), seat_tokens=tokens)

    async def ListGames(
        self, request: pb.ListGamesRequest, context: Context
    ) -> pb.ListGamesResponse:
        wanted = fields.listing(request, self._callers.owner(context))
        found = await self._matches.store.list_games(wanted)
        page = found[: wanted.limit - 1]
        more = fields.page_token(page[-1]) if len(found) == wanted.limit else ""
        return pb.ListGamesResponse(games=map(wire.summary, page), next_page_token=more)

    async def DeleteGame(
        self, request: pb.DeleteGameRequest, context: Context
    ) -> pb.DeleteGameResponse:
        caller = self._callers.administrator(context)
        await self._matches.delete(fields.request(request, caller))
        return pb.DeleteGameResponse()

    # ---- searching

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
            fields.check_id("game_id", request.game_id)
            match = await self._matches.get(request.game_id)
            match.check_turn(match.seat(self._callers.caller(context)))
            revision, state = match.course.revision, match.course.state
        if state.to_play is None:
            raise GameOver("the game has ended", game_type=state.game.name)
        return revision, state

    def _search(
        self, request: pb.SuggestMoveRequest, state: State, context: Context
    ) -> tuple[Search, Limits, int | None]:
        threads = suggest.threads(request, self._searches.slots)
        caller = self._callers.subject(context)

        def spend(seconds: float) -> None:
            self._searching.spend(caller, seconds * threads)

        limits = suggest.limits(request, context.time_remaining(), spend)
        return Search(state, seed=request.seed, threads=threads), limits, suggest.top(request)
