"""Nothing a seat receives depends on what that seat cannot know."""

import random
from dataclasses import replace

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceStub
from engine.errors import EngineError
from engine.records import Record
from service import wire
from service.course import Position, Step
from service.errors import status_of
from service.server import running
from service.store import Entry, Kind
from tests.databases import execute
from tests.setups import MAIN_SETUPS, TABLES, walk

RECORD = Record("", 1, 2, 0)


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(2))
def test_a_redeal_changes_no_byte_of_what_the_viewer_gets(setup, seed):
    for state, _ in walk(setup.new(seed), random.Random(seed)):
        for viewer in (None, *range(state.players)):
            guess = state.redeal(-1 if viewer is None else viewer, seed)
            received = [
                wire.position(Position("id", 3, RECORD, each, {}), viewer)
                for each in (state, guess)
            ]
            first, second = (each.SerializeToString(deterministic=True) for each in received)
            assert first == second


def stepped(state, move):
    """The step that a move leads to."""
    after, events = state.step(move)
    entry = Entry(4, Kind.MOVE, state.to_play, move)
    return Step(entry, Position("id", 4, RECORD, after, {}), events)


def watched(step, viewer):
    """What a watcher receives of a step, and a seat as the answer to its own move."""
    message = wire.step(step, viewer, with_game=True)
    answered = wire.events(step, viewer)
    return [each.SerializeToString(deterministic=True) for each in (message, *answered)]


def refusal(state, move):
    with pytest.raises(EngineError) as refused:
        state.step(move)
    return status_of(refused.value)


def looks(state, viewer):
    return state.view(-1 if viewer is None else viewer)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_what_looks_alike_and_goes_on_alike_is_told_alike(table):
    compared = 0
    for state, move in walk(table.new(5), random.Random(5)):
        if move is None:
            break
        for viewer in (None, *range(state.players)):
            other = state.redeal(-1 if viewer is None else viewer, 7)
            if move not in other.legal_moves():
                continue
            one, two = stepped(state, move), stepped(other, move)
            if looks(one.position.state, viewer) != looks(two.position.state, viewer):
                continue
            compared += 1
            assert watched(one, viewer) == watched(two, viewer)
            if viewer == state.to_play:
                assert refusal(state, 2**32 - 1) == refusal(other, 2**32 - 1)
    assert compared > 20


async def test_the_database_holds_no_token_key_or_request_id(settings, database):
    """Only their hashes are kept."""
    key, tables = "a-key-of-the-test-0123", ("games", "entries", "snapshots")
    asked = {"request_id": "an-id-of-the-test"}
    async with (
        running(replace(settings, api_keys=f"shop:{key}")) as port,
        grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel,
    ):
        stub = GameServiceStub(channel)
        request = pb.NewGameRequest(game_type="saint-malo", players=2, **asked)
        new = await stub.NewGame(request, metadata=(("x-api-key", key),))
        seat = (("authorization", f"Bearer {new.seat_tokens[0]}"),)
        game_id = new.game.game_id
        legal = await stub.LegalMoves(pb.LegalMovesRequest(game_id=game_id), metadata=seat)
        move = pb.ApplyMoveRequest(game_id=game_id, move_id=legal.moves[0].id, **asked)
        await stub.ApplyMove(move, metadata=seat)
    kept = repr([execute(database, f"SELECT * FROM {table}") for table in tables])
    assert game_id in kept
    for secret in (key, asked["request_id"], *new.seat_tokens):
        assert secret not in kept
