"""A move that was acknowledged is there, whatever happens to the server."""

import asyncio
import signal

import grpc
import pytest

from tests.service.client import Client
from tests.service.program import Server

PLAYERS = 8  # clients at a time
KILLS = 5


async def play_on(client, new, acknowledged):
    """Make first moves until the server is gone; note each that was acknowledged."""
    game_id = new.game.game_id
    game = await client.get(game_id)
    try:
        while game.HasField("to_move"):
            token = new.seat_tokens[game.to_move]
            move = (await client.moves(game_id, token)).moves[0]
            request_id = f"{game.revision}"
            applied = await client.apply(
                game_id, token, move.id, expected_revision=game.revision, request_id=request_id
            )
            game = applied.game
            acknowledged[game_id] = applied
    except grpc.aio.AioRpcError as error:
        assert error.code() in (grpc.StatusCode.UNAVAILABLE, grpc.StatusCode.CANCELLED)


async def test_a_kill_in_a_stream_of_moves_loses_no_acknowledged_one(tmp_path):
    acknowledged = {}
    with Server(tmp_path) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            games = [await Client(channel).new(seed=seed) for seed in range(PLAYERS)]
        for kill in range(KILLS):
            before = {key: applied.game.revision for key, applied in acknowledged.items()}
            async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
                players = [play_on(Client(channel), new, acknowledged) for new in games]
                playing = asyncio.gather(*players)
                await under_way(acknowledged, sum(before.values()) + PLAYERS)
                await asyncio.sleep(0.07 * kill)
                server.kill()
                await playing
            server.start()
            async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
                for game_id, applied in acknowledged.items():
                    await check(Client(channel), games, game_id, applied)


async def under_way(acknowledged, moves):
    """Until more moves than that are acknowledged, however busy the machine is."""
    async with asyncio.timeout(30):
        while sum(a.game.revision for a in acknowledged.values()) <= moves:
            await asyncio.sleep(0.02)


async def check(client, games, game_id, applied):
    """The acknowledged move is there, once; at most one more was on its way."""
    revision = (await client.get(game_id)).revision
    assert revision - applied.game.revision in (0, 1)
    new = next(new for new in games if new.game.game_id == game_id)
    if revision == applied.game.revision:
        seen = await client.get(game_id, new.seat_tokens[applied.game.viewer])
        assert seen == applied.game


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_stopped_server_exits_cleanly_and_its_games_go_on(tmp_path, number):
    with Server(tmp_path) as server:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            new = await Client(channel).new(seed=1, request_id="r")
        assert server.stop(number) == 0
        assert "stopped" in server.log()
        server.start()
        async with grpc.aio.insecure_channel(f"127.0.0.1:{server.port}") as channel:
            client = Client(channel)
            assert await client.get(new.game.game_id) == new.game
            assert await client.new(seed=1, request_id="r") == new
            assert (await client.moves(new.game.game_id, new.seat_tokens[0])).moves


async def test_a_second_server_on_the_same_port_says_so(tmp_path):
    with Server(tmp_path) as server:
        other = Server(tmp_path, "--address", f"127.0.0.1:{server.port}")
        with pytest.raises(AssertionError, match="is another server there"):
            other.start()
