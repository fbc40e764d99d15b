"""Ways to set positions of The Castles of Tuscany up and to play them by what moves mean."""

from collections.abc import Iterable
from typing import Any

from engine.contract import State
from engine.games.castles_of_tuscany import GAME
from engine.games.castles_of_tuscany.face import map_colours, position

COLOURS = ["dark_green", "red", "turquoise", "grey", "orange", "yellow", "beige", "light_green"]
ONE_OF_EACH = [
    "TILE_CASTLE", "TILE_CITY", "TILE_ESTATE", "TILE_QUARRY", "TILE_VILLAGE", "TILE_CLOISTER",
    "TILE_CARRIAGE", "TILE_FARM_WHEAT",
]  # fmt: skip
OWN_TILES = (
    ["TILE_CASTLE"]
    + ["TILE_CITY"] * 2
    + ["TILE_ESTATE"]
    + ["TILE_QUARRY"] * 3
    + ["TILE_VILLAGE"] * 4
    + ["TILE_CLOISTER"] * 3
    + ["TILE_CARRIAGE"] * 3
    + ["TILE_FARM_GRAPES", "TILE_FARM_OLIVES"]
    + ["TILE_FARM_LIVESTOCK_GRAPES", "TILE_FARM_OLIVES_WHEAT"]
)
PARTS = (0, 0, 0)  # of the map the tests play on
LAYOUT = 0


def column(field: int) -> int:
    return field // 10 * 3 + (field % 10 > 2) + (field % 10 > 6)


def spot(field: int) -> dict[str, int]:
    return {"column": column(field), "row": field % 10 - (0, 3, 7)[column(field) % 3]}


def fields_of(colour: str, parts=PARTS, layout: int = LAYOUT) -> list[int]:
    colours, _, _ = map_colours(parts, layout)
    return [field for field in range(30) if colours[field] == COLOURS.index(colour)]


def region_of(field: int, parts=PARTS, layout: int = LAYOUT) -> list[int]:
    _, regions, _ = map_colours(parts, layout)
    return [other for other in range(30) if regions[field] >> other & 1]


def beside(field: int, parts=PARTS, layout: int = LAYOUT) -> list[int]:
    _, _, neighbours = map_colours(parts, layout)
    return [other for other in range(30) if neighbours[field] >> other & 1]


def map_with(colour: str, size: int) -> tuple[tuple[int, int, int], int, list[int]]:
    """Parts and layout of a map that has a region like this, and the region."""
    for number in range(64):
        parts = (number >> 4, number >> 2 & 3, number & 3)
        for layout in range(96):
            for field in fields_of(colour, parts, layout):
                region = region_of(field, parts, layout)
                if len(region) == size:
                    return parts, layout, region
    raise LookupError(f"no {colour} region of {size}")


def all_but(free: Iterable[int], parts=PARTS, layout: int = LAYOUT) -> dict[str, Any]:
    """A realm whose map is covered with hexagons but for the start castle and `free`."""
    castle = next(f for f in fields_of("dark_green", parts, layout) if f not in free)
    covered = set(range(30)) - set(free) - {castle}
    return {
        "parts": parts,
        "layout": layout,
        "castle": castle,
        "tiles": dict.fromkeys(covered, "TILE_HEXAGON"),
    }


def table(players: int = 2, seed: int = 1, options=None, **changes: Any) -> State:
    """A position in which seat 0 acts, on the tests' map unless told otherwise."""
    realms = {
        seat: {"parts": PARTS, "layout": LAYOUT} | changes.get("realms", {}).get(seat, {})
        for seat in range(players)
    }
    return position(GAME.new(players, seed, options), **changes | {"realms": realms})


def decisions(state: State) -> list[dict[str, Any]]:
    return [GAME.describe_move(move)[1] for move in state.legal_moves()]


def offers(state: State, name: str) -> list[Any]:
    """What the legal moves of one kind are about."""
    return [decision[name] for decision in decisions(state) if name in decision]


def find(state: State, name: str, what: Any) -> int:
    """The legal move that means this."""
    moves = [m for m in state.legal_moves() if GAME.describe_move(m)[1] == {name: what}]
    assert len(moves) == 1, f"{name} {what} is not among {decisions(state)}"
    return moves[0]


def play(state: State, name: str, what: Any = None) -> State:
    """The state after the legal move that means this; it must be sound."""
    after = state.play(find(state, name, {} if what is None else what))
    assert after.fault() is None
    return after


def place(state: State, tile: str, field: int) -> State:
    return play(state, "place", {"tile": tile, "field": spot(field)})


def build(state: State, tile: str, field: int) -> State:
    return play(state, "build", {"tile": tile, "field": spot(field)})


def pay(state: State, *units: str) -> State:
    """Pay `worker`, a colour for a card of it, or a colour with a star for a pair."""
    for unit in units:
        state = play(state, "pay", unit_data(unit))
    return state


def unit_data(unit: str) -> dict[str, Any]:
    if unit == "worker":
        return {"worker": {}}
    kind = "pair" if unit.endswith("*") else "card"
    return {kind: f"COLOUR_{unit.rstrip('*').upper()}"}


def place_freely(state: State, tile: str, field: int) -> State:
    """Place a stored tile and pay two workers."""
    return pay(place(state, tile, field), "worker", "worker")


def realm(state: State, seat: int = 0, viewer: int | None = None) -> dict[str, Any]:
    return state.view(seat if viewer is None else viewer)["realms"][seat]


def hand(state: State, seat: int = 0) -> dict[str, int]:
    return {name: n for name, n in realm(state, seat)["hand"].items() if n}


def events(state: State, name: str, what: Any = None) -> list[tuple[int, Any]]:
    """Seats and data of the events of a move, all of them as they are told."""
    _, happened = state.step(find(state, name, {} if what is None else what))
    return [(event.seat, GAME.describe_event(event)[1]) for event in happened]


def rest_of_turn(state: State, seat: int) -> State:
    """End the turn if the seat is asked whether to go on."""
    while state.to_play == seat and state.view(-1)["phase"] == "PHASE_CONTINUING":
        state = play(state, "end_turn")
    return state
