"""Watching games: every change once, in order, from any revision, and nothing hidden."""

import asyncio
import random
from contextlib import suppress
from dataclasses import replace

import grpc
import pytest
from grpc import StatusCode

from burgrave.v1 import game_service_pb2 as pb
from service import callers, calls, matches, server, watch
from service.course import Course
from service.server import running
from tests.service.client import Client, Refusal
from tests.setups import TABLES


def watching(client, game_id, token=None, **fields):
    metadata = () if token is None else (("authorization", f"Bearer {token}"),)
    request = pb.WatchGameRequest(game_id=game_id, **fields)
    return client.stub.WatchGame(request, metadata=metadata, timeout=60)


async def changes(call):
    """What a stream tells until it ends, without heartbeats."""
    return [each async for each in call if each.WhichOneof("change") != "heartbeat"]


async def play(client, new, moves=10**6, seed=1):
    """Random moves; the answers to each."""
    game, chooser, answers = new.game, random.Random(seed), []
    while game.HasField("to_move") and len(answers) < moves:
        token = new.seat_tokens[game.to_move]
        move = chooser.choice((await client.moves(game.game_id, token)).moves)
        answers.append(await client.apply(game.game_id, token, move.id))
        game = answers[-1].game
    return answers


@pytest.mark.parametrize("table", TABLES[::3], ids=str)
async def test_a_whole_game_is_watched_by_every_seat_and_a_spectator(client, table):
    new = await client.new(table.game.name, table.players, seed=3)
    tokens = [None, *new.seat_tokens]
    calls = [watching(client, new.game.game_id, token, start_revision=0) for token in tokens]
    watched = [asyncio.ensure_future(changes(call)) for call in calls]
    answers = await play(client, new)
    for viewer, seen in enumerate(await asyncio.gather(*watched), start=-1):
        assert [each.revision for each in seen] == list(range(1, len(answers) + 1))
        for each, answer in zip(seen, answers, strict=True):
            made = each.move_made
            assert list(each.scores) == list(answer.game.scores)
            assert all(not event.private for event in made.events) or viewer >= 0
            if made.seat == viewer:
                assert list(made.events) == list(answer.events)
            else:
                assert made.HasField("move") == (not table.game.secrets)
        assert seen[-1].status == answers[-1].game.status


async def test_a_watcher_goes_on_from_any_revision(client):
    new = await client.new(seed=2)
    await play(client, new, 12)
    stream = watching(client, new.game.game_id, start_revision=0, with_games=True)
    seen = [await stream.read() for _ in range(13)]
    assert seen[0].WhichOneof("change") == "heartbeat"
    assert [each.revision for each in seen] == list(range(13))
    assert seen[-1].game == await client.get(new.game.game_id)
    later = watching(client, new.game.game_id, start_revision=7, with_games=True)
    again = [await later.read() for _ in range(6)]
    assert again[1:] == seen[8:]
    stream.cancel()
    later.cancel()


async def test_moves_taken_back_and_seats_handed_over_are_told(client):
    new = await client.new("castles-of-burgundy-card-game", 2, seed=3)
    game_id, tokens = new.game.game_id, new.seat_tokens
    stream = watching(client, game_id, start_revision=0)
    for _ in range(100):
        game = await client.get(game_id)
        seat = game.to_move
        (done,) = await play(client, pb.NewGameResponse(game=game, seat_tokens=tokens), 1)
        undo = pb.UndoMoveRequest(game_id=game_id)
        with suppress(grpc.aio.AioRpcError):  # something was learnt from the move
            undone = await client.call("UndoMove", undo, tokens[seat])
            break
    for level in (3, None):
        handed = pb.SetSeatRequest(game_id=game_id, seat=1 - seat, level=level)
        last = await client.call("SetSeat", handed, tokens[1 - seat])
    seen = [await stream.read() for _ in range(last.game.revision + 1)]
    assert [each.revision for each in seen] == list(range(last.game.revision + 1))
    assert seen[-4].move_made.seat == seen[-3].move_undone.seat == seat
    assert (seen[-4].revision, seen[-3].to_move) == (done.game.revision, undone.game.to_move)
    assert seen[-2].seat_set == pb.SeatSet(seat=1 - seat, level=3)
    assert seen[-1].seat_set == pb.SeatSet(seat=1 - seat)
    stream.cancel()


async def test_a_long_game_takes_little_memory_and_is_watched_from_its_beginning(
    client, monkeypatch
):
    kept = []
    monkeypatch.setattr(matches, "ENTRIES_OPEN", 10)
    take = Course.take
    monkeypatch.setattr(Course, "take", lambda c, step: (take(c, step), kept.append(c))[0])
    new = await client.new("saint-malo", 2, seed=2)
    answers = await play(client, new, 60)
    assert len({id(course) for course in kept}) == 1
    assert len(kept[-1].entries) <= 10
    stream = watching(client, new.game.game_id, start_revision=0)
    seen = [await stream.read() for _ in range(61)]
    assert [list(each.move_made.events) for each in seen[1:]] == [list(a.events) for a in answers]
    stream.cancel()


async def test_a_watcher_may_leave_at_any_moment(client, caplog):
    new = await client.new(seed=2)
    for moment in range(8):
        streams = [watching(client, new.game.game_id, with_games=True) for _ in range(20)]
        for stream in streams:
            await stream.read()
        moving = asyncio.ensure_future(play(client, new, 1))
        for stream in streams:
            await asyncio.sleep(moment / 10_000)
            stream.cancel()
        await moving
        new.game.CopyFrom(await client.get(new.game.game_id))
    assert [record.getMessage() for record in caplog.records if record.levelname == "ERROR"] == []


async def test_without_a_revision_the_next_change_comes_first(client):
    new = await client.new(seed=2)
    await play(client, new, 5)
    stream = watching(client, new.game.game_id)
    assert (await stream.read()).revision == 5
    new.game.CopyFrom(await client.get(new.game.game_id))
    await play(client, new, 1)
    assert (await stream.read()).revision == 6
    stream.cancel()


async def test_a_silent_game_gives_signs_of_life(client, monkeypatch):
    monkeypatch.setattr(watch, "HEARTBEAT_SECONDS", 0.05)
    new = await client.new()
    stream = watching(client, new.game.game_id)
    for _ in range(3):
        beat = await stream.read()
        assert (beat.WhichOneof("change"), beat.revision) == ("heartbeat", 0)
    stream.cancel()


async def refused(stream) -> Refusal:
    with pytest.raises(grpc.aio.AioRpcError) as error:
        async for _ in stream:
            pass
    return Refusal.of(error.value)


async def test_a_bad_watch_is_refused(client):
    new = await client.new()
    game_id = new.game.game_id
    assert (await refused(watching(client, "nope"))).reason == "UNKNOWN_GAME"
    assert (await refused(watching(client, game_id, "wrong"))).reason == "WRONG_TOKEN"
    for start in (-1, 1):
        refusal = await refused(watching(client, game_id, start_revision=start))
        assert (refusal.code, refusal.violations) == (
            StatusCode.INVALID_ARGUMENT,
            ["start_revision"],
        )


async def test_a_watch_ends_when_the_game_is_deleted(client):
    new = await client.new()
    stream = watching(client, new.game.game_id)
    await stream.read()
    await client.call("DeleteGame", pb.DeleteGameRequest(game_id=new.game.game_id))
    with pytest.raises(grpc.aio.AioRpcError) as error:
        while True:
            await stream.read()
    assert Refusal.of(error.value).reason == "UNKNOWN_GAME"


async def test_who_does_not_read_is_dropped_with_a_clear_status(port, monkeypatch):
    monkeypatch.setattr(calls, "SLOW_SECONDS", 0.3)
    narrow = (("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 4096))
    async with (
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}", narrow) as slow,
    ):
        new = await Client(channel).new(seed=1, players=5)
        await play(Client(channel), new, 200)
        stream = watching(Client(slow), new.game.game_id, start_revision=0, with_games=True)
        await asyncio.sleep(1.5)
        revisions = []
        with pytest.raises(grpc.aio.AioRpcError) as error:
            async for each in stream:
                revisions.append(each.revision)
        assert Refusal.of(error.value).reason == "SLOW_READER"
        assert error.value.code() == StatusCode.ABORTED
        assert revisions == list(range(len(revisions)))
        assert len(revisions) < 200
        assert (await Client(channel).get(new.game.game_id)).revision == 200


async def test_finished_games_expire_and_others_do_not(settings, monkeypatch):
    monkeypatch.setattr(server, "CHORES_SECONDS", 0.05)
    async with (
        running(replace(settings, expire_days=1e-6)) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        client = Client(channel)
        kept, finished = await client.new(), await client.new(seed=1)
        await play(client, finished)
        for _ in range(200):
            if len((await client.call("ListGames", pb.ListGamesRequest())).games) == 1:
                break
            await asyncio.sleep(0.05)
        request = pb.GetGameRequest(game_id=finished.game.game_id)
        assert (await client.refused("GetGame", request)).reason == "UNKNOWN_GAME"
        assert (await client.get(kept.game.game_id)).revision == 0


async def test_an_old_connection_is_followed_by_a_new_one_and_calls_go_on(settings, monkeypatch):
    peers = set()
    monkeypatch.setattr(callers, "_host", lambda peer: peers.add(peer) or peer)
    aging = replace(settings, connection_age_seconds=0.3, grace_seconds=0.3)
    async with (
        running(aging) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        client = Client(channel)
        new = await client.new(seed=1)
        watched = asyncio.ensure_future(watched_over_connections(client, new.game.game_id))
        for _ in range(60):
            await play(client, new, 1)
            new.game.CopyFrom(await client.get(new.game.game_id))
            await asyncio.sleep(0.03)
        assert len(peers) >= 3
        assert await watched >= 60


async def watched_over_connections(client, game_id, changes=60):
    """Watch so many changes, over as many connections as it takes; the last revision."""
    revisions, cuts = [0], 0
    while revisions[-1] < changes:
        try:
            async for each in watching(client, game_id, start_revision=revisions[-1]):
                if each.WhichOneof("change") != "heartbeat":
                    revisions.append(each.revision)
                if revisions[-1] >= changes:
                    break
        except grpc.aio.AioRpcError as error:
            assert error.code() == StatusCode.UNAVAILABLE
            cuts += 1
    assert cuts >= 2
    assert revisions == list(range(len(revisions)))
    return revisions[-1]
