"""Nothing a seat receives depends on what that seat cannot know."""

import random
from dataclasses import replace

import grpc
import pytest

from burgrave.v1 import game_service_pb2 as pb
from burgrave.v1.game_service_pb2_grpc import GameServiceStub
from engine.errors import EngineError
from engine.records import Record
from service import matches, wire
from service.course import Position, Step
from service.errors import status_of
from service.server import running
from service.settings import Settings
from service.store import Entry, Kind
from tests.databases import execute
from tests.service.client import Client, Refusal
from tests.setups import MAIN_SETUPS, walk

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


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
def test_what_looks_alike_and_goes_on_alike_is_told_alike(setup):
    compared = 0
    for state, move in walk(setup.new(5), random.Random(5)):
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


@pytest.mark.parametrize("setup", [s for s in MAIN_SETUPS if s.game.secrets], ids=str)
def test_moves_that_look_alike_to_the_others_are_told_alike(setup):
    for state, _ in list(walk(setup.new(7), random.Random(7)))[:-1:9]:
        for viewer in {None, *range(state.players)} - {state.to_play}:
            guess = state.redeal(-1 if viewer is None else viewer, 7)
            told = {}
            for world in (state, guess):
                for move in world.legal_moves():
                    step = stepped(world, move)
                    messages = [*watched(step, viewer), recorded(state.game, move)]
                    assert told.setdefault(repr(seen(step, viewer)), messages) == messages


def recorded(game, move):
    """What a record tells before the end; a seed, like a move, is not for all."""
    record = Record(game.name, game.rules_version, 2, seed=move, moves=(move,))
    return wire.record(record, complete=False).SerializeToString(deterministic=True)


# ---- every call of a real server


class Deal:
    """What the server's games begin from, in place of what their seeds deal."""

    def __init__(self, monkeypatch, state):
        self.state = state
        monkeypatch.setattr(Record, "first", lambda _: self.state)
        monkeypatch.setattr(matches, "OPEN_GAMES", 0)  # each call reads the game anew


def moves_alike(truth, guess, viewer, chooser):
    """Moves after which the viewer has seen no difference."""
    moves = []
    while len(moves) < 5:
        common = sorted(set(truth.legal_moves()) & set(guess.legal_moves()))
        chooser.shuffle(common)
        for move in common:
            one, two = stepped(truth, move), stepped(guess, move)
            if seen(one, viewer) == seen(two, viewer):
                truth, guess = one.position.state, two.position.state
                moves.append(move)
                break
        else:
            break
    return moves


def seen(step, viewer):
    """What the engine says that the viewer may know of a step."""
    state, seat = step.position.state, -1 if viewer is None else viewer
    told = [event for event in step.events if event.visible_to(seat)]
    return looks(state, viewer), told, state.shown, state.revealed


async def all_answers(client, game_id, token, revision):
    """Every answer and refusal that does not change the game."""
    calls = [
        ("GetGame", pb.GetGameRequest(game_id=game_id)),
        ("LegalMoves", pb.LegalMovesRequest(game_id=game_id)),
        ("GetRecord", pb.GetRecordRequest(game_id=game_id)),
        ("ListGames", pb.ListGamesRequest()),
        ("ApplyMove", pb.ApplyMoveRequest(game_id=game_id, move_id=2**32 - 1)),
        ("ApplyMove", pb.ApplyMoveRequest(game_id=game_id, move_id=1, expected_revision=999)),
        ("SuggestMove", pb.SuggestMoveRequest(game_id=game_id, max_iterations=60, seed=1)),
        ("SetSeat", pb.SetSeatRequest(game_id=game_id, seat=9)),
    ]
    found = [await answer(client, name, request, token) for name, request in calls]
    for start in range(revision):
        request = pb.WatchGameRequest(game_id=game_id, start_revision=start, with_games=True)
        found.append(await watched_from(client, request, token, revision - start))
    return found


async def answer(client, name, request, token):
    try:
        got = await client.call(name, request, token)
    except grpc.aio.AioRpcError as error:
        return name, Refusal.of(error)
    if name == "SuggestMove":
        got.ClearField("elapsed")
    return name, got.SerializeToString(deterministic=True)


async def watched_from(client, request, token, steps):
    metadata = () if token is None else (("authorization", f"Bearer {token}"),)
    call = client.stub.WatchGame(request, metadata=metadata, timeout=20)
    messages = [await call.read() for _ in range(1 + steps)]
    call.cancel()
    return [each.SerializeToString(deterministic=True) for each in messages]


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
async def test_no_call_tells_a_seat_the_truth_from_a_guess(setup, tmp_path, monkeypatch):
    settings = Settings(address="127.0.0.1:0", database=str(tmp_path / "games.sqlite3"))
    game = [state for state, _ in walk(setup.new(6), random.Random(6))]
    chooser = random.Random(6)
    async with running(settings) as port, grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        client = Client(channel)
        for truth in (game[0], game[len(game) // 2]):
            for viewer in (None, *range(setup.players)):
                guess = truth.redeal(-1 if viewer is None else viewer, 8)
                deal = Deal(monkeypatch, truth)
                new = await client.new(setup.game.name, setup.players, options=dict(setup.options))
                game_id, at = new.game.game_id, truth
                moves = moves_alike(truth, guess, viewer, chooser)
                for move in moves:
                    await client.apply(game_id, new.seat_tokens[at.to_play], move)
                    at = at.play(move)
                token = None if viewer is None else new.seat_tokens[viewer]
                answers = await all_answers(client, game_id, token, len(moves))
                deal.state = guess
                assert await all_answers(client, game_id, token, len(moves)) == answers


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
