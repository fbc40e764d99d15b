"""Engine values as protobuf messages.

A game's views, moves and events are plain data named like the fields of its messages, so
that protobuf's own constructors do the mapping: a new game needs a .proto file and its field
in the three oneofs of game.proto, and nothing here.
"""

from functools import lru_cache
from typing import Any

from ai.advice import Advice, Suggestion
from burgrave.v1 import game_pb2 as pb
from burgrave.v1 import game_service_pb2 as service_pb
from engine.contract import Game, State, game
from engine.events import Event
from engine.records import Record
from service.course import Position, Step
from service.store import Kind, StoredGame

MOVES_REMEMBERED = 1 << 16


def oneof(played: Game) -> str:
    """The field that holds what is particular to the game, in every oneof."""
    return played.name.replace("-", "_")


def game_type(played: Game) -> pb.GameType:
    return pb.GameType(
        name=played.name,
        title=played.title,
        min_players=played.min_players,
        max_players=played.max_players,
        rules_version=played.rules_version,
        options=[
            pb.Option(name=o.name, description=o.description, values=o.values)
            for o in played.options
        ],
    )


def position(at: Position, viewer: int | None) -> pb.Game:
    """The game as `viewer`, a seat or None for a spectator, may see it."""
    state = at.state
    particular: dict[str, Any] = {oneof(state.game): state.view(-1 if viewer is None else viewer)}
    return pb.Game(
        game_id=at.game_id,
        game_type=state.game.name,
        revision=at.revision,
        status=status(state.to_play is None),
        players=state.players,
        to_move=state.to_play,
        scores=state.scores(),
        winners=state.winners(),
        viewer=viewer,
        options=at.record.options or None,
        rules_version=state.game.rules_version,
        bots=at.bots or None,
        **particular,
    )


def status(over: bool) -> pb.Game.Status:
    return pb.Game.STATUS_FINISHED if over else pb.Game.STATUS_IN_PROGRESS


@lru_cache(MOVES_REMEMBERED)
def move(game_type_name: str, move_id: int) -> pb.Move:
    """The message of a move; shared, so not to be changed."""
    played = game(game_type_name)
    text, detail = played.describe_move(move_id)
    particular: dict[str, Any] = {oneof(played): detail}
    return pb.Move(id=move_id, text=text, **particular)


def legal_moves(revision: int, state: State) -> service_pb.LegalMovesResponse:
    name = state.game.name
    listed = b"".join([_listed(name, move_id) for move_id in state.legal_moves()])
    response = service_pb.LegalMovesResponse.FromString(listed)
    response.revision = revision
    if state.to_play is not None:
        response.to_move = state.to_play
    return response


@lru_cache(MOVES_REMEMBERED)
def _listed(game_type_name: str, move_id: int) -> bytes:
    """A move as it stands in a list of legal moves: joining bytes is cheaper than messages."""
    found = service_pb.LegalMovesResponse(moves=[move(game_type_name, move_id)])
    return found.SerializeToString()


def event(played: Game, happened: Event) -> pb.Event:
    text, detail = played.describe_event(happened)
    particular: dict[str, Any] = {oneof(played): detail}
    return pb.Event(
        seat=None if happened.seat < 0 else happened.seat,
        text=text,
        private=happened.audience is not None,
        **particular,
    )


def heartbeat(at: Position) -> service_pb.WatchGameResponse:
    return service_pb.WatchGameResponse(heartbeat=service_pb.Heartbeat(), **_standing(at))


def step(done: Step, viewer: int | None, *, with_game: bool) -> service_pb.WatchGameResponse:
    """A change of a game as `viewer` may see it."""
    at, entry = done.position, done.entry
    response = service_pb.WatchGameResponse(**_standing(at))
    if entry.kind is Kind.MOVE:
        played = at.state.game
        response.move_made.seat = entry.seat
        if viewer == entry.seat or not played.secrets:
            response.move_made.move.CopyFrom(move(played.name, entry.value))
        response.move_made.events.extend(events(done, viewer))
    elif entry.kind is Kind.UNDO:
        response.move_undone.seat = entry.seat
    else:
        response.seat_set.CopyFrom(service_pb.SeatSet(seat=entry.seat, level=entry.value or None))
    if with_game:
        response.game.CopyFrom(position(at, viewer))
    return response


def _standing(at: Position) -> dict[str, Any]:
    state = at.state
    return {
        "revision": at.revision,
        "to_move": state.to_play,
        "scores": state.scores(),
        "status": status(state.to_play is None),
    }


def events(done: Step, viewer: int | None) -> list[pb.Event]:
    """What a change caused, as far as `viewer` may see it."""
    played, seat = done.position.state.game, -1 if viewer is None else viewer
    return [event(played, each) for each in done.events if each.visible_to(seat)]


def record(kept: Record, *, complete: bool) -> pb.Record:
    """The record; while the game goes on, only what nobody could learn anything from."""
    shown = pb.Record(
        game_type=kept.game_type,
        rules_version=kept.rules_version,
        players=kept.players,
        options=kept.options,
    )
    if complete:
        shown.seed = kept.seed
    if complete or not game(kept.game_type).secrets:
        shown.moves.extend(kept.moves)
    return shown


def summary(stored: StoredGame) -> service_pb.GameSummary:
    response = service_pb.GameSummary(
        game_id=stored.game_id,
        game_type=stored.record.game_type,
        players=stored.record.players,
        status=status(stored.finished_at is not None),
        options=stored.record.options,
    )
    response.create_time.FromMicroseconds(stored.created_at)
    if stored.finished_at is not None:
        response.finish_time.FromMicroseconds(stored.finished_at)
    return response


def advice(
    state: State, revision: int, found: Advice, *, final: bool
) -> service_pb.SuggestMoveResponse:
    """What a search of `state` has found."""
    response = service_pb.SuggestMoveResponse(
        suggestions=[_suggestion(state.game.name, each) for each in found.suggestions],
        iterations=found.iterations,
        revision=revision,
        to_move=state.to_play,
        final=final,
    )
    response.elapsed.FromNanoseconds(int(found.elapsed * 1e9))
    return response


def _suggestion(game_type_name: str, each: Suggestion) -> service_pb.Suggestion:
    return service_pb.Suggestion(
        move=move(game_type_name, each.move),
        visits=each.visits,
        win=each.win,
        score=each.score,
        score_deviation=each.deviation,
        line=[move(game_type_name, following) for following in each.line],
    )
