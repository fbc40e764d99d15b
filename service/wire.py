"""Engine values as protobuf messages.

A game's views, moves and events are plain data named like the fields of its messages, so
that protobuf's own constructors do the mapping: a new game needs a .proto file and its field
in the three oneofs of game.proto, and nothing here.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from ai.advice import Advice, Suggestion
from burgrave.v1 import game_pb2 as pb
from burgrave.v1 import game_service_pb2 as service_pb
from engine.contract import Game, State, game
from engine.events import Event

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


def position(
    game_id: str, revision: int, options: Mapping[str, str], state: State, viewer: int | None
) -> pb.Game:
    """The game as `viewer`, a seat or None for a spectator, may see it."""
    over = state.to_play is None
    particular: dict[str, Any] = {oneof(state.game): state.view(-1 if viewer is None else viewer)}
    return pb.Game(
        game_id=game_id,
        game_type=state.game.name,
        revision=revision,
        status=pb.Game.STATUS_FINISHED if over else pb.Game.STATUS_IN_PROGRESS,
        players=state.players,
        to_move=state.to_play,
        scores=state.scores(),
        winners=state.winners(),
        viewer=viewer,
        options=options,
        rules_version=state.game.rules_version,
        **particular,
    )


@lru_cache(MOVES_REMEMBERED)
def move(game_type_name: str, move_id: int) -> pb.Move:
    """The message of a move; shared, so not to be changed."""
    played = game(game_type_name)
    text, detail = played.describe_move(move_id)
    particular: dict[str, Any] = {oneof(played): detail}
    return pb.Move(id=move_id, text=text, **particular)


def event(played: Game, happened: Event) -> pb.Event:
    text, detail = played.describe_event(happened)
    particular: dict[str, Any] = {oneof(played): detail}
    return pb.Event(
        seat=None if happened.seat < 0 else happened.seat,
        text=text,
        private=happened.audience is not None,
        **particular,
    )


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
