"""A client of a real server, and what its refusals say."""

from dataclasses import dataclass

import grpc
from google.rpc import error_details_pb2
from grpc_status import rpc_status

from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceStub


@dataclass
class Refusal:
    """A refused call, unpacked."""

    code: grpc.StatusCode
    reason: str
    facts: dict[str, str]
    text: str
    violations: list[str]

    @classmethod
    def of(cls, error: grpc.aio.AioRpcError) -> "Refusal":
        info = error_details_pb2.ErrorInfo()
        bad = error_details_pb2.BadRequest()
        for detail in rpc_status.from_call(error).details:
            for message in (info, bad):
                if detail.Is(message.DESCRIPTOR):
                    detail.Unpack(message)
        assert info.domain == "burgrave"
        fields = [violation.field for violation in bad.field_violations]
        return cls(error.code(), info.reason, dict(info.metadata), error.details(), fields)


class Client:
    """The calls of the service with their usual arguments; `token` speaks for a seat."""

    def __init__(self, channel: grpc.aio.Channel) -> None:
        self.stub = GameServiceStub(channel)

    async def call(self, name, request, token=None):
        metadata = () if token is None else (("authorization", f"Bearer {token}"),)
        return await getattr(self.stub, name)(request, metadata=metadata, timeout=20)

    async def refused(self, name, request, token=None) -> Refusal:
        """How the call is refused; fails if it is not."""
        try:
            answer = await self.call(name, request, token)
        except grpc.aio.AioRpcError as error:
            return Refusal.of(error)
        raise AssertionError(f"not refused: {answer}")

    async def new(self, game_type="saint-malo", players=2, **fields):
        return await self.call(
            "NewGame", pb.NewGameRequest(game_type=game_type, players=players, **fields)
        )

    async def get(self, game_id, token=None):
        return (await self.call("GetGame", pb.GetGameRequest(game_id=game_id), token)).game

    async def moves(self, game_id, token):
        return await self.call("LegalMoves", pb.LegalMovesRequest(game_id=game_id), token)

    async def apply(self, game_id, token, move_id, **fields):
        request = pb.ApplyMoveRequest(game_id=game_id, move_id=move_id, **fields)
        return await self.call("ApplyMove", request, token)
