"""A view of The Castles of Tuscany for a terminal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from engine.games.castles_of_tuscany.words import COLOUR_LETTERS, COLOURS, plain

WIDTH = 34
TALLEST = 9  # half hexagons from the top of the highest part to the last row of the lowest


def draw(view: Mapping[str, Any]) -> str:
    """Realms side by side, what lies on the table below."""
    blocks = [_realm(seat, realm) for seat, realm in enumerate(view["realms"])]
    lines = ["  ".join(parts).rstrip() for parts in zip(*blocks, strict=True)]
    extra = ", extra round" if view["extra_round"] else ""
    lines += [
        "",
        f"Passage {view['passage']}{extra}, {plain(view['phase'])}",
        f"Display: {_tiles(view['display'])}",
        f"Removed: {_tiles(view['removed'])}; {view['neutral_tiles']} neutral tiles left",
        f"Cards: {view['pile']} in the pile, discards {_counts(view['discards'])}",
        f"Yield cards: {view['yield_pile']} in the pile",
        "On a map: y yellow field, [Y] tile, <Y> wooden hexagon, {D} start castle",
    ]
    return "\n".join(lines)


def _tiles(tiles: Sequence[str]) -> str:
    return ", ".join(f"{n} {plain(tile)}" for tile, n in Counter(tiles).items()) or "-"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in counts.items() if n) or "-"


def _letters(counts: Mapping[str, int]) -> str:
    cards = zip(COLOUR_LETTERS, counts.values(), strict=True)
    return " ".join(f"{letter}{n}" for letter, n in cards if n) or "-"


def _realm(seat: int, realm: Mapping[str, Any]) -> list[str]:
    hand = "hidden" if realm["hand"] is None else _letters(realm["hand"])
    stacks = " ".join(str(n) for n in realm["stacks"])
    bonuses = "".join(f" +{n} {name.split('_')[0]}" for name, n in realm["bonuses"].items() if n)
    block = [
        f"Seat {seat}: {realm['red']} red, {realm['green']} green",
        *_map(realm["fields"]),
        f"{realm['hand_size']} cards, {realm['marble']} marble, {realm['workers']} workers",
        f"Hand {hand}",
        *_store(realm),
        f"Stacks {stacks}",
        f"Bonus:{bonuses or ' -'}",
    ]
    return [line.ljust(WIDTH) for line in block]


def _store(realm: Mapping[str, Any]) -> list[str]:
    """Two lines, the second for what the first has no room for."""
    names = [plain(tile).replace("farm ", "").replace(" ", "+") for tile in realm["store"]]
    names += ["free"] * (realm["store_fields"] - len(names))
    lines = [", ".join(names[:2]), ", ".join(names[2:])]
    return [f"Store {lines[0]}"[:WIDTH], f"      {lines[1]}"[:WIDTH]]


def _map(fields: Sequence[Mapping[str, Any]]) -> list[str]:
    lines = [[" "] * WIDTH for _ in range(TALLEST)]
    for field in fields:
        letter = COLOUR_LETTERS[COLOURS.index(field["colour"])]
        left = 3 * field["field"]["column"]
        lines[field["height"]][left : left + 3] = _mark(letter, field)
    return ["".join(line) for line in lines]


def _mark(letter: str, field: Mapping[str, Any]) -> str:
    if field["tile"] is None:
        return f" {letter.lower()} "
    if field["tile"] == "TILE_HEXAGON":
        return f"<{letter}>"
    return f"{{{letter}}}" if field["start_castle"] else f"[{letter}]"
