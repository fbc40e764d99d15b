"""The tables of what is printed, filled and checked when the game is imported."""

import tomllib
from importlib.resources import files

from engine.contract cimport BURGRAVE_BUILD, check_build
from engine.games.palaces_of_carrara.state cimport DEAR

from engine.games.palaces_of_carrara import words

EXTRAS = ("cities", "types", "smallest", "largest", "halves", "leaders")


def _read(name):
    return tomllib.loads((files(__package__) / name).read_text())


def _check(bint holds, str what):
    if not holds:
        raise ImportError(f"palaces-of-carrara: {what}")


def _fill_board(board):
    cdef int i
    start, wheel, buildings = board["start"], board["wheel"], board["buildings"]
    printed.start_coins = start["coins"]
    for i, colour in enumerate(start["bricks"]):
        printed.start_brick[i] = words.COLOURS.index(colour)
    _check(len(start["bricks"]) == SEATS, "a first brick for every seat")
    printed.bricks_per_colour, printed.full_wheel = wheel["bricks_per_colour"], wheel["full"]
    _check(0 < printed.bricks_per_colour <= 7, "counts of bricks fit their bits")
    printed.row, printed.forced_coins = buildings["row"], wheel["forced_coins"]
    printed.objects_per_kind = board["objects"]["per_kind"]
    printed.object_price = board["objects"]["price"]
    printed.stones, printed.announcement = board["end"]["stones"], board["end"]["announcement"]
    costs = [*buildings["costs"], buildings["dear"]]
    _check(tuple(costs) == words.COSTS and costs[DEAR] == MOST_COST, "the six costs of the tiles")
    for i in range(COSTS):
        printed.cost[i] = costs[i]
    for i in range(TOP_CARDS + 1):
        printed.coins_a_point[i] = board["end"]["coins_a_point"]


def _fill_prices(wheel):
    cdef int segment, colour, coins
    _check(tuple(wheel["prices"]) == words.COLOURS, "a price for every colour")
    for colour, price in enumerate(wheel["prices"].values()):
        for segment in range(SEGMENTS):
            printed.price[segment][colour] = max(0, price - wheel["discount"] * segment)
            _check(printed.price[segment][colour] <= MOST_PRICE, "a price within its table")
            for coins in range(printed.price[segment][colour], MOST_PRICE + 1):
                WITHIN_PRICE[coins][segment] |= <uint64_t>255 << 8 * colour


def _fill_values(board):
    cdef int place
    names = [name.lower() for name in words.names(words.PLACES)]
    values = {**board["cities"], **board["fields"]}
    _check(list(values) == names == list(board["upgraders"]), "a value for every place")
    for place, name in enumerate(names):
        for side, value in enumerate((values[name], board["upgraders"][name])):
            printed.value[side][place].coins = value.get("coins", 0)
            printed.value[side][place].points = value.get("points", 0)
        if place < CITIES:
            printed.needs[place] = values[name]["needs"]


def _fill_costs():
    cdef int set, cost, old, bricks
    for set in range(64):
        for cost in range(COSTS):
            if set >> cost & 1:
                SUM[set] += printed.cost[cost]
                COUNT[set] += 1
    for bricks in range(MOST_COST + 1):
        for cost in range(COSTS):
            if printed.cost[cost] <= bricks:
                WITHIN[bricks] |= 1 << cost
            for old in range(cost):
                if printed.cost[cost] - printed.cost[old] <= bricks:
                    RAISED_FROM[cost][bricks] |= 1 << old
        for set in range(64):
            for cost in range(COSTS):
                if set & RAISED_FROM[cost][bricks]:
                    RAISED_TO[set][bricks] |= 1 << cost


cdef int _fill_needs(int needs[TABLES], number) except -1:
    cdef int table
    for table in range(TABLES):
        needs[table] = number[table] if isinstance(number, list) else number
    return 0


def _numbered(cards, int count, int first=1):
    """The cards with their numbers, all of which must be there."""
    numerals = words.NUMERALS[first:count + 1]
    found = {name: card for name, card in cards.items() if isinstance(card, dict)}
    _check(tuple(found) == numerals, f"cards {', '.join(numerals)}")
    return enumerate(found.values(), first)


def _fill_objects(cards):
    cdef int number, i
    printed.left_over = cards["left_over"]
    for number, card in _numbered(cards, OBJECT_CARDS):
        _fill_needs(printed.object_needs[number], card["needs"])
        if number not in (4, 6, 8):
            printed.object_points[number] = card["points"]
    for i in range(2, TYPES + 1):
        printed.equal_points[i] = cards["IV"]["points"][i - 2]
        printed.different_points[i] = cards["VI"]["points"][i - 2]
    printed.equal_points[1] = printed.different_points[1] = printed.left_over


def _fill_buildings(cards):
    cdef int number, city
    for number, card in _numbered(cards, BUILDING_CARDS):
        _fill_needs(printed.building_needs[number], card["needs"])
        printed.group[number] = card.get("group", 1)
        points = card.get("points", 1)
        for city in range(CITIES):
            printed.building_points[number][city] = (
                points[city] if isinstance(points, list) else points)


def _fill_cards(cards):
    cdef int number, i
    for number, card in _numbered(cards["top"], TOP_CARDS):
        _fill_needs(printed.top_needs[number], card["needs"])
        if "coins_a_point" in card:
            printed.coins_a_point[number] = card["coins_a_point"]
    _fill_objects(cards["object"])
    _fill_buildings(cards["building"])
    for number, card in _numbered(cards["extra"], EXTRA_CARDS, 2):
        printed.extra[number].scores = EXTRAS.index(card["scores"])
        printed.extra[number].choose = card.get("choose", 1)
        _check(1 <= printed.extra[number].choose <= 2, "one or two cities or types to choose")
        for i, points in enumerate(card.get("points", ())):
            printed.extra[number].points[i] = points


def _fill():
    board = _read("board.toml")
    _fill_board(board)
    _fill_prices(board["wheel"])
    _fill_values(board)
    _fill_costs()
    _fill_cards(_read("cards.toml"))


check_build(BURGRAVE_BUILD)
_fill()
