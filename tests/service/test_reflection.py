"""A client that knows nothing but the server's reflection plays whole games."""

import random

import grpc
import pytest
from google.protobuf import descriptor_pool, message_factory
from grpc_health.v1 import health_pb2, health_pb2_grpc
from grpc_reflection.v1alpha.proto_reflection_descriptor_database import (
    ProtoReflectionDescriptorDatabase,
)

from tests.service.program import Server
from tests.setups import TABLES


@pytest.fixture(scope="module")
def channel(tmp_path_factory):
    with (
        Server(tmp_path_factory.mktemp("reflection")) as server,
        grpc.insecure_channel(f"127.0.0.1:{server.port}") as channel,
    ):
        yield channel


@pytest.fixture(scope="module")
def calls(channel):
    """The methods of the service by name, each from a dict to a message."""
    pool = descriptor_pool.DescriptorPool(ProtoReflectionDescriptorDatabase(channel))
    service = pool.FindServiceByName("burgrave.v1.GameService")

    def method(descriptor):
        request = message_factory.GetMessageClass(descriptor.input_type)
        response = message_factory.GetMessageClass(descriptor.output_type)
        call = channel.unary_unary(
            f"/{service.full_name}/{descriptor.name}",
            request_serializer=request.SerializeToString,
            response_deserializer=response.FromString,
        )

        def invoke(token=None, **fields):
            metadata = (("authorization", f"Bearer {token}"),) if token else ()
            return call(request(**fields), metadata=metadata, timeout=20)

        return invoke

    return {descriptor.name: method(descriptor) for descriptor in service.methods}


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_whole_games_are_played(calls, table):
    listed = {each.name: each for each in calls["ListGameTypes"]().game_types}
    assert table.players <= listed[table.game.name].max_players
    new = calls["NewGame"](game_type=table.game.name, players=table.players, seed=11)
    game, chooser, moves = new.game, random.Random(2), 0
    while game.HasField("to_move"):
        token = new.seat_tokens[game.to_move]
        legal = calls["LegalMoves"](token, game_id=game.game_id)
        move = chooser.choice(legal.moves)
        game = calls["ApplyMove"](token, game_id=game.game_id, move_id=move.id).game
        moves += 1
    assert game.revision == moves
    assert calls["GetGame"](game_id=game.game_id).game.scores == game.scores


def test_the_server_says_that_it_serves(channel):
    health = health_pb2_grpc.HealthStub(channel)
    for service in ("", "burgrave.v1.GameService"):
        answer = health.Check(health_pb2.HealthCheckRequest(service=service), timeout=5)
        assert answer.status == health_pb2.HealthCheckResponse.SERVING
