"""Each call on a real port, and each way it can be refused."""

import random

import pytest
from grpc import StatusCode

from burgrave.v1 import game_pb2
from burgrave.v1 import game_service_pb2 as pb
from engine.contract import games
from engine.errors import EngineError
from service import refusals
from service.errors import TABLE
from tests.setups import TABLES


async def test_game_types_are_listed_with_their_options(client):
    listed = (await client.call("ListGameTypes", pb.ListGameTypesRequest())).game_types
    assert [each.name for each in listed] == list(games())
    for each, played in zip(listed, games().values(), strict=True):
        assert (each.title, each.rules_version) == (played.title, played.rules_version)
        assert (each.min_players, each.max_players) == (played.min_players, played.max_players)
        assert [(o.name, tuple(o.values)) for o in each.options] == [
            (o.name, o.values) for o in played.options
        ]
        assert all(option.description for option in each.options)


@pytest.mark.parametrize("table", TABLES, ids=str)
async def test_a_game_is_played_to_its_end(client, table):
    new = await client.new(table.game.name, table.players, seed=5)
    game, chooser = new.game, random.Random(1)
    while game.status == game_pb2.Game.STATUS_IN_PROGRESS:
        token = new.seat_tokens[game.to_move]
        legal = await client.moves(game.game_id, token)
        assert (legal.revision, legal.to_move) == (game.revision, game.to_move)
        assert all(move.text and move.WhichOneof("detail") for move in legal.moves)
        move = chooser.choice(legal.moves)
        applied = await client.apply(game.game_id, token, move.id, expected_revision=game.revision)
        assert applied.game.viewer == game.to_move
        assert applied.game.revision == game.revision + 1
        game = applied.game
    assert not game.HasField("to_move")
    assert len(game.scores) == table.players
    assert game.winners or table.players == 1
    over = await client.refused(
        "ApplyMove", pb.ApplyMoveRequest(game_id=game.game_id, move_id=1), new.seat_tokens[0]
    )
    assert (over.code, over.reason) == (StatusCode.FAILED_PRECONDITION, "GAME_OVER")
    assert (await client.moves(game.game_id, new.seat_tokens[0])).moves == []


async def test_a_new_game_is_what_was_asked_for(client):
    first = await client.new(seed=7)
    again = await client.new(seed=7)
    assert first.game.game_id != again.game.game_id
    assert first.game.saint_malo == again.game.saint_malo
    assert len({*first.seat_tokens, *again.seat_tokens}) == 4
    assert not first.game.HasField("viewer")
    assert (await client.new()).game.game_id


@pytest.mark.parametrize(
    ("fields", "code", "reason", "field"),
    [
        ({"game_type": "chess"}, StatusCode.NOT_FOUND, "UNKNOWN_GAME_TYPE", None),
        ({"game_type": ""}, StatusCode.NOT_FOUND, "UNKNOWN_GAME_TYPE", None),
        ({"players": 0}, StatusCode.INVALID_ARGUMENT, "BAD_PLAYER_COUNT", "players"),
        ({"players": -(2**31)}, StatusCode.INVALID_ARGUMENT, "BAD_PLAYER_COUNT", "players"),
        ({"players": 6}, StatusCode.INVALID_ARGUMENT, "BAD_PLAYER_COUNT", "players"),
        ({"options": {"colour": "red"}}, StatusCode.INVALID_ARGUMENT, "BAD_OPTION", "options"),
        ({"request_id": "x" * 129}, StatusCode.INVALID_ARGUMENT, "BAD_FIELD", "request_id"),
    ],
)
async def test_a_bad_set_up_is_refused(client, fields, code, reason, field):
    request = pb.NewGameRequest(**{"game_type": "saint-malo", "players": 2} | fields)
    refusal = await client.refused("NewGame", request)
    assert (refusal.code, refusal.reason) == (code, reason)
    assert refusal.facts.get("field") == field
    assert refusal.violations == ([field] if field else [])


@pytest.mark.parametrize("name", ["GetGame", "LegalMoves", "ApplyMove"])
async def test_an_unknown_game_is_not_found(client, name):
    request = getattr(pb, f"{name}Request")
    move = {"move_id": 1} if name == "ApplyMove" else {}
    unknown = await client.refused(name, request(game_id="nope", **move), "token")
    assert (unknown.code, unknown.reason) == (StatusCode.NOT_FOUND, "UNKNOWN_GAME")
    assert unknown.facts == {"game_id": "nope"}
    for bad in ("", "x" * 129):
        refusal = await client.refused(name, request(game_id=bad, **move), "token")
        assert (refusal.code, refusal.violations) == (StatusCode.INVALID_ARGUMENT, ["game_id"])


async def test_an_illegal_move_is_refused_with_its_facts_and_changes_nothing(client):
    new = await client.new(seed=1)
    before = await client.get(new.game.game_id)
    request = pb.ApplyMoveRequest(game_id=new.game.game_id, move_id=2**32 - 1)
    refusal = await client.refused("ApplyMove", request, new.seat_tokens[0])
    assert (refusal.code, refusal.reason) == (StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE")
    assert refusal.facts["move_id"] == str(2**32 - 1)
    assert "legal moves" in refusal.text
    assert await client.get(new.game.game_id) == before


@pytest.mark.parametrize(
    ("fields", "field"),
    [
        ({}, "move_id"),
        ({"move": {}}, "move"),
        ({"move_id": 1, "expected_revision": -1}, "expected_revision"),
        ({"move_id": 1, "request_id": "x" * 129}, "request_id"),
    ],
)
async def test_a_malformed_move_is_refused_with_the_field_named(client, fields, field):
    new = await client.new()
    request = pb.ApplyMoveRequest(game_id=new.game.game_id, **fields)
    refusal = await client.refused("ApplyMove", request, new.seat_tokens[0])
    assert (refusal.code, refusal.violations) == (StatusCode.INVALID_ARGUMENT, [field])


async def test_a_move_may_be_given_in_typed_fields(client):
    new = await client.new(seed=3)
    game_id, token = new.game.game_id, new.seat_tokens[0]
    legal = (await client.moves(game_id, token)).moves
    typed = game_pb2.Move(saint_malo=legal[-1].saint_malo)
    request = pb.ApplyMoveRequest(game_id=game_id, move=typed)
    by_detail = await client.call("ApplyMove", request, token)
    again = await client.new(seed=3)
    by_id = await client.apply(again.game.game_id, again.seat_tokens[0], legal[-1].id)
    assert by_detail.game.saint_malo == by_id.game.saint_malo
    refusal = await client.refused("ApplyMove", request, token)
    assert (refusal.code, refusal.reason) == (StatusCode.FAILED_PRECONDITION, "ILLEGAL_MOVE")


async def test_a_stale_revision_is_refused_with_the_current_one(client):
    new = await client.new(seed=1)
    game_id, token = new.game.game_id, new.seat_tokens[0]
    move = (await client.moves(game_id, token)).moves[0].id
    await client.apply(game_id, token, move, expected_revision=0)
    for expected in (0, 2):
        request = pb.ApplyMoveRequest(game_id=game_id, move_id=move, expected_revision=expected)
        refusal = await client.refused("ApplyMove", request, token)
        assert (refusal.code, refusal.reason) == (StatusCode.ABORTED, "STALE_REVISION")
        assert refusal.facts["revision"] == "1"
    assert (await client.get(game_id)).revision == 1


# ---- who may


async def test_calls_of_a_seat_need_its_token(client):
    new = await client.new()
    game_id = new.game.game_id
    for name, request in (
        ("LegalMoves", pb.LegalMovesRequest(game_id=game_id)),
        ("ApplyMove", pb.ApplyMoveRequest(game_id=game_id, move_id=1)),
    ):
        expected = {
            None: (StatusCode.UNAUTHENTICATED, "NO_TOKEN"),
            "wrong": (StatusCode.PERMISSION_DENIED, "WRONG_TOKEN"),
            new.seat_tokens[1]: (StatusCode.PERMISSION_DENIED, "NOT_YOUR_TURN"),
        }
        for token, refused in expected.items():
            refusal = await client.refused(name, request, token)
            assert (refusal.code, refusal.reason) == refused


async def test_anyone_may_look_but_a_wrong_token_may_not(client):
    new = await client.new()
    game_id = new.game.game_id
    assert not (await client.get(game_id)).HasField("viewer")
    for seat, token in enumerate(new.seat_tokens):
        assert (await client.get(game_id, token)).viewer == seat
    refusal = await client.refused("GetGame", pb.GetGameRequest(game_id=game_id), "wrong")
    assert (refusal.code, refusal.reason) == (StatusCode.PERMISSION_DENIED, "WRONG_TOKEN")


async def test_an_authorization_of_another_kind_is_refused(client):
    new = await client.new()
    with pytest.raises(Exception, match="Bearer") as refused:
        await client.stub.GetGame(
            pb.GetGameRequest(game_id=new.game.game_id), metadata=(("authorization", "Basic x"),)
        )
    assert refused.value.code() == StatusCode.UNAUTHENTICATED


# ---- request ids


async def test_a_repeated_new_game_is_answered_as_the_first_was(client):
    first = await client.new(seed=1, request_id="a")
    move = (await client.moves(first.game.game_id, first.seat_tokens[0])).moves[0].id
    await client.apply(first.game.game_id, first.seat_tokens[0], move)
    assert await client.new(seed=1, request_id="a") == first
    for other in ({"seed": 2}, {"seed": 1, "players": 3}, {}):
        request = pb.NewGameRequest(
            **{"game_type": "saint-malo", "players": 2, "request_id": "a"} | other
        )
        refusal = await client.refused("NewGame", request)
        assert (refusal.code, refusal.reason) == (
            StatusCode.INVALID_ARGUMENT,
            "REQUEST_ID_REUSED",
        )


async def test_a_repeated_move_is_answered_as_the_first_was_and_made_once(client):
    new = await client.new(seed=1)
    game_id, token = new.game.game_id, new.seat_tokens[0]
    moves = [move.id for move in (await client.moves(game_id, token)).moves]
    first = await client.apply(game_id, token, moves[0], request_id="a")
    assert first.events
    later = await client.apply(game_id, token, moves[0])
    assert await client.apply(game_id, token, moves[0], request_id="a") == first
    assert (await client.get(game_id)).revision == later.game.revision
    request = pb.ApplyMoveRequest(game_id=game_id, move_id=moves[1], request_id="a")
    refusal = await client.refused("ApplyMove", request, token)
    assert (refusal.code, refusal.reason) == (StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")


def test_the_table_of_refusals_is_complete():
    def below(kind):
        return {kind, *(each for child in kind.__subclasses__() for each in below(child))}

    assert refusals.UnknownGame in below(EngineError)
    assert below(EngineError) - {EngineError} == set(TABLE)
