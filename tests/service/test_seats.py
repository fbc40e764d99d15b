"""Taking moves back, handing seats over, records, lists and deletion."""

import asyncio
import random

import pytest
from grpc import StatusCode

from burgrave.v1 import game_service_pb2 as pb
from engine.contract import games
from engine.records import Record
from service import matches
from tests.setups import TABLES


def undoing(new, **fields):
    return pb.UndoMoveRequest(game_id=new.game.game_id, **fields)


async def undo(client, new, seat, **fields):
    return (await client.call("UndoMove", undoing(new, **fields), new.seat_tokens[seat])).game


@pytest.mark.parametrize("table", TABLES[::2], ids=str)
@pytest.mark.parametrize("forgotten", ["", "OPEN_GAMES", "ENTRIES_OPEN"])
async def test_what_taught_nobody_anything_is_undone_and_nothing_else(
    client, table, forgotten, monkeypatch
):
    monkeypatch.setattr(matches, "ENTRIES_PER_SNAPSHOT", 3)
    if forgotten:
        monkeypatch.setattr(matches, forgotten, 0)
    new = await client.new(table.game.name, table.players, seed=3)
    state, chooser, undone = table.new(3), random.Random(1), 0
    for _ in range(60):
        seat, move = state.to_play, chooser.choice(state.legal_moves())
        after = state.play(move)
        if after.to_play is None:
            break
        before = await client.get(new.game.game_id, new.seat_tokens[seat])
        game = (await client.apply(new.game.game_id, new.seat_tokens[seat], move)).game
        if after.revealed:
            refusal = await client.refused("UndoMove", undoing(new), new.seat_tokens[seat])
            assert refusal.code == StatusCode.FAILED_PRECONDITION
            assert refusal.reason == "NOTHING_TO_UNDO"
        else:
            back = await undo(client, new, seat)
            assert back.revision == game.revision + 1
            back.revision = before.revision
            assert back == before
            undone += 1
            await client.apply(new.game.game_id, new.seat_tokens[seat], move)
        state = after
    assert undone


async def test_another_seat_cannot_undo_and_nobody_before_the_first_move(client):
    new, state = await client.new(seed=3), games()["saint-malo"].new(2, 3)
    tokens = new.seat_tokens
    for seat in range(2):
        refusal = await client.refused("UndoMove", undoing(new), tokens[seat])
        assert refusal.reason == "NOTHING_TO_UNDO"
    while True:
        seat, move = state.to_play, state.legal_moves()[0]
        state = state.play(move)
        await client.apply(new.game.game_id, tokens[seat], move)
        if not state.revealed:
            break
    refusal = await client.refused("UndoMove", undoing(new), tokens[1 - seat])
    assert refusal.reason == "NOTHING_TO_UNDO"
    await undo(client, new, seat)


async def test_several_decisions_are_undone_one_by_one(client):
    """Saint Malo: choosing a symbol and placing are decisions after the roll."""
    new, state = await client.new(seed=3), games()["saint-malo"].new(2, 3)
    path = []  # (state, seat) before each decision that nothing was learnt from
    while len(path) < 2:
        seat, move = state.to_play, state.legal_moves()[0]
        after = state.play(move)
        same = not path or path[-1][1] == seat
        path = [*path, (state, seat)] if not after.revealed and same else []
        await client.apply(new.game.game_id, new.seat_tokens[seat], move)
        state = after
    for before, seat in reversed(path):
        game = await undo(client, new, seat)
        assert (game.to_move, list(game.scores)) == (before.to_play, before.scores())


async def test_undoing_keeps_to_revisions_and_request_ids(client):
    new, state = await client.new(seed=3), games()["saint-malo"].new(2, 3)
    game_id, moves = new.game.game_id, 0
    while True:
        seat = state.to_play
        move = state.legal_moves()[0]
        state = state.play(move)
        moves += 1
        await client.apply(game_id, new.seat_tokens[seat], move)
        if not state.revealed:
            break
    refusal = await client.refused(
        "UndoMove", undoing(new, expected_revision=0), new.seat_tokens[seat]
    )
    assert (refusal.code, refusal.reason) == (StatusCode.ABORTED, "STALE_REVISION")
    first = await undo(client, new, seat, request_id="u", expected_revision=moves)
    again = await undo(client, new, seat, request_id="u", expected_revision=moves)
    assert first == again == await client.get(game_id, new.seat_tokens[seat])
    assert first.revision == moves + 1


def seating(new, seat, **fields):
    return pb.SetSeatRequest(game_id=new.game.game_id, seat=seat, **fields)


async def test_a_seat_goes_to_a_bot_and_back(client):
    new = await client.new(seed=1)
    handed = await client.call("SetSeat", seating(new, 0, level=1), new.seat_tokens[0])
    assert dict(handed.game.bots) == {0: 1}
    for _ in range(300):
        game = await client.get(new.game.game_id)
        if game.to_move == 1:
            break
        await asyncio.sleep(0.02)
    assert game.to_move == 1
    request = pb.ApplyMoveRequest(game_id=new.game.game_id, move_id=1)
    assert (await client.refused("ApplyMove", request, new.seat_tokens[0])).reason == (
        "NOT_YOUR_TURN"
    )
    back = await client.call("SetSeat", seating(new, 0, request_id="b"), new.seat_tokens[0])
    assert dict(back.game.bots) == {}
    assert back.game.revision == game.revision + 1
    again = await client.call("SetSeat", seating(new, 0, request_id="b"), new.seat_tokens[0])
    assert again == back


async def test_the_holder_of_a_bot_seat_moves_only_after_taking_it_back(client):
    bots = [pb.BotSeat(seat=0, level=8)]
    new = await client.new(seed=1, bots=bots)
    request = pb.ApplyMoveRequest(game_id=new.game.game_id, move_id=1)
    refusal = await client.refused("ApplyMove", request, new.seat_tokens[0])
    assert (refusal.code, refusal.reason) == (StatusCode.FAILED_PRECONDITION, "SEAT_IS_BOT")
    await client.call("SetSeat", seating(new, 0), new.seat_tokens[0])
    legal = await client.moves(new.game.game_id, new.seat_tokens[0])
    await client.apply(new.game.game_id, new.seat_tokens[0], legal.moves[0].id)


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"seat": 2}, "BAD_FIELD"), ({"seat": -1}, "BAD_FIELD"),
     ({"seat": 0, "level": 9}, "UNKNOWN_BOT"), ({"seat": 0, "level": -1}, "UNKNOWN_BOT")],
)  # fmt: skip
async def test_a_bad_seat_is_refused(client, fields, reason):
    new = await client.new()
    request = pb.SetSeatRequest(game_id=new.game.game_id, **fields)
    assert (await client.refused("SetSeat", request, new.seat_tokens[0])).reason == reason
    assert (await client.get(new.game.game_id)).revision == 0


@pytest.mark.parametrize("table", TABLES[::3], ids=str)
async def test_a_record_is_whole_only_when_the_game_is_over(client, table):
    new = await client.new(table.game.name, table.players, seed=2**63)
    state, moves = table.new(2**63), []
    request = pb.GetRecordRequest(game_id=new.game.game_id)
    while state.to_play is not None:
        if len(moves) in (0, 10):
            for token in (None, *new.seat_tokens):
                part = await client.call("GetRecord", request, token)
                shown = [] if table.game.secrets else moves
                assert (part.complete, part.record.seed) == (False, 0)
                assert (list(part.record.moves), part.revision) == (shown, len(moves))
        moves.append(state.legal_moves()[-1])
        await client.apply(new.game.game_id, new.seat_tokens[state.to_play], moves[-1])
        state = state.play(moves[-1])
    whole = await client.call("GetRecord", request)
    assert whole.complete
    got = whole.record
    record = Record(
        got.game_type, got.rules_version, got.players, got.seed, dict(got.options), tuple(got.moves)
    )
    assert bytes(record.last()) == bytes(state)


async def test_games_are_listed_in_pages(client):
    made = [(await client.new(players=2 + n % 2)).game.game_id for n in range(6)]
    for size, pages in ((2, 3), (4, 2), (6, 1), (7, 1)):
        found, token = [], ""
        for _ in range(pages):
            request = pb.ListGamesRequest(page_size=size, page_token=token, game_type="saint-malo")
            page = await client.call("ListGames", request)
            assert len(page.games) <= size
            found += [game.game_id for game in page.games]
            token = page.next_page_token
        assert (found, token) == (made[::-1], "")
    for status, count in (("STATUS_IN_PROGRESS", 6), ("STATUS_FINISHED", 0)):
        request = pb.ListGamesRequest(status=status)
        listed = (await client.call("ListGames", request)).games
        assert len(listed) == count
        assert all(game.create_time.seconds for game in listed)
    other = next(name for name in games() if name != "saint-malo")
    assert not (await client.call("ListGames", pb.ListGamesRequest(game_type=other))).games


@pytest.mark.parametrize(
    ("fields", "reason"),
    [({"page_size": -1}, "BAD_FIELD"), ({"page_size": 1001}, "BAD_FIELD"),
     ({"page_token": "nonsense"}, "BAD_FIELD"), ({"page_token": "MS8A"}, "BAD_FIELD"),
     ({"page_token": "é"}, "BAD_FIELD"), ({"status": 9}, "BAD_FIELD"),
     ({"game_type": "chess"}, "UNKNOWN_GAME_TYPE")],
)  # fmt: skip
async def test_a_bad_list_is_refused(client, fields, reason):
    assert (await client.refused("ListGames", pb.ListGamesRequest(**fields))).reason == reason


async def test_a_deleted_game_is_gone_and_may_be_deleted_again_by_the_same_request(client):
    new = await client.new()
    request = pb.DeleteGameRequest(game_id=new.game.game_id, request_id="d")
    for _ in range(2):
        await client.call("DeleteGame", request)
    for name in ("GetGame", "LegalMoves", "UndoMove", "GetRecord", "DeleteGame"):
        asked = getattr(pb, f"{name}Request")(game_id=new.game.game_id)
        refusal = await client.refused(name, asked, new.seat_tokens[0])
        assert (refusal.code, refusal.reason) == (StatusCode.NOT_FOUND, "UNKNOWN_GAME")
    assert not (await client.call("ListGames", pb.ListGamesRequest())).games


async def test_one_request_id_for_two_things_is_refused(client):
    new = await client.new(seed=1)
    token = new.seat_tokens[0]
    await client.call("SetSeat", seating(new, 0, request_id="x"), token)
    refusal = await client.refused("UndoMove", undoing(new, request_id="x"), token)
    assert (refusal.code, refusal.reason) == (StatusCode.INVALID_ARGUMENT, "REQUEST_ID_REUSED")


async def test_one_request_id_for_two_methods_is_refused_though_their_bytes_are_equal(client):
    new = await client.new(seed=1)
    seat = seating(new, 1, request_id="x")
    move = pb.ApplyMoveRequest.FromString(seat.SerializeToString())
    await client.call("SetSeat", seat, new.seat_tokens[1])
    refusal = await client.refused("ApplyMove", move, new.seat_tokens[1])
    assert refusal.reason == "REQUEST_ID_REUSED"
