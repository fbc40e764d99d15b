"""Positions and moves of The Palaces of Carrara in words, for its tests."""

from collections.abc import Iterator
from typing import Any

import engine.games  # noqa: F401  registers them
from engine.contract import State, game
from engine.games.palaces_of_carrara.face import position
from tests.engine import sentences

do = sentences.play
GAME = game("palaces-of-carrara")
COLOURS = ("white", "yellow", "red", "green", "blue", "black")
OBJECTS = ("book", "chalice", "crown", "gate", "flag", "coat_of_arms")
TYPES = ("Biblioteca", "Cathedrale", "Palazzo", "Porta", "Castello", "Villa")
CITIES = ("Livorno", "Pisa", "Lucca", "Viareggio", "Massa", "Lérici")
# Seven white and four yellow: a full wheel that costs five and four coins after one turn.
DEAR_WHEEL = {1: {"white": 7, "yellow": 4}}
# Ten bricks; with one turn black comes to VI, free for all.
FREE_BLACK = {1: {"white": 6, "yellow": 4}, 5: {"black": 1}}


def base(players: int = 2, seed: int = 1, **options: str) -> State:
    return GAME.new(players, seed, options)


def expansion(players: int = 2, seed: int = 1, **cards: str) -> State:
    return GAME.new(players, seed, {"variant": "expansion", **cards})


def moves(state: State) -> dict[str, int]:
    """The legal moves by their sentences."""
    return {GAME.describe_move(move)[0]: move for move in state.legal_moves()}


def offers(state: State, start: str) -> list[str]:
    """What is offered that begins with `start`, without it."""
    return [text.removeprefix(start) for text in moves(state) if text.startswith(start)]


def told(state: State, text: str) -> tuple[State, list[dict[str, Any]]]:
    """The state after the move, and its events as plain data."""
    after, events = state.step(moves(state)[text])
    return after, [GAME.describe_event(event)[1] for event in events]


def seat(state: State, number: int) -> dict[str, Any]:
    """What a player has, screen and all."""
    player = state.view(number)["players"][number]
    return {**player, **player["screen"]}


def gained(state: State, text: str) -> tuple[int, int, dict[str, int]]:
    """Coins, points and objects that the move brings to its mover."""
    mover = state.to_play
    assert mover is not None
    before, after = seat(state, mover), seat(do(state, text), mover)
    objects = {
        kind: after["objects"][kind] - before["objects"][kind]
        for kind in OBJECTS
        if after["objects"][kind] != before["objects"][kind]
    }
    return after["coins"] - before["coins"], after["points"] - before["points"], objects


def met(state: State, number: int = 0) -> tuple[bool, bool, bool]:
    """Whether the conditions of the top, object and building card are met."""
    player = seat(state, number)
    return player["top_met"], player["object_met"], player["building_met"]


def ended(start: State, players: dict[int, dict[str, Any]], **changes: Any) -> State:
    """The position's game over: the last seat passes after an announcement of the first."""
    last = start.players - 1
    state = position(start, players, announced=0, to_play=last, **changes)
    state = do(state, "Pass")
    return state if state.to_play is None else do(state, "End the turn")


def final(start: State, players: dict[int, dict[str, Any]], number: int = 0) -> dict[str, Any]:
    """Points by reason, and coins of the extra card, that a player gets at the end."""
    last = start.players - 1
    state = position(start, players, announced=0, to_play=last)
    events: list[Any] = []
    while state.to_play is not None:
        text = "Pass" if "Pass" in moves(state) else "End the turn"
        state, caused = state.step(moves(state)[text])
        events += caused
    found: dict[str, Any] = {}
    for event in events:
        detail = GAME.describe_event(event)[1].get("final")
        if detail and event.seat == number:
            reason = detail["reason"].removeprefix("REASON_").lower()
            found[reason] = detail["points"]
            if detail["coins"]:
                found["coins_gained"] = detail["coins"]
            if detail["cities"] or detail["types"]:
                found["chosen"] = [n.split("_")[1] for n in detail["cities"] + detail["types"]]
    return found


def spread(costs: list[int], city: str = "Lérici", types: tuple[str, ...] = TYPES) -> Any:
    """A board with buildings of these costs in one city."""
    used: set[str] = set()
    for cost in costs:
        used.add(next(t for t in (f"{t} {cost}" for t in types) if t not in used))
    return {city: sorted(used)}


def several(counts: dict[str, int]) -> dict[str, list[str]]:
    """A board with so many buildings, cheap ones first, in these cities."""
    tiles: Iterator[str] = (f"{t} {cost}" for cost in (1, 2, 3, 4, 5) for t in TYPES)
    return {city: [next(tiles) for _ in range(n)] for city, n in counts.items()}
