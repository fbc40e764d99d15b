"""Suggestions and bots on a real server."""

import asyncio
import random

import grpc
import pytest
from google.protobuf.duration_pb2 import Duration
from google.rpc import error_details_pb2
from grpc import StatusCode
from grpc_status import rpc_status

from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from engine.records import Record
from service import searches
from service.settings import Settings
from tests.setups import TABLES


@pytest.fixture
def settings(tmp_path):
    """Searches know nothing of the store; bots on both stores are in test_workers."""
    return Settings(address="127.0.0.1:0", database=str(tmp_path / "games.sqlite3"))


def request_for(new, **fields):
    return pb.SuggestMoveRequest(game_id=new.game.game_id, **fields)


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_suggestions_are_ranked_legal_moves_with_their_prospects(client, table):
    new = await client.new(table.game.name, table.players, seed=3)
    token = new.seat_tokens[0]
    legal = {move.id: move for move in (await client.moves(new.game.game_id, token)).moves}
    answer = await client.call("SuggestMove", request_for(new, max_iterations=300, seed=1), token)
    assert {each.move.id: each.move for each in answer.suggestions} == legal
    visits = [each.visits for each in answer.suggestions]
    assert visits == sorted(visits, reverse=True)
    assert sum(visits) == answer.iterations == (300 if len(legal) > 1 else 0)
    assert (answer.revision, answer.to_move, answer.final) == (0, 0, True)
    assert answer.elapsed.ToNanoseconds() > 0
    for each in answer.suggestions:
        assert each.line[0] == each.move
        assert len(each.win) == len(each.score) == len(each.score_deviation) == table.players
        if table.players > 1 and each.visits:
            assert sum(each.win) == pytest.approx(1)


async def test_the_same_search_gives_the_same_answer(client):
    new = await client.new(seed=3)
    token = new.seat_tokens[0]

    async def answer(**fields):
        response = await client.call("SuggestMove", request_for(new, **fields), token)
        response.ClearField("elapsed")
        return response

    for threads in (1, 2):
        asked = {"max_iterations": 500, "seed": 7, "threads": threads}
        assert await answer(**asked) == await answer(**asked)
    assert await answer(max_iterations=500, seed=7) != await answer(max_iterations=500, seed=8)
    assert len((await answer(max_iterations=500, top=2)).suggestions) == 2


async def test_a_callers_own_game_is_advised_like_one_of_ours(client):
    new = await client.new(seed=3)
    game_id, token = new.game.game_id, new.seat_tokens[0]
    move = (await client.moves(game_id, token)).moves[3].id
    await client.apply(game_id, token, move)
    record = game_pb2.Record(game_type="saint-malo", players=2, seed=3, moves=[move])
    ours = await client.call("SuggestMove", request_for(new, max_iterations=200), token)
    theirs = await client.call(
        "SuggestMove", pb.SuggestMoveRequest(record=record, max_iterations=200)
    )
    assert theirs.suggestions == ours.suggestions
    assert theirs.revision == 1


@pytest.mark.parametrize(
    ("fields", "reason"),
    [
        ({}, "BAD_FIELD"),
        ({"game_id": "nope"}, "UNKNOWN_GAME"),
        ({"record": {"game_type": "chess"}}, "UNKNOWN_GAME_TYPE"),
        ({"record": {"game_type": "saint-malo"}}, "BAD_PLAYER_COUNT"),
        (
            {"record": {"game_type": "saint-malo", "players": 2, "moves": [2**32 - 1]}},
            "ILLEGAL_MOVE",
        ),
        (
            {"record": {"game_type": "saint-malo", "players": 2, "moves": [0] * 20_001}},
            "BAD_FIELD",
        ),
        (
            {"record": {"game_type": "saint-malo", "players": 2, "rules_version": 99}},
            "OTHER_RULES_VERSION",
        ),
        ({"record": {"game_type": "saint-malo", "players": 2}, "max_iterations": 0}, "BAD_FIELD"),
        ({"record": {"game_type": "saint-malo", "players": 2}, "threads": 0}, "BAD_FIELD"),
        ({"record": {"game_type": "saint-malo", "players": 2}, "threads": 999}, "BAD_FIELD"),
        ({"record": {"game_type": "saint-malo", "players": 2}, "top": 0}, "BAD_FIELD"),
        (
            {"record": {"game_type": "saint-malo", "players": 2}, "max_time": Duration(seconds=61)},
            "BAD_FIELD",
        ),
        ({"record": {"game_type": "saint-malo", "players": 2}, "max_time": {}}, "BAD_FIELD"),
    ],
)
async def test_a_bad_request_is_refused(client, fields, reason):
    refusal = await client.refused("SuggestMove", pb.SuggestMoveRequest(**fields))
    assert refusal.reason == reason
    with pytest.raises(grpc.aio.AioRpcError) as streamed:
        async for _ in client.stub.SuggestMoveStream(pb.SuggestMoveRequest(**fields)):
            pass
    assert streamed.value.code() == refusal.code


async def test_only_the_seat_to_move_is_advised(client):
    new = await client.new()
    for token, reason in ((None, "NO_TOKEN"), (new.seat_tokens[1], "NOT_YOUR_TURN")):
        refusal = await client.refused("SuggestMove", request_for(new), token)
        assert refusal.reason == reason


async def stream(client, new, **fields):
    metadata = (("authorization", f"Bearer {new.seat_tokens[0]}"),)
    call = client.stub.SuggestMoveStream(request_for(new, **fields), metadata=metadata, timeout=20)
    return [report async for report in call]


async def test_a_stream_ends_with_its_only_final_report(client):
    new = await client.new(seed=3)
    reports = await stream(client, new, max_time=Duration(seconds=1))
    assert [report.final for report in reports] == [False] * (len(reports) - 1) + [True]
    assert len(reports) > 2
    iterations = [report.iterations for report in reports]
    assert iterations == sorted(set(iterations))
    (only,) = await stream(client, new, max_iterations=50)
    assert only.final
    assert only.iterations == 50


async def test_the_callers_deadline_ends_the_search(client):
    new = await client.new(seed=3)
    metadata = (("authorization", f"Bearer {new.seat_tokens[0]}"),)
    request = request_for(new, max_time=Duration(seconds=60))
    answer = await client.stub.SuggestMove(request, metadata=metadata, timeout=0.8)
    assert answer.final
    assert answer.elapsed.ToMilliseconds() < 800


async def test_a_cancelled_search_frees_its_slot_and_others_are_answered_meanwhile(
    client, monkeypatch
):
    monkeypatch.setattr(searches, "WAITING_PER_SLOT", 1)
    new = await client.new(seed=3)
    metadata = (("authorization", f"Bearer {new.seat_tokens[0]}"),)
    request = request_for(new, max_time=Duration(seconds=30))
    calls = [client.stub.SuggestMove(request, metadata=metadata) for _ in range(12)]
    refused = [call for call in calls if await refusal_of(call) is not None]
    assert refused
    error = await refusal_of(refused[0])
    assert error.code() == StatusCode.RESOURCE_EXHAUSTED
    retry = error_details_pb2.RetryInfo()
    assert any(detail.Unpack(retry) for detail in rpc_status.from_call(error).details)
    assert retry.retry_delay.ToMilliseconds() > 0
    assert (await client.get(new.game.game_id)).revision == 0
    for call in calls:
        call.cancel()
    quick = await client.call(
        "SuggestMove", request_for(new, max_iterations=100), new.seat_tokens[0]
    )
    assert quick.iterations == 100


async def refusal_of(call):
    """The error of a call that has already failed, else None."""
    try:
        await asyncio.wait_for(asyncio.shield(asyncio.ensure_future(_wait(call))), 0.5)
    except grpc.aio.AioRpcError as error:
        return error
    except TimeoutError:
        return None
    return None


async def _wait(call):
    return await call


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_bots_play_their_seats_to_the_end(client, table):
    bots = [pb.BotSeat(seat=seat, level=1) for seat in range(1, table.players)]
    new = await client.new(table.game.name, table.players, seed=5, bots=bots)
    game, chooser, token = new.game, random.Random(1), new.seat_tokens[0]
    while game.HasField("to_move"):
        if game.to_move == 0:
            legal = (await client.moves(game.game_id, token)).moves
            game = (await client.apply(game.game_id, token, chooser.choice(legal).id)).game
        else:
            await asyncio.sleep(0.001)
            game = await client.get(game.game_id)
    assert game.status == game_pb2.Game.STATUS_FINISHED


async def test_a_game_of_bots_plays_itself(client):
    bots = [pb.BotSeat(seat=0, level=1), pb.BotSeat(seat=1)]
    new = await client.new(seed=5, bots=bots)
    while (await client.get(new.game.game_id)).HasField("to_move"):
        await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    "bots", [[{"seat": 2}], [{"seat": -1}], [{"seat": 0}, {"seat": 0}], [{"seat": 0, "level": 9}]]
)
async def test_bad_bots_are_refused(client, bots):
    request = pb.NewGameRequest(game_type="saint-malo", players=2, bots=bots)
    refusal = await client.refused("NewGame", request)
    assert refusal.code == StatusCode.INVALID_ARGUMENT


def test_a_record_of_the_engine_is_one_of_the_api():
    fields = {field.name for field in game_pb2.Record.DESCRIPTOR.fields}
    assert fields == set(Record.__dataclass_fields__)
