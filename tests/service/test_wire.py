"""Every view, move and event of every game fits its message, and loses nothing on the way."""

import random

import pytest
from google.protobuf.json_format import MessageToDict

from engine.contract import State
from engine.records import Record
from service import wire
from service.course import Position
from tests.setups import MAIN_SETUPS, walk


def plain(message):
    return MessageToDict(
        message, preserving_proto_field_name=True, always_print_fields_with_no_presence=True
    )


def without_absent(value):
    """Plain data as protobuf gives it back: what is None is absent."""
    if isinstance(value, dict):
        return {name: without_absent(v) for name, v in value.items() if v is not None}
    if isinstance(value, list | tuple):
        return [without_absent(v) for v in value]
    return value


def check(message, key: str, data: dict) -> None:
    assert message.HasField(key)
    assert plain(getattr(message, key)) == without_absent(data)


@pytest.mark.parametrize("setup", MAIN_SETUPS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_goes_over_the_wire(setup, seed):
    played, key = setup.game, wire.oneof(setup.game)
    for state, chosen in walk(setup.new(seed), random.Random(seed)):
        for viewer in (None, *range(state.players)):
            message = wire.position(Position("id", 0, Record("", 1, 2, 0), state, {}), viewer)
            check(message, key, state.view(-1 if viewer is None else viewer))
        for move in state.legal_moves():
            check(wire.move(played.name, move), key, played.describe_move(move)[1])
        for event in events_of(state, chosen):
            check(wire.event(played, event), key, played.describe_event(event)[1])


def events_of(state: State, move: int | None):
    return [] if move is None else state.step(move)[1]
