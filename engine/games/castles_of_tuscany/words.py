"""Names and sentences for The Castles of Tuscany; every tuple follows an enum of the rules."""

from collections.abc import Callable
from typing import Any

from engine.options import Option

DRAW = Option("draw", "Game cards drawn by the draw action; later printings say 3", ("2", "3"))

# Keys of tuscany.toml.
KINDS = ("castle", "city", "estate", "quarry", "village", "cloister", "carriage", "farm")
SORTS = ("livestock", "grapes", "olives", "wheat")
FARMS = (*SORTS, "livestock_grapes", "livestock_wheat", "grapes_olives", "olives_wheat")
YIELD_KEYS = ("red", "green", "game_cards", "marble", "worker", "hexagon")
LETTERS = ("A", "B", "C")
COLOUR_LETTERS = "DRTGOYBL"

COLOUR_NAMES = (
    "dark_green", "red", "turquoise", "grey", "orange", "yellow", "beige", "light_green",
)  # fmt: skip
COLOURS = tuple(f"COLOUR_{name.upper()}" for name in COLOUR_NAMES)
TILES = (
    *(f"TILE_{name.upper()}" for name in KINDS[:-1]),
    *(f"TILE_FARM_{name.upper()}" for name in FARMS),
    "TILE_HEXAGON",
)
YIELD_NAMES = ("red_points", "green_points", "game_cards", "marble", "worker", "hexagon")
YIELDS = tuple(f"YIELD_{name.upper()}" for name in YIELD_NAMES)
BONUS_NAMES = ("game_card", "store_field", "marble", "worker", "yield_card")
BONUSES = tuple(f"BONUS_{name.upper()}" for name in BONUS_NAMES)
PARTS = tuple(f"PART_{letter}" for letter in LETTERS)
DIRECTIONS = ("DIRECTION_HIGHER", "DIRECTION_LOWER")
PHASES = (
    "PHASE_ARRANGING",
    "PHASE_CHOOSING_BONUS",
    "PHASE_ACTING",
    "PHASE_REPLACING",
    "PHASE_PAYING",
    "PHASE_BUILDING",
    "PHASE_CONTINUING",
)
REASONS = (
    "REASON_REGION",
    "REASON_COLOUR",
    "REASON_PRODUCE",
    "REASON_STORE_FIELD",
    "REASON_YIELD",
    "REASON_NO_ROOM",
    "REASON_PASSAGE",
    "REASON_TILES",
    "REASON_HEXAGONS",
    "REASON_MARBLE",
    "REASON_WORKERS",
    "REASON_CARDS",
)
TRACKS = ("TRACK_GREEN", "TRACK_RED")
THINGS = ("THING_MARBLE", "THING_WORKER", "THING_HEXAGON")
PILES = ("PILE_GAME_CARDS", "PILE_YIELD_CARDS", "PILE_NEUTRAL_TILES")

Told = tuple[str, dict[str, Any]]


def column(field: int) -> int:
    """Of the nine from the left; each part has three."""
    cell = field % 10
    return field // 10 * 3 + (0 if cell < 3 else 1 if cell < 7 else 2)


def row(field: int) -> int:
    """From the top of the column."""
    cell = field % 10
    return cell - (0 if cell < 3 else 3 if cell < 7 else 7)


def spot(field: int) -> dict[str, int]:
    return {"column": column(field), "row": row(field)}


def place(field: int) -> str:
    return f"column {column(field)}, row {row(field)}"


def plain(name: str) -> str:
    """`COLOUR_DARK_GREEN` in words: dark green."""
    _, _, rest = name.partition("_")
    return rest.lower().replace("_", " ")


def a(noun: str) -> str:
    return f"an {noun}" if noun[0] in "aeiou" else f"a {noun}"


def tile_name(tile: str) -> str:
    """With its article: a quarry, an estate, a wooden hexagon, a farm of olives and wheat."""
    if tile == "TILE_HEXAGON":
        return "a wooden hexagon"
    kind, _, sorts = plain(tile).partition(" ")
    return a(kind) + (f" of {sorts.replace(' ', ' and ')}" if sorts else "")


def count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 or noun == "marble" else f"{n} {noun}s"


def by_name(names: tuple[str, ...], counts: list[int]) -> dict[str, int]:
    return dict(zip(names, counts, strict=True))


def arrangement(layout: int, castle: int, steps: int = 7) -> dict[str, Any]:
    """What the first `steps` decisions of an arrangement were; None for the others."""
    decided: list[Any] = [
        PARTS[layout >> 5],
        *(bool(layout >> 2 + i & 1) for i in range(3)),
        DIRECTIONS[layout >> 1 & 1],
        DIRECTIONS[layout & 1],
        spot(castle),
    ]
    keys = ("middle", "a_turned", "b_turned", "c_turned", "second", "third", "start_castle")
    return {
        key: value if i < steps else None
        for i, (key, value) in enumerate(zip(keys, decided, strict=True))
    }


# ---- moves


def describe_move(move: int) -> Told:
    """A sentence, and the decision as plain data."""
    kind, argument = move >> 20, move & 0xFFFFF
    return _MOVES[kind](argument)


def _middle(part: int) -> Told:
    return f"Lay part {LETTERS[part]} in the middle", {"middle": PARTS[part]}


def _turn(argument: int) -> Told:
    part, turned = argument >> 1, bool(argument & 1)
    way = "upside down" if turned else "as it is"
    return (
        f"Lay part {LETTERS[part]} {way}",
        {"turn": {"part": PARTS[part], "turned": turned}},
    )


def _shift(argument: int) -> Told:
    which, direction = ("second", "third")[argument >> 1], DIRECTIONS[argument & 1]
    return (
        f"Lay the {which} part half a hexagon {plain(direction)}",
        {"shift": {"place": 1 + (argument >> 1), "direction": direction}},
    )


def _start_castle(field: int) -> Told:
    return f"Place the start castle at {place(field)}", {"start_castle": spot(field)}


def _bonus(bonus: int) -> Told:
    return f"Take the bonus card +1 {plain(BONUSES[bonus])}", {"bonus": BONUSES[bonus]}


def _draw(_: int) -> Told:
    return "Draw game cards", {"draw": {}}


def _take(tile: int) -> Told:
    return f"Take {tile_name(TILES[tile])}", {"take": TILES[tile]}


def _place(argument: int) -> Told:
    tile, field = TILES[argument >> 5], argument & 31
    return (
        f"Place {tile_name(tile)} at {place(field)}",
        {"place": {"tile": tile, "field": spot(field)}},
    )


def _pass(_: int) -> Told:
    return "Pass, as no action is possible", {"no_action": {}}


def _remove(tile: int) -> Told:
    return f"Remove {tile_name(TILES[tile])} from the store", {"remove": TILES[tile]}


def unit(number: int) -> tuple[str, dict[str, Any]]:
    """A unit of payment in words and as plain data."""
    if number == 0:
        return "a worker", {"worker": {}}
    if number < 9:
        colour = COLOURS[number - 1]
        return f"{a(plain(colour))} card", {"card": colour}
    colour = COLOURS[number - 9]
    return f"two {plain(colour)} cards", {"pair": colour}


def _pay(number: int) -> Told:
    words, data = unit(number)
    return f"Pay {words}", {"pay": data}


def _build(argument: int) -> Told:
    tile, field = TILES[argument >> 5], argument & 31
    return (
        f"Place {tile_name(tile)} from the display at {place(field)}",
        {"build": {"tile": tile, "field": spot(field)}},
    )


def _decline(_: int) -> Told:
    return "Place no tile from the display", {"no_building": {}}


def _spend(_: int) -> Told:
    return "Spend a marble for one more action", {"spend_marble": {}}


def _end(_: int) -> Told:
    return "End the turn", {"end_turn": {}}


_MOVES: tuple[Callable[[int], Told], ...] = (
    _middle, _turn, _shift, _start_castle, _bonus, _draw, _take, _place, _pass, _remove, _pay,
    _build, _decline, _spend, _end,
)  # fmt: skip


# ---- events


def describe_event(kind: int, seat: int, values: tuple[int, ...]) -> Told:
    """A sentence, and what happened as plain data."""
    return _EVENTS[kind]("The table" if seat < 0 else f"Seat {seat}", values)


def _arranged(who: str, _: tuple[int, ...]) -> Told:
    return f"{who} has arranged its map", {"arranged": {}}


def _unveiled(who: str, values: tuple[int, ...]) -> Told:
    layout, castle = values[3:5]
    parts = " ".join(f"{letter}{values[i] + 1}" for i, letter in enumerate(LETTERS))
    return (
        f"{who} shows its map of {parts}, {LETTERS[layout >> 5]} in the middle, "
        f"the start castle at {place(castle)}",
        {"unveiled": arrangement(layout, castle)},
    )


def _got_bonus(who: str, values: tuple[int, ...]) -> Told:
    bonus = BONUSES[values[0]]
    return f"{who} takes the bonus card +1 {plain(bonus)}", {"bonus": bonus}


def _drew(who: str, values: tuple[int, ...]) -> Told:
    return f"{who} draws {count(values[0], 'card')}", {"drew": values[0]}


def _drew_cards(who: str, values: tuple[int, ...]) -> Told:
    counts = [values[i // 2] >> i % 2 * 8 & 255 for i in range(8)]
    cards = by_name(COLOUR_NAMES, counts)
    named = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in cards.items() if n)
    return f"{who} draws {named}", {"drew_cards": cards}


def _shuffled(_: str, values: tuple[int, ...]) -> Told:
    pile = PILES[values[0]]
    return f"The discarded {plain(pile)} are shuffled", {"shuffled": pile}


def _took(who: str, values: tuple[int, ...]) -> Told:
    tile = TILES[values[0]]
    return f"{who} takes {tile_name(tile)} from the display", {"took": tile}


def _dropped(who: str, values: tuple[int, ...]) -> Told:
    tile = TILES[values[0]]
    return f"{who} removes {tile_name(tile)} from the game", {"dropped": tile}


def _laid(who: str, values: tuple[int, ...]) -> Told:
    tile, own = TILES[values[0]], bool(values[1])
    whose = "of its own" if own else "of the neutral ones"
    return (
        f"{who} lays {tile_name(tile)} {whose} into the display",
        {"laid": {"tile": tile, "own": own}},
    )


def _cleared(_: str, values: tuple[int, ...]) -> Told:
    colour, n = COLOURS[values[0]], values[1]
    return (
        f"The {n} {plain(colour)} tiles are removed from the display",
        {"cleared": {"colour": colour, "tiles": n}},
    )


def _emptied(who: str, values: tuple[int, ...]) -> Told:
    return f"{who} has emptied its stack {values[0]}", {"emptied_stack": values[0]}


def _paid(who: str, values: tuple[int, ...]) -> Told:
    words, data = unit(values[0])
    return f"{who} pays {words}", {"paid": data}


def _placed(who: str, values: tuple[int, ...]) -> Told:
    tile, field = TILES[values[0]], values[1]
    return (
        f"{who} places {tile_name(tile)} at {place(field)}",
        {"placed": {"tile": tile, "field": spot(field)}},
    )


def _completed(who: str, values: tuple[int, ...]) -> Told:
    colour, size = COLOURS[values[0]], values[1]
    return (
        f"{who} completes {a(plain(colour))} region of {size}",
        {"completed_region": {"colour": colour, "size": size}},
    )


def _filled(who: str, values: tuple[int, ...]) -> Told:
    colour, rank = COLOURS[values[0]], values[1]
    return (
        f"{who} is the {('first', 'second')[rank - 1]} to fill {plain(colour)}",
        {"filled_colour": {"colour": colour, "rank": rank}},
    )


def _gained(who: str, values: tuple[int, ...]) -> Told:
    thing, n = THINGS[values[0]], values[1]
    return f"{who} gains {count(n, plain(thing))}", {"gained": {"thing": thing, "number": n}}


def _yielded(who: str, values: tuple[int, ...]) -> Told:
    card = YIELDS[values[0]]
    return f"{who} turns up a yield card: {plain(card)}", {"yielded": card}


def _scored(who: str, values: tuple[int, ...]) -> Told:
    points, track, reason = values[0], TRACKS[values[1]], REASONS[values[2]]
    return (
        f"{who} scores {points} {plain(track)} ({plain(reason)})",
        {"scored": {"points": points, "track": track, "reason": reason}},
    )


def _spent(who: str, _: tuple[int, ...]) -> Told:
    return f"{who} spends a marble", {"spent_marble": {}}


def _passed(who: str, _: tuple[int, ...]) -> Told:
    return f"{who} passes", {"passed": {}}


def _extra_round(_: str, __: tuple[int, ...]) -> Told:
    return "Everyone has one more turn", {"extra_round": {}}


def _passage(_: str, values: tuple[int, ...]) -> Told:
    return f"Passage {values[0]} ends", {"passage_ended": values[0]}


_EVENTS: tuple[Callable[[str, tuple[int, ...]], Told], ...] = (
    _arranged, _unveiled, _got_bonus, _drew, _drew_cards, _shuffled, _took, _dropped, _laid,
    _cleared, _emptied, _paid, _placed, _completed, _filled, _gained, _yielded, _scored, _spent,
    _passed, _extra_round, _passage,
)  # fmt: skip
