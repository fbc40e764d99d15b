"""A game as a text that a person can read."""

import json
from collections.abc import Iterator

from engine.contract import State
from engine.records import Record

BOARD_EVERY = 100  # moves between two pictures of the table


def transcript(record: Record) -> Iterator[str]:
    """The lines of a record: set-up, moves with what they caused, pictures, result."""
    state = record.first()
    yield f"# {state.game.title}, {record.players} players, seed {record.seed}"
    for name, value in record.options.items():
        yield f"# {name} = {value}"
    yield from _picture(state)
    for number, move in enumerate(record.moves, start=1):
        text, _ = state.game.describe_move(move)
        yield f"{number:4} seat {state.to_play} of {len(state.legal_moves())} moves: {text}"
        state, events = state.step(move)
        for event in events:
            secret = "" if event.audience is None else f"(only seat {event.audience} sees) "
            yield f"       - {secret}{state.game.describe_event(event)[0]}"
        if number % BOARD_EVERY == 0:
            yield from _picture(state)
    yield from _picture(state)
    if state.to_play is None:
        yield f"# scores {state.scores()}, winners {state.winners()}"
    yield f"# record {json.dumps(list(record.moves), separators=(',', ':'))}"


def _picture(state: State) -> Iterator[str]:
    yield ""
    yield from state.game.draw(state.view(-1)).splitlines()
    yield ""
