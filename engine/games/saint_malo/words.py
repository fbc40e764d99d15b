"""Names, sentences and pictures for Saint Malo; every tuple follows an enum of the rules."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

DICE = ("log", "crate", "wall", "cross", "head", "sabres")
SYMBOLS = ("SYMBOL_LOG", "SYMBOL_CRATE", "SYMBOL_WALL", "SYMBOL_CROSS", "SYMBOL_HEAD")
PERSONS = (
    "PERSON_DAY_LABOURER",
    "PERSON_SOLDIER",
    "PERSON_PRIEST",
    "PERSON_BUILDER",
    "PERSON_MERCHANT",
    "PERSON_JESTER",
    "PERSON_NOBLE",
)
CONTENTS = (
    "CONTENT_CRATE",
    "CONTENT_WALL",
    "CONTENT_HOUSE",
    *(f"CONTENT_CHURCH_{n}" for n in range(1, 6)),
    *(person.replace("PERSON", "CONTENT") for person in PERSONS),
)
SIDES = ("SIDE_TOP", "SIDE_RIGHT", "SIDE_BOTTOM", "SIDE_LEFT")
PHASES = (
    "PHASE_ROLLING",
    "PHASE_CHOOSING_SYMBOL",
    "PHASE_CHOOSING_NUMBER",
    "PHASE_CHOOSING_PERSON",
    "PHASE_DRAWING",
    "PHASE_CHOOSING_TOWER",
    "PHASE_CHOOSING_TOWER_PERSON",
    "PHASE_CHOOSING_HOUSES",
)
REASONS = (
    *(content.replace("CONTENT", "REASON") for content in CONTENTS),
    "REASON_TOWER",
    "REASON_FULL_CITY",
    "REASON_COINS",
    "REASON_LOGS",
    "REASON_CHURCHES",
    "REASON_CANNONS",
)

EMPTY_CITY = tuple(
    "CONTENT_TOWER" if row in (0, 6) and column in (0, 6) else "CONTENT_FREE"
    for row in range(7)
    for column in range(7)
)
MARKS = {
    "CONTENT_TOWER": "##",
    "CONTENT_FREE": " .",
    "CONTENT_CRATE": "[]",
    "CONTENT_WALL": "==",
    "CONTENT_HOUSE": "/\\",
    **{f"CONTENT_CHURCH_{n}": f"+{n}" for n in range(1, 6)},
    **{f"CONTENT_{name}": f"({name[0]}" for name in ("SOLDIER", "PRIEST", "BUILDER", "MERCHANT")},
    "CONTENT_DAY_LABOURER": "(L",
    "CONTENT_JESTER": "(J",
    "CONTENT_NOBLE": "(N",
}


def multisets(kinds: int, size: int) -> Iterator[tuple[int, ...]]:
    """Every way to count `size` things by `kinds`."""
    return (counts for counts in product(range(size + 1), repeat=kinds) if sum(counts) == size)


def keeps(counts: tuple[int, ...]) -> list[int]:
    """Every choice of dice to keep from a roll, packed three bits a symbol, ascending."""
    return [
        sum(n << 3 * (5 - i) for i, n in enumerate(kept))
        for kept in product(*(range(n + 1) for n in counts))
    ]


def plain(name: str) -> str:
    """`CONTENT_DAY_LABOURER` in words: day labourer; a church with its number."""
    _, _, rest = name.partition("_")
    return rest.lower().replace("_", " ").replace("church ", "church of ")


def count(n: int, noun: str) -> str:
    plural = {"cross": "crosses"}.get(noun, noun if noun == "sabres" else noun + "s")
    return f"{n} {noun if n == 1 else plural}"


def field(square: int) -> dict[str, int]:
    return {"row": square // 7, "column": square % 7}


def place(square: int) -> str:
    return f"row {square // 7}, column {square % 7}"


def describe_move(move: int) -> tuple[str, dict[str, Any]]:
    """A sentence, and the decision as plain data."""
    kind, argument = move >> 20, move & 0xFFFFF
    return _MOVES[kind](argument)


def _keep(packed: int) -> tuple[str, dict[str, Any]]:
    kept = [packed >> 3 * (5 - i) & 7 for i in range(6)]
    data = {"keep": dict(zip(DICE, kept, strict=True))}
    names = [count(n, name) for name, n in zip(DICE, kept, strict=True) if n]
    if sum(kept) == 5:
        return "Stop rolling", data
    if not names:
        return "Roll all five dice again", data
    rest = 5 - sum(kept)
    return f"Keep {', '.join(names)} and roll {count(rest, 'die').replace('dies', 'dice')}", data


def _use(symbol: int) -> tuple[str, dict[str, Any]]:
    if symbol == len(SYMBOLS):
        return "Use no symbol", {"no_symbol": {}}
    return f"Use the {plain(SYMBOLS[symbol])} dice", {"symbol": SYMBOLS[symbol]}


def _number(n: int) -> tuple[str, dict[str, Any]]:
    return f"Use {n} of them", {"number": n}


def _person(person: int) -> tuple[str, dict[str, Any]]:
    if person == len(PERSONS):
        return "Decline the tower's person", {"no_person": {}}
    return f"Hire a {plain(PERSONS[person])}", {"person": PERSONS[person]}


def _draw(argument: int) -> tuple[str, dict[str, Any]]:
    content, square = CONTENTS[argument >> 6], argument & 63
    return (
        f"Draw a {plain(content)} at {place(square)}",
        {"draw": {"content": content, "field": field(square)}},
    )


def _tower(side: int) -> tuple[str, dict[str, Any]]:
    return f"Take the bonus of the {plain(SIDES[side])} side", {"tower": SIDES[side]}


def _houses(n: int) -> tuple[str, dict[str, Any]]:
    return f"Build {count(n, 'house')}" if n else "Build no house", {"houses": n}


_MOVES = (_keep, _use, _number, _person, _draw, _tower, _houses)


def describe_event(kind: int, seat: int, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    """A sentence, and what happened as plain data."""
    return _EVENTS[kind](f"Seat {seat}", values)


def _rolled(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    shown = ", ".join(count(n, name) for name, n in zip(DICE, values, strict=True) if n)
    return f"{who} rolls {shown}", {"rolled": dict(zip(DICE, values, strict=True))}


def _turned(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    dice, symbol, coins = values[0], SYMBOLS[values[1]], values[2]
    return (
        f"{who} pays {count(coins, 'coin')} to turn {dice} to {plain(symbol)}",
        {"turned": {"dice": dice, "symbol": symbol, "coins": coins}},
    )


def _delivered(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    logs, coins = values[:2]
    return (
        f"{who} pays {count(coins, 'coin')} for {count(logs, 'log')}",
        {"delivered": {"logs": logs, "coins": coins}},
    )


def _drew(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    content, square = CONTENTS[values[0]], values[1]
    return (
        f"{who} draws a {plain(content)} at {place(square)}",
        {"drew": {"content": content, "field": field(square)}},
    )


def _completed(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    side = SIDES[values[0]]
    return f"{who} completes the {plain(side)} side", {"completed_side": side}


def _earned(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    coins, reason = values[0], REASONS[values[1]]
    return (
        f"{who} earns {count(coins, 'coin')} ({plain(reason)})",
        {"earned": {"amount": coins, "reason": reason}},
    )


def _scored(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    points, reason = values[0], REASONS[values[1]]
    return (
        f"{who} scores {points} ({plain(reason)})",
        {"scored": {"amount": points, "reason": reason}},
    )


def _marked(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{who} marks {values[0]} on the pirate track", {"marked_boxes": values[0]}


def _attacked(_: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"Pirates attack with strength {values[0]}", {"attack_strength": values[0]}


def _struck(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    strength, defence = values[:2]
    return (
        f"{who} (defence {defence}) loses a cannon",
        {"struck_cannon": {"strength": strength, "defence": defence}},
    )


def _filled(who: str, _: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{who} has filled the city: this is the last round", {"filled_city": {}}


_EVENTS = (
    _rolled, _turned, _delivered, _drew, _completed, _earned, _scored, _marked, _attacked,
    _struck, _filled,
)  # fmt: skip


def draw(view: Mapping[str, Any]) -> str:
    """Cities side by side, the dice and the pirates below."""
    blocks = [_draw_city(seat, city) for seat, city in enumerate(view["cities"])]
    lines = ["   ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
    dice = ", ".join(count(n, name) for name, n in view["dice"].items() if n)
    pirates = view["pirates"]
    lines += [
        "",
        f"Dice: {dice}   (rolls left: {view['rolls_left']})",
        f"Pirates: {pirates['attacks']} attacks, {pirates['boxes']} of "
        f"{pirates['boxes_per_row']} boxes, next strength {pirates['next_strength'] or '-'}",
    ]
    return "\n".join(lines)


def _draw_city(seat: int, city: Mapping[str, Any]) -> list[str]:
    squares = [MARKS[content] for content in city["squares"]]
    rows = [f"{row} " + " ".join(squares[row * 7 : row * 7 + 7]) for row in range(7)]
    facts = [
        f"{city['points']} points, {city['coins']} coins,",
        f"{city['logs']} logs, defence {city['defence']},",
        f"{city['cannons_struck']} cannons struck",
    ]
    block = [f"Seat {seat}", "   0  1  2  3  4  5  6", *rows, *facts]
    return [line.ljust(24) for line in block]
