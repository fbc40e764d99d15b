"""Names, sentences and pictures for Carrara; every tuple follows an enum of the rules."""

from collections.abc import Iterable, Mapping
from typing import Any

COLOURS = ("white", "yellow", "red", "green", "blue", "black")
OBJECTS = ("book", "chalice", "crown", "gate", "flag", "coat_of_arms")
COLOUR_NAMES = tuple(f"COLOUR_{name.upper()}" for name in COLOURS)
OBJECT_NAMES = tuple(f"OBJECT_{name.upper()}" for name in OBJECTS)
TYPES = (
    "TYPE_BIBLIOTECA",
    "TYPE_CATHEDRALE",
    "TYPE_PALAZZO",
    "TYPE_PORTA",
    "TYPE_CASTELLO",
    "TYPE_VILLA",
)
CITIES = (
    "CITY_LIVORNO",
    "CITY_PISA",
    "CITY_LUCCA",
    "CITY_VIAREGGIO",
    "CITY_MASSA",
    "CITY_LERICI",
)
FIELDS = (
    *(name.replace("TYPE", "FIELD") for name in TYPES),
    "FIELD_CITY_BUILDINGS",
    "FIELD_LAND_BUILDINGS",
)
PLACES = (
    *(name.replace("CITY", "PLACE") for name in CITIES),
    "PLACE_CITY_BUILDINGS",
    "PLACE_LAND_BUILDINGS",
)
PHASES = (
    "PHASE_ACTING",
    "PHASE_CHOOSING_SEGMENT",
    "PHASE_BUYING",
    "PHASE_PLACING",
    "PHASE_PAYING",
    "PHASE_UPGRADING",
    "PHASE_ENDING",
)
NEEDS = ("NEED_CANNOT_PAY", "NEED_CANNOT_ACT")
REASONS = ("REASON_EXTRA_CARD", "REASON_OBJECT_CARD", "REASON_BUILDING_CARD", "REASON_COINS")
COSTS = (1, 2, 3, 4, 5, 8)
NUMERALS = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")

# What an extra card scores: the first two are chosen among.
CHOSEN_CITIES, CHOSEN_TYPES = 0, 1


def names(enum: Iterable[str]) -> list[str]:
    """The values of an enum without its name before them."""
    return [value.partition("_")[2] for value in enum]


def plain(name: str) -> str:
    """`CITY_LERICI` in words: Lérici."""
    words = name.partition("_")[2].lower().replace("_", " ")
    if name.startswith(("CITY", "TYPE", "PLACE", "FIELD")) and " " not in words:
        return words.capitalize().replace("Lerici", "Lérici")
    return words


def count(n: int, noun: str) -> str:
    return f"{n} {noun}" if n == 1 else f"{n} {noun}s"


def building(tile: int) -> dict[str, Any]:
    return {"type": TYPES[tile // 6], "cost": COSTS[tile % 6]}


def name_of(tile: int) -> str:
    return f"{plain(TYPES[tile // 6])} {COSTS[tile % 6]}"


def index_of(name: str, enum: tuple[str, ...]) -> int:
    """The number of `Pisa` or `City buildings` in its enum."""
    return names(enum).index(name.upper().replace(" ", "_").replace("É", "E"))


def tile_of(name: str) -> int:
    """The number of `Castello 3`."""
    kind, cost = name.split()
    return index_of(kind, TYPES) * 6 + COSTS.index(int(cost))


def bricks(counts: Iterable[int]) -> dict[str, int]:
    return dict(zip(COLOURS, counts, strict=True))


def gain(coins: int, points: int) -> str:
    parts = [count(n, noun) for n, noun in ((coins, "coin"), (points, "point")) if n]
    return " and ".join(parts) or "nothing"


# ---- moves


def describe_move(move: int) -> tuple[str, dict[str, Any]]:
    """A sentence, and the decision as plain data."""
    return _MOVES[move >> 20](move & 0xFFFFF)


def _buy(how: int) -> tuple[str, dict[str, Any]]:
    text = "Buy bricks without turning the wheel" if how else "Turn the wheel and buy bricks"
    return text, {"buy": {"turn": not how}}


def _segment(segment: int) -> tuple[str, dict[str, Any]]:
    return f"Buy from segment {NUMERALS[segment + 1]}", {"segment": segment + 1}


def _brick(colour: int) -> tuple[str, dict[str, Any]]:
    return f"Take a {COLOURS[colour]} brick", {"brick": COLOUR_NAMES[colour]}


def _stop(_: int) -> tuple[str, dict[str, Any]]:
    return "Buy no more bricks", {"stop": {}}


def _build(tile: int) -> tuple[str, dict[str, Any]]:
    return f"Build {name_of(tile)}", {"build": building(tile)}


def _place(city: int) -> tuple[str, dict[str, Any]]:
    return f"Build it in {plain(CITIES[city])}", {"city": CITIES[city]}


def _raise(tile: int) -> tuple[str, dict[str, Any]]:
    return f"Raise {name_of(tile)} to it", {"raise_building": building(tile)}


def _pay(colour: int) -> tuple[str, dict[str, Any]]:
    return f"Pay a {COLOURS[colour]} brick", {"pay": COLOUR_NAMES[colour]}


def _upgrade(place: int) -> tuple[str, dict[str, Any]]:
    if place == len(PLACES):
        return "Take no upgrader", {"no_upgrader": {}}
    return f"Take the upgrader of {plain(PLACES[place])}", {"upgrader": PLACES[place]}


def _score_field(field: int) -> tuple[str, dict[str, Any]]:
    every = "all " if field >= len(TYPES) else "building type "
    return f"Score {every}{plain(FIELDS[field])}", {"score_field": FIELDS[field]}


def _score_city(city: int) -> tuple[str, dict[str, Any]]:
    return f"Score the city of {plain(CITIES[city])}", {"score_city": CITIES[city]}


def _coins(_: int) -> tuple[str, dict[str, Any]]:
    return "Take coins, as nothing else can be done", {"take_coins": {}}


def _pass(_: int) -> tuple[str, dict[str, Any]]:
    return "Pass", {"pass_action": {}}


def _object(kind: int) -> tuple[str, dict[str, Any]]:
    return f"Buy a {plain(OBJECT_NAMES[kind])}", {"object": OBJECT_NAMES[kind]}


def _announce(_: int) -> tuple[str, dict[str, Any]]:
    return "Announce the end", {"announce": {}}


def _end(_: int) -> tuple[str, dict[str, Any]]:
    return "End the turn", {"end_turn": {}}


_MOVES = (
    _buy, _segment, _brick, _stop, _build, _place, _raise, _pay, _upgrade, _score_field,
    _score_city, _coins, _pass, _object, _announce, _end,
)  # fmt: skip


# ---- events


def describe_event(kind: int, seat: int, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    """A sentence, and what happened as plain data."""
    return _EVENTS[kind](f"Seat {seat}", values)


def _turned_wheel(who: str, _: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{who} turns the wheel", {"turned_wheel": {}}


def _drew(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    drawn = ", ".join(f"{n} {name}" for name, n in zip(COLOURS, values, strict=True) if n)
    return f"{who} draws {drawn}", {"drew": bricks(values)}


def _bought(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    colour, segment, price = values[:3]
    return (
        f"{who} buys a {COLOURS[colour]} brick from segment {NUMERALS[segment + 1]} "
        f"for {gain(price, 0)}",
        {"bought": {"colour": COLOUR_NAMES[colour], "segment": segment + 1, "coins": price}},
    )


def _took_coins(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    coins, need = values[0], NEEDS[values[1]]
    why = "can pay no brick" if values[1] == 0 else "can do nothing else"
    return (
        f"{who} {why} and takes {count(coins, 'coin')}",
        {"took_coins": {"coins": coins, "need": need}},
    )


def _paid(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    colour = values[0]
    return f"{who} pays a {COLOURS[colour]} brick", {"paid": COLOUR_NAMES[colour]}


def _built(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    tile, city, old = values[:3]
    how = "builds" if old < 0 else f"raises {name_of(old)} to"
    return (
        f"{who} {how} {name_of(tile)} in {plain(CITIES[city])}",
        {
            "built": {
                "building": building(tile),
                "city": CITIES[city],
                "raised": None if old < 0 else building(old),
            }
        },
    )


def _turned_up(_: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{name_of(values[0])} is turned up", {"turned_up": building(values[0])}


def _last_building(who: str, _: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{who} has built the last building: this is the last round", {"last_building": {}}


def _took_upgrader(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    place = PLACES[values[0]]
    return f"{who} takes the upgrader of {plain(place)}", {"took_upgrader": place}


def _valued(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    tile, city, coins, points, taken = values[:5]
    kind = OBJECT_NAMES[tile // 6] if taken else None
    thing = f" and a {plain(kind)}" if kind else ""
    return (
        f"{who} counts {name_of(tile)} in {plain(CITIES[city])}: {gain(coins, points)}{thing}",
        {
            "valued": {
                "building": building(tile),
                "city": CITIES[city],
                "coins": coins,
                "points": points,
                "object": kind,
            }
        },
    )


def _scored_field(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    field, coins, points = values[:3]
    return (
        f"{who} has scored {plain(FIELDS[field])}: {gain(coins, points)}",
        {"scored_field": {"field": FIELDS[field], "coins": coins, "points": points}},
    )


def _scored_city(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    city, coins, points = values[:3]
    return (
        f"{who} has scored {plain(CITIES[city])}: {gain(coins, points)}",
        {"scored_city": {"city": CITIES[city], "coins": coins, "points": points}},
    )


def _bought_object(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    kind, coins = OBJECT_NAMES[values[0]], values[1]
    return (
        f"{who} buys a {plain(kind)} for {count(coins, 'coin')}",
        {"bought_object": {"object": kind, "coins": coins}},
    )


def _passed(who: str, _: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return f"{who} passes", {"passed": {}}


def _announced(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    return (
        f"{who} announces the end and scores {values[0]}: this is the last round",
        {"announced": {"points": values[0]}},
    )


def _final(who: str, values: tuple[int, ...]) -> tuple[str, dict[str, Any]]:
    reason, points, coins, scored, *chosen = values
    cities, types = [], []
    if reason == 0 and scored == CHOSEN_CITIES:
        cities = [CITIES[i] for i in chosen if i >= 0]
    if reason == 0 and scored == CHOSEN_TYPES:
        types = [TYPES[i] for i in chosen if i >= 0]
    what = ", ".join(map(plain, (REASONS[reason], *cities, *types)))
    detail = {
        "reason": REASONS[reason],
        "points": points,
        "coins": coins,
        "cities": cities,
        "types": types,
    }
    return f"{who} ends with {gain(coins, points)} ({what})", {"final": detail}


_EVENTS = (
    _turned_wheel, _drew, _bought, _took_coins, _paid, _built, _turned_up, _last_building,
    _took_upgrader, _valued, _scored_field, _scored_city, _bought_object, _passed, _announced,
    _final,
)  # fmt: skip


# ---- pictures


def draw(view: Mapping[str, Any]) -> str:
    """The table above, the players below."""
    lines = ["Wheel: " + "   ".join(_draw_segment(i, s) for i, s in enumerate(view["wheel"]))]
    if view["bag"] is not None:
        lines.append(f"Bag: {_draw_counts(view['bag'])}")
    lines.append(f"Row: {_draw_buildings(view['row'])}   (stack: {view['stack']})")
    cards = view["cards"]
    if cards["extra"]:
        lines.append(f"Beside: {_draw_buildings(view['dear_buildings'])}")
        lines.append(f"Upgraders: {', '.join(map(plain, view['upgraders']))}")
        numbers = (f"{name} {NUMERALS[number]}" for name, number in cards.items())
        lines.append(f"Cards: {', '.join(numbers)}")
    lines.append(f"Object field: {', '.join(map(plain, view['object_field'])) or '-'}")
    lines.append(f"Objects: {_draw_counts(view['supply'])}")
    scored = [c for c in view["cities"] if c["scored_by"] is not None]
    closed = ", ".join(f"{plain(c['city'])} by seat {c['scored_by']}" for c in scored)
    lines.append(f"Cities scored: {closed or '-'}")
    for seat, player in enumerate(view["players"]):
        lines += ["", *_draw_player(seat, player)]
    return "\n".join(lines)


def _draw_counts(counts: Mapping[str, int]) -> str:
    parts = (f"{n} {name.replace('_', ' ')}" for name, n in counts.items() if n)
    return ", ".join(parts) or "-"


def _draw_segment(i: int, segment: Mapping[str, int]) -> str:
    return f"{NUMERALS[i + 1]} {_draw_counts(segment)}"


def _draw_buildings(buildings: Iterable[Mapping[str, Any]]) -> str:
    return ", ".join(f"{plain(b['type'])} {b['cost']}" for b in buildings) or "-"


def _draw_player(seat: int, player: Mapping[str, Any]) -> list[str]:
    lines = [f"Seat {seat}: {player['points']} points, {count(player['stones'], 'stone')} left"]
    screen = player["screen"]
    if screen is not None:
        lines.append(
            f"  {count(screen['coins'], 'coin')}; bricks: {_draw_counts(screen['bricks'])}; "
            f"objects: {_draw_counts(screen['objects'])}"
        )
    for quarter in player["quarters"]:
        if quarter["buildings"]:
            where = plain(quarter["city"]).ljust(10)
            lines.append(f"  {where}{_draw_buildings(quarter['buildings'])}")
    for title, places in (("scored", player["fields"]), ("upgraded", player["upgraders"])):
        if places:
            lines.append(f"  {title}: {', '.join(map(plain, places))}")
    return lines
