"""Many processes on one port and one database."""

import asyncio
import os
import random
import signal
import time
from contextlib import asynccontextmanager

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from loadtest.continuity import Continuity
from service.supervisor import FAILURES
from tests import crash
from tests.service.client import Client, Refusal
from tests.service.program import Server
from tests.service.test_watch import play, watching

APART = (("grpc.use_local_subchannel_pool", 1),)  # a connection of its own for each channel


@asynccontextmanager
async def connected(*ports):
    """A client with a connection of its own to each port."""
    channels = [grpc.aio.insecure_channel(f"127.0.0.1:{port}", APART) for port in ports]
    try:
        yield [Client(channel) for channel in channels]
    finally:
        for channel in channels:
            await channel.close()


async def seconds_until(met, seconds=30.0):
    """How long it takes until `met` gives something true."""
    began = time.monotonic()
    while not await met():
        assert time.monotonic() - began < seconds
        await asyncio.sleep(0.05)
    return time.monotonic() - began


async def test_any_worker_serves_any_game_as_it_is_now(tmp_path, database):
    with Server(tmp_path, "--workers", "2", database=database) as server:
        assert len(server.workers()) == 2
        async with connected(*[server.port] * 8) as clients:
            new, chooser = await clients[0].new(seed=1), random.Random(1)
            game = new.game
            for _ in range(100):
                token = new.seat_tokens[game.to_move]
                legal = await chooser.choice(clients).moves(game.game_id, token)
                assert legal.revision == game.revision
                move = chooser.choice(legal.moves).id
                applied = await chooser.choice(clients).apply(game.game_id, token, move)
                game = await chooser.choice(clients).get(game.game_id, token)
                assert game == applied.game
        assert server.stop() == 0


async def test_a_killed_worker_is_replaced_and_its_bots_are_taken_over(tmp_path, database):
    with Server(tmp_path, "--workers", "2", database=database) as server:
        workers = server.workers()
        async with connected(server.port) as (client,):
            bots = [pb.BotSeat(seat=seat, level=8) for seat in range(2)]
            games = [(await client.new(seed=n, bots=bots)).game.game_id for n in range(4)]
            await asyncio.sleep(0.5)
            for pid in workers:
                os.kill(pid, signal.SIGKILL)
        before = {}
        async with connected(server.port) as (client,):

            async def all_moved():
                try:
                    now = {each: (await client.get(each)).revision for each in games}
                except grpc.aio.AioRpcError:
                    return False
                for each, revision in now.items():
                    before.setdefault(each, revision)
                return all(now[each] > before[each] for each in games)

            await seconds_until(all_moved)
        assert not set(server.workers()) & set(workers)
        assert len(server.workers()) == 2
        assert "ended with -9" in server.log()


@pytest.mark.timeout(600)
async def test_workers_that_find_no_database_wait_for_it(tmp_path):
    with (
        crash.postgres() as database,
        Server(tmp_path, "--workers", "2", database=database.server.get_uri()) as server,
    ):
        async with connected(server.port) as (client,):
            new = await client.new(seed=1)
        database.kill()
        for pid in server.workers():
            os.kill(pid, signal.SIGKILL)

        async def failed_often():
            return server.log().count("cannot open the database") > 2 * FAILURES

        async def serves():
            try:
                return await client.get(new.game.game_id) == new.game
            except grpc.aio.AioRpcError:
                return False

        await seconds_until(failed_often, 200)
        database.start()
        async with connected(server.port) as (client,):
            await seconds_until(serves, 100)
        assert server.stop() == 0


async def test_a_watcher_sees_what_another_server_does(tmp_path, database):
    with (
        Server(tmp_path, database=database) as one,
        Server(tmp_path, database=database) as other,
    ):
        async with connected(one.port, other.port) as (player, watcher):
            new, delays = await player.new(seed=1), []
            stream = watching(watcher, new.game.game_id)
            await stream.read()
            for revision in range(1, 21):
                game = await player.get(new.game.game_id)
                token = new.seat_tokens[game.to_move]
                move = (await player.moves(game.game_id, token)).moves[0].id
                await player.apply(game.game_id, token, move)
                began = time.monotonic()
                assert (await asyncio.wait_for(stream.read(), 5)).revision == revision
                delays.append(time.monotonic() - began)
            stream.cancel()
    print(f"seen after {sorted(delays)[10] * 1000:.1f} ms, at most {max(delays) * 1000:.1f} ms")


@pytest.mark.timeout(600)
async def test_a_watcher_goes_from_server_to_server_through_a_thousand_moves(tmp_path, database):
    with (
        Server(tmp_path, database=database) as one,
        Server(tmp_path, database=database) as other,
    ):
        async with connected(one.port, other.port) as clients:
            seen = turns = 0
            for seed in range(100):
                new = await clients[0].new(seed=seed, players=5)
                playing = asyncio.ensure_future(play(clients[seed % 2], new))
                revision, turn = await watched_in_turn(clients, new.game.game_id)
                assert revision == len(await playing)
                seen, turns = seen + revision, turns + turn
                if seen >= 1000:
                    break
    assert seen >= 1000
    print(f"{seen} moves seen once and in order, over {turns} watches on two servers in turn")


async def watched_in_turn(clients, game_id):
    """Watch a game to its end, a few changes at a time, each time elsewhere; the last revision
    and how many watches it took."""
    seen, chooser, turn = Continuity(), random.Random(7), 0
    while True:
        turn += 1
        stream = watching(clients[turn % 2], game_id, start_revision=seen.revision)
        for _ in range(chooser.randint(1, 12)):
            message = await stream.read()
            if message is grpc.aio.EOF:
                return seen.revision, turn
            seen.see(message)
        stream.cancel()


async def test_of_two_servers_racing_for_one_revision_one_wins(tmp_path, database):
    with (
        Server(tmp_path, database=database) as one,
        Server(tmp_path, database=database) as other,
    ):
        async with connected(one.port, other.port) as clients:
            new = await clients[0].new(seed=3)
            game_id = new.game.game_id
            for revision in range(40):
                game = await clients[revision % 2].get(game_id)
                assert game.revision == revision
                token = new.seat_tokens[game.to_move]
                moves = (await clients[0].moves(game_id, token)).moves
                tries = [
                    each.apply(game_id, token, move.id, expected_revision=revision)
                    for each, move in zip(clients, (moves[0], moves[-1]), strict=True)
                ]
                results = await asyncio.gather(*tries, return_exceptions=True)
                lost = [each for each in results if isinstance(each, grpc.aio.AioRpcError)]
                assert [Refusal.of(each).reason for each in lost] == ["STALE_REVISION"]


async def test_a_request_repeated_at_another_server_is_done_once(tmp_path, database):
    with (
        Server(tmp_path, database=database) as one,
        Server(tmp_path, database=database) as other,
    ):
        async with connected(one.port, other.port) as clients:
            first, second = [await each.new(seed=1, request_id="n") for each in clients]
            assert first == second
            game_id, token = first.game.game_id, first.seat_tokens[0]
            move = (await clients[0].moves(game_id, token)).moves[0].id
            answers = await asyncio.gather(
                *(clients[n % 2].apply(game_id, token, move, request_id="m") for n in range(20))
            )
            assert all(each == answers[0] for each in answers)
            assert (await clients[1].get(game_id)).revision == 1


@pytest.mark.parametrize("arguments", [("--workers", "0"), ("--address", "127.0.0.1:99999")])
def test_a_server_that_cannot_start_says_so(tmp_path, arguments):
    with pytest.raises(AssertionError, match=r"workers|address"):
        Server(tmp_path, *arguments).start()
