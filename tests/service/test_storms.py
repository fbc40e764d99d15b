"""Small storms and a little nonsense; `make crash` and `make fuzz` bring the large ones."""

import resource
import time

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from tests import crash, fuzz
from tests.service.client import Client, Refusal
from tests.service.program import Server


@pytest.mark.parametrize(("kind", "victim"), crash.CASES)
def test_no_acknowledged_move_is_lost_or_made_twice(kind, victim):
    crash.run(kind, victim, clients=8, times=2)


async def test_nonsense_is_refused_and_changes_nothing(database):
    answered = {name async for name, _ in fuzz.run(database, 200)}
    assert answered == set(pb.DESCRIPTOR.services_by_name["GameService"].methods_by_name)


async def outcome(client, new, revision):
    """How a move ends: the reason why it is refused, or nothing."""
    game = {"request_id": str(revision), "expected_revision": revision}
    try:
        legal = await client.moves(new.game.game_id, new.seat_tokens[0])
        await client.apply(new.game.game_id, new.seat_tokens[0], legal.moves[0].id, **game)
    except grpc.aio.AioRpcError as error:
        assert error.code() == grpc.StatusCode.UNAVAILABLE
        return Refusal.of(error).reason
    return ""


async def recovers(client, new, revision):
    ends = time.monotonic() + 20
    while await outcome(client, new, revision):
        assert time.monotonic() < ends
    assert (await client.get(new.game.game_id)).revision == revision + 1


async def test_a_lost_database_gives_a_clear_error_and_comes_back(tmp_path):
    with (
        crash.postgres() as database,
        Server(tmp_path, database=database.server.get_uri()) as server,
    ):
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            client = Client(channel)
            new = await client.new(seed=1)
            assert await outcome(client, new, 0) == ""
            database.kill()
            assert await outcome(client, new, 1) == "STORE_UNAVAILABLE"
            database.start()
            await recovers(client, new, 1)


async def test_a_full_disk_gives_a_clear_error_until_there_is_room(tmp_path):
    with Server(tmp_path) as server:
        (worker,) = server.workers()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            client = Client(channel)
            new = await client.new(seed=1)
            before = resource.prlimit(worker, resource.RLIMIT_FSIZE)
            resource.prlimit(worker, resource.RLIMIT_FSIZE, (4096, before[1]))
            assert await outcome(client, new, 0) == "STORE_UNAVAILABLE"
            assert (await client.get(new.game.game_id)).revision == 0
            resource.prlimit(worker, resource.RLIMIT_FSIZE, before)
            await recovers(client, new, 0)
        assert "writing failed" in server.log()
        assert server.stop() == 0
